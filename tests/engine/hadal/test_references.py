"""The reference results of the rule sheet; and what it says about the ladder."""

import numpy as np
import pytest

from engine.game.results import Rows
from engine.hadal.cells.play_cell import TABLES
from tests.support.hadal.references import PLAYERS, RETURNED, WON, Comparison, cell_of, comparisons

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


@pytest.mark.full
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


@pytest.mark.full
def test_the_ladder_climbs_in_every_cell() -> None:
    ladder = ("random", "even", "sharp", "counter", "veteran")
    for at, mission in enumerate("ABC"):
        for place, players in enumerate(PLAYERS):
            won = [float(rows_of(mission, policy, players, 20_000)["won"].mean()) for policy in ladder]
            assert won == sorted(won)
            assert sorted(WON[policy][at][place] for policy in ladder) == [WON[p][at][place] for p in ladder]
