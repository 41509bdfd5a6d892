"""The Play step: a fate is laid down, and what the cards do about it."""

from engine.compiled import compiled
from engine.records import Ints
from engine.shipwreck.events import (
    GRANTED,
    PLAYED_ON,
    SHIFTED,
    SLIPPED_ON,
    STOLE,
    STOLE_NOTHING,
    TOLD,
    note,
)
from engine.shipwreck.moves import may_play, place_of, rule_row, value_of
from engine.shipwreck.number_line import narrow, narrow_unstolen
from engine.shipwreck.state import (
    HOURS,
    NONE,
    PLAYABLE,
    PLAYED,
    SLOTS,
    Book,
    Hidden,
    Log,
    Scenario,
    Table,
    Tally,
)
from engine.shipwreck.tokens import first_card, put_fate, return_fate, take_fate


@compiled
def count_playable(table: Table, hidden: Hidden, tally: Tally) -> None:
    """Note which cards were open to this hand."""
    for slot in range(SLOTS):
        if may_play(table, hidden.first, hidden.second, slot) or may_play(
            table, hidden.second, hidden.first, slot
        ):
            tally.card[table.row[slot], PLAYABLE] += 1


@compiled
def lay_down(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log, move: int, slipped: int
) -> None:
    """Play one of the two fates and keep the other. Of two equal tokens the older is played. From The Hours the
    fate moves on to the first card, and counts there at once."""
    value, place = value_of(move), place_of(move)
    if value == hidden.first:
        hidden.kept, hidden.kept_old, hidden.played_old = hidden.second, hidden.second_old, hidden.first_old
    else:
        hidden.kept, hidden.kept_old, hidden.played_old = hidden.first, hidden.first_old, hidden.second_old
    table.played = value
    table.place = place
    table.played_mask |= 1 << value
    table.plays += 1
    tally.plays += 1
    note(log, SLIPPED_ON if slipped else PLAYED_ON, value, place, hidden.kept, hidden.played_old, 0, 0)
    if place < HOURS:
        tally.card[table.row[place], PLAYED] += 1
        table.landed = place
        put_fate(book, scenario, table, place, value, 0)
        return
    tally.hours_plays += 1
    slot = first_card(table)
    if slot < SLOTS:
        table.landed = slot
        put_fate(book, scenario, table, slot, value, 1)
    else:
        table.landed = NONE
        return_fate(hidden, value)
    note(log, SHIFTED, value, table.landed, 0, 0, 0, 0)


@compiled
def card_speaks(
    book: Book, rows: Ints, scenario: Scenario, table: Table, hidden: Hidden, log: Log
) -> None:
    """The card played on gives its public answer and grants its extra guesses."""
    table.told = NONE
    if table.place == HOURS:
        return
    card = table.row[table.place]
    if book.tells_rule[card] >= 0:
        at = rule_row(book, table, book.tells_rule[card], table.place, 0)
        yes = rows[at + table.played]
        table.told = (yes >> hidden.kept) & 1
        note(log, TOLD, card, table.told, 0, 0, 0, 0)
        if scenario.lines:
            narrow(table, log, yes, table.told)
    if book.extra_guesses[card] > 0:
        table.extra_guesses += book.extra_guesses[card]
        note(log, GRANTED, card, book.extra_guesses[card], 0, 0, 0, 0)


@compiled
def steal(
    book: Book, rows: Ints, scenario: Scenario, table: Table, log: Log, thief: int, loot: int
) -> None:
    """A fate moves in front of the card that steals; that it could be taken says something about the hidden fate."""
    value, origin = value_of(loot), place_of(loot)
    at = rule_row(book, table, book.steals_rule[table.row[thief]], thief, 0)
    could_steal = rows[at + value]
    take_fate(book, scenario, table, origin, value)
    put_fate(book, scenario, table, thief, value, 1)
    if origin == table.landed and value == table.played:
        table.landed = thief
    note(log, STOLE, value, origin, thief, 0, 0, 0)
    if scenario.lines:
        narrow(table, log, could_steal, 1)


@compiled
def steal_nothing(book: Book, rows: Ints, scenario: Scenario, table: Table, log: Log, thief: int) -> None:
    """There was nothing to take, and everybody sees it."""
    note(log, STOLE_NOTHING, thief, 0, 0, 0, 0, 0)
    if scenario.lines:
        narrow_unstolen(book, rows, table, log, thief)
