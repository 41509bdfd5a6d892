"""Which plays are legal, and which moves a hand has.

A move is a value and a place, stored as one number; a set of moves is a mask of these numbers. Two moves differ in
value or in place, so a hand of two equal fates has each move once. A theft is a move too: the fate and the slot it lies
in.
"""

from engine.kernel.compiled import inlined
from engine.shipwreck.table.state import (
    CHOICE,
    COUNT,
    HERE,
    HERE_COUNT,
    HERE_TOTAL,
    HIGHEST,
    HOURS,
    LOOKS,
    NO_ROW,
    RAISED,
    SLOTS,
    START,
    TOTAL,
    VISIBLE,
    Table,
    View,
)

VALUES = HIGHEST
"""A move is place × 12 + value − 1. That is below 60, so a set of moves fits into a mask."""

PLACE_MOVES = (1 << VALUES) - 1
"""The mask of all moves to one place, before it is shifted to that place."""


@inlined
def move_of(value: int, place: int) -> int:
    return place * VALUES + value - 1


@inlined
def value_of(move: int) -> int:
    return move % VALUES + 1


@inlined
def place_of(move: int) -> int:
    return move // VALUES


@inlined
def is_among(moves: int, move: int) -> bool:
    """Whether a set of moves contains this one. A number that is no move is in no set."""
    return 0 <= move < (HOURS + 1) * VALUES and (moves >> move) & 1 == 1


@inlined
def moves_to(moves: int, place: int) -> int:
    """The moves of a set that go to one place, as a mask of value − 1."""
    return (moves >> (place * VALUES)) & PLACE_MOVES


@inlined
def rule_row(view: View, rule: int, slot: int, choice: int) -> int:
    """The address of a rule's row for the present state of the game, seen from a slot, with X = choice."""
    rules, table = view.book.rules, view.table
    at = rules[rule, START] + table.raised * rules[rule, RAISED] + choice * rules[rule, CHOICE]
    if rules[rule, LOOKS]:
        at += (
            (table.visible_mask >> 1) * rules[rule, VISIBLE]
            + table.visible_total * rules[rule, TOTAL]
            + table.visible_count * rules[rule, COUNT]
            + (table.here[slot] >> 1) * rules[rule, HERE]
            + table.here_total[slot] * rules[rule, HERE_TOTAL]
            + table.here_count[slot] * rules[rule, HERE_COUNT]
        )
    return at


@inlined
def look(view: View) -> None:
    """Works out what is legal now: fills `forward` and `backward` for every slot."""
    book, table = view
    for slot in range(SLOTS):
        card = table.row[slot]
        at = NO_ROW
        if card >= 0 and not (table.plays > 0 and book.draws_again[card]):
            at = rule_row(view, book.play_rule[card], slot, 0)
        if at == table.seen_row[slot]:
            continue
        table.seen_row[slot] = at
        for value in range(1, book.top + 1):
            table.forward[slot, value] = book.rows[at + value]
            table.backward[slot, value] = book.rows[at + book.top + 1 + value]


@inlined
def card_moves(table: Table, first: int, second: int) -> int:
    """The legal moves of a hand on arcana cards."""
    moves = 0
    for slot in range(SLOTS):
        moves |= ((table.forward[slot, first] >> second) & 1) << move_of(first, slot)
        moves |= ((table.backward[slot, first] >> second) & 1) << move_of(second, slot)
    return moves


@inlined
def hours_moves(first: int, second: int) -> int:
    """The moves of a hand on The Hours."""
    return (1 << move_of(first, HOURS)) | (1 << move_of(second, HOURS))


@inlined
def moves_of(table: Table, first: int, second: int) -> int:
    """The legal moves of a hand. The Hours may be played on only when no card is legal, and then it must be."""
    moves = card_moves(table, first, second)
    return moves if moves else hours_moves(first, second)


@inlined
def slips_of(table: Table, first: int, second: int) -> int:
    """The illegal moves of a hand: on a card that forbids the fate, or on The Hours while a card is legal."""
    legal = card_moves(table, first, second)
    moves = hours_moves(first, second) if legal else 0
    for slot in range(SLOTS):
        if table.row[slot] >= 0:
            moves |= (1 << move_of(first, slot)) | (1 << move_of(second, slot))
    return moves & ~legal


@inlined
def loot_of(view: View, slot: int, kept: int) -> int:
    """The fates that the stealing card in a slot may take from other cards."""
    book, table = view
    at = rule_row(view, book.steals_rule[table.row[slot]], slot, 0)
    loot = 0
    for other in range(SLOTS):
        if other != slot and table.here_count[other] > 0:
            for value in range(1, book.top + 1):
                if table.fates[other, value] > 0 and (book.rows[at + value] >> kept) & 1:
                    loot |= 1 << move_of(value, other)
    return loot
