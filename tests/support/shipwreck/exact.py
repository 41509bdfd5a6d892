"""The Shipwreck Arcana written a second time, for small decks and in plain code: every deck order, every draw, every
choice.

It is written from the rule sheet alone and uses nothing of the engine, so that the two can be compared. It follows a
game through all branches with exact fractions and returns the expected totals of a game. Powers do not matter here,
because the policies below use none: a faded card is simply gone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import lcm
from typing import NamedTuple

Fates = tuple[int, ...]
"""Values of fates, sorted."""

MEASURES = ("won", "turns", "fades", "doom_fades", "hours_plays")
Totals = tuple[Fraction, ...]
"""The expected totals of the rest of a game, in the order of MEASURES."""

NOTHING: Totals = (Fraction(0),) * len(MEASURES)


class Sight(NamedTuple):
    """What a rule may look at: the pair, all visible fates, those in front of the card itself."""

    played: int
    kept: int
    visible: Fates
    here: Fates


Rule = Callable[[Sight], bool]


@dataclass(frozen=True)
class Arcanum:
    legal: Rule
    moons: int = 0
    no_doom: bool = False
    tells: Rule | None = None
    draws_again: bool = False
    extra_guesses: int = 0
    steals: Callable[[int, int], bool] | None = None
    """Whether a fate v may be stolen while k is kept."""
    fragile: frozenset[int] = frozenset()
    """A comet: fades when one of these is played anywhere."""
    inevitable: Callable[[Fates, int], bool] | None = None
    """A comet: fades when this is true for the fates on it and the hidden fate."""


@dataclass(frozen=True)
class Variant:
    """A small version of the game."""

    hours: dict[int, int]
    copies: dict[int, int]
    cards: dict[str, Arcanum]
    deck: tuple[str, ...]
    players: int = 2
    doom: int = 0
    goal: int = 1
    doom_limit: int = 3
    turn_limit: int = 6
    fade_doom: int = 2
    """Two by the rules; a test plants another number."""

    @property
    def values(self) -> frozenset[int]:
        return frozenset(self.copies)


class State(NamedTuple):
    """The state between two turns, or within one."""

    turn: int
    score: int
    doom: int
    row: tuple[str, ...]
    """The names of the cards, "" for an empty slot."""
    fates: tuple[Fates, ...]
    deck: tuple[str, ...]
    bag: Fates
    hands: tuple[int, ...]
    """The hidden fate of each seat, 0 for none."""
    lines: tuple[frozenset[int], ...]

    @property
    def visible(self) -> Fates:
        return tuple(sorted(sum(self.fates, ())))


class Turn(NamedTuple):
    """What has happened in this turn so far."""

    kept: int
    played: frozenset[int] = frozenset()
    guesses: int = 1
    right: bool = False


def put(fates: Fates, value: int) -> Fates:
    return tuple(sorted((*fates, value)))


def without(fates: Fates, value: int) -> Fates:
    at = fates.index(value)
    return fates[:at] + fates[at + 1 :]


def change(items: tuple, at: int, item: object) -> tuple:  # type: ignore[type-arg]
    return (*items[:at], item, *items[at + 1 :])


def counted(**what: int) -> Totals:
    """The totals with these counts and zero elsewhere."""
    return tuple(Fraction(what.get(name, 0)) for name in MEASURES)


def add(one: Totals, other: Totals) -> Totals:
    if one == NOTHING:
        return other
    return tuple(a + b for a, b in zip(one, other, strict=True))


def mean(branches: list[tuple[Fraction, Totals]]) -> Totals:
    """The weighted mean, column by column, over one common denominator: much faster than adding fractions."""
    weights = [weight for weight, _ in branches]
    assert weighted(weights, [Fraction(1)] * len(weights)) == 1
    return tuple(weighted(weights, column) for column in zip(*(totals for _, totals in branches), strict=True))


def weighted(weights: list[Fraction], parts: Sequence[Fraction]) -> Fraction:
    pairs = [
        (weight.numerator * part.numerator, weight.denominator * part.denominator)
        for weight, part in zip(weights, parts, strict=True)
    ]
    common = lcm(*(below for _, below in pairs))
    return Fraction(sum(above * (common // below) for above, below in pairs), common)


class Enumerator:
    """All games of a variant under one of the three policies."""

    def __init__(self, variant: Variant, policy: str) -> None:
        self.variant, self.policy = variant, policy
        self.known: dict[tuple[object, ...], Totals] = {}
        """Cached results: the rest of a game from the start of a turn, and from its prediction."""

    def totals(self) -> dict[str, Fraction]:
        """The exact means of a whole game."""
        variant = self.variant
        orders = list(permutations(variant.deck))
        bag = tuple(sorted(value for value, copies in variant.copies.items() for _ in range(copies)))
        seats = variant.players
        starts = [
            State(0, 0, variant.doom, order[:4], ((),) * 4, order[4:], bag, (0,) * seats, (variant.values,) * seats)
            for order in orders
        ]
        weight = Fraction(1, len(orders))
        return dict(zip(MEASURES, mean([(weight, self.rest(start)) for start in starts]), strict=True))

    def rest(self, state: State) -> Totals:
        """The expected totals of the rest of the game, from the start of a turn."""
        if state not in self.known:
            turn = state._replace(turn=state.turn + 1)
            self.known[state] = add(counted(turns=1), self.draw(turn))
        return self.known[state]

    def predict(self, state: State, turn: Turn) -> Totals:
        if (state, turn) not in self.known:
            self.known[state, turn] = self.group(state, turn)
        return self.known[state, turn]

    def seat(self, state: State) -> int:
        return (state.turn - 1) % self.variant.players

    def card(self, state: State, slot: int) -> Arcanum | None:
        return self.variant.cards.get(state.row[slot])

    # 1. Draw

    def draws(self, state: State) -> Iterator[tuple[Fraction, int, State]]:
        """Every fate that may be drawn from the bag."""
        for value in sorted(set(state.bag)):
            share = Fraction(state.bag.count(value), len(state.bag))
            yield share, value, state._replace(bag=without(state.bag, value))

    def draw(self, state: State) -> Totals:
        held = state.hands[self.seat(state)]
        if held:
            return self.draw_second(state, held, fresh=False)
        if not state.bag:
            return self.fade(state, Turn(0))
        return mean([(share, self.draw_second(after, value, fresh=True)) for share, value, after in self.draws(state)])

    def draw_second(self, state: State, first: int, fresh: bool) -> Totals:
        if not state.bag:
            held = state._replace(hands=change(state.hands, self.seat(state), first))
            return self.fade(held, Turn(first))
        branches = [
            (share, self.play(after, first, value, fresh, Turn(0), closed=False))
            for share, value, after in self.draws(state)
        ]
        return mean(branches)

    # 2. Play

    def legal(self, state: State, slot: int, played: int, kept: int, closed: bool) -> bool:
        card = self.card(state, slot)
        if card is None or (closed and card.draws_again):
            return False
        return card.legal(Sight(played, kept, state.visible, state.fates[slot]))

    def moves(self, state: State, first: int, second: int, closed: bool) -> list[tuple[int, int, int]]:
        """The distinct moves (played, kept, slot); slot 4 is The Hours, if nothing else is legal."""
        pairs = {(first, second), (second, first)}
        open_ = [(p, k, slot) for p, k in pairs for slot in range(4) if self.legal(state, slot, p, k, closed)]
        return sorted(open_ or [(p, k, 4) for p, k in pairs])

    def play(self, state: State, first: int, second: int, fresh: bool, turn: Turn, closed: bool) -> Totals:
        moves = self.moves(state, first, second, closed)
        branches = []
        for played, kept, slot in moves:
            totals = counted(hours_plays=int(slot == 4))
            now = turn._replace(kept=kept, played=turn.played | {played})
            branches.append((Fraction(1, len(moves)), add(totals, self.lay(state, now, played, slot, fresh, closed))))
        return mean(branches)

    def lay(self, state: State, turn: Turn, played: int, slot: int, fresh: bool, closed: bool) -> Totals:
        """Plays a fate; the group updates the number line; the card acts."""
        seat = self.seat(state)
        lands = slot if slot < 4 else next((at for at in range(4) if state.row[at]), 4)
        if lands < 4:
            after = state._replace(fates=change(state.fates, lands, put(state.fates[lands], played)))
        else:
            after = state._replace(bag=put(state.bag, played))
        after = after._replace(hands=change(after.hands, seat, turn.kept))
        line = self.conclude(state, after, played, slot, fresh, closed)
        card = self.card(state, slot) if slot < 4 else None
        if card and card.tells:
            sight = Sight(played, turn.kept, after.visible, after.fates[slot])
            answer = card.tells(sight)
            line = {k for k in line if card.tells(sight._replace(kept=k)) == answer}
        after = self.note(after, line)
        if card:
            turn = turn._replace(guesses=turn.guesses + card.extra_guesses)
        if card and card.draws_again and after.bag:
            branches = []
            for share, value, drawn in self.draws(after):
                branches.append((share, self.play(drawn, turn.kept, value, False, turn, closed=True)))
            return mean(branches)
        return self.steal(after, turn, [at for at in range(4) if (thief := self.card(after, at)) and thief.steals])

    def note(self, state: State, line: set[int] | frozenset[int]) -> State:
        if self.policy != "certain":
            return state
        return state._replace(lines=change(state.lines, self.seat(state), frozenset(line)))

    def conclude(self, before: State, after: State, played: int, slot: int, fresh: bool, closed: bool) -> set[int]:
        """The values k that the hidden fate may have after a play."""
        candidates = self.variant.values if fresh else before.lines[self.seat(before)]
        left = set()
        for k, copies in self.variant.copies.items():
            if copies - after.visible.count(k) < 1:
                continue
            if not fresh and k not in candidates and played not in candidates:
                continue
            if (played, k, slot) in self.moves(before, played, k, closed):
                left.add(k)
        return left

    def steal(self, state: State, turn: Turn, thieves: list[int]) -> Totals:
        """Each stealing card, from left to right, takes a fate if it can; the player chooses which."""
        if not thieves:
            return self.predict(state, turn)
        thief, *others = thieves
        card = self.card(state, thief)
        assert card
        assert card.steals
        elsewhere = {(value, at) for at in range(4) if at != thief for value in state.fates[at]}
        loot = sorted((value, at) for value, at in elsewhere if card.steals(value, turn.kept))
        line = state.lines[self.seat(state)]
        if not loot:
            line = frozenset(k for k in line if not any(card.steals(value, k) for value, _ in elsewhere))
            return self.steal(self.note(state, line), turn, others)
        branches = []
        for value, at in loot:
            fates = change(state.fates, at, without(state.fates[at], value))
            fates = change(fates, thief, put(fates[thief], value))
            moved = self.note(state._replace(fates=fates), {k for k in line if card.steals(value, k)})
            branches.append((Fraction(1, len(loot)), self.steal(moved, turn, others)))
        return mean(branches)

    # 3. Predict and 4. Resolve

    def group(self, state: State, turn: Turn) -> Totals:
        """The prediction and its result."""
        if self.policy == "guess":
            guesses = min(turn.guesses, len(self.variant.values))
            chance = Fraction(guesses, len(self.variant.values))
            branches = [(chance, self.resolve(state, turn, True))]
            if chance < 1:
                branches.append((1 - chance, self.resolve(state, turn, False)))
            return mean(branches)
        line = state.lines[self.seat(state)]
        if self.policy == "certain" and len(line) == 1:
            return self.resolve(state, turn, turn.kept in line)
        return self.fade(state, turn)

    def resolve(self, state: State, turn: Turn, right: bool) -> Totals:
        seat, variant = self.seat(state), self.variant
        state = state._replace(
            bag=put(state.bag, turn.kept),
            hands=change(state.hands, seat, 0),
            score=state.score + right,
            doom=state.doom + (not right),
            lines=change(state.lines, seat, variant.values),
        )
        if state.score >= variant.goal:
            return counted(won=1)
        if state.doom >= variant.doom_limit:
            return NOTHING
        return self.fade(state, turn._replace(right=right))

    # 5. Fade

    def due(self, state: State, turn: Turn, slot: int) -> bool:
        card = self.card(state, slot)
        if card is None:
            return False
        if card.moons:
            return sum(self.variant.hours[value] for value in state.fates[slot]) >= card.moons
        if card.inevitable:
            return turn.kept > 0 and card.inevitable(state.fates[slot], turn.kept)
        return bool(card.fragile & turn.played)

    def fade(self, state: State, turn: Turn) -> Totals:
        seat = self.seat(state)
        for slot in range(4):
            card = self.card(state, slot)
            if card and card.inevitable and turn.kept and state.hands[seat]:
                fades = card.inevitable(state.fates[slot], turn.kept)
                line = {k for k in state.lines[seat] if card.inevitable(state.fates[slot], k) == fades}
                state = self.note(state, line)
        totals = NOTHING
        for slot in [slot for slot in range(4) if self.due(state, turn, slot)]:
            card = self.card(state, slot)
            assert card
            costs = not turn.right and not card.no_doom
            totals = add(totals, counted(fades=1, doom_fades=int(costs)))
            state = state._replace(
                bag=tuple(sorted(state.bag + state.fates[slot])),
                fates=change(state.fates, slot, ()),
                doom=state.doom + (self.variant.fade_doom if costs else 0),
            )
            if state.doom >= self.variant.doom_limit:
                return totals
            new, deck = (state.deck[0], state.deck[1:]) if state.deck else ("", ())
            state = state._replace(row=change(state.row, slot, new), deck=deck)
        if state.turn >= self.variant.turn_limit:
            return totals
        return add(totals, self.rest(state))
