"""Choices after the play, agreed by what they are worth: legal, one for every fate, and no single choice is better for
all."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.minds.beliefs.choices import is_open, list_powers, list_thefts, may_tell_old
from engine.shipwreck.minds.planning.choice_code import FIRST, agree_on_choices, all_take
from engine.shipwreck.minds.planning.move_code import code_worth
from engine.shipwreck.table.state import NONE, View
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import before_plays, table_of

SEED = 12
CLOSE = 1e-9
POWERS = {"old": ("old",), "discard": ("discard",), "both": ("old", "discard")}


def played(sitting: Sitting, kinds: tuple[str, ...]) -> Iterator[tuple[View, Copy]]:
    """States in which a player has just played and has these powers to choose from."""
    deck, names = sitting.deck, sitting.compiled.cards
    for state in before_plays(sitting, range(5), 6):
        table = state.world.table
        sitting.kernel.play_once(state.world, state.mind, sitting.dice)
        for at, kind in enumerate(kinds):
            table.pool[at] = next(n for n, card in enumerate(names) if deck.powers[deck.cards[card].power].kind == kind)
        table.pooled, table.power_used = len(kinds), 0
        yield View(state.world.book, table), state


def one_choice_for_every_fate(view: View, state: Copy) -> None:
    mind = state.mind
    odds = mind.odds[: mind.choices, :, 1 : view.book.top + 1]
    for old in range(2):
        for kept in range(1, view.book.top + 1):
            open_to = [bool(is_open(mind, choice, old, kept)) for choice in range(mind.choices)]
            chosen = odds[:, old, kept - 1].tolist()
            assert sorted(chosen, reverse=True)[: int(any(open_to))] == [1.0] * int(any(open_to))
            assert sum(chosen) == int(any(open_to))
            assert all(is_free for is_free, odd in zip(open_to, chosen, strict=True) if odd)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("powers", POWERS)
@pytest.mark.parametrize("policy", ["expert depth=1 rounds=1", "convention rounds=1 tries=0"])
def test_what_is_agreed_is_best_for_all(policy: str, powers: str) -> None:
    compared, used = 0, 0
    for view, state in played(Sitting(table_of(policy, "full", 3, 5), SEED), POWERS[powers]):
        mind = state.mind
        list_powers(view, mind)
        agree_on_choices(view, mind, NONE)
        one_choice_for_every_fate(view, state)
        if not may_tell_old(view):
            assert np.array_equal(mind.odds[: mind.choices, 0], mind.odds[: mind.choices, 1]), "nobody asks for the age"
        promised = float(mind.team[FIRST : FIRST + mind.choices].sum())
        agreed = float(code_worth(view, mind))
        assert agreed == pytest.approx(promised, abs=CLOSE), "counted anew, it is what it was"
        used += bool(mind.odds[1 : mind.choices].any())
        for choice in range(mind.choices):
            all_take(mind, choice)
            assert agreed >= float(code_worth(view, mind)) - CLOSE
        compared += mind.choices > 1
    assert compared > 3
    assert used > 0, "no power was ever worth using"


def test_a_theft_is_agreed_without_regard_to_age() -> None:
    """Whether the played token was the older one does not matter for a theft."""
    sitting = Sitting(table_of("expert depth=1 rounds=1", "full", 3, 3), SEED)
    names, compared = sitting.compiled.cards, 0
    for view, state in played(sitting, ()):
        view.table.row[1] = names.index("the-thief")
        list_thefts(view, state.mind, 1)
        agree_on_choices(view, state.mind, 1)
        one_choice_for_every_fate(view, state)
        mind = state.mind
        assert np.array_equal(mind.odds[: mind.choices, 0], mind.odds[: mind.choices, 1])
        compared += mind.choices > 2
    assert compared > 1
