"""The number line of the rule book: which values a player's hidden fate can still have, by public logic alone.

It is memory; no rule reads it. A line is a mask of values. Every public observation about the active player's hidden
fate updates it. It starts again when that fate leaves the hand.
"""

from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import note
from engine.shipwreck.rules.moves import rule_row
from engine.shipwreck.rules.tokens import may_be_held
from engine.shipwreck.table.events import LINE
from engine.shipwreck.table.state import HOURS, SLOTS, View, World


@inlined
def show_line(world: World) -> None:
    table = world.table
    note(world.log, (LINE, table.player[table.seat], table.line[table.seat]))


@inlined
def line_after_play(world: World, held_one: bool) -> None:
    """Updates the active player's line after a play. Legality is judged as before the play; visible fates are counted
    as after it. The group cannot tell whether the played or the kept token is the older one: if the older one could
    have had the played value, the kept one may be any fate that was drawn."""
    book, table = world.book, world.table
    seat, value = table.seat, table.played
    before = table.line[seat] if held_one else book.values
    table.carried = before
    if table.plays == 1:
        table.still_held = 1 if held_one and not (before >> value) & 1 else 0
    line = book.values if (before >> value) & 1 else before
    if table.place < HOURS:
        line &= table.forward[table.place, value]
    else:
        for slot in range(SLOTS):
            line &= ~(table.forward[slot, value] | table.backward[slot, value])
    table.line[seat] = line & may_be_held(View(book, table))
    show_line(world)


@inlined
def narrow(world: World, values: int, holds: int) -> None:
    """Keeps only these values on the line, or (holds = 0) removes them."""
    if world.scenario.lines:
        world.table.line[world.table.seat] &= values if holds else ~values
        show_line(world)


@compiled
def narrow_unstolen(world: World, slot: int) -> None:
    """Nothing was stolen, so the hidden fate forbids the theft of every fate in front of the other cards."""
    book, table = world.book, world.table
    at = rule_row(View(book, table), book.steals_rule[table.row[slot]], slot, 0)
    stealable = 0
    for other in range(SLOTS):
        if other != slot:
            for value in range(1, book.top + 1):
                if table.fates[other, value] > 0:
                    stealable |= book.rows[at + value]
    narrow(world, stealable, 0)


@compiled
def narrow_old(world: World) -> None:
    """If the played token was the new one, the kept one is the fate that the line described before the play. (The other
    answer says nothing that the play had not shown.) After a second play this is true only if the fate held before this
    turn was certainly still in hand; otherwise both tokens may have been drawn this turn."""
    table = world.table
    if not world.hidden.played_old and (table.plays == 1 or table.still_held):
        narrow(world, table.carried, 1)
