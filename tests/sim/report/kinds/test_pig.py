"""The page of Pig, which has every column that a measure needs."""

from pathlib import Path

import polars as pl
import pytest

from sim import run
from sim.report.shared.files import ReportFiles
from tests.support.undrawn import build

MEASURES = {
    "first_seat",
    "balance",
    "draws",
    "completion",
    "time_outs",
    "length",
    "length_median",
    "length_p95",
    "real_decisions",
    "choices",
    "drama",
    "comebacks",
    "drama_depth",
    "lead_changes",
    "margin",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> ReportFiles:
    grid = {"game": "pig", "policies": ["random", "hold"], "players": [2, 4], "games": 600, "seed": 1}
    return build(run(grid, out=tmp_path_factory.mktemp("pig") / "pig", executor="inline").path)


@pytest.mark.full
def test_every_measure_is_there_with_its_interval(built: ReportFiles) -> None:
    table = pl.read_parquet(built["tables/measures.parquet"])
    assert set(table["name"]) == MEASURES
    assert len(table) == 4 * len(MEASURES)
    assert not table["low"].is_null().any()
    assert (table["low"] <= table["value"]).all()
    assert (table["value"] <= table["high"]).all()


def test_the_first_screen_answers_the_question(built: ReportFiles) -> None:
    page = built["index.html"].decode()
    first = page.split('id="seats"')[0]
    assert "Who wins?" in first
    assert "all play &#39;hold at=20&#39;: " in first
    assert "Real:" not in page, "nothing is a stand-in"
    assert 'id="pieces"' not in page
    assert "figures/seats.svg" in built
    assert "To compare: Leaders of Euphoria, 6 players, guardians" in first
    assert "To compare: Pig" not in page


def test_the_gain_of_a_better_policy(tmp_path: Path) -> None:
    grid = {"game": "pig", "focus": ["hold"], "field": ["random"], "players": [2], "games": 600, "seed": 1}
    files = build(run(grid, out=tmp_path / "run", executor="inline").path)
    row = pl.read_parquet(files["tables/skill_trace.parquet"]).row(0, named=True)
    assert row["gain_low"] > 0.1, "whoever holds at 20 wins three of four games against chance"
    assert "What is skill worth?" in files["index.html"].decode()
