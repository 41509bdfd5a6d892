"""Looks ahead: what each signal leads to (which cards fade, which powers are spent), and what that is worth.

Many signals lead to the same state of the table, so these states, the outlooks, are stored once and shared.
"""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.danger import added_hours, fall_values
from engine.shipwreck.minds.beliefs.group import LIKELY, belief_in
from engine.shipwreck.minds.planning.memory import OUTLOOKS, POOL_ROOM, ROWS, Judgement
from engine.shipwreck.minds.planning.position_value import fading_after, foresee, foresee_fades, survey
from engine.shipwreck.rules.moves import place_of, value_of
from engine.shipwreck.rules.powers import kind_at
from engine.shipwreck.rules.tokens import first_card
from engine.shipwreck.table.state import NONE, SLOTS, View

NOW = 0
"""Not a signal: the present state."""
WORKING = OUTLOOKS - 1
"""A row for outlooks that are not stored."""


@compiled
def likely_falls(view: View, mind: Judgement) -> int:
    """The slots whose cards compare themselves with the hidden fate and will probably fade, as a mask."""
    falling = 0
    for slot in range(SLOTS):
        card = view.table.row[slot]
        if card >= 0 and view.book.at_end_rule[card] >= 0:
            falling |= (1 if belief_in(view, mind, fall_values(view, slot, 0)) >= LIKELY else 0) << slot
    return falling


@compiled
def look_ahead(view: View, mind: Judgement) -> None:
    """Clears all outlooks and signals after the state has changed."""
    survey(view, mind)
    mind.outlooks = 0
    for at in range(mind.signals):
        mind.is_listed[mind.listed[at]] = 0
    mind.signals = 0


@inlined
def list_signal(mind: Judgement, signal: int) -> None:
    mind.is_listed[signal] = 1
    mind.listed[mind.signals] = signal
    mind.signals += 1


@compiled
def outlook(view: View, mind: Judgement, landing: int, more: int, fading: int, spent: int) -> int:
    """The number of the outlook in which this many hours are added to a slot, these slots fade and a power is spent.
    Many plays share the same outlook."""
    for at in range(mind.outlooks):
        same_place = mind.landing[at] == landing and mind.more[at] == more
        if same_place and mind.fades[at] == fading and mind.spends[at] == spent:
            return at
    new = mind.outlooks
    mind.outlooks += 1
    mind.landing[new] = landing
    mind.more[new] = more
    mind.fades[new] = fading
    mind.spends[new] = spent
    for row in range(new * ROWS, (new + 1) * ROWS):
        mind.is_foreseen[row] = 0
    foresee(view, mind, new * ROWS, landing, more, fading, spent, NONE)
    return new


@compiled
def with_power(view: View, mind: Judgement, to: int, at: int, slot: int, paid: int) -> int:
    """The row of an outlook in which the powers at places `at` and `paid` of the pool are also spent. `slot` is the
    slot that the power keeps from fading, if any."""
    row = to * ROWS + 1 + at if at < POOL_ROOM else WORKING
    if row == WORKING or not mind.is_foreseen[row]:
        mind.is_foreseen[row] = 1
        kind = kind_at(view.book, view.table, at)
        paid_kind = kind_at(view.book, view.table, paid) if paid != NONE else NONE
        if slot == NONE:
            foresee(view, mind, row, mind.landing[to], mind.more[to], mind.fades[to], kind, paid_kind)
        else:
            foresee(view, mind, row, SLOTS, 0, mind.fades[to] & ~(1 << slot), kind, paid_kind)
    return row


@compiled
def foresee_signals(view: View, mind: Judgement) -> None:
    """Lists the signals that the hands can send, and what each leads to."""
    look_ahead(view, mind)
    foresee_fades(view, mind)
    for at in range(mind.start[mind.hands]):
        signal = mind.signal[at]
        if mind.is_listed[signal]:
            continue
        list_signal(mind, signal)
        value, place = value_of(mind.move[at]), place_of(mind.move[at])
        landing = place if place < SLOTS else first_card(view.table)
        more = added_hours(view, landing, value) if landing < SLOTS else 0
        more_guesses = view.book.extra_guesses[view.table.row[place]] if place < SLOTS else 0
        mind.shows[signal] = value
        mind.guesses[signal] = 1 + view.table.extra_guesses + more_guesses
        mind.to[signal] = outlook(view, mind, landing, more, fading_after(view, mind, value, landing, more), NONE)
