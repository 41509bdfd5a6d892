"""Compiled or interpreted, a game is the same: every column, every card counter, every line of its replay."""

import pytest

from engine.kernel.compiled import INTERPRETED
from tests.support.sample import sampled
from tests.support.shipwreck import cells
from tests.support.shipwreck.both_ways import (
    CELLS,
    differences,
    interpreted,
    interpreted_with_a_difference,
    play,
)

pytestmark = [
    pytest.mark.usefixtures("chaos"),
    pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with"),
]

GAMES, SLOW_GAMES = 96, 12
FEW = 2 * len(CELLS)
"""Games of each deck that `make test` plays: every cell once with default and once with changed options."""
FEWER = {"novice": 12, "literal": 3, "pragmatic": 2, "expert": 2, "convention": 2, "omniscient": 12}
"""The same with policies that are slow to interpret; those that learnt are the slowest, and play with all cards."""


def agree_both_ways(policy: str, count: int, decks: tuple[str, ...] = cells.DECKS) -> None:
    for deck in decks:
        compiled = play(deck, policy, count)
        assert len(compiled["rows"]) == count
        assert differences(compiled, interpreted(deck, policy, count)) == []


@pytest.mark.parametrize("policy", sampled(["chaos", "novice", "pragmatic", "expert"], ["chaos", "novice"]))
def test_both_ways_agree(policy: str) -> None:
    agree_both_ways(policy, FEWER.get(policy, FEW), ("full",) if policy in cells.LEARNT else cells.DECKS)


@pytest.mark.published
@pytest.mark.parametrize("policy", FEWER)
def test_both_ways_agree_in_more_games(policy: str) -> None:
    agree_both_ways(policy, SLOW_GAMES if policy in cells.LEARNT else GAMES)


def test_a_planted_difference_is_noticed() -> None:
    planted = interpreted_with_a_difference("base", "mute", FEW)
    noticed = differences(play("base", "mute", FEW), planted)
    assert {"doom", "turns", "card counter doom", "told lines"} <= set(noticed)
