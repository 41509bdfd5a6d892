"""A page of several contents begins with what changed and what that did, and draws no content as a level of skill."""

import re
from pathlib import Path

import pytest

from sim import run
from sim.compare.versions.contents import contents_in
from sim.report.cooperative.tables import win_rates
from sim.report.cooperative.views import ladder_table
from sim.report.shared.files import ReportFiles
from sim.report.shared.run_data import RunData
from tests.support.command_line import Fatecast
from tests.support.undrawn import build_several, build_words

LONGER = 'name = "A longer chalice"\nextends = "base"\n[cards.the-chalice]\nmoons = 9\n'
GRID = {"policies": ["mute", "novice"], "players": [3], "doom": [0, 4], "games": 400}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contents")
    (folder / "longer.toml").write_text(LONGER)
    decks = ["base", str(folder / "longer.toml")]
    return run({"decks": decks, **GRID}, out=folder / "run", executor="inline").path


@pytest.fixture(scope="module")
def built(played: Path) -> ReportFiles:
    return build_words(played, "run")


def test_contents_are_compared_game_by_game_and_called_by_their_names(played: Path) -> None:
    [found] = contents_in(RunData(played).run)
    assert found.title == "Base game (base) → A longer chalice (longer)"
    assert found.comparison.changes == ["The Chalice: 2 moons → 9 moons"]
    [compared] = found.comparison.outcomes
    assert len(compared.cells) == 4
    assert all(cell.paired.games == 400 for cell in compared.cells)


def test_the_page_begins_with_it(played: Path, built: ReportFiles) -> None:
    for name in ("index.html", "report.md"):
        text = built[name].decode()
        first = text.index("And other players?" if name == "index.html" else "| policy |")
        assert text.index("Base game (base) → A longer chalice (longer)") < first
        assert "The Chalice: 2 moons → 9 moons" in text
    data = RunData(played)
    assert [group.name for group in data.layout.rungs] == ["mute, base", "novice, base"]
    ladder = ladder_table(data, {"win_rates": win_rates(data)})
    assert ladder is not None
    assert [row[0].text for row in ladder.rows] == ["mute, base"]
    assert len(data.layout.groups) == 4, "the tables have all"


def test_its_sentences_have_real_minus_signs_and_intervals_that_do_not_break(built: ReportFiles) -> None:
    page = built["index.html"].decode()
    told = [
        text for text in re.findall(r"<(?:p|li)>([^<]*)</", page) if " (" in text and re.search(r"\d.to.[+−-]?\d", text)
    ]
    assert any("mean of all cells" in text for text in told)
    for text in told:
        assert not re.search(r"[\s(]-\d", text), text
        assert not re.search(r"\([+−]?[\d.]+ to", text), text


def test_two_runs_say_what_changed_between_them(tmp_path: Path) -> None:
    (tmp_path / "longer.toml").write_text(LONGER)
    runs = [
        run({"decks": [deck], **GRID, "policies": ["novice"]}, out=tmp_path / name, executor="inline").path
        for name, deck in (("one", "base"), ("two", str(tmp_path / "longer.toml")))
    ]
    page = build_several(runs)["index.html"].decode()
    assert page.index("one: Base game (base) → two: A longer chalice (longer)") < page.index("<h2>Win rate</h2>")
    assert "<li>The Chalice: 2 moons → 9 moons</li>" in page


def test_run_ends_with_the_difference(tmp_path: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "longer.toml").write_text(LONGER)
    words = ("run", "--deck", "base,longer.toml", "--policy", "novice", "--players", "3", "--doom", "0")
    done = typed(*words, "--games", "400", "--executor", "inline", "--out", "both")
    assert done.returncode == 0, done.stderr
    *_, table = done.stdout.partition("The report on one page")
    assert "Base game (base) → A longer chalice (longer): what changed: The Chalice: 2 moons → 9 moons" in table
    assert "(longer): win rate, game by game: " in table
    without = typed(*words, "--games", "400", "--executor", "inline", "--out", "sums", "--detail", "cells")
    assert "The decks are compared game by game in a run that keeps its games" in without.stdout
