"""An independent, exact account of a tiny variant: two agents, one location with two tests, three Fate cards, gamblers
who never explore. Written from the rule sheet, with fractions, and with nothing of the engine.

Gamblers take every test in front of them with 2 Azrak or more, if nobody present is better by 2 or more; they refresh
when the reserves are at most half of the levels and the Vortex has 2 or more; at the last Azrak they refresh alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

COMPLETED, WIPED, EXHAUSTED, STALLED = range(4)
FATE = (-1, 0, 1)
LEVELS = (3, 4)
SKILL = ((4, 1), (1, 4))
"""For each agent: its attribute on the first card, and on the second."""
DIFFICULTY = 4
AZRAK = 9
ROUNDS = 60


@dataclass(frozen=True)
class State:
    """All that the rest of a game depends on."""

    reserve: tuple[int, int] = LEVELS
    vortex: int = AZRAK - sum(LEVELS)
    returned: int = 0
    marked: bool = False
    unread: tuple[int, ...] = (0, 1)
    closed: frozenset[int] = frozenset()
    points: int = 0
    pile: tuple[int, ...] = ()
    captain: int = 0
    rounds: int = 0


Result = tuple[int, int, int, int]
"""End, rounds, points, Azrak on the return card."""


class Exact:
    """The distribution of results, by going through every order of the unread cards and of the Fate cards."""

    def __init__(self, goal: int, fail_loss: int) -> None:
        self.goal, self.fail_loss = goal, fail_loss
        self.found: dict[Result, Fraction] = {}

    def distribution(self) -> dict[Result, Fraction]:
        orders = list(permutations((0, 1)))
        for order in orders:
            self.play_round(State(unread=order), Fraction(1, len(orders)))
        return self.found

    def end(self, state: State, how: int, chance: Fraction) -> None:
        result = (how, state.rounds, state.points, state.returned)
        self.found[result] = self.found.get(result, Fraction(0)) + chance

    def spend(self, state: State, who: int) -> State:
        """Takes one Azrak; the last one needs an emergency refresh first. The Azrak itself is put nowhere yet."""
        while state.reserve[who] == 1 and state.vortex > 0:
            taken = min(LEVELS[who], state.vortex)
            state = replace(
                self.with_reserve(state, who, taken), vortex=state.vortex - taken, returned=state.returned + 1
            )
        return self.with_reserve(state, who, state.reserve[who] - 1)

    @staticmethod
    def with_reserve(state: State, who: int, number: int) -> State:
        reserve = list(state.reserve)
        reserve[who] = number
        return replace(state, reserve=(reserve[0], reserve[1]))

    def play_round(self, state: State, chance: Fraction) -> None:
        if state.rounds == ROUNDS:
            return self.end(state, STALLED, chance)
        if not state.unread and len(state.closed) == 2:
            return self.end(state, EXHAUSTED, chance)
        captain = state.captain if state.reserve[state.captain] else 1 - state.captain
        state = self.spend(replace(state, rounds=state.rounds + 1, captain=captain), captain)
        state = replace(state, marked=True) if not state.marked else replace(state, returned=state.returned + 1)
        present = [who for who in (captain, 1 - captain) if state.reserve[who]]
        lost = state.reserve[captain] == 0
        if not present:
            return self.end(state, WIPED, chance)
        held: dict[int, int] = {}
        unread = list(state.unread)
        for who in present:
            if unread:
                held[who] = unread.pop(0)
                continue
            lying = [card for card in (0, 1) if card not in held.values()]
            open_cards = [card for card in lying if card not in state.closed]
            held[who] = max(open_cards, key=lambda card: (SKILL[who][card], -card)) if open_cards else lying[0]
        self.passes(replace(state, unread=tuple(unread)), held, present, lost, chance)
        return None

    def passes(self, state: State, held: dict[int, int], present: list[int], lost: bool, chance: Fraction) -> None:
        """One pass after the other, until all stay."""
        order = sorted(present, key=lambda who: (who in held and held[who] not in state.closed, present.index(who)))
        self.act(state, held, present, lost, order, acted=False, chance=chance)

    def act(
        self,
        state: State,
        held: dict[int, int],
        present: list[int],
        lost: bool,
        order: list[int],
        *,
        acted: bool,
        chance: Fraction,
    ) -> None:
        if not order:
            return self.passes(state, held, present, lost, chance) if acted else self.between(state, lost, chance)
        who, rest = order[0], order[1:]
        if who not in present:
            return self.act(state, held, present, lost, rest, acted=acted, chance=chance)
        if who not in held:
            return self.act(state, held, present, lost, rest, acted=acted, chance=chance)
        card = held[who]
        best = max((SKILL[each][card] for each in present if state.reserve[each] >= 2), default=-99)
        if card in state.closed or state.reserve[who] < 2 or SKILL[who][card] < best - 1:
            without = {each: other for each, other in held.items() if each != who}
            return self.act(state, without, present, lost, rest, acted=True, chance=chance)
        started = self.spend(state, who)
        started = replace(started, vortex=started.vortex + 1)
        for fate, pile, share in self.draws(started):
            after = replace(started, pile=pile)
            total = SKILL[who][card] + fate
            if total < DIFFICULTY:
                after, out = self.lose(after, who)
                here = [each for each in present if not (out and each == who)]
                cards = {each: other for each, other in held.items() if each in here}
                if not here:
                    self.end(after, WIPED, chance * share)
                else:
                    self.act(after, cards, here, lost or out, rest, acted=True, chance=chance * share)
                continue
            gained = 2 if total == DIFFICULTY else 1
            after = replace(after, points=after.points + gained, closed=after.closed | {card})
            if after.points >= self.goal:
                self.end(after, COMPLETED, chance * share)
            else:
                self.act(after, held, present, lost, rest, acted=True, chance=chance * share)
        return None

    def draws(self, state: State) -> Iterator[tuple[int, tuple[int, ...], Fraction]]:
        pile = state.pile or FATE
        for fate in sorted(set(pile)):
            left = list(pile)
            left.remove(fate)
            yield fate, tuple(left), Fraction(pile.count(fate), len(pile))

    def lose(self, state: State, who: int) -> tuple[State, bool]:
        for _ in range(self.fail_loss):
            state = self.spend(state, who)
            state = replace(state, vortex=state.vortex + 1)
            if state.reserve[who] == 0:
                return state, True
        return state, False

    def between(self, state: State, lost: bool, chance: Fraction) -> None:
        wants = state.vortex >= 2 and 2 * sum(state.reserve) <= sum(LEVELS)
        if state.vortex and (lost or wants):
            reserve, vortex = list(state.reserve), state.vortex - 1
            while vortex and reserve != list(LEVELS):
                lowest = min((who for who in (0, 1) if reserve[who] < LEVELS[who]), key=lambda who: (reserve[who], who))
                reserve[lowest] += 1
                vortex -= 1
            state = replace(state, reserve=(reserve[0], reserve[1]), vortex=vortex, returned=state.returned + 1)
        self.play_round(replace(state, captain=1 - state.captain), chance)
