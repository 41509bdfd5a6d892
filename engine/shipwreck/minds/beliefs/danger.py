"""Which fades are due: after a play, and at the end of the turn."""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.rules.fade import FADE_DOOM
from engine.shipwreck.rules.moves import rule_row
from engine.shipwreck.rules.tokens import first_card
from engine.shipwreck.table.state import HOURS, SLOTS, View


@inlined
def added_hours(view: View, slot: int, value: int) -> int:
    """The hours that one more fate of this value adds in front of a card."""
    table = view.table
    return table.slowed[slot] - 1 if table.slowed[slot] > 0 else view.book.card_hours[table.row[slot], value]


@inlined
def would_fade(view: View, slot: int, more_hours: int, played: int) -> bool:
    """Whether the card of a slot fades with this many more hours and these values played. Ignores rules about the
    hidden fate."""
    book, table = view.book, view.table
    card = table.row[slot]
    if card < 0:
        return False
    if book.moons[card] > 0:
        return table.hours[slot] + more_hours >= book.moons[card]
    if book.on_play_rule[card] >= 0:
        return view.book.rows[rule_row(view, book.on_play_rule[card], slot, 0)] & (table.played_mask | played) != 0
    return False


@compiled
def list_dangers(view: View, mind: Thought, values: int) -> None:
    """Finds out, for each of these values and every place, whether a play there makes a card fade that costs doom,
    whatever fate is kept."""
    book, table = view.book, view.table
    anyway = 0
    fragile = 0
    for slot in range(SLOTS):
        card = table.row[slot]
        if card >= 0 and not book.no_doom[card]:
            if would_fade(view, slot, 0, 0):
                anyway = 1
            if book.on_play_rule[card] >= 0:
                fragile |= view.book.rows[rule_row(view, book.on_play_rule[card], slot, 0)]
    for value in range(1, book.top + 1):
        if not (values >> value) & 1:
            continue
        always = anyway | (fragile >> value) & 1
        for slot in range(SLOTS):
            card = table.row[slot]
            fades = always
            if card >= 0 and book.moons[card] > 0 and not book.no_doom[card]:
                fades |= 1 if table.hours[slot] + added_hours(view, slot, value) >= book.moons[card] else 0
            mind.danger[value, slot] = fades
        landing = first_card(table)
        mind.danger[value, HOURS] = mind.danger[value, landing] if landing < SLOTS else always


@compiled
def compares(view: View) -> bool:
    """Whether a card in the row compares itself with the hidden fate."""
    found = False
    for slot in range(SLOTS):
        card = view.table.row[slot]
        found = found or (card >= 0 and view.book.at_end_rule[card] >= 0)
    return found


@compiled
def fall_values(view: View, slot: int, more: int) -> int:
    """The hidden fates with which a card that compares itself with them fades, if fates worth `more` are added to it.
    An announced outcome decides instead."""
    book, table = view.book, view.table
    card = table.row[slot]
    if card < 0 or book.at_end_rule[card] < 0 or book.no_doom[card]:
        return 0
    if table.sealed[slot] >= 0:
        return book.values if table.sealed[slot] else 0
    table.here_total[slot] += more
    table.visible_total += more
    fading = view.book.rows[rule_row(view, book.at_end_rule[card], slot, 0)]
    table.here_total[slot] -= more
    table.visible_total -= more
    return fading


@compiled
def doom_due(view: View, slow: int) -> int:
    """The doom that the Fade step of this turn will cost without a right prediction, leaving out cards that depend on
    the hidden fate. Slot `slow` counts as if a Slow were attached to it now."""
    book, table = view.book, view.table
    fades = 0
    extra = 0
    for slot in range(SLOTS):
        if slot == slow:
            continue
        if would_fade(view, slot, 0, 0):
            extra += table.amplified_doom[slot]
            if not book.no_doom[table.row[slot]]:
                fades += 1
    return fades * (FADE_DOOM + extra)
