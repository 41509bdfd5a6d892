"""Adapts plays and decisions to each other: what the group does about each signal, and which signal to send.

For a signal that comes with masses q(k) for the kept values (sum M), silence is worth M·dark + light·Σq²/M and a
prediction M·wrong + (right − wrong)·max q. A question is worth the better of these two for each of its answers, after
the power is spent. The group takes the best.
"""

from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import lowest
from engine.shipwreck.minds.beliefs.group import has_twin_before, spare_power
from engine.shipwreck.minds.beliefs.speaker import find_hand
from engine.shipwreck.minds.planning.memory import ROWS, Judgement
from engine.shipwreck.minds.planning.outlooks import with_power
from engine.shipwreck.rules.decisions import PLAY_DIE, any_of
from engine.shipwreck.rules.powers import is_choice, power_at, yes_values
from engine.shipwreck.table.state import DISCARD, EXTRA_GUESS, NONE, QUESTION, SLOTS, SLOW, Dice, View

BETTER = 1e-9
"""The smallest gain that counts as better."""


@inlined
def forget_heard(view: View, mind: Judgement) -> None:
    for at in range(mind.signals):
        mind.support[mind.listed[at]] = 0
        for value in range(1, view.book.top + 1):
            mind.heard[mind.listed[at], value] = 0.0


@compiled
def listen(view: View, mind: Judgement) -> None:
    """Works out the probability of each signal together with each kept value, for the present odds of the moves."""
    forget_heard(view, mind)
    for hand in range(mind.hands):
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.heard[mind.signal[at], mind.kept[at]] += mind.pair[hand] * mind.chance[at]
            mind.support[mind.signal[at]] |= 1 << mind.kept[at]


@compiled
def listen_to_code(view: View, mind: Judgement) -> None:
    """The same as `listen` if every hand has exactly one move."""
    forget_heard(view, mind)
    for hand in range(mind.hands):
        chosen = mind.chosen[hand]
        mind.heard[mind.signal[chosen], mind.kept[chosen]] += mind.pair[hand]
        mind.support[mind.signal[chosen]] |= 1 << mind.kept[chosen]


@inlined
def likeliest(mind: Judgement, signal: int, among: int, guesses: int) -> int:
    """The likeliest kept values for a signal, as many as there are guesses, as a mask."""
    named = 0
    for _ in range(guesses):
        best, highest = 0, 0.0
        left = among & mind.support[signal] & ~named
        while left:
            value = lowest(left)
            left &= left - 1
            if mind.heard[signal, value] > highest:
                best, highest = value, mind.heard[signal, value]
        named |= 1 << best if best > 0 else 0
    return named


@inlined
def reckon(view: View, mind: Judgement, signal: int, among: int, guesses: int) -> tuple[float, float, float]:
    """Returns the probability of a signal together with one of these values, the sum of the squares by value, and the
    probability of the values that would be named."""
    mass, squares, hit = 0.0, 0.0, 0.0
    left = among & mind.support[signal]
    while left:
        heard = mind.heard[signal, lowest(left)]
        left &= left - 1
        mass += heard
        squares += heard * heard
        hit = heard if heard > hit else hit
    if guesses > 1:
        named = likeliest(mind, signal, among, guesses)
        hit = 0.0
        for value in range(1, view.book.top + 1):
            hit += mind.heard[signal, value] if (named >> value) & 1 else 0.0
    return mass, squares, hit


@inlined
def prediction(mind: Judgement, mass: float, hit: float, row: int) -> float:
    """The worth of naming values that are right for `hit` of the mass; `row` is the outlook."""
    return mass * mind.wrong[row] + (mind.right[row] - mind.wrong[row]) * hit


@inlined
def silence(mind: Judgement, mass: float, squares: float, row: int) -> float:
    """The worth of staying silent."""
    return mass * mind.dark[row] + mind.light[row] * squares / mass if mass > 0.0 else 0.0


@inlined
def best_of_two(view: View, mind: Judgement, signal: int, among: int, row: int, guesses: int) -> float:
    """The worth of naming the likeliest values or staying silent, whichever is better."""
    mass, squares, hit = reckon(view, mind, signal, among, guesses)
    predicts, silent = prediction(mind, mass, hit, row), silence(mind, mass, squares, row)
    return predicts if predicts > silent else silent


@compiled
def settle(view: View, mind: Judgement, signal: int, among: int, row: int, guesses: int) -> None:
    """Sets the outcome for each of these kept values, after the group names the likeliest ones or stays silent."""
    mass, squares, hit = reckon(view, mind, signal, among, guesses)
    if prediction(mind, mass, hit, row) > silence(mind, mass, squares, row):
        settle_prediction(view, mind, signal, among, row, guesses)
    else:
        settle_silence(view, mind, signal, among, row, mass)


@inlined
def settle_prediction(view: View, mind: Judgement, signal: int, among: int, row: int, guesses: int) -> None:
    """Sets the outcome for each of these kept values if the group names the likeliest ones."""
    mind.named = likeliest(mind, signal, among, guesses)
    for value in range(1, view.book.top + 1):
        if (among >> value) & 1:
            mind.outcome[signal, value] = mind.right[row] if (mind.named >> value) & 1 else mind.wrong[row]


@inlined
def settle_silence(view: View, mind: Judgement, signal: int, among: int, row: int, mass: float) -> None:
    """Sets the outcome for each of these kept values if the group stays silent; `mass` is their probability."""
    mind.named = 0
    light = mind.light[row] / mass if mass > 0.0 else 0.0
    for value in range(1, view.book.top + 1):
        if (among >> value) & 1:
            mind.outcome[signal, value] = mind.dark[row] + light * mind.heard[signal, value]


@compiled
def appraise(view: View, mind: Judgement, signal: int) -> float:
    """The worth of the group's best decision about a signal, times the probability of the signal. Writes the power to
    use into `power` and `asked`."""
    mass, squares, hit = reckon(view, mind, signal, view.book.values, mind.guesses[signal])
    mind.power = NONE
    if mass <= 0.0:
        return 0.0
    row = mind.to[signal] * ROWS
    predicts, silent = prediction(mind, mass, hit, row), silence(mind, mass, squares, row)
    return perhaps_with_power(view, mind, signal, mass, predicts if predicts > silent else silent)


@compiled
def decide(view: View, mind: Judgement, signal: int) -> float:
    """The same as `appraise`, and sets the outcome for every kept value. A signal that no hand sends keeps its old
    outcome."""
    mass, squares, hit = reckon(view, mind, signal, view.book.values, mind.guesses[signal])
    mind.power = NONE
    if mass <= 0.0:
        return 0.0
    row = mind.to[signal] * ROWS
    predicts, silent = prediction(mind, mass, hit, row), silence(mind, mass, squares, row)
    best = perhaps_with_power(view, mind, signal, mass, predicts if predicts > silent else silent)
    if mind.power != NONE:
        played, view.table.played = view.table.played, mind.shows[signal]
        settle_power(view, mind, signal)
        view.table.played = played
    elif predicts > silent:
        settle_prediction(view, mind, signal, view.book.values, row, mind.guesses[signal])
    else:
        settle_silence(view, mind, signal, view.book.values, row, mass)
    return best


@inlined
def perhaps_with_power(view: View, mind: Judgement, signal: int, mass: float, best: float) -> float:
    """The worth of the best decision with a power, if one may be used, helps, and is better than `best`."""
    to = mind.to[signal]
    may_use = view.table.pooled > 0 and not view.table.power_used and mind.spends[to] == NONE
    if may_use and best < mass * mind.right[to * ROWS] - BETTER:
        played, view.table.played = view.table.played, mind.shows[signal]
        best = best_with_power(view, mind, signal, mass, best)
        view.table.played = played
    return best


@compiled
def best_with_power(view: View, mind: Judgement, signal: int, mass: float, best: float) -> float:
    """Tries every power that the group, or the player after the play, may use. Sets `power` if one is better than
    `best`. The same power a second time in the pool promises the same as the first, unless it is paid with another."""
    book, table = view.book, view.table
    everything, guesses, to = book.values, mind.guesses[signal], mind.to[signal]
    for at in range(table.pooled):
        power = power_at(book, table, at)
        kind = book.power_kind[power]
        if book.power_cost[power] == 1 and has_twin_before(view, at):
            continue
        if kind == QUESTION:
            paid = spare_power(view, at) if book.power_cost[power] == 2 else NONE
            if book.power_cost[power] == 2 and paid == NONE:
                continue
            row = with_power(view, mind, to, at, NONE, paid)
            if mass * highest_worth(mind, row) > best:
                best = best_question(view, mind, signal, at, row, best)
        elif kind == EXTRA_GUESS:
            row = with_power(view, mind, to, at, NONE, NONE)
            _, _, hit = reckon(view, mind, signal, everything, guesses + book.power_amount[power])
            promise = prediction(mind, mass, hit, row)
            if promise > best + BETTER:
                best, mind.power = promise, at
        elif kind in (SLOW, DISCARD) and mind.fades[to]:
            slot = saved_slot(view, mind, to, kind, book.power_amount[power])
            if slot != NONE:
                row = with_power(view, mind, to, at, slot, NONE)
                promise = best_of_two(view, mind, signal, everything, row, guesses)
                if promise > best + BETTER:
                    best, mind.power, mind.asked = promise, at, slot
    return best


@inlined
def highest_worth(mind: Judgement, row: int) -> float:
    """The most that any decision can be worth in an outlook, whatever the group knows."""
    return max(max(mind.right[row], mind.wrong[row]), max(mind.dark[row], mind.dark[row] + mind.light[row]))


@compiled
def best_question(view: View, mind: Judgement, signal: int, at: int, row: int, best: float) -> float:
    """Tries the question at this place of the pool with every X. An X that parts the values that may be kept in the
    same way as the X before promises the same."""
    everything, guesses, power = view.book.values, mind.guesses[signal], power_at(view.book, view.table, at)
    kept = mind.support[signal]
    parted = NONE
    for value in range(view.book.top + 1):
        if not is_choice(view, power, value):
            continue
        yes = yes_values(view, power, value) & everything
        if yes & kept in (parted, kept & ~parted) and parted != NONE:
            continue
        parted = yes & kept
        promise = best_of_two(view, mind, signal, yes, row, guesses)
        promise += best_of_two(view, mind, signal, everything & ~yes, row, guesses)
        if promise > best + BETTER:
            best, mind.power, mind.asked = promise, at, value
    return best


@inlined
def saved_slot(view: View, mind: Judgement, to: int, kind: int, amount: int) -> int:
    """The first fading slot that the power would save, or NONE. A Slow saves it because its fates count fewer hours; a
    discard takes back the fate just played."""
    book, table = view.book, view.table
    for slot in range(SLOTS):
        if not (mind.fades[to] >> slot) & 1 or book.moons[table.row[slot]] == 0:
            continue
        more = 1 if slot == mind.landing[to] else 0
        if kind == SLOW and amount * (table.here_count[slot] + more) < book.moons[table.row[slot]]:
            return slot
        if kind == DISCARD and more and table.hours[slot] < book.moons[table.row[slot]]:
            return slot
    return NONE


@compiled
def settle_power(view: View, mind: Judgement, signal: int) -> None:
    """Sets the outcome for every kept value if the chosen power is used."""
    book, table = view.book, view.table
    everything, guesses, to = book.values, mind.guesses[signal], mind.to[signal]
    at, asked = mind.power, mind.asked
    power = power_at(book, table, at)
    kind = book.power_kind[power]
    if kind == QUESTION:
        row = with_power(view, mind, to, at, NONE, spare_power(view, at) if book.power_cost[power] == 2 else NONE)
        yes = yes_values(view, power, asked)
        settle(view, mind, signal, everything & yes, row, guesses)
        settle(view, mind, signal, everything & ~yes, row, guesses)
    elif kind == EXTRA_GUESS:
        row = with_power(view, mind, to, at, NONE, NONE)
        settle(view, mind, signal, everything, row, guesses + book.power_amount[power])
    else:
        settle(view, mind, signal, everything, with_power(view, mind, to, at, asked, NONE), guesses)
    mind.named = 0


@compiled
def decide_all(view: View, mind: Judgement) -> float:
    """Decides about every signal. Returns the chance of winning."""
    total = 0.0
    for at in range(mind.signals):
        total += decide(view, mind, mind.listed[at])
    return total


@compiled
def adapt(mind: Judgement) -> None:
    """Gives every hand the move with the best outcome, given the group's decisions; of equal ones the first."""
    for hand in range(mind.hands):
        best, chosen = -1.0, NONE
        for at in range(mind.start[hand], mind.start[hand + 1]):
            outcome = mind.outcome[mind.signal[at], mind.kept[at]]
            if outcome > best + BETTER:
                best, chosen = outcome, at
        mind.chosen[hand] = chosen


@compiled
def agreed_move(view: View, mind: Judgement, dice: Dice, first: int, second: int, moves: int) -> int:
    """The move agreed for a hand; any legal move if the hand was considered impossible."""
    hand = find_hand(mind, first, second)
    if hand == NONE:
        return any_of(view.table, dice, PLAY_DIE + view.table.plays, moves)
    return mind.move[mind.chosen[hand]]


@compiled
def play_code(mind: Judgement) -> None:
    """Turns the code into odds: every hand makes its chosen move with certainty."""
    for hand in range(mind.hands):
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.chance[at] = 0.0
        mind.chance[mind.chosen[hand]] = 1.0
