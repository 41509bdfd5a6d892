"""The reference results of the rule sheet; and what it says about the ladder."""

from itertools import pairwise

import numpy as np
import pytest

from engine.game.results import Rows
from engine.hadal.cells.play_cell import TABLES
from tests.support.hadal.references import PLAYERS, RETURNED, WON, Comparison, cell_of, comparisons
from tests.support.paired import MOST, gain_in_errors

FAR = 4.5
SEED = 7


def check(found: list[Comparison]) -> None:
    assert [each for each in found if abs(each.z) >= FAR] == []


def test_a_sample_of_every_policy_agrees() -> None:
    """A few of the games of the sheet, in a cell of each policy, and all columns of two cells: 56 comparisons."""
    found = []
    for at, policy in enumerate(RETURNED):
        mission, players = "ABC"[at % 3], PLAYERS[at % 3]
        found += comparisons(mission, policy, players, rows_of(mission, policy, players, 8_000))
    found += comparisons("A", "random", 4, rows_of("A", "random", 4, 8_000))
    assert len(found) == 56
    check(found)


def rows_of(mission: str, policy: str, players: int, games: int) -> Rows:
    return TABLES.play_batch(cell_of(mission, policy, players), SEED, 0, games).rows


@pytest.mark.published
def test_all_references_agree() -> None:
    """166 comparisons; 200,000 games on both sides."""
    found = [
        comparison
        for policy in RETURNED
        for mission in "ABC"
        for players in PLAYERS
        for comparison in comparisons(mission, policy, players, rows_of(mission, policy, players, 200_000))
    ]
    assert len(found) == 166
    check(found)
    squares = np.array([each.z for each in found]) ** 2
    assert float(squares.mean()) ** 0.5 < 1.25


LADDER = ("random", "even", "sharp", "counter", "veteran")
APART = 5.0
"""Percent of games won between two rungs of the sheet that many games must tell apart. The closest differ by 0.1."""


def wrong_steps(ladder: tuple[str, ...], games: int) -> list[tuple[str, str, str, int]]:
    """The steps of the sheet that do not lead up in these games."""
    wrong = []
    for at, mission in enumerate("ABC"):
        for place, players in enumerate(PLAYERS):
            won = {policy: rows_of(mission, policy, players, games)["won"] for policy in ladder}
            for lower, upper in pairwise(ladder):
                is_far = WON[upper][at][place] - WON[lower][at][place] >= APART
                if gain_in_errors(won[lower], won[upper]) < (MOST if is_far else -MOST):
                    wrong.append((lower, upper, mission, players))
    return wrong


def test_the_ladder_of_the_sheet_climbs() -> None:
    for at in range(3):
        for place in range(len(PLAYERS)):
            won = [WON[policy][at][place] for policy in LADDER]
            assert won == sorted(won)


@pytest.mark.full
def test_the_ladder_climbs_in_every_cell() -> None:
    assert wrong_steps(LADDER, 4_000) == []


def test_a_step_down_would_be_noticed() -> None:
    """The negative control: in no cell does a veteran win less than who counts only."""
    assert len(wrong_steps(("veteran", "counter"), 1_000)) == 3 * len(PLAYERS)
