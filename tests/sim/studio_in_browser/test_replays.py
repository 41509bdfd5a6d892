"""A game step by step, and beside each step the table as the game draws it."""

from pathlib import Path
from subprocess import run
from sys import executable
from typing import Any

import pytest

from sim.start.new_game import write_new_game
from tests.support.studio_pages import Bench, environment, opened

pytestmark = pytest.mark.full

SCRIPT = "<img src=x onerror=alert(1)>"
DRAWING = f'''
    def draw(self, view):
        """The seat's own numbers, and a name that would run if it were no text."""
        return [["{SCRIPT}", *map(str, view.values())], "{SCRIPT}"]
'''


def shown(bench: Bench) -> list[list[str]]:
    """The rows beside the step."""
    script = (
        "[...document.querySelectorAll('#stands-rows tr')].map(row => [...row.children].map(each => each.textContent))"
    )
    return list(bench.page.evaluate(script))


def open_first(bench: Bench) -> None:
    bench.room("Games")
    bench.page.get_by_role("button", name="Find").click()
    bench.page.locator("#found li").first.get_by_role("button").click()
    bench.page.wait_for_selector("#replay:not([hidden]) #lines li")


def test_what_a_game_file_draws_is_shown_as_text(chromium: Any, tmp_path: Path) -> None:
    write_new_game(tmp_path / "pirates")
    file = tmp_path / "pirates/game.py"
    place = "\n    def play(self, table):"
    assert file.read_text().count(place) == 1
    file.write_text(file.read_text().replace(place, f"{DRAWING}{place}"))
    (tmp_path / "tmp").mkdir()
    words = ["run", "--game", "./pirates", "--players", "2", "--games", "20", "--out", "reports/runs/few"]
    run(
        [executable, "-m", "fatecast", *words], cwd=tmp_path, env=environment(tmp_path), capture_output=True, check=True
    )
    happened: list[str] = []

    def ran(dialog: Any) -> None:
        happened.append(dialog.message)
        dialog.dismiss()

    with opened(chromium, tmp_path, "--game", "./pirates", bypass_csp=True) as bench:
        bench.page.on("dialog", ran)
        open_first(bench)
        assert shown(bench) or not bench.page.is_visible("#stands"), "no caption of nothing"
        bench.page.focus("#step")
        bench.page.keyboard.press("End")
        (first, second) = shown(bench)
        assert first[0] == SCRIPT
        assert len(first) > 1
        assert second == [SCRIPT]
        assert bench.text("#stands-told") in ("The table as seat 1 sees it", "The table as seat 2 sees it")
        assert bench.page.locator("img").count() == 0
        assert happened == []
        command = str(bench.page.locator("#replay-command").text_content())
    assert SCRIPT in bench.typed(f"{command} --json")
    assert "The table as seat 1 sees it" in bench.typed(command)
