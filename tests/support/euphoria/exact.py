"""Exact numbers, worked out without the kernel: the deal, and a tiny variant of the game, enumerated.

The tiny variant: four players who act at random, no artifacts, a few turns. Only what random players feel matters: who
has the Leaders (they lie in place 0), which recruits are exposed, lasers, aims, Anarchists.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

FOLLOWERS = {4: 5, 5: 7, 6: 8, 7: 10, 8: 11}
LASERS = {4: 2, 5: 2, 6: 3, 7: 3, 8: 4}


def euphorians_at_the_deal(players: int) -> dict[int, Fraction]:
    """How likely so many players are on the Euphorian side: by the Followers of Subterra in the Leaders' rows, which
    count for nothing, and in those of all others."""
    each = FOLLOWERS[players]
    places = 3 * players - 2
    found: Counter[int] = Counter()
    # A row of three Followers is Euphorian with 0 or 1 of Subterra: three ways to have 1 or 2 of them.
    ways = Counter({(0, 0): 1})
    for _ in range(players - 2):
        longer: Counter[tuple[int, int]] = Counter()
        for (euphorian, subterra), count in ways.items():
            for number in range(4):
                longer[euphorian + (number < 2), subterra + number] += count * comb(3, number)
        ways = longer
    for (euphorian, subterra), count in ways.items():
        for beside in range(5):
            total = subterra + beside
            left = places - total
            if total <= each and left <= each:
                found[euphorian + 1] += count * comb(4, beside) * comb(2 * each - places, each - total)
    everything = sum(found.values())
    return {number: Fraction(count, everything) for number, count in found.items()}


class State(NamedTuple):
    """A position of the tiny variant."""

    turn: int
    exposed: frozenset[int]
    aims: tuple[int, ...]
    """For each seat, its target or -1."""
    anarchists: frozenset[int]
    counts: tuple[int, ...] = (0,) * 7
    """Interrogations, arms, hides, passes, shots, shots_leader, and the end (−1: it goes on)."""


INTERROGATED, ARMED, HIDDEN, PASSED, SHOT, SHOT_LEADER, END = range(7)


def counted(state: State, *which: int) -> State:
    counts = list(state.counts)
    for each in which:
        counts[each] += 1
    return state._replace(counts=tuple(counts))


@cache
def after_turns(turns: int, players: int = 4, lasers: int = 2) -> dict[tuple[int, ...], Fraction]:
    """The distribution of the counts after so many turns, over all deals. Ends: 0 and 1 the sides together as 0, 2 the
    Anarchists."""
    found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    pairs = list(combinations(range(players), 2))
    for leaders in pairs:
        states = {State(0, frozenset(), (-1,) * players, frozenset(), (0,) * 6 + (-1,)): Fraction(1, len(pairs))}
        for turn in range(turns):
            states = one_turn(states, leaders, turn % players, players, lasers)
        for state, chance in states.items():
            found[state.counts] += chance
    return dict(found)


def one_turn(
    states: dict[State, Fraction], leaders: tuple[int, ...], seat: int, players: int, lasers: int
) -> dict[State, Fraction]:
    after: defaultdict[State, Fraction] = defaultdict(Fraction)
    for state, chance in states.items():
        if state.counts[END] != -1:
            after[state] += chance
            continue
        options = kinds_of(state, leaders, seat, players, lasers)
        for option in options:
            for acted, share in option:
                for aimed, part in aim_again(acted, seat, players):
                    after[aimed] += chance * share * part / len(options)
    return dict(after)


def aim_again(state: State, seat: int, players: int) -> list[tuple[State, Fraction]]:
    if state.counts[END] != -1 or state.aims[seat] == -1:
        return [(state, Fraction(1))]
    others = [player for player in range(players) if player != seat]
    return [(with_aim(state, seat, player), Fraction(1, len(others))) for player in others]


def with_aim(state: State, seat: int, target: int) -> State:
    return state._replace(aims=(*state.aims[:seat], target, *state.aims[seat + 1 :]))


def kinds_of(
    state: State, leaders: tuple[int, ...], seat: int, players: int, lasers: int
) -> list[list[tuple[State, Fraction]]]:
    """Each kind of action that can be completed, with what follows and how likely."""
    found = [[(counted(state, PASSED), Fraction(1))]]
    hidden = [recruit for recruit in range(3 * players) if recruit not in state.exposed]
    if any(recruit // 3 != seat for recruit in hidden):
        found.append([(counted(state, INTERROGATED), Fraction(1))])
    mine = [recruit for recruit in hidden if recruit // 3 == seat]
    in_hands = sum(aim != -1 for aim in state.aims)
    if state.aims[seat] == -1 and in_hands < lasers and mine:
        others = [player for player in range(players) if player != seat]
        share = Fraction(1, len(mine) * len(others))
        found.append(
            [
                (counted(with_aim(state._replace(exposed=state.exposed | {cost}), seat, player), ARMED), share)
                for cost in mine
                for player in others
            ]
        )
    if state.aims[seat] != -1:
        found.append([(shot(state, leaders, seat), Fraction(1))])
    followers = [recruit for recruit in state.exposed if not is_leader(recruit, leaders)]
    if followers:
        share = Fraction(1, len(followers))
        found.append([(counted(state._replace(exposed=state.exposed - {each}), HIDDEN), share) for each in followers])
    return found


def is_leader(recruit: int, leaders: tuple[int, ...]) -> bool:
    return recruit % 3 == 0 and recruit // 3 in leaders


def shot(state: State, leaders: tuple[int, ...], seat: int) -> State:
    victim = state.aims[seat]
    state = counted(state, SHOT, *([SHOT_LEADER] if victim in leaders else []))
    if victim in leaders and 3 * victim in state.exposed:
        end = 2 if seat in state.anarchists else 0
        return state._replace(counts=(*state.counts[:END], end))
    row = {3 * victim, 3 * victim + 1, 3 * victim + 2}
    state = with_aim(with_aim(state, victim, -1), seat, -1)
    if victim in leaders:
        return state._replace(exposed=(state.exposed - row) | {3 * victim})
    return state._replace(exposed=state.exposed - row, anarchists=state.anarchists | {victim})


def leader_with_own_followers(each: int) -> list[Fraction]:
    """How likely a Leader is dealt 0, 1 and 2 of his own side."""
    pairs = Fraction(comb(2 * each, 2))
    return [comb(each, 2) / pairs, each * each / pairs, comb(each, 2) / pairs]
