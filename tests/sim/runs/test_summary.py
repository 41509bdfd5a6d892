"""Every number of the summary against the same number computed the plain way, from the rows."""

import csv
import json
import statistics
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from engine.game.results import Measure
from sim import Run, run
from sim.errors import Inconclusive
from sim.runs.summary import flat_row, measured
from sim.runs.tally import Tally
from sim.statistics.intervals import half_width, wilson
from tests.support.command_line import RACE


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(RACE, out=tmp_path_factory.mktemp("played") / "run", executor="inline", block=1000)


def test_measures_are_those_of_the_rows(played: Run) -> None:
    for row in played.summary.iter_rows(named=True):
        games = played.games.filter(cell=row["cell"]).collect()
        turns = games["turns"].to_list()
        assert row["games"] == len(games) == 3000
        assert row["wins"] == games["won"].sum()
        assert row["win_rate"] == row["wins"] / 3000
        assert row["mean_turns"] == statistics.fmean(turns)
        assert row["sd_turns"] == pytest.approx(statistics.stdev(turns), rel=1e-14)
        assert row["mean_luck"] == pytest.approx(statistics.fmean(games["luck"].to_list()), rel=1e-14)
        assert row["place_per_turn"] == games["place"].sum() / sum(turns)


def test_the_summary_in_its_three_forms_is_one(played: Run) -> None:
    cells = json.loads((played.path / "summary.json").read_bytes())["cells"]
    with (played.path / "summary.csv").open() as file:
        table = list(csv.DictReader(file))
    for number, (cell, row) in enumerate(zip(cells, table, strict=True)):
        assert row.pop("cell") == str(number)
        assert row == {key: str(value) for key, value in flat_row(cell).items()}
        for name, outcome in cell["outcomes"].items():
            assert row[name.replace(" ", "_")] == str(outcome["value"])
            assert row[f"{name.replace(' ', '_')}_low"] == str(outcome["low"])
    assert list(cells[0])[:5] == ["die", "goal", "games", "wins", "win_rate"]
    assert played.summary["win_rate"].to_list() == [cell["win_rate"] for cell in cells]


def test_card_counters_are_those_of_the_rows(played: Run) -> None:
    tracks = played.games.filter(cell=2).collect()["track"].to_list()
    faces = [int(digit, 16) for track in tracks for digit in f"{track:x}"]
    faces_ = played.pieces.filter(cell=2)
    assert dict(faces_.select("face", "rolled").iter_rows()) == {f"face {n}": faces.count(n) for n in range(1, 9)}
    assert faces_["last"].sum() == 3000


def test_histograms_are_those_of_the_rows(played: Run) -> None:
    counted = played.games.group_by("cell", "turns").len().collect()
    told = played.histograms.filter(column="turns").select("cell", turns="value", len="games")
    assert told.sort("cell", "turns").cast(pl.Int64).equals(counted.sort("cell", "turns").cast(pl.Int64))


def test_notable_games_are_the_first_of_the_highest_rank(played: Run) -> None:
    for number, cell in enumerate(json.loads((played.path / "summary.json").read_bytes())["cells"]):
        games = played.games.filter(cell=number).collect()
        won = games.filter(won=1)
        assert cell["notable"]["longest"]["game"] == games["turns"].arg_max()
        assert cell["notable"]["luckiest win"]["game"] == won["game"][won["luck"].arg_max() or 0]
        game = cell["notable"]["longest"]
        assert game["id"] == f"dice-{cell['die']}-{cell['goal']}-6-7-{game['game']}"


def test_one_game_no_win_and_nothing_notable(tmp_path: Path) -> None:
    lost = run({"game": "dice", "goals": [90], "games": 1}, out=tmp_path / "run", executor="inline")
    [cell] = json.loads((lost.path / "summary.json").read_bytes())["cells"]
    assert (cell["wins"], cell["win_rate"], cell["sd_turns"], cell["win_low"]) == (0, 0.0, None, 0.0)
    assert list(cell["notable"]) == ["longest"]


def test_a_ratio_over_nothing_is_no_number() -> None:
    assert measured(Measure("share", "ratio", "a", "b"), Tally(games=3, sums={"a": 0, "b": 0}), {}) is None


def test_without_rows_the_same_summary_and_a_clear_word_about_the_rest(played: Run, tmp_path: Path) -> None:
    bare = run(RACE, out=tmp_path / "run", executor="inline", detail="cells")
    assert bare.summary.equals(played.summary)
    assert bare.histograms.equals(played.histograms)
    with pytest.raises(Inconclusive, match="kept no rows"):
        _ = bare.games


@given(st.integers(1, 10**9), st.floats(0, 1))
def test_wilson_is_the_interval_of_scipy(games: int, share: float) -> None:
    wins = round(games * share)
    theirs = binomtest(wins, games).proportion_ci(0.95, "wilson")
    assert wilson(wins, games) == pytest.approx((theirs.low, theirs.high), rel=1e-6, abs=1e-12)
    assert 0 < half_width(wins, games) <= 0.5
