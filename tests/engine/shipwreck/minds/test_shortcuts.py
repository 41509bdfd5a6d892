"""What reasoning leaves out: the literal listener without lists, and the last round for some hands only. Both agree
with the reasoning that leaves out nothing, bit for bit."""

from typing import Any

import numpy as np
import pytest

from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.minds.beliefs.decisions import averting_slots, expect_hands
from engine.shipwreck.minds.beliefs.literal_listener import expect_hand, expected_literal_worth, hear_literally
from engine.shipwreck.minds.beliefs.speaker import expected_worth, hear, think, think_of, understood
from engine.shipwreck.rules.moves import look, place_of, value_of
from engine.shipwreck.table.state import HOURS, NONE, View
from tests.support.shipwreck import cells
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import before_plays

SEED = 7
TABLES = [("base", 3, 0, 12), ("full", 2, 5, 30), ("full", 4, 3, 30)]
"""A deck, players, doom, the last turn to look at."""


def positions(policy: str, deck: str, players: int, doom: int, turns: int) -> list[tuple[View, Any]]:
    """Positions of some games before the play, with the probability of every hand."""
    found = []
    for state in before_plays(Sitting(cells.make(deck, policy, players, doom), SEED), range(4), turns):
        again = Copy.of(*state)
        view = View(again.world.book, again.world.table)
        look(view)
        expect_hands(view, again.mind)
        found.append((view, again.mind))
    return found


@pytest.mark.full
@pytest.mark.parametrize("table", TABLES)
def test_a_literal_listener_needs_no_list(table: tuple[str, int, int, int]) -> None:
    answers, risks = 0, set()
    for view, mind in positions("literal", *table):
        listed = mind.copy()
        think(view, listed, averting_slots(view))
        assert expected_literal_worth(view, mind, averting_slots(view)) == expected_worth(listed)
        for hand in range(0, listed.hands, 3):
            low, high = int(listed.low[hand]), int(listed.high[hand])
            expect_hand(view, mind, low, high)
            for at in range(listed.start[hand], listed.start[hand + 1]):
                risks.add(int(listed.risk[at]))
                assert mind.mass[listed.signal[at]] == listed.mass[listed.signal[at]]
                assert mind.literal[hand] / mind.mass[listed.signal[at]] == understood(listed, at)
                value, place = value_of(int(listed.move[at])), place_of(int(listed.move[at]))
                told = int(mind.yes[place, value]) >> int(listed.kept[at]) & 1 if place < HOURS else NONE
                answers += told == 1
                view.table.played, view.table.place, view.table.told = value, place, told
                assert hear_literally(view, mind)
                assert hear(view, listed)
                assert np.array_equal(mind.belief, listed.belief)
                assert np.array_equal(mind.before, listed.before)
    assert {0, 1} <= risks
    assert answers > 0


@pytest.mark.parametrize("depth", [1, 3])
def test_the_last_round_matters_only_for_the_hands_in_question(depth: int) -> None:
    left_out = 0
    for view, mind in positions(f"pragmatic depth={depth}", *TABLES[1]):
        whole = mind.copy()
        think(view, whole, 0)
        think_of(view, mind, 0, 1 << 2 | 1 << 5)
        for hand in range(mind.hands):
            moves = slice(mind.start[hand], mind.start[hand + 1])
            is_same = np.array_equal(mind.chance[moves], whole.chance[moves])
            assert is_same or not {2, 5} & {int(mind.low[hand]), int(mind.high[hand])}
            left_out += not is_same
    assert left_out > 0
