"""What holds on every content: the page of a production game says it, and says whether all contents agree."""

from pathlib import Path

import polars as pl
import pytest

from sim import run
from sim.report.build import ReportFiles, build
from sim.report.numbers.contents import LESS

GRID = {
    "game": "oracle",
    "layouts": ["A", "B", "C"],
    "policies": ["prophet"],
    "players": [2, 4],
    "rogues": [0, 8],
    "games": 600,
    "seed": 3,
}


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
    assert leaders.filter(place=1)["piece"].to_list() == ["predict"] * 3
    page = built["report.md"].decode()
    assert "Most worth an hour, the same in all 3: predict" in page
    assert "less in all" in page


def test_stand_ins_are_named_as_such(built: ReportFiles) -> None:
    for name in ("outcomes", "pieces", "feel"):
        assert set(pl.read_parquet(built[f"tables/{name}.parquet"])["table"]) == {
            f"prophet, stand-in layout {letter}" for letter in "ABC"
        }


def test_one_content_is_no_comparison(tmp_path: Path) -> None:
    grid = {**GRID, "layouts": ["A"], "games": 200}
    files = build(run(grid, out=tmp_path / "run", executor="inline").path)
    assert "tables/contents.parquet" not in files
    assert 'id="contents"' not in files["index.html"].decode()
