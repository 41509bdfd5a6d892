"""What stands in the rooms beside the workbench is what their commands print, digit by digit. (Their routes alone:
`tests/sim/studio`.)"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.studio_pages import Bench, opened
from tests.support.studio_rooms import few_games, too_wide

pytestmark = pytest.mark.full


def texts(bench: Bench, selector: str) -> list[str]:
    return [str(each).strip() for each in bench.page.locator(selector).all_text_contents()]


def test_games_that_are_found_and_one_of_them_again(chromium: Any, tmp_path: Path) -> None:
    few_games(tmp_path)
    with opened(chromium, tmp_path) as bench:
        bench.room("Games")
        page = bench.page
        page.select_option("[name=won]", "false")
        page.fill("[name=min]", "turns=2")
        page.get_by_role("button", name="Find").click()
        page.wait_for_selector("#found li")
        lines = bench.typed(bench.command).splitlines()
        assert "--lost --min turns=2 --limit 10" in bench.command
        found = [re.fullmatch(r"Show (.*) (\S+)", each) for each in texts(bench, "#found li")]
        assert [f"fatecast replay {each[2]}   # {each[1]}" for each in found if each] == lines[:-1]
        assert bench.text("#told") == lines[-1]
        page.locator("#found button").first.click()
        page.wait_for_selector("#replay:not([hidden]) #lines li")
        page.click("#last")
        command = str(page.locator("#replay-command").text_content())
        printed = [line.strip() for line in bench.typed(command).splitlines() if line.strip()]
        assert texts(bench, "#lines li") == printed
        title = bench.text("#title")
        [(seed, index)] = re.findall(r":seed(\d+):game(\d+)", command)
        assert title.endswith(f", seed {seed}, game {index}")


def test_the_figures_of_a_card_stand_on_its_card(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page, card = bench.page, bench.page.locator("article[data-piece=the-deep]")
        bench.find("The Deep")
        card.get_by_text("Before any game").click()
        card.locator(".sheet pre").wait_for()
        printed = json.loads(bench.typed(f"{card.locator('.sheet pre').text_content()} --json"))
        captions = card.locator(".sheet caption").all_text_contents()
        titles = [panel["title"] for panel in printed["panels"]]
        assert [caption.partition(" (")[0] for caption in captions[: len(titles)]] == titles
        assert captions[len(titles) :] == [table["title"] for table in printed["tables"]]
        cells = card.locator(".sheet table.figure").first.locator("td").all_text_contents()
        assert cells == [f"{value:.0%}" for line in printed["panels"][0]["values"] for value in line]
        for table, shown in zip(printed["tables"], range(len(titles), len(captions)), strict=True):
            rows = card.locator(".sheet table").nth(shown).locator("tbody tr")
            texts_of = [rows.nth(at).locator("th, td").all_text_contents() for at in range(rows.count())]
            assert texts_of == [[*row.values()] for row in table["rows"]]
        assert card.bounding_box()["width"] > 500, "figures have room"
        assert card.get_by_text("5 or less").count() == 1, "what the card says is not said again"
        bench.players(3)
        assert card.locator(".sheet pre").is_visible(), "what is open stays open"
        assert too_wide(page) == []
