"""What holds on every content: the page of a production game says it, and says whether all contents agree."""

import re
from pathlib import Path

import polars as pl
import pytest

from engine.oracle.words.changes import is_version
from sim import run
from sim.report.shared.files import ReportFiles
from sim.text.agreement import LESS
from tests.support.undrawn import build

GRID = {
    "game": "oracle",
    "layouts": ["A", "B", "C"],
    "policies": ["prophet"],
    "players": [2, 4],
    "rogues": [0, 8],
    "games": 600,
    "seed": 3,
}

CONTENT = {"map": ["RG", "BY"], "upper": ["x"], "lower": ["-"], "strip": 8}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    return build(run(GRID, out=tmp_path_factory.mktemp("oracle") / "run", executor="inline").path)


def test_every_axis_is_compared_on_every_content(built: ReportFiles) -> None:
    table = pl.read_parquet(built["tables/contents.parquet"])
    assert table["change"].unique(maintain_order=True).to_list() == ["rogues 0 to 8", "players 2 to 4"]
    assert table["content"].unique(maintain_order=True).to_list() == [f"stand-in layout {name}" for name in "ABC"]
    assert set(table["verdict"]) == {LESS}
    for row in table.iter_rows(named=True):
        assert row["low"] < row["difference"] < row["high"] < 0


def test_the_piece_that_leads_is_named(built: ReportFiles) -> None:
    leaders = pl.read_parquet(built["tables/leaders.parquet"])
    assert leaders.filter(ratio="worth_an_hour", place=1)["piece"].to_list() == ["predict"] * 3
    assert leaders.filter(ratio="worth_a_game", place=1)["piece"].to_list() == ["stars"] * 3
    page = built["report.md"].decode()
    assert "Most worth an hour so far, as counted in these games: predict" in page
    assert "Most worth a game so far, as counted in these games: stars" in page
    assert "1. in all" in built["index.html"].decode()
    assert "less in all" in page


def test_stand_ins_are_named_as_such(built: ReportFiles) -> None:
    for name in ("outcomes", "pieces", "feel"):
        assert set(pl.read_parquet(built[f"tables/{name}.parquet"])["table"]) == {
            f"prophet, stand-in layout {letter}" for letter in "ABC"
        }


def test_layouts_that_are_no_versions_of_each_other_have_no_changes(built: ReportFiles) -> None:
    assert "What changed" not in built["index.html"].decode()
    assert is_version({"layout": CONTENT}, {"layout": {**CONTENT, "strip": 9}})
    assert not is_version({"layout": CONTENT}, {"layout": {**CONTENT, "map": [], "upper": [], "lower": []}})


def test_the_first_sentences_name_the_content_and_the_outcomes(built: ReportFiles) -> None:
    page = built["report.md"].decode()
    yields = next(line for line in page.splitlines() if line.startswith("- **What does it yield?"))
    status = "*sure, asked of one policy only*"
    end = r"\d\d worth at rogues \d with \d players on stand-in layout [ABC]"
    assert re.search(rf"A prophet: between {end} and {end}\. {re.escape(status)}$", yields)
    for name in "ABC":
        assert f"| prophet, stand-in layout {name} |" in page
    assert "; corruption " in page
    assert "worth that predictions pay " in page
    assert "worth an hour (" not in page


def test_questions_are_answered_on_every_layout(tmp_path: Path) -> None:
    grid = {
        "game": "oracle",
        "layouts": ["A", "B"],
        "policies": ["prophet"],
        "players": [1, 4],
        "rogues": [4, 6],
        "variants": ["usual", "closed=predict", "no_repeat=off"],
        "games": 400,
        "seed": 3,
    }
    played = run(grid, out=tmp_path / "run", executor="inline")
    assert [cell["variant"] for cell in played.cells[:6]] == [*["usual"] * 4, "closed=predict", "no_repeat=off"]
    files = build(played.path)
    answers = pl.read_parquet(files["tables/answers.parquet"])
    rivals = answers.filter(change="4 players in place of 1", outcome="worth")
    assert rivals["content"].to_list() == ["stand-in layout A", "stand-in layout B"]
    assert set(rivals["verdict"]) == {LESS}
    assert set(rivals["where"]) == {"rogues 4"}, "only at the first number of rogues"
    page = files["index.html"].decode()
    assert "What do rivals change?" in page
    assert "fatecast run questions --game oracle" in page, "what the run cannot answer"
    assert "closed=predict" not in files["report.md"].decode(), "variants are answers, not strategies"


def test_one_content_is_no_comparison(tmp_path: Path) -> None:
    grid = {**GRID, "layouts": ["A"], "games": 200}
    files = build(run(grid, out=tmp_path / "run", executor="inline").path)
    assert "tables/contents.parquet" not in files
    assert 'id="contents"' not in files["index.html"].decode()
