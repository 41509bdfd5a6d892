"""Plays and decisions, adapted to each other: what the group will do about each signal, and which signal to give.

For a signal that comes with masses q(k) for the kept values (sum M), silence is worth M·dark + light·Σq²/M, a
prediction M·wrong + (right − wrong)·max q, a question the better of these two for each of its answers, with the power
spent. The group takes the best.
"""

from engine.compiled import compiled, inlined
from engine.shipwreck.beliefs.danger import added_hours, fall_values
from engine.shipwreck.beliefs.group import LIKELY, belief_in, spare_power
from engine.shipwreck.beliefs.judgement import Judgement
from engine.shipwreck.beliefs.thought import HOURS_SEEN, PLACES
from engine.shipwreck.beliefs.value import fading_after, foresee, survey
from engine.shipwreck.powers import is_choice, kind_at, power_at, yes_values
from engine.shipwreck.state import DISCARD, EXTRA_GUESS, HOURS, NONE, QUESTION, SLOTS, SLOW, View
from engine.shipwreck.tokens import first_card

NOW, THEN = 0, 1
"""Two numbers that are no signal: the table as it lies, and with a power spent."""
BETTER = 1e-9
"""What must be gained to count as better."""


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
def foresee_signals(view: View, mind: Judgement) -> None:
    """List the signals that the hands can give, and what each leads to."""
    survey(view, mind)
    for at in range(mind.signals):
        mind.is_listed[mind.listed[at]] = 0
    mind.signals = 0
    for at in range(mind.start[mind.hands]):
        signal = mind.signal[at]
        if mind.is_listed[signal]:
            continue
        mind.is_listed[signal] = 1
        mind.listed[mind.signals] = signal
        mind.signals += 1
        value, seen = signal // PLACES, signal % PLACES
        place = HOURS if seen == HOURS_SEEN else seen // 2
        landing = place if place < SLOTS else first_card(view.table)
        mind.landing[signal] = landing
        mind.more[signal] = added_hours(view, landing, value) if landing < SLOTS else 0
        mind.fades[signal] = fading_after(view, value, place)
        more_guesses = view.book.extra_guesses[view.table.row[place]] if place < SLOTS else 0
        mind.guesses[signal] = 1 + view.table.extra_guesses + more_guesses
        foresee(view, mind, signal, landing, mind.more[signal], mind.fades[signal], NONE, NONE)


@compiled
def listen(view: View, mind: Judgement) -> None:
    """How likely each signal comes with each kept value, as the hands play now."""
    for at in range(mind.signals):
        for value in range(1, view.book.top + 1):
            mind.heard[mind.listed[at], value] = 0.0
    for hand in range(mind.hands):
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.heard[mind.signal[at], mind.kept[at]] += mind.pair[hand] * mind.chance[at]


@inlined
def likeliest(view: View, mind: Judgement, signal: int, among: int, guesses: int) -> int:
    """The kept values that come most with a signal, as many as there are guesses, as a mask."""
    named = 0
    for _ in range(guesses):
        best, highest = 0, 0.0
        for value in range(1, view.book.top + 1):
            if ((among & ~named) >> value) & 1 and mind.heard[signal, value] > highest:
                best, highest = value, mind.heard[signal, value]
        named |= 1 << best if best > 0 else 0
    return named


@inlined
def silence(view: View, mind: Judgement, signal: int, among: int, to: int) -> float:
    """What it is worth to keep silent about a signal that came with one of these values; `to` is where it leads."""
    mass, squares = 0.0, 0.0
    for value in range(1, view.book.top + 1):
        if (among >> value) & 1:
            heard = mind.heard[signal, value]
            mass += heard
            squares += heard * heard
    return mass * mind.dark[to] + mind.light[to] * squares / mass if mass > 0.0 else 0.0


@inlined
def prediction(view: View, mind: Judgement, signal: int, among: int, named: int, to: int) -> float:
    """What it is worth to name these values."""
    mass, hit = 0.0, 0.0
    for value in range(1, view.book.top + 1):
        if (among >> value) & 1:
            mass += mind.heard[signal, value]
            hit += mind.heard[signal, value] if (named >> value) & 1 else 0.0
    return mass * mind.wrong[to] + (mind.right[to] - mind.wrong[to]) * hit


@inlined
def best_of_two(view: View, mind: Judgement, signal: int, among: int, to: int, guesses: int) -> float:
    """To name the likeliest or to keep silent."""
    named = likeliest(view, mind, signal, among, guesses)
    predicts = prediction(view, mind, signal, among, named, to)
    silent = silence(view, mind, signal, among, to)
    return predicts if predicts > silent else silent


@compiled
def settle(view: View, mind: Judgement, signal: int, among: int, to: int, guesses: int) -> None:
    """Write down the outcome for each of these kept values, when the group names the likeliest or keeps silent."""
    named = likeliest(view, mind, signal, among, guesses)
    predicts = prediction(view, mind, signal, among, named, to) > silence(view, mind, signal, among, to)
    mass = 0.0
    for value in range(1, view.book.top + 1):
        mass += mind.heard[signal, value] if (among >> value) & 1 else 0.0
    for value in range(1, view.book.top + 1):
        if not (among >> value) & 1:
            continue
        if predicts:
            mind.outcome[signal, value] = mind.right[to] if (named >> value) & 1 else mind.wrong[to]
        else:
            share = mind.heard[signal, value] / mass if mass > 0.0 else 0.0
            mind.outcome[signal, value] = mind.dark[to] + mind.light[to] * share
    mind.named = named if predicts else 0


@compiled
def decide(view: View, mind: Judgement, signal: int) -> float:
    """The group's best decision about a signal: what it is worth, times how likely the signal is. Writes down what it
    means for every kept value."""
    everything, guesses = view.book.values, mind.guesses[signal]
    mass = 0.0
    for value in range(1, view.book.top + 1):
        mass += mind.heard[signal, value]
    mind.power = NONE
    if mass <= 0.0:
        return 0.0
    best = best_of_two(view, mind, signal, everything, signal, guesses)
    if view.table.pooled > 0 and not view.table.power_used and best < mass * mind.right[signal] - BETTER:
        better = best_with_power(view, mind, signal, best)
        if mind.power != NONE:
            settle_power(view, mind, signal)
            return better
    settle(view, mind, signal, everything, signal, guesses)
    return best


@compiled
def best_with_power(view: View, mind: Judgement, signal: int, best: float) -> float:
    """Try every power that the group, or the player after his play, may use: NONE is left in `power` if none helps."""
    book, table = view.book, view.table
    everything, guesses = book.values, mind.guesses[signal]
    fading, landing = mind.fades[signal], mind.landing[signal]
    for at in range(table.pooled):
        power = power_at(book, table, at)
        kind = book.power_kind[power]
        if kind == QUESTION:
            paid = spare_power(view, at) if book.power_cost[power] == 2 else NONE
            if book.power_cost[power] == 2 and paid == NONE:
                continue
            paid_kind = kind_at(book, table, paid) if paid != NONE else NONE
            foresee(view, mind, THEN, landing, mind.more[signal], fading, QUESTION, paid_kind)
            for value in range(book.top + 1):
                if not is_choice(view, power, value):
                    continue
                yes = yes_values(view, power, value)
                promise = best_of_two(view, mind, signal, yes & everything, THEN, guesses)
                promise += best_of_two(view, mind, signal, everything & ~yes, THEN, guesses)
                if promise > best + BETTER:
                    best, mind.power, mind.asked = promise, at, value
        elif kind == EXTRA_GUESS:
            foresee(view, mind, THEN, landing, mind.more[signal], fading, EXTRA_GUESS, NONE)
            named = likeliest(view, mind, signal, everything, guesses + book.power_amount[power])
            promise = prediction(view, mind, signal, everything, named, THEN)
            if promise > best + BETTER:
                best, mind.power = promise, at
        elif kind in (SLOW, DISCARD) and fading:
            slot = saved_slot(view, mind, signal, kind, book.power_amount[power])
            if slot != NONE:
                foresee(view, mind, THEN, SLOTS, 0, fading & ~(1 << slot), kind, NONE)
                promise = best_of_two(view, mind, signal, everything, THEN, guesses)
                if promise > best + BETTER:
                    best, mind.power, mind.asked = promise, at, slot
    return best


@inlined
def saved_slot(view: View, mind: Judgement, signal: int, kind: int, amount: int) -> int:
    """The first fading slot that the power would keep from fading, or NONE: a Slow by counting fewer hours, a discard,
    before the play is done, by taking back what was just played."""
    book, table = view.book, view.table
    for slot in range(SLOTS):
        if not (mind.fades[signal] >> slot) & 1 or book.moons[table.row[slot]] == 0:
            continue
        more = 1 if slot == mind.landing[signal] else 0
        if kind == SLOW and amount * (table.here_count[slot] + more) < book.moons[table.row[slot]]:
            return slot
        if kind == DISCARD and more and table.hours[slot] < book.moons[table.row[slot]]:
            return slot
    return NONE


@compiled
def settle_power(view: View, mind: Judgement, signal: int) -> None:
    """Write down the outcome for every kept value when the chosen power is used."""
    book, table = view.book, view.table
    everything, guesses = book.values, mind.guesses[signal]
    at, asked = mind.power, mind.asked
    power = power_at(book, table, at)
    kind = book.power_kind[power]
    fading = mind.fades[signal]
    if kind == QUESTION:
        paid = spare_power(view, at) if book.power_cost[power] == 2 else NONE
        paid_kind = kind_at(book, table, paid) if paid != NONE else NONE
        foresee(view, mind, THEN, mind.landing[signal], mind.more[signal], fading, QUESTION, paid_kind)
        yes = yes_values(view, power, asked)
        settle(view, mind, signal, everything & yes, THEN, guesses)
        settle(view, mind, signal, everything & ~yes, THEN, guesses)
    elif kind == EXTRA_GUESS:
        foresee(view, mind, THEN, mind.landing[signal], mind.more[signal], fading, EXTRA_GUESS, NONE)
        settle(view, mind, signal, everything, THEN, guesses + book.power_amount[power])
    else:
        foresee(view, mind, THEN, SLOTS, 0, fading & ~(1 << asked), kind, NONE)
        settle(view, mind, signal, everything, THEN, guesses)
    mind.named = 0


@compiled
def decide_all(view: View, mind: Judgement) -> float:
    """The group makes up its mind about every signal. Returns the chance to win."""
    total = 0.0
    played = view.table.played
    for at in range(mind.signals):
        view.table.played = mind.listed[at] // PLACES  # a question is about the play
        total += decide(view, mind, mind.listed[at])
    view.table.played = played
    return total


@compiled
def adapt(mind: Judgement) -> None:
    """Every hand takes the move of the best outcome, as the group will decide; of equals the first."""
    for hand in range(mind.hands):
        best, chosen = -1.0, NONE
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.chance[at] = 0.0
            outcome = mind.outcome[mind.signal[at], mind.kept[at]]
            if outcome > best + BETTER:
                best, chosen = outcome, at
        mind.chosen[hand] = chosen
        mind.chance[chosen] = 1.0
