"""Powers before the play, used by policies with beliefs: used where they help, never against the rules, and nothing
that was only tried stays in the state."""

from typing import Any

import numpy as np
import pytest

from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.minds.beliefs.decisions import expect_hands, worth_now
from engine.shipwreck.minds.planning.decisions import play_worth
from engine.shipwreck.rules.powers import use_before_play
from engine.shipwreck.table.state import NONE, View
from tests.support.shipwreck import cells
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import before_plays, some_weights, table_of

SEED = 17
CLOSE = 1e-9
LOOKED_UP = {"forward", "backward", "seen_row"}
"""Legality is computed again before the play."""
TABLES = {"pragmatic depth=1 before_gain=0": worth_now, "expert depth=1 rounds=1": play_worth}


def sit(policy: str) -> Sitting:
    """A policy that gives no value to keeping a power."""
    if policy.split()[0] not in cells.LEARNT:
        return Sitting(cells.make("full", policy, 3, 3), SEED)
    weights = {**some_weights("full", 3), "powers": {}}
    return Sitting(table_of(policy, "full", 3, 3, weights), SEED)


def give(sitting: Sitting, state: Copy, kind: str) -> None:
    """Leaves one power of this kind in the pool, and no other."""
    deck, names = sitting.deck, sitting.compiled.cards
    table = state.world.table
    table.pool[0] = next(at for at, card in enumerate(names) if deck.powers[deck.cards[card].power].kind == kind)
    table.pooled = 1


def worth(policy: str, state: Copy) -> float:
    """What the coming turn is worth, according to the policy."""
    again = Copy.of(*state)
    view = View(again.world.book, again.world.table)
    expect_hands(view, again.mind)
    return float(TABLES[policy](view, again.mind))


def same_table(one: Any, other: Any) -> list[str]:
    return [name for name in one.dtype.names if name not in LOOKED_UP and not np.array_equal(one[name], other[name])]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ["raise", "relocate", "cycle"])
@pytest.mark.parametrize("policy", TABLES)
def test_a_power_is_used_where_it_helps(policy: str, kind: str) -> None:
    sitting, used = sit(policy), 0
    for state in list(before_plays(sitting, range(2), 7))[1::2]:
        give(sitting, state, kind)
        before = Copy.of(*state)
        view = View(state.world.book, state.world.table)
        hidden = state.world.hidden
        order = sitting.kernel.before_play(view, state.mind, sitting.dice, int(hidden.first), int(hidden.second))
        assert same_table(state.world.table, before.world.table) == []
        if order.power == NONE:
            continue
        promised = worth(policy, before)
        assert use_before_play(before.world, order)
        assert before.world.table.pooled == 0
        if kind != "cycle":  # the next card of the deck, visible then, also has a worth
            assert worth(policy, before) > promised
        used += 1
    assert used > 0


@pytest.mark.parametrize("policy", TABLES)
def test_no_power_is_used_before_it_promises_enough(policy: str) -> None:
    """The negative control: a policy that demands an impossible gain uses none."""
    sitting = sit(f"{policy.replace(' before_gain=0', '')} before_gain=1")
    for state in list(before_plays(sitting, range(1), 6))[1::2]:
        give(sitting, state, "raise")
        view = View(state.world.book, state.world.table)
        assert sitting.kernel.before_play(view, state.mind, sitting.dice, 1, 2).power == NONE
