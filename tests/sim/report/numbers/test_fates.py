"""What drawing a piece is worth: measured in games whose effects are known exactly."""

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2

from engine.game.registry import GAMES
from engine.outside.own.cards.tally import COUNTERS, FATES
from sim import run
from sim.report.shared.pieces.fates import fates, mean_gain, seat_rate
from sim.report.shared.pieces.judged import judged, out_of_line
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate
from sim.statistics.intervals import wilson
from tests.support import draws
from tests.support.draws import ADDRESSES, ALL_ALIKE, STRONG_DRAGON, Draws, Ints, exact_effects

POWERS = (9, 6, 5, 5, 4, 4, 3, 2)
"""A deck of cards that differ."""
REPETITIONS, GAMES_EACH = 500, 500
ALLOWED = 3 * sqrt(0.95 * 0.05 / REPETITIONS)
"""Three standard errors. `python -m tests.card_effects` has more repetitions, and plays a game file."""
DRAWN = FATES.kinds[0]
PIECE: dict[str, type[pl.DataType]] = {"piece": pl.String}


@pytest.fixture(autouse=True, scope="module")
def games_of_draws() -> Iterator[None]:
    GAMES.update(ADDRESSES)
    yield
    for name in ADDRESSES:
        del GAMES[name]


def counts_of(game: Draws, first: int, last: int, powers: tuple[int, ...] = POWERS) -> list[dict[str, int]]:
    """The counters of each card."""
    (cell,) = game.cells(game.resolve({"powers": list(powers)}, "test"))
    names = [column.name for column in COUNTERS]
    return [dict(zip(names, row, strict=True)) for row in game.simulate(cell, 7, first, last).pieces.tolist()]


def covers(found: Estimate, truth: float) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


def coverage(game: Draws, repetitions: int, games: int) -> tuple[list[float], list[float]]:
    """How often the intervals of each card cover its effect: those of the effect, and those of the win rate."""
    truth = [float(effect) for effect in exact_effects(POWERS)]
    covered = np.zeros((2, len(truth)))
    for at in range(repetitions):
        for card, counts in enumerate(counts_of(game, at * games, (at + 1) * games)):
            covered[0, card] += covers(mean_gain(FATES.exchanges, counts), truth[card])
            covered[1, card] += covers(seat_rate(DRAWN, counts).moved(-0.5), truth[card])
    causal, naive = (covered / repetitions).tolist()
    return causal, naive


@pytest.mark.full
def test_the_intervals_of_effects_cover_them_and_those_of_win_rates_do_not() -> None:
    causal, naive = coverage(Draws(), REPETITIONS, GAMES_EACH)
    assert all(abs(share - 0.95) < ALLOWED for share in causal), causal
    assert max(naive) < 0.5, "seats that draw more cards win more often, whatever they draw"


class WrongSeat(Draws):
    """A mistake: the gain is that of the other seat."""

    def gain(self, rows: np.ndarray, others: np.ndarray, seats: Ints) -> Ints:
        return super().gain(rows, others, 1 - seats)


class FromTheBottom(Draws):
    """A mistake: the other card is always the last one, which nobody draws."""

    def exchange(self, order: Ints, more: Ints) -> tuple[Ints, Ints]:
        return super().exchange(order, np.stack([more[:, 0], np.full(len(more), -1)], axis=1))


@pytest.mark.parametrize("mistake", [WrongSeat, FromTheBottom])
def test_a_mistake_in_the_exchange_is_seen(mistake: type[Draws]) -> None:
    causal, _ = coverage(mistake(), 10, 4000)
    assert min(causal) < 0.5


# The table of a run.


def table_of(folder: Path, **experiment: Any) -> pl.DataFrame:
    path = run({"game": "draws", "games": 4000, "seed": 3, **experiment}, out=folder / "run", executor="inline").path
    return fates(RunData(path))


def test_the_card_that_is_too_strong_comes_first_and_stands_out(tmp_path: Path) -> None:
    table = table_of(tmp_path, powers=list(STRONG_DRAGON))
    assert table["title"][0] == "Dragon"
    assert table.filter("stands_out")["title"].to_list() == ["Dragon", "Anchor"]
    effects = table.sort("piece")
    error = (effects["high"] - effects["low"]).to_numpy() / (2 * 1.96)
    distance = (effects["effect"].to_numpy() - np.array(exact_effects(STRONG_DRAGON), float)) / error
    assert (distance**2).sum() < chi2.ppf(0.999, len(distance))
    assert (table["naive"] - (table["drawn_rate"] - 0.5)).abs().max() < 1e-12  # type: ignore[operator]
    assert table["exchanged"].sum() == 4000, "every game was played again, with one draw exchanged"


def test_cards_that_are_all_alike_do_not_stand_out(tmp_path: Path) -> None:
    table = table_of(tmp_path, powers=list(ALL_ALIKE))
    assert not table["stands_out"].any()
    assert (table["low"] < 0).all()
    assert (table["high"] > 0).all()


def test_an_effect_that_is_too_small_to_matter_does_not_stand_out() -> None:
    """In a large run, every effect is significant."""
    effects = [0.004, *[0.0005, -0.0005] * 5, -0.02]
    found = judged([(str(at), each, each - 1e-4, each + 1e-4, 0.0) for at, each in enumerate(effects)], PIECE)
    assert found["marked"].all()
    assert found.filter(out_of_line(found))["piece"].to_list() == ["0", "11"]
    assert found.filter(out_of_line(found, 0.005))["piece"].to_list() == ["11"]


def test_what_never_happened_has_no_columns(tmp_path: Path) -> None:
    used = table_of(tmp_path / "used", zones=False)
    assert "used_rate" in used.columns
    assert not {"drawn", "held", "left", "drawn_rate"} & set(used.columns)
    assert used["effect"].null_count() == len(used)
    assert used["exchanged"].sum() == 0
    drawn = table_of(tmp_path / "drawn", uses=False)
    assert "drawn_rate" in drawn.columns
    assert "used" not in drawn.columns
    gold = table_of(tmp_path / "gold", game="draws-for-gold")
    assert not [name for name in gold.columns if "rate" in name or "naive" in name]


def test_a_gain_is_in_the_unit_of_the_headline(tmp_path: Path) -> None:
    """The column counts halves."""
    gold = table_of(tmp_path, game="draws-for-gold", powers=list(STRONG_DRAGON))
    raw = [mean_gain(FATES.exchanges, counts) for counts in counts_of(draws.DrawsForGold(), 0, 4000, STRONG_DRAGON)]
    assert raw[0].value is not None
    assert gold.filter(title="Dragon")["effect"][0] == pytest.approx(raw[0].value / 2, rel=0.2)


def test_cells_that_share_their_luck_do_not_make_an_interval_narrower(tmp_path: Path) -> None:
    """Two cells that play the very same games: everything is as if there were one."""
    one = table_of(tmp_path / "one", players=[2]).sort("piece")
    both = table_of(tmp_path / "both", players=[2, 3]).sort("piece")
    for name in ("effect", "low", "high", "p", "drawn_rate", "drawn_low", "drawn_high", "shrunk_low"):
        assert both[name].to_list() == pytest.approx(one[name].to_list(), rel=1e-9), name
    assert both["drawn"].to_list() == (2 * one["drawn"]).to_list()


def test_an_effect_on_wins_is_never_more_than_all_of_them(tmp_path: Path) -> None:
    few = table_of(tmp_path, games=90, powers=[9, *[1] * 5])
    assert few["high"][0] == 1, "and not more"
    assert (few["high"] <= 1).all()
    assert (few["shrunk_low"] >= -1).all()


# One rate.


def rate_of(seats: list[int], winners: list[int]) -> Estimate:
    at, won = np.array(seats), np.array(winners)
    sums = (at.sum(), won.sum(), at @ at, at @ won, won @ won)
    return seat_rate(DRAWN, dict(zip(DRAWN.counters, map(int, sums), strict=True)))


def test_seats_of_one_game_are_no_independent_trials() -> None:
    random = np.random.default_rng(3)
    won = random.random(400) < 0.6
    together = rate_of([2] * 400, (2 * won).tolist())
    assert together == pytest.approx((won.mean(), *wilson(won.sum(), 400)), rel=1e-6)
    alone = rate_of([1] * 400, won.astype(int).tolist())
    assert alone == pytest.approx(together)


def test_a_rate_of_seats_that_all_won_is_not_known_exactly_and_one_of_none_not_at_all() -> None:
    found = rate_of([2, 2, 2, 2, 1], [2, 2, 2, 2, 1])
    assert found.value == found.high == 1
    assert found.low == pytest.approx(wilson(5, 5)[0], abs=0.03), "five games, and not nine seats"
    assert rate_of([0, 0], [0, 0]) == NOTHING
