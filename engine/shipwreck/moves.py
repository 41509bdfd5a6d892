"""Which plays are legal, and which moves that leaves to a hand.

A move is a value and a place, as one number; distinct moves differ in one of the two, so a hand of two equal fates
has each move once.
"""

from engine.compiled import compiled
from engine.records import Ints
from engine.shipwreck.state import (
    CHOICE,
    COUNT,
    HERE,
    HERE_COUNT,
    HERE_TOTAL,
    HOURS,
    LOOKS,
    NONE,
    RAISED,
    SLOTS,
    START,
    TOTAL,
    VISIBLE,
    Book,
    Table,
)

PLACES = 8
"""A move is value × 8 + place."""

MOVES = 2 * (SLOTS + 1)
"""More moves than this a hand of two fates cannot have."""


@compiled
def move_of(value: int, place: int) -> int:
    """A fate and where it goes (or, for a theft, where it lies), as one number."""
    return value * PLACES + place


@compiled
def value_of(move: int) -> int:
    return move // PLACES


@compiled
def place_of(move: int) -> int:
    return move % PLACES


@compiled
def rule_row(book: Book, table: Table, rule: int, slot: int, choice: int) -> int:
    """Where the row of a rule for the situation at hand starts: as the table lies, seen from a slot, for X = choice."""
    at = book.rules[rule, START] + table.raised * book.rules[rule, RAISED] + choice * book.rules[rule, CHOICE]
    if book.rules[rule, LOOKS]:
        at += (
            table.visible_mask * book.rules[rule, VISIBLE]
            + table.visible_total * book.rules[rule, TOTAL]
            + table.visible_count * book.rules[rule, COUNT]
            + table.here[slot] * book.rules[rule, HERE]
            + table.here_total[slot] * book.rules[rule, HERE_TOTAL]
            + table.here_count[slot] * book.rules[rule, HERE_COUNT]
        )
    return at


@compiled
def look(book: Book, rows: Ints, table: Table) -> None:
    """Judge legality as the table lies now: fill `forward` and `backward` for every slot."""
    for slot in range(SLOTS):
        card = table.row[slot]
        at = NONE
        if card >= 0 and not (table.plays > 0 and book.draws_again[card]):
            at = rule_row(book, table, book.play_rule[card], slot, 0)
        if at == table.seen_row[slot]:
            continue
        table.seen_row[slot] = at
        for value in range(1, book.top + 1):
            table.forward[slot, value] = 0 if at < 0 else rows[at + value]
            table.backward[slot, value] = 0 if at < 0 else rows[at + book.top + 1 + value]


@compiled
def may_play(table: Table, value: int, kept: int, slot: int) -> int:
    """1 if `value` may be played at the slot while `kept` is kept."""
    return (table.forward[slot, value] >> kept) & 1


@compiled
def moves_of(table: Table, first: int, second: int, moves: Ints) -> int:
    """Write the distinct legal moves of a hand and return how many there are. The Hours are open when nothing
    else is, and then compulsory."""
    count = 0
    for slot in range(SLOTS):
        if (table.forward[slot, first] >> second) & 1:
            moves[count] = move_of(first, slot)
            count += 1
    if first != second:
        for slot in range(SLOTS):
            if (table.backward[slot, first] >> second) & 1:
                moves[count] = move_of(second, slot)
                count += 1
    if count == 0:
        moves[0] = move_of(first, HOURS)
        count = 1
        if first != second:
            moves[1] = move_of(second, HOURS)
            count = 2
    return count


@compiled
def slips_of(table: Table, first: int, second: int, moves: Ints) -> int:
    """The same for the illegal moves of a hand: a card that forbids the fate, or The Hours while a card is open."""
    count = 0
    open_cards = 0
    for slot in range(SLOTS):
        if table.row[slot] < 0:
            continue
        if may_play(table, first, second, slot):
            open_cards += 1
        else:
            moves[count] = move_of(first, slot)
            count += 1
        if may_play(table, second, first, slot):
            open_cards += 1
        elif first != second:
            moves[count] = move_of(second, slot)
            count += 1
    if open_cards > 0:
        moves[count] = move_of(first, HOURS)
        count += 1
        if first != second:
            moves[count] = move_of(second, HOURS)
            count += 1
    return count


@compiled
def is_legal(table: Table, first: int, second: int, move: int) -> bool:
    """Whether a hand may make this move now."""
    value, place = value_of(move), place_of(move)
    if value != first and value != second or place > HOURS:
        return False
    kept = second if value == first else first
    if place < HOURS:
        return may_play(table, value, kept, place) == 1
    for slot in range(SLOTS):
        if may_play(table, first, second, slot) or may_play(table, second, first, slot):
            return False
    return True


@compiled
def loot_of(book: Book, rows: Ints, table: Table, slot: int, kept: int, moves: Ints) -> int:
    """The distinct fates that a card which steals may take, as moves (value, slot where it lies)."""
    at = rule_row(book, table, book.steals_rule[table.row[slot]], slot, 0)
    count = 0
    for other in range(SLOTS):
        if other == slot or table.here_count[other] == 0:
            continue
        for value in range(1, book.top + 1):
            if table.fates[other, value] > 0 and (rows[at + value] >> kept) & 1:
                moves[count] = move_of(value, other)
                count += 1
    return count
