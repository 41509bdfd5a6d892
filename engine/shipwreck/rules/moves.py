"""Which plays are legal, and which moves that leaves to a hand.

A move is a value and a place, as one number; a set of moves is a mask of them. Distinct moves differ in value or in
place, so a hand of two equal fates has each move once. A theft is a move too: the fate and where it lies.
"""

from engine.kernel.compiled import inlined
from engine.shipwreck.table.state import (
    CHOICE,
    COUNT,
    HERE,
    HERE_COUNT,
    HERE_TOTAL,
    HOURS,
    LANES,
    LOOKS,
    NONE,
    RAISED,
    SLOTS,
    START,
    TOTAL,
    VISIBLE,
    Table,
    View,
)

VALUES = LANES - 1
"""A move is place × 12 + value − 1: below 60, so that a set of moves fits a mask."""

PLACE_MOVES = (1 << VALUES) - 1
"""The moves to one place, shifted down."""


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
    """Whether a set of moves has this one; a number that is no move at all is in no set."""
    return 0 <= move < (HOURS + 1) * VALUES and (moves >> move) & 1 == 1


@inlined
def moves_to(moves: int, place: int) -> int:
    """Those of a set of moves that go to one place, as a mask of value − 1."""
    return (moves >> (place * VALUES)) & PLACE_MOVES


@inlined
def count_bits(mask: int) -> int:
    """How many moves, or values, a mask holds. (The compiler knows this loop: it becomes one instruction.)"""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inlined
def nth_move(moves: int, n: int) -> int:
    """The move number n of a set, counted from 0 and from the lowest."""
    for _ in range(n):
        moves &= moves - 1
    return count_bits((moves & -moves) - 1)


@inlined
def rule_row(view: View, rule: int, slot: int, choice: int) -> int:
    """Where the row of a rule for the situation at hand starts: as the table lies, seen from a slot, X = choice."""
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
    """Judge legality as the table lies now: fill `forward` and `backward` for every slot."""
    book, table = view
    for slot in range(SLOTS):
        card = table.row[slot]
        at = NONE
        if card >= 0 and not (table.plays > 0 and book.draws_again[card]):
            at = rule_row(view, book.play_rule[card], slot, 0)
        if at == table.seen_row[slot]:
            continue
        table.seen_row[slot] = at
        for value in range(1, book.top + 1):
            table.forward[slot, value] = 0 if at < 0 else book.rows[at + value]
            table.backward[slot, value] = 0 if at < 0 else book.rows[at + book.top + 1 + value]


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
    """The legal moves of a hand. The Hours are open when nothing else is, and then compulsory."""
    moves = card_moves(table, first, second)
    return moves if moves else hours_moves(first, second)


@inlined
def slips_of(table: Table, first: int, second: int) -> int:
    """The illegal moves of a hand: on a card that forbids the fate, or on The Hours while a card is open."""
    legal = card_moves(table, first, second)
    moves = hours_moves(first, second) if legal else 0
    for slot in range(SLOTS):
        if table.row[slot] >= 0:
            moves |= (1 << move_of(first, slot)) | (1 << move_of(second, slot))
    return moves & ~legal


@inlined
def loot_of(view: View, slot: int, kept: int) -> int:
    """The fates that a card which steals may take from the others."""
    book, table = view
    at = rule_row(view, book.steals_rule[table.row[slot]], slot, 0)
    loot = 0
    for other in range(SLOTS):
        if other != slot and table.here_count[other] > 0:
            for value in range(1, book.top + 1):
                if table.fates[other, value] > 0 and (book.rows[at + value] >> kept) & 1:
                    loot |= 1 << move_of(value, other)
    return loot
