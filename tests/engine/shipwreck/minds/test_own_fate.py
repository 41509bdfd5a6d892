"""A predictor who may look at the fates in hand does so; the player who plays does not rely on it."""

from random import Random
from typing import Any

import numpy as np
import pytest

from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.minds.beliefs.own_hand import back_to_public, lean_on_own_hand
from engine.shipwreck.table.state import View
from tests.support.shipwreck import cells
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import before_plays, table_of

SEED = 9
CLOSE = 1e-12
OWN: dict[str, Any] = {"players": 2, "doom": 3, "options": {"own_fate": True}}
TABLES = ["literal", "expert depth=1 rounds=1"]


def sit(policy: str) -> Sitting:
    learnt = policy.split()[0] in cells.LEARNT
    return Sitting(table_of(policy, **OWN) if learnt else cells.make("base", policy, **OWN), SEED)


def believing(policy: str, belief: dict[int, float], own: dict[int, int]) -> tuple[Sitting, View]:
    """The group is about to predict, has this public belief, and its only member holds these fates."""
    sitting = sit(policy)
    steps = sitting.steps(0)
    while next(steps) != "play":
        continue
    table, mind = sitting.world.table, sitting.mind
    table.visible[:] = 0
    table.visible[5] = table.tokens[5] - 1
    table.own[:] = 0
    for value, copies in own.items():
        table.own[value] = copies
    mind.belief[:] = 0.0
    for value, part in belief.items():
        mind.belief[0, value] = part
    return sitting, View(sitting.world.book, table)


def test_every_value_counts_by_the_copies_left_by_hand() -> None:
    """One of three hidden 3s and the last 5 are in the predictor's hand: 3 counts two thirds, 5 not at all."""
    sitting, view = believing("literal", {3: 0.5, 5: 0.3, 6: 0.2}, {3: 1, 5: 1})
    lean_on_own_hand(view, sitting.mind)
    belief = sitting.mind.belief.sum(axis=0)
    total = 0.5 * 2 / 3 + 0.2
    np.testing.assert_allclose(belief[[3, 5, 6]], [0.5 * 2 / 3 / total, 0.0, 0.2 / total], atol=CLOSE)
    back_to_public(view, sitting.mind)
    np.testing.assert_allclose(sitting.mind.belief[0, [3, 5, 6]], [0.5, 0.3, 0.2], atol=CLOSE)


@pytest.mark.parametrize("policy", TABLES)
def test_the_predictor_uses_his_own_hand(policy: str) -> None:
    """By the public belief a 5 is likelier, but the predictor holds the last one. The public belief stays the same."""
    named = {}
    for own in (0, 1):
        sitting, view = believing(policy, {5: 0.95, 6: 0.05}, {5: own})
        view.table.doom = 6
        view.table.hours[0] = 7
        view.table.pooled = 0
        named[own] = int(sitting.kernel.predict(view, sitting.mind, sitting.dice))
        assert sitting.mind.belief[0, 5] == pytest.approx(0.95, abs=CLOSE)
        if named[own]:
            assert sitting.mind.stated == pytest.approx(0.95 if own == 0 else 1.0, abs=1e-9)
    assert named == {0: 1 << 5, 1: 1 << 6}


@pytest.mark.parametrize("policy", TABLES)
def test_the_speaker_does_not_know_it(policy: str) -> None:
    """Another fate in the predictor's hand, the same play, and the same beliefs about it."""
    sitting, dice, compared = sit(policy), Random(4), 0
    games = range(2 if policy.split()[0] in cells.LEARNT else 6)
    for state in before_plays(sitting, games, 8):
        table, hidden = state.world.table, state.world.hidden
        other = (int(table.seat) + 1) % 2
        fitting = [value for value in range(1, 8) if hidden.bag[value] and table.line[other] >> value & 1]
        if not table.holds[other] or not fitting:
            continue
        changed = Copy.of(*state)
        swap(changed, other, dice.choice(fitting))
        for each in (state, changed):
            sitting.kernel.play_step(each.world, each.mind, sitting.dice)
        tables: list[Any] = [each.world.table for each in (state, changed)]
        for name in ("played", "place", "told", "power_used", "belief"):
            assert np.array_equal(np.array(tables[0][name]), np.array(tables[1][name])), name
        assert np.array_equal(state.mind.belief, changed.mind.belief)
        compared += 1
    assert compared > 1


def swap(state: Copy, seat: int, value: int) -> None:
    """Gives a seat another fate; the old one goes to the bag."""
    table, hidden = state.world.table, state.world.hidden
    held = int(hidden.held[seat])
    hidden.bag[held] += 1
    hidden.bag[value] -= 1
    hidden.held[seat] = value
    if table.own.any():
        table.own[held] -= 1
        table.own[value] += 1
