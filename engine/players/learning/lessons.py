"""Lessons: decisions from play, and what each of their choices got in the same worlds on the same luck."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text
from engine.game.cell import Cell, Json
from engine.players.world_numbers import world_number, world_numbers

Whole = NDArray[np.int64]
Words = NDArray[np.uint64]


class Pairs(NamedTuple):
    """Keys and numbers of many things, one after the other."""

    first: Whole
    """Where those of each begin; the last number is where they all end."""
    keys: Words
    numbers: Whole


class Lessons(NamedTuple):
    """Some decisions."""

    shown: Pairs
    """What the seat was shown, of each decision."""
    choices: Pairs
    """Of each choice of each decision."""
    first: Whole
    """Where the choices of each decision begin; the last number is where they all end."""
    results: NDArray[np.float64]
    """What each choice got, on average of its worlds."""

    def __len__(self) -> int:
        return len(self.first) - 1


ANYONE = -1
LOOKED_AT = 8
"""Decisions of a game that are looked at, at most, to find one of a seat."""


class Plan(NamedTuple):
    """How lessons are made."""

    worlds: int
    """In which each choice of a decision is played on."""
    slips: int
    """Per cent of the decisions before that are taken at random, to see more of the game."""
    seat: int = ANYONE
    """Whose decisions are asked about."""

    def is_asked(self, seat: int) -> bool:
        return self.seat in (ANYONE, seat)

    def places(self, index: int, made: int) -> list[int]:
        """Which of so many decisions of a game are looked at, one after the other, until one is asked about."""
        looks = 1 if self.seat == ANYONE else LOOKED_AT
        return [world_number(index, made, look) % made for look in range(looks if made else 0)]


class Learnable(NamedTuple):
    """What must be known of a game to learn it."""

    rules: str
    """The hash of its rules; what is learned belongs to them."""
    why_not: Text
    """Why nobody can learn it, in a line; empty if one can."""
    policies: tuple[str, ...]
    """Those that come with the game, from the weakest upwards."""
    habit: str = ""
    """The policy that plays on from a decision, where a network would take too long for that; empty if it does."""


@runtime_checkable
class Teaches(Protocol):
    """A game that a player can learn."""

    @property
    def learnable(self) -> Learnable: ...

    def lessons(self, cell: Cell, policy: Json, plan: Plan, seed: int, first: int, last: int) -> Lessons:
        """A decision of each of the games [first, last) of a cell, in which this policy has all seats, or the policies
        of its `seats`; what each of its choices got when they played on. Games in which nobody who is asked has a
        choice give none."""
        ...


FROM_A_GAME = 4
"""Decisions of a game that are asked about, where to play it takes much longer than to go on from a decision."""


class Asked(NamedTuple):
    """One decision."""

    shown: Sequence[tuple[int, int]]
    choices: Sequence[Sequence[tuple[int, int]]]
    results: Sequence[float]


MOST_TRIED = 12
"""Choices of a decision that are played on, at most."""


def tried(options: int, number: int) -> list[int]:
    """The places of the choices that are played on: all, or some by a number that is as good as random."""
    if options <= MOST_TRIED:
        return list(range(options))
    keys = world_numbers(number, 0, options)
    return sorted(np.argsort(keys, kind="stable")[:MOST_TRIED].tolist())


def lessons_of(asked: Iterable[Asked]) -> Lessons:
    every = list(asked)
    return Lessons(
        _pairs([each.shown for each in every]),
        _pairs([choice for each in every for choice in each.choices]),
        _starts([len(each.choices) for each in every]),
        np.array([result for each in every for result in each.results], np.float64),
    )


def _starts(sizes: Sequence[int]) -> Whole:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64) if len(sizes) else np.zeros(1, np.int64)


def _pairs(things: Sequence[Sequence[tuple[int, int]]]) -> Pairs:
    keys = np.array([key for thing in things for key, _ in thing], np.uint64)
    numbers = np.array([number for thing in things for _, number in thing], np.int64)
    return Pairs(_starts([len(thing) for thing in things]), keys, numbers)


def joined(parts: Sequence[Lessons]) -> Lessons:
    """One after the other."""
    return Lessons(
        _joined_pairs([part.shown for part in parts]),
        _joined_pairs([part.choices for part in parts]),
        _joined_starts([part.first for part in parts]),
        np.concatenate([part.results for part in parts]),
    )


def _joined_starts(starts: Sequence[Whole]) -> Whole:
    return _starts(np.concatenate([np.diff(start) for start in starts]).tolist())


def _joined_pairs(parts: Sequence[Pairs]) -> Pairs:
    return Pairs(
        _joined_starts([part.first for part in parts]),
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.numbers for part in parts]),
    )
