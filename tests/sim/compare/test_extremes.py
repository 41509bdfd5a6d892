"""What is said of extreme cells and of rungs that differ: not more than there is."""

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.compare.comparison import compare_pairs
from sim.compare.pairs import Match, Pair
from sim.compare.pooled_change import PooledChange, shrunk_changes
from sim.compare.telling.sentences import agreement, comparison_sentences
from sim.compare.verdicts import DecisionRule
from sim.experiment.experiment import resolve
from tests.support.command_line import RACE
from tests.support.dice_race import GAME
from tests.support.outcomes import made_up

WON = GAME.outcomes[0]
CELLS, GAMES, TOUCHED = 24, 2000, 0.1


def change_of(rng: np.random.Generator, true: NDArray[np.float64]) -> list[Pair]:
    """Cells that a change of 10 % of the games makes harder by this much; half of their luck is common to all."""
    [cell] = resolve({**RACE, "dice": [6], "goals": [20]}, "race").cells
    common = rng.random((3, GAMES))
    turns, pairs = np.ones(GAMES, np.uint16), []
    for at, effect in enumerate(true):
        luck = np.where(rng.random(GAMES) < 0.5, common, rng.random((3, GAMES)))
        before = luck[0] < 0.6
        after = np.where(luck[1] < TOUCHED, luck[2] < 0.6 + effect / TOUCHED, before)
        labels = {"die": 6 + at, "goal": 20}
        match = Match(labels, type(cell)(labels, cell.spec), type(cell)(labels, {**cell.spec, "handicap": 1}))
        sides = [made_up(won, turns, won.astype(np.uint64)) for won in (before, after)]
        pairs.append(Pair(match, sides[0], sides[1]))
    return pairs


@pytest.mark.full
def test_a_change_that_is_alike_everywhere_is_told_alike() -> None:
    """All cells are harder by 2.5 points. The hardest one looks half as hard again, and more."""
    rng = np.random.default_rng(4)
    measured, shrunk = [], []
    for _ in range(20):
        pairs = change_of(rng, np.full(CELLS, -0.025))
        mean = np.mean([pair.of(WON).difference for pair in pairs])
        measured.append(min(pair.of(WON).difference for pair in pairs) / mean - 1)
        shrunk.append(min(shrunk_changes(pairs, WON)) / mean - 1)
    assert np.median(measured) > 0.30
    assert np.median(shrunk) <= 0.15


def test_the_headline_has_both_numbers() -> None:
    pairs = change_of(np.random.default_rng(6), np.full(CELLS, -0.025))
    found = compare_pairs(GAME, pairs, 7, DecisionRule(told=0)).outcomes[0]
    assert "points (measured: " in comparison_sentences(found)[0]
    assert comparison_sentences(found)[0].startswith("harder: by 2.")


def test_a_cell_that_plays_the_same_games_has_changed_by_nothing() -> None:
    pairs = change_of(np.random.default_rng(7), np.full(CELLS, -0.025))
    same = [
        Pair(Match(pair.match.labels, pair.match.before, pair.match.before), pair.before, pair.before) for pair in pairs
    ]
    assert shrunk_changes([*same[:4], *pairs[4:]], WON)[:4] == [0.0] * 4
    assert shrunk_changes([*same[:4], *pairs[4:]], WON)[4:] == pytest.approx(shrunk_changes(pairs[4:], WON))
    assert shrunk_changes(same, WON) == [0.0] * CELLS


# Rungs.


def rungs(rng: np.random.Generator, true: list[float]) -> list[PooledChange]:
    """Rungs measured to ±1 point, which share half of their luck."""
    errors = np.sqrt(0.5) * rng.standard_normal() + np.sqrt(0.5) * rng.standard_normal(len(true))
    return [
        PooledChange({"policy": f"rung {at}"}, 4, 100, change / 100, 0.01)
        for at, change in enumerate(np.array(true) + errors)
    ]


def share(true: list[float], words: str, tries: int = 2000) -> float:
    rng = np.random.default_rng(8)
    return sum(words in agreement(rungs(rng, true), 0.05, WON) for _ in range(tries)) / tries


@pytest.mark.full
def test_rungs_disagree_only_if_they_do() -> None:
    """One is clearly harder, the others have not changed: the second sign would have to be luck."""
    assert share([-5.0, 0, 0, 0], "the rungs disagree") <= 0.04
    assert share([-5.0, 5.0], "the rungs disagree", 400) > 0.95
    assert share([-5.0, -5.0], "the rungs agree", 400) > 0.95
