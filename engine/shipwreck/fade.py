"""The Fade step: which cards fade, what that costs, what comes in their place."""

from engine.compiled import compiled
from engine.records import Ints
from engine.shipwreck.events import AMPLIFIED, ANNOUNCED_FALL, ENDED, FADING, TRACKS, note
from engine.shipwreck.moves import rule_row
from engine.shipwreck.number_line import narrow
from engine.shipwreck.pile import deal, detach
from engine.shipwreck.powers import bare_slot, gain_power
from engine.shipwreck.state import (
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
    Book,
    Hidden,
    Log,
    Scenario,
    Table,
    Tally,
)
from engine.shipwreck.tokens import clear_slot

FADE_DOOM = 2


@compiled
def end_game(table: Table, log: Log, reason: int) -> None:
    if table.end == GOING_ON:
        table.end = reason
        note(log, ENDED, reason, 0, 0, 0, 0, 0)


@compiled
def compare_with_hidden(book: Book, rows: Ints, table: Table, hidden: Hidden, slot: int) -> int:
    """Whether a card that compares itself with the active player's hidden fate fades; with no fate, it does not."""
    at = rule_row(book, table, book.at_end_rule[table.row[slot]], slot, 0)
    return (rows[at] >> hidden.kept) & 1


@compiled
def establish(
    book: Book, rows: Ints, scenario: Scenario, table: Table, hidden: Hidden, log: Log, announced: int
) -> None:
    """Cards that compare themselves with the hidden fate: the outcome is public, so a line is narrowed by it."""
    for slot in range(SLOTS):
        card = table.row[slot]
        if card < 0 or book.at_end_rule[card] < 0 or table.sealed[slot] != NONE or hidden.kept == 0:
            continue
        fades = compare_with_hidden(book, rows, table, hidden, slot)
        table.sealed[slot] = fades
        if announced:
            note(log, ANNOUNCED_FALL, slot, fades, 0, 0, 0, 0)
        if scenario.lines and (announced or table.holds[table.seat]):
            at = rule_row(book, table, book.at_end_rule[card], slot, 0)
            narrow(table, log, rows[at], fades)


@compiled
def is_due(book: Book, rows: Ints, table: Table, slot: int) -> bool:
    """Whether the card of a slot fades this turn."""
    card = table.row[slot]
    if card < 0:
        return False
    if book.moons[card] > 0:
        return table.hours[slot] >= book.moons[card]
    if book.on_play_rule[card] >= 0:
        return rows[rule_row(book, table, book.on_play_rule[card], slot, 0)] & table.played_mask != 0
    return table.sealed[slot] == 1


@compiled
def fade_step(
    book: Book, rows: Ints, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log
) -> None:
    """The set of fading cards is fixed when the step begins and handled from left to right; the game may end at
    any of them."""
    establish(book, rows, scenario, table, hidden, log, 0)
    due = 0
    extra_doom = 0
    for slot in range(SLOTS):
        if is_due(book, rows, table, slot):
            due |= 1 << slot
            extra_doom += table.amplified_doom[slot]
    for slot in range(SLOTS):
        if (due >> slot) & 1 and table.end == GOING_ON:
            fade_card(book, scenario, table, hidden, tally, log, slot, extra_doom)


@compiled
def fade_card(
    book: Book,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    log: Log,
    slot: int,
    extra_doom: int,
) -> None:
    """One card fades: its fates return to the bag, doom rises, the deck refills the slot, the power is gained."""
    card = table.row[slot]
    free = table.correct or book.no_doom[card]
    doom = 0 if free else FADE_DOOM + extra_doom
    tally.fades += 1
    tally.doom_fades += 0 if free else 1
    tally.card[card, FADED] += 1
    tally.card[card, FADED_DOOM] += 0 if free else 1
    tally.card[card, DOOM] += doom
    tally.card[card, GAINED] += 1
    note(log, FADING, slot, card, doom, 0, 0, 0)
    clear_slot(book, table, hidden, slot)
    table.doom += doom
    if table.correct and table.amplified_score[slot] > 0:
        table.score += table.amplified_score[slot]
        note(log, AMPLIFIED, slot, table.amplified_score[slot], 0, 0, 0, 0)
    note(log, TRACKS, table.score, table.doom, 0, 0, 0, 0)
    if table.score >= book.goal:
        end_game(table, log, WON)
    elif table.doom >= book.doom_limit:
        end_game(table, log, LOST_BY_FADE)
    else:
        refill(book, scenario, table, hidden, tally, log, slot, card)


@compiled
def refill(
    book: Book,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    log: Log,
    slot: int,
    faded: int,
) -> None:
    """The top of the deck takes the slot; what was attached to the faded card goes under the deck after that."""
    attachments = table.attachments[slot]
    bare_slot(table, slot)
    deal(table, hidden, tally, log, slot)
    if table.row[slot] < 0 and scenario.restless:
        end_game(table, log, DECK_RAN_OUT)
        return
    detach(scenario, table, hidden, log, slot, attachments)
    gain_power(book, scenario, table, hidden, tally, log, slot, faded)
