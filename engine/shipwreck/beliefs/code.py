"""A code: which move each hand makes, agreed beforehand, so that the team's chance to win is as high as it can be made.

Two starts: how a literal table would play, and the code that identifies the most hands (each such hand alone has its
signal: since a hand counts the same wherever it is identified, taking the hands by weight and making room by augmenting
paths is exact; Kuhn 1955, Edmonds 1971). From each, decisions and moves are adapted to each other; the better one is
then improved hand by hand.
"""

from engine.compiled import compiled, inlined
from engine.shipwreck.beliefs.judgement import Judgement
from engine.shipwreck.beliefs.plan import BETTER, adapt, decide, decide_all, listen
from engine.shipwreck.beliefs.thought import PLACES, SIGNALS
from engine.shipwreck.state import NONE, View


@compiled
def play_anything(mind: Judgement) -> None:
    """Every hand makes each of its moves as likely as the others."""
    for hand in range(mind.hands):
        moves = mind.start[hand + 1] - mind.start[hand]
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.chance[at] = 1.0 / moves


@compiled
def play_chosen(mind: Judgement) -> None:
    """Every hand makes the move chosen for it."""
    for hand in range(mind.hands):
        for at in range(mind.start[hand], mind.start[hand + 1]):
            mind.chance[at] = 0.0
        mind.chance[mind.chosen[hand]] = 1.0


@compiled
def identify(mind: Judgement) -> None:
    """The code by which the hands of greatest weight have a signal of their own; the others take their first move."""
    for signal in range(SIGNALS):
        mind.owner[signal] = NONE
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
    """Find a signal for one more hand, by a breadth-first search for an augmenting path."""
    for signal in range(SIGNALS):
        mind.reached_by[signal] = NONE
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
    """Everybody on the path takes the signal it has reached; the first gets the one that the second leaves."""
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
    """Adapt decisions and moves to each other, and keep the best code met. Returns its chance to win."""
    listen(view, mind)
    decide_all(view, mind)
    best = -1.0
    for _ in range(mind.rounds):
        adapt(mind)
        listen(view, mind)
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
def improve(view: View, mind: Judgement) -> None:
    """One sweep: every hand tries every other move, and takes it if the team gains."""
    table = view.table
    played = table.played
    for at in range(mind.signals):
        table.played = mind.listed[at] // PLACES
        mind.team[mind.listed[at]] = decide(view, mind, mind.listed[at])
    for hand in range(mind.hands):
        try_moves(view, mind, hand)
    table.played = played


@compiled
def try_moves(view: View, mind: Judgement, hand: int) -> None:
    """The best move for one hand, all others playing as they do."""
    table = view.table
    now = mind.chosen[hand]
    home, kept, weight = mind.signal[now], mind.kept[now], mind.pair[hand]
    heard = mind.heard[home, kept]
    mind.heard[home, kept] = 0.0
    table.played = home // PLACES
    without = decide(view, mind, home)
    lost = mind.team[home] - without
    best, gain, team = NONE, BETTER, 0.0
    for at in range(mind.start[hand], mind.start[hand + 1]):
        if at == now:
            continue
        signal = mind.signal[at]
        if weight * mind.right[signal] - lost <= gain:
            continue
        mind.heard[signal, mind.kept[at]] += weight
        table.played = signal // PLACES
        there = decide(view, mind, signal)
        mind.heard[signal, mind.kept[at]] -= weight
        if there - mind.team[signal] - lost > gain:
            best, gain, team = at, there - mind.team[signal] - lost, there
    if best == NONE:
        mind.heard[home, kept] = heard
        return
    mind.team[home] = without
    mind.team[mind.signal[best]] = team
    mind.heard[mind.signal[best], mind.kept[best]] = weight
    mind.chosen[hand] = best
