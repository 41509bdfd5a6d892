"""The kernel's look-up tables agree with the expressions, and moves are numbered without gap or overlap."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.content.language import Expression
from engine.game.cell import Cell
from engine.shipwreck.deck.powers import Discard, Question, Raise
from engine.shipwreck.rules.moves import look, move_of, moves_of, rule_row, slips_of
from engine.shipwreck.rules.powers import yes_values
from engine.shipwreck.table.state import HOURS, SLOTS, View
from tests.support.shipwreck import cells
from tests.support.shipwreck.boards import Rows, boards, lay, truth
from tests.support.shipwreck.random_decks import random_cells
from tests.support.shipwreck.stepping import Sitting

MANY = settings(max_examples=12, derandomize=True, suppress_health_check=list(HealthCheck))


def seat(cell: Cell, data: st.DataObject, index: int) -> tuple[Sitting, Rows, View, int]:
    """A position: a row as dealt, fates in front of it, perhaps a power that raises the kept fate."""
    sitting = Sitting(cell, 3)
    sitting.set_up(index)
    world = sitting.world
    board = data.draw(boards(sitting))
    lay(world.table, board)
    raises = sorted({power.adds for power in sitting.deck.powers.values() if isinstance(power, Raise)})
    world.table.raised = data.draw(st.integers(0, len(raises)))
    adds = raises[int(world.table.raised) - 1] if world.table.raised else 0
    return sitting, board, View(world.book, world.table), adds


def bits(masks: Any, top: int) -> Any:
    """Converts a column of masks to a table of truth values."""
    return (np.asarray(masks)[: top + 1, None] >> np.arange(top + 1)) & 1 == 1


def same(found: Any, expected: Any) -> None:
    """Ignores lane 0 and bit 0, which stand for no fate."""
    np.testing.assert_array_equal(found[1:, 1:], expected[1:, 1:])


@MANY
@given(cell=random_cells(("mute",)), data=st.data(), index=st.integers(0, 99))
def test_legality_is_the_expression(cell: Cell, data: st.DataObject, index: int) -> None:
    sitting, board, view, adds = seat(cell, data, index)
    deck, names, top = sitting.deck, sitting.compiled.cards, sitting.book.top
    look(view)
    for slot in range(SLOTS):
        card = deck.cards[names[int(view.table.row[slot])]]
        expected = truth(card.play_rule, sitting, board, slot, adds)
        same(bits(view.table.forward[slot], top), expected)
        same(bits(view.table.backward[slot], top), expected.T)


@MANY
@given(cell=random_cells(("mute",)), data=st.data(), index=st.integers(0, 99))
def test_every_other_rule_is_its_expression(cell: Cell, data: st.DataObject, index: int) -> None:
    sitting, board, view, adds = seat(cell, data, index)
    deck, compiled, book = sitting.deck, sitting.compiled, sitting.world.book
    top = sitting.book.top

    def agrees(rule: int, expression: Expression | None, slot: int) -> None:
        assert (rule >= 0) == (expression is not None)
        if expression is not None:
            row = int(rule_row(view, rule, slot, 0))
            same(bits(view.book.rows[row : row + top + 1], top), truth(expression, sitting, board, slot, adds))

    for slot in range(SLOTS):
        number = int(view.table.row[slot])
        card = deck.cards[compiled.cards[number]]
        agrees(int(book.tells_rule[number]), card.effects.tells_rule, slot)
        agrees(int(book.steals_rule[number]), card.effects.steals_rule, slot)
        agrees(int(book.at_end_rule[number]), card.fades.at_end_rule if card.fades else None, slot)
        if card.fades and card.fades.on_play_rule:
            held = truth(card.fades.on_play_rule, sitting, board, slot, adds)[1:, 1]
            row = int(rule_row(view, int(book.on_play_rule[number]), slot, 0))
            assert [bool(view.book.rows[row] >> value & 1) for value in range(1, top + 1)] == held.tolist()
    for number, key in enumerate(compiled.powers):
        power = deck.powers[key]
        if isinstance(power, Discard):
            agrees(int(book.power_rule[number]), power.discards_rule, 0)
        if isinstance(power, Question):
            for choice in range(1, top + 1) if power.choose != "none" else (0,):
                expected = truth(power.ask_rule, sitting, board, 0, adds, X=choice)
                for played in range(1, top + 1):
                    view.table.played = played
                    yes = int(yes_values(view, number, choice))
                    assert [bool(yes >> kept & 1) for kept in range(1, top + 1)] == expected[played, 1:].tolist()


@MANY
@given(cell=random_cells(("mute",)), data=st.data(), index=st.integers(0, 99))
def test_every_move_is_legal_or_a_slip(cell: Cell, data: st.DataObject, index: int) -> None:
    sitting, board, view, adds = seat(cell, data, index)
    deck, names, table = sitting.deck, sitting.compiled.cards, view.table
    table.plays = data.draw(st.integers(0, 1))
    if data.draw(st.booleans()):
        table.row[data.draw(st.integers(0, 3))] = -1
    look(view)
    values = [value for value in range(1, sitting.book.top + 1) if sitting.book.copies[value]]
    first, second = data.draw(st.sampled_from(values)), data.draw(st.sampled_from(values))
    legal = slips = 0
    for slot in range(SLOTS):
        if table.row[slot] < 0:
            continue
        card = deck.cards[names[int(table.row[slot])]]
        fits = truth(card.play_rule, sitting, board, slot, adds)
        closed = table.plays > 0 and card.effects.draws_again
        for played, kept in ((first, second), (second, first)):
            move = 1 << int(move_of(played, slot))
            legal |= move if fits[played, kept] and not closed else 0
            slips |= move if not fits[played, kept] or closed else 0
    hours = 1 << int(move_of(first, HOURS)) | 1 << int(move_of(second, HOURS))
    assert moves_of(table, first, second) == (legal or hours)
    assert slips_of(table, first, second) == slips & ~legal | (hours if legal else 0)


def test_a_wrong_table_is_noticed() -> None:
    """The negative control: one flipped bit of a rule's row is noticed."""
    sitting = Sitting(cells.make("base", "mute"), 3)
    sitting.set_up(0)
    table = sitting.world.table
    card = sitting.deck.cards[sitting.compiled.cards[int(table.row[0])]]
    look(View(sitting.world.book, table))
    expected = truth(card.play_rule, sitting, [[], [], [], []], 0, 0)
    same(bits(table.forward[0], 7), expected)
    table.forward[0, 3] ^= 1 << 5
    with pytest.raises(AssertionError):
        same(bits(table.forward[0], 7), expected)
