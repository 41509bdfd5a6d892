"""A code: a move for each hand, agreed in advance, that makes the players' chance of winning as high as possible.

There are two starting points: the plays for a literal listener, and the code that identifies the most hands. An
identified hand is the only one with its signal. Since a hand counts the same whichever signal identifies it, taking the
hands by weight and making room with augmenting paths is exact (Kuhn 1955, Edmonds 1971). From each starting point,
decisions and moves are adapted to each other and then improved hand by hand. If much is at stake, the better code is
perturbed and improved again a few times (iterated local search: Lourenço, Martin, Stützle, "Handbook of
Metaheuristics", 2003).
"""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.planning.memory import ROWS, Judgement
from engine.shipwreck.minds.planning.plan import BETTER, adapt, appraise, decide_all, listen_to_code
from engine.shipwreck.table.state import NONE, View

SWEEPS = 2
SHAKEN = 7
"""One hand in this many takes another move."""


@compiled
def play_anything(mind: Judgement) -> None:
    """Gives all moves of a hand the same probability."""
    for hand in range(mind.hands):
        moves = mind.start[hand + 1] - mind.start[hand]
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.chance[at] = 1.0 / moves


@compiled
def identify(mind: Judgement) -> None:
    """Finds the code in which the hands of greatest weight have a signal of their own. The other hands take their first
    move."""
    for at in range(mind.signals):
        mind.owner[mind.listed[at]] = NONE
    for hand in range(mind.hands):
        mind.owns[hand] = NONE
        mind.waiting[hand] = 1
    for _ in range(mind.hands):
        heaviest, weight = NONE, -1.0
        for hand in range(mind.hands):
            if mind.waiting[hand] and mind.pair[hand] > weight:
                heaviest, weight = hand, mind.pair[hand]
        mind.waiting[heaviest] = 0
        make_room(mind, heaviest)
    for hand in range(mind.hands):
        mind.chosen[hand] = mind.owns[hand] if mind.owns[hand] != NONE else mind.start[hand]


@compiled
def make_room(mind: Judgement, hand: int) -> None:
    """Finds a signal for one more hand, by a breadth-first search for an augmenting path."""
    for at in range(mind.signals):
        mind.reached_by[mind.listed[at]] = NONE
    mind.queue[0] = hand
    head, tail = 0, 1
    while head < tail:
        looking = mind.queue[head]
        head += 1
        for at in range(mind.start[looking], mind.start[looking + 1]):
            signal = mind.signal[at]
            if mind.reached_by[signal] != NONE:
                continue
            mind.reached_by[signal] = at
            mind.reached_from[signal] = looking
            if mind.owner[signal] == NONE:
                pass_on(mind, signal, hand)
                return
            mind.queue[tail] = mind.owner[signal]
            tail += 1


@inlined
def pass_on(mind: Judgement, signal: int, hand: int) -> None:
    """Gives every hand on the path the signal it has reached, back to the hand where the path begins."""
    while True:
        taker = mind.reached_from[signal]
        left = mind.owns[taker]
        mind.owner[signal] = taker
        mind.owns[taker] = mind.reached_by[signal]
        if taker == hand:
            return
        signal = mind.signal[left]


@compiled
def settle_code(view: View, mind: Judgement) -> float:
    """Adapts moves and decisions to each other, starting from the present odds, and keeps the best code found. Returns
    its chance of winning."""
    decide_all(view, mind)
    best = -1.0
    for _ in range(mind.rounds):
        adapt(mind)
        listen_to_code(view, mind)
        total = decide_all(view, mind)
        if total <= best + BETTER:
            break
        best = total
        for hand in range(mind.hands):
            mind.kept_code[hand] = mind.chosen[hand]
    for hand in range(mind.hands):
        mind.chosen[hand] = mind.kept_code[hand]
    return best


@compiled
def code_worth(view: View, mind: Judgement) -> float:
    """The chance of winning with the chosen code. `team` receives what each signal adds to it."""
    listen_to_code(view, mind)
    total = 0.0
    for at in range(mind.signals):
        mind.team[mind.listed[at]] = appraise(view, mind, mind.listed[at])
        total += mind.team[mind.listed[at]]
    return total


@compiled
def improve(view: View, mind: Judgement) -> float:
    """Sweeps over all hands: each tries every other move and takes it if the chance of winning rises. Returns that
    chance."""
    total = code_worth(view, mind)
    for _ in range(SWEEPS):
        for hand in range(mind.hands):
            total += try_moves(view, mind, hand)
    return total


@compiled
def try_moves(view: View, mind: Judgement, hand: int) -> float:
    """Finds the best move of one hand while all others stay the same. Returns the gain in the chance of winning."""
    now = mind.chosen[hand]
    home, kept, weight = mind.signal[now], mind.kept[now], mind.pair[hand]
    stays, came_with = mind.heard[home, kept], mind.support[home]
    if stays > weight + BETTER:
        mind.heard[home, kept] = stays - weight
    else:
        mind.heard[home, kept] = 0.0
        mind.support[home] &= ~(1 << kept)
    without = appraise(view, mind, home)
    lost = mind.team[home] - without
    best, gain, team = now, BETTER, 0.0
    for at in range(mind.start[hand], mind.start[hand + 1]):
        signal = mind.signal[at]
        if at == now or weight * mind.right[mind.to[signal] * ROWS] - lost <= gain:
            continue
        others, comes_with = mind.heard[signal, mind.kept[at]], mind.support[signal]
        mind.heard[signal, mind.kept[at]] = others + weight
        mind.support[signal] |= 1 << mind.kept[at]
        there = appraise(view, mind, signal)
        mind.heard[signal, mind.kept[at]] = others
        mind.support[signal] = comes_with
        if there - mind.team[signal] - lost > gain:
            best, gain, team = at, there - mind.team[signal] - lost, there
    if best == now:
        mind.heard[home, kept] = stays
        mind.support[home] = came_with
        return 0.0
    mind.heard[mind.signal[best], mind.kept[best]] += weight
    mind.support[mind.signal[best]] |= 1 << mind.kept[best]
    mind.team[home] = without
    mind.team[mind.signal[best]] = team
    mind.chosen[hand] = best
    return gain


@compiled
def shake(mind: Judgement, attempt: int) -> None:
    """Gives some hands another move, different hands in every attempt, so that the search can reach a better code."""
    for hand in range(mind.hands):
        mind.rival[hand] = mind.chosen[hand]
        if (5 * hand + 3 * attempt) % SHAKEN == 0:
            moves = mind.start[hand + 1] - mind.start[hand]
            mind.chosen[hand] = mind.start[hand] + (11 * hand + 7 * attempt + 1) % moves


@compiled
def back_to_rival(mind: Judgement) -> None:
    """Restores the code that was set aside, because it was better."""
    for hand in range(mind.hands):
        mind.chosen[hand] = mind.rival[hand]
