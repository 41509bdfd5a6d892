"""Play until the interval is narrow enough: honest under repeated looks, and the same however it is played."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.outcomes import Outcome
from sim import run
from sim.experiment.experiment import Until
from sim.play.block_plan import BlockPlan
from sim.runs.tally import Tally
from sim.statistics.estimates import Estimate
from sim.statistics.intervals import half_width, wilson
from sim.statistics.sample_size import fewest_before_a_stop
from tests.support.dice_race import WIN_RATE
from tests.support.runs import Shuffled, blocks_of, games, records

RULE = {"half_width": 0.02, "every": 250, "max_games": 4000}
RACE = {"game": "dice", "dice": [6, 8], "goals": [15, 20, 28], "until": RULE, "seed": 3}


def coverage(p: float, repeats: int = 2000) -> float:
    """How often the interval of a cell that the rule stopped covers the truth."""
    until = Until(half_width=0.03, every=100, max_games=5000)
    wins = np.random.default_rng(11).binomial(until.every, p, (repeats, until.max_games // until.every))
    covered = 0
    for line in wins:
        plan = BlockPlan(1, until, until.every, WIN_RATE)
        for block, won in zip(blocks_of(plan), line, strict=False):
            plan.add(block, games(int(won), until.every))
        [tally] = plan.tallies()
        low, high = wilson(tally.total("won"), tally.games)
        covered += low <= p <= high
    return covered / repeats


@pytest.mark.sampled(1)
@pytest.mark.parametrize("p", [0.5, 0.01])
def test_the_interval_covers_the_truth_although_the_rule_looked_often(p: float) -> None:
    assert coverage(p) > 0.935


def bias(rate: float, width: float, every: int, fewest: int | None = None, cells: int = 2000) -> float:
    """By what share the win rates of simulated cells that the rule stopped differ from the truth, on average; less two
    standard errors of the simulation. Whole arrays of cells go from look to look, by the rule of `BlockPlan`."""
    rng, until = np.random.default_rng(13), Until(half_width=width, every=every, max_games=10**9)
    plan = BlockPlan(1, until, every, WIN_RATE, fewest)
    wins, games, left = np.zeros(cells), np.zeros(cells), np.arange(cells)
    for look in range(every, 10**9, every):
        wins[left] += rng.binomial(every, rate, len(left))
        games[left] = look
        if look >= plan.fewest:
            counts, of_cell = np.unique(wins[left], return_inverse=True)
            left = left[np.array([half_width(won, look) > width for won in counts])[of_cell]]
        if not len(left):
            break
    rates = wins / games / rate
    return max(0.0, abs(float(rates.mean()) - 1) - 2 * float(rates.std()) / float(np.sqrt(cells)))


RATES = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.03, 0.1, 0.5]
RULES = [(0.0005, 10_000), (0.001, 1000), (0.001, 10_000), (0.005, 100), (0.01, 500), (0.02, 100), (0.05, 100)]


@pytest.mark.parametrize(("width", "every"), RULES)
def test_rare_rates_are_not_stopped_where_luck_makes_them_rarer(width: float, every: int) -> None:
    """The rates that stop within 150 looks; beyond, looks are so dense that nothing changes. The bias found is at most
    0.5 %; 1 % would be three standard errors more in each of these simulations."""
    rates = [rate for rate in RATES if 4 * rate * (1 - rate) / width**2 / every < 150]
    assert max(bias(rate, width, every) for rate in rates) < 0.01


def test_without_a_fewest_number_of_games_they_would_be() -> None:
    """The negative control: the rule of earlier versions."""
    assert bias(0.001, 0.001, 1000, fewest=0) > 0.10
    assert bias(0.002, 0.001, 1000, fewest=0) > 0.04


@pytest.mark.full
def test_a_rule_that_waits_for_a_striking_result_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: stop as soon as the cell looks better than even."""

    def striking(outcome: Outcome, tally: Tally, plain_ratios: bool) -> Estimate:
        low, _ = wilson(tally.total("won"), tally.games)
        return Estimate(0.5, 0.5, 0.5) if low > 0.5 else Estimate(0.5, -1.0, 1.0)

    monkeypatch.setattr("sim.play.block_plan.estimated", striking)
    assert coverage(0.5) < 0.9


def test_cells_stop_one_by_one_at_the_first_look_that_is_narrow_enough(tmp_path: Path) -> None:
    played = run(RACE, out=tmp_path / "run", executor="inline")
    assert played.summary["games"].n_unique() > 2
    for cell, total, wins in played.summary.select("cell", "games", "wins").iter_rows():
        won = played.games.filter(cell=cell).sort("game").collect()["won"].to_numpy()
        assert len(won) == total
        assert won.sum() == wins
        looks = [look for look in [*range(250, total, 250), total] if look >= fewest_before_a_stop(0.02)]
        widths = [half_width(int(won[:look].sum()), look) for look in looks]
        assert all(width > 0.02 for width in widths[:-1])
        assert widths[-1] <= 0.02 or total == 4000


def test_workers_blocks_order_and_detail_never_change_the_stop(tmp_path: Path) -> None:
    expected = run(RACE, out=tmp_path / "expected", executor="inline", block=500)
    with Shuffled(5) as shuffled:
        played = run(RACE, out=tmp_path / "run", block=70, detail="cells", executor=shuffled, workers=3)
    assert played.digest == expected.digest
    assert (played.path / "summary.json").read_bytes() == (expected.path / "summary.json").read_bytes()


def test_what_was_played_beyond_the_stop_is_dropped(tmp_path: Path) -> None:
    easy = RACE | {
        "dice": [8],
        "goals": [15],
        "until": {"half_width": 0.02, "every": 200, "max_games": 10_000},
    }
    played = run(easy, out=tmp_path / "run", workers=4)
    total = played.manifest["counts"]["games"]
    assert total == 1600
    assert played.games.collect().height == total
    assert records(played.path) == total // 200


@pytest.mark.parametrize(("fewest", "stops_at"), [(0, 10), (10, 10), (45, 50)])
def test_no_cell_stops_before_it_has_the_fewest_games(fewest: int, stops_at: int) -> None:
    plan = BlockPlan(1, Until(half_width=0.4, every=10, max_games=100), 10, WIN_RATE, fewest)
    for block in blocks_of(plan):
        plan.add(block, games(5, 10))
    assert [tally.games for tally in plan.tallies()] == [stops_at]


@settings(max_examples=40)
@given(st.integers(1, 50), st.integers(1, 400), st.integers(1, 60), st.randoms(use_true_random=False))
def test_blocks_tile_every_cell_and_never_cross_a_look(every: int, most: int, block: int, random: Random) -> None:
    plan = BlockPlan(3, Until.model_construct(half_width=0.0, every=every, max_games=most), block, WIN_RATE)
    blocks = list(blocks_of(plan))
    for cell in range(3):
        mine = [each for each in blocks if each.cell == cell]
        assert [each.first for each in mine] == [0, *(each.last for each in mine[:-1])]
        assert mine[-1].last == most
    assert all(each.first // every == (each.last - 1) // every and each.last - each.first <= block for each in blocks)
    assert all(plan.fits(each) and type(each).named(each.name) == each for each in blocks)
    random.shuffle(blocks)
    assert all(plan.add(each, games(0, each.last - each.first)) for each in blocks)
    assert not list(blocks_of(plan))
    assert [tally.games for tally in plan.tallies()] == [most] * 3
    assert plan.remaining() == 0
