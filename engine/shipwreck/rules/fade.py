"""The Fade step: which cards fade, what that costs, and which cards replace them."""

from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import note
from engine.shipwreck.rules.moves import rule_row
from engine.shipwreck.rules.number_line import narrow
from engine.shipwreck.rules.pile import deal, detach
from engine.shipwreck.rules.powers import bare_slot, gain_power
from engine.shipwreck.rules.tokens import clear_slot
from engine.shipwreck.table.events import AMPLIFIED, ANNOUNCED_FALL, ENDED, FADING, TRACKS
from engine.shipwreck.table.state import (
    DECK_RAN_OUT,
    DOOM,
    FADED,
    FADED_DOOM,
    GAINED,
    GOING_ON,
    LOST_BY_FADE,
    NONE,
    SLOTS,
    WON,
    Log,
    Table,
    View,
    World,
)

FADE_DOOM = 2


@compiled
def end_game(table: Table, log: Log, reason: int) -> None:
    table.end = reason
    note(log, (ENDED, reason))


@inlined
def establish(world: World, announced: int) -> None:
    """Settles whether the cards that compare themselves with the active player's hidden fate will fade. This is public,
    so it tells the group something about that fate if it is still in the hand. If there is no hidden fate, these cards
    do not fade."""
    book, table, kept = world.book, world.table, world.hidden.kept
    if not book.compares:
        return
    for slot in range(SLOTS):
        card = table.row[slot]
        if card < 0 or book.at_end_rule[card] < 0 or table.sealed[slot] != NONE or kept == 0:
            continue
        fading = world.book.rows[rule_row(View(book, table), book.at_end_rule[card], slot, 0)]
        table.sealed[slot] = (fading >> kept) & 1
        table.established &= fading if table.sealed[slot] else ~fading
        if announced:
            note(world.log, (ANNOUNCED_FALL, slot, table.sealed[slot]))
        if table.holds[table.seat]:
            narrow(world, fading, table.sealed[slot])


@inlined
def is_due(view: View, slot: int) -> bool:
    book, table = view.book, view.table
    card = table.row[slot]
    if card < 0:
        return False
    if book.moons[card] > 0:
        return table.hours[slot] >= book.moons[card]
    if book.on_play_rule[card] >= 0:
        return view.book.rows[rule_row(view, book.on_play_rule[card], slot, 0)] & table.played_mask != 0
    return table.sealed[slot] == 1


@inlined
def fade_step(world: World) -> None:
    """Fades all cards that are due when the step begins, from left to right. The game may end at any of them."""
    table = world.table
    establish(world, 0)
    view = View(world.book, table)
    due = 0
    extra_doom = 0
    for slot in range(SLOTS):
        if is_due(view, slot):
            due |= 1 << slot
            extra_doom += table.amplified_doom[slot]
    for slot in range(SLOTS):
        if (due >> slot) & 1 and table.end == GOING_ON:
            fade_card(world, slot, extra_doom)


@compiled
def fade_card(world: World, slot: int, extra_doom: int) -> None:
    """Fades one card: its fates return to the bag, doom rises, the deck refills the slot, its power is gained."""
    book, table, tally, log = world.book, world.table, world.tally, world.log
    card = table.row[slot]
    free = table.correct or book.no_doom[card]
    doom = 0 if free else FADE_DOOM + extra_doom
    tally.fades += 1
    tally.card[card, FADED] += 1
    tally.card[card, GAINED] += 1
    if not free:
        tally.doom_fades += 1
        tally.card[card, FADED_DOOM] += 1
        tally.card[card, DOOM] += doom
    note(log, (FADING, slot, card, doom))
    clear_slot(world, slot)
    table.doom += doom
    if table.correct and table.amplified_score[slot] > 0:
        table.score += table.amplified_score[slot]
        note(log, (AMPLIFIED, slot, table.amplified_score[slot]))
    note(log, (TRACKS, table.score, table.doom))
    if table.score >= book.goal:
        end_game(table, log, WON)
    elif table.doom >= book.doom_limit:
        end_game(table, log, LOST_BY_FADE)
    else:
        refill(world, slot, card)


@compiled
def refill(world: World, slot: int, faded: int) -> None:
    """Deals the top card of the deck to the slot. Then the cards attached to the faded card go under the deck."""
    table = world.table
    attachments = table.attachments[slot]
    bare_slot(table, slot)
    deal(world, slot)
    if table.row[slot] < 0 and world.scenario.restless:
        end_game(table, world.log, DECK_RAN_OUT)
        return
    detach(world, slot, attachments)
    gain_power(world, slot, faded)
