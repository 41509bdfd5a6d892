"""The number line of the rule book: which values a player's hidden fate can still have, by public logic alone.

It is memory, no rule reads it. A line is a mask of values. It is brought up to date by each public observation
about the active player's hidden fate and starts anew when that fate leaves the hand.
"""

from engine.compiled import compiled
from engine.records import Ints
from engine.shipwreck.events import LINE, note
from engine.shipwreck.moves import rule_row
from engine.shipwreck.state import HOURS, SLOTS, Book, Log, Table
from engine.shipwreck.tokens import may_be_held


@compiled
def line_after_play(book: Book, table: Table, log: Log, held_one: int) -> None:
    """Update the active player's line after a play. Legality is still judged as before the play; the fates that
    lie open are counted after it. The group cannot tell whether the token played or the one kept is the older:
    if the older one could have been the played value, the kept one may be anything that was drawn."""
    seat, value = table.seat, table.played
    before = table.line[seat] if held_one else book.values
    table.carried = before
    line = book.values if (before >> value) & 1 else before
    if table.place < HOURS:
        line &= table.forward[table.place, value]
    else:
        for slot in range(SLOTS):
            line &= ~(table.forward[slot, value] | table.backward[slot, value])
    table.line[seat] = line & may_be_held(book, table)
    show_line(table, log)


@compiled
def narrow(table: Table, log: Log, values: int, holds: int) -> None:
    """The hidden fate is among these values, or (holds = 0) among none of them."""
    table.line[table.seat] &= values if holds else ~values
    show_line(table, log)


@compiled
def narrow_unstolen(book: Book, rows: Ints, table: Table, log: Log, slot: int) -> None:
    """Nothing was stolen: no fate that lies in front of another card could have been."""
    at = rule_row(book, table, book.steals_rule[table.row[slot]], slot, 0)
    stealable = 0
    for other in range(SLOTS):
        if other != slot:
            for value in range(1, book.top + 1):
                if table.fates[other, value] > 0:
                    stealable |= rows[at + value]
    narrow(table, log, stealable, 0)


@compiled
def narrow_old(table: Table, log: Log, played_old: int) -> None:
    """The played token was the fresh one, so the kept one was noted on the line before. (The other answer adds
    nothing that the play had not shown.)"""
    if not played_old:
        narrow(table, log, table.carried, 1)


@compiled
def show_line(table: Table, log: Log) -> None:
    note(log, LINE, table.player[table.seat], table.line[table.seat], 0, 0, 0, 0)
