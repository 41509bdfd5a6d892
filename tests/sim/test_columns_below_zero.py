"""A game whose columns go below zero: what a run keeps, sums up, finds and shows is right on both sides of zero."""

import json
import statistics
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import fatecast
from engine.errors import BadInput
from sim.runs.tally import Tally, tally_rows
from sim.search.tune.goals import read_goals
from tests.own_games.cells import game_of
from tests.support import ROOT
from tests.support.own_file import own_game, written
from tests.support.undrawn import undrawn

VOYAGE = str(ROOT / "tests/games/voyage.py")
GAMES = 120


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("below")


@pytest.fixture(scope="module")
def played(folder: Path) -> fatecast.Run:
    options = {"variant": "rough", "harbour": True}
    return fatecast.run(
        game=VOYAGE, policy="bold,burnt", players=2, games=GAMES, option=options, out=folder / "run", executor="inline"
    )


def test_rows_summary_and_histograms_say_the_same(played: fatecast.Run) -> None:
    for row in played.summary.iter_rows(named=True):
        games = played.games.filter(cell=row["cell"]).collect()
        debts, poorest = games["debt"].to_list(), games["poorest"].to_list()
        assert games.schema["debt"] == pl.Int16
        assert min(debts) < 0
        assert row["mean_debt"] == row["debt"] == statistics.fmean(debts)
        assert row["sd_debt"] == pytest.approx(statistics.stdev(debts), rel=1e-12)
        assert row["debt_low"] < row["debt"] < row["debt_high"]
        assert row["ruin"] == sum(each in (-3, -2) for each in poorest) / GAMES
        counted = played.histograms.filter(cell=row["cell"], column="debt")
        assert {value: games for _, _, value, games in counted.iter_rows()} == {
            value: debts.count(value) for value in set(debts)
        }


def test_the_mean_is_not_cut_off_at_zero(played: fatecast.Run) -> None:
    assert any(row["debt_high"] < 0 for row in played.summary.iter_rows(named=True))


def test_a_run_is_verified_found_in_and_shown(played: fatecast.Run, folder: Path) -> None:
    assert fatecast.verify(played.path, game=VOYAGE).right
    found = fatecast.find(played.path, max=["debt=-12"], limit=3, game=VOYAGE)
    assert found.games
    assert all(":variant=rough:harbour=on" in each.command for each in found.games)
    assert all("coins of all captains: -" in each.told for each in found.games)
    with undrawn():
        page = fatecast.report(played.path, out=folder / "page", game=VOYAGE).page.read_text(encoding="utf-8")
    assert "variant rough · harbour on" in page
    assert "−" in page


def test_a_tally_is_kept_and_added_with_its_signs() -> None:
    game = game_of("voyage")
    cell = game.cells(game.resolve({"policies": ["burnt"], "players": [3]}, "test"))[0]
    rows = game.simulate(cell, 1, 0, 80).rows
    whole, parts = tally_rows(game, cell, 0, rows), Tally()
    for first in (40, 0):
        parts.add(tally_rows(game, cell, first, rows[first : first + 40]))
    assert parts.to_json() == whole.to_json()
    kept = Tally.from_json(json.loads(json.dumps(whole.to_json())), game, cell)
    debts = rows["debt"].astype(int)
    for power in (1, 2, 3):
        assert kept.power("debt", power) == int((debts**power).sum())
    assert [value for value, games in kept.counted("debt") if games] == np.unique(debts).tolist()
    assert kept.games_with("debt", range(-99, 0)) == int((debts < 0).sum())


def test_sums_below_zero_are_only_those_of_columns_that_can_be() -> None:
    """A file of a stranger is no reason to believe in −5 turns."""
    game = game_of("voyage")
    cell = game.cells(game.resolve({"policies": ["bold"], "players": [2]}, "test"))[0]
    told = tally_rows(game, cell, 0, game.simulate(cell, 1, 0, 4).rows).to_json()
    with pytest.raises(ValueError, match="expected a count"):
        Tally.from_json({**told, "sums": {**told["sums"], "choices": -5}}, game, cell)
    places = told["histograms"]["debt"] + [0] * (1 << 16)
    with pytest.raises(ValueError, match="something else"):
        Tally.from_json({**told, "histograms": {**told["histograms"], "debt": places}}, game, cell)


def test_wide_columns_are_summed_up_exactly() -> None:
    wide = written(
        ('"rolls": "rolls of the die"', '"rolls": Column("rolls", "<i8", "rolls, far below zero")'),
        ('table.count("rolls")', 'table.count("rolls", -(10**16))'),
        ("import Game, Parameter", "import Column, Game, Parameter"),
    )
    game = own_game(wide)
    cell = game.cells(game.resolve({"players": [2]}, "test"))[0]
    rows = game.simulate(cell, 1, 0, 30).rows
    tally = tally_rows(game, cell, 0, rows)
    rolls = [int(value) for value in rows["rolls"]]
    assert tally.total("rolls") == sum(rolls) < 0
    assert tally.power("rolls", 2) == sum(value**2 for value in rolls)
    assert Tally.from_json(tally.to_json(), game, cell).to_json() == tally.to_json()


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("debt -3 ± 1", -4, -2),
        ("debt −3 to −1 coins", -3, -1),
        ("debt -3 to 2", -3, 2),
        ("debt at most -2.5", float("-inf"), -2.5),
        ("debt 3 ± 5", -2, 8),
    ],
)
def test_a_goal_can_lie_below_zero(text: str, low: float, high: float) -> None:
    game = game_of("voyage")
    cells = game.cells(game.resolve({"policies": ["bold"], "players": [2]}, "test"))
    (goal,) = read_goals(text, [cell.labels for cell in cells], game.outcomes, "policy", "test")
    assert (goal.low, goal.high) == (low, high)


@pytest.mark.parametrize(
    ("column", "told"),
    [
        ("Column('x', '<i3', 'no')", "columns: x: dtype: expected <u1, <u2, <u4 or <u8; <i1"),
        ("Column('x', '>i2', 'no')", "columns: x: dtype: expected"),
        ("Column('x', '<i2', 'no', values=('a', 'b'))", "columns: x: dtype: expected"),
        ("below_zero('no', limits=(-40_000, 5))", "columns: x: limits: expected the least and the most, got"),
        ("below_zero('no', limits=(5, -5))", "columns: x: limits: expected the least and the most, got"),
    ],
)
def test_a_column_that_cannot_be_is_one_line(column: str, told: str) -> None:
    with pytest.raises(BadInput) as error:
        own_game(
            written(
                ('{"rolls": "rolls of the die"}', f'{{"rolls": "rolls of the die", "x": {column}}}'),
                ("import Game, Parameter", "import Column, Game, Parameter, below_zero"),
            )
        )
    assert told in error.value.line


def test_nothing_is_divided_by_a_column_below_zero() -> None:
    outcome = "[Mean(name='a', meaning='', column='turns', over='rolls', unit='', margin=1)]"
    with pytest.raises(BadInput, match="outcomes: a: over: expected a column that is not below 0, got 'rolls'"):
        own_game(
            written(
                ('{"rolls": "rolls of the die"}', f'{{"rolls": below_zero("rolls")}}\n    outcomes = {outcome}'),
                ("import Game, Parameter", "import Game, Mean, Parameter, below_zero"),
            )
        )
