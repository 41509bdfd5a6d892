"""Worlds that a seat cannot tell from the one that it is in, as rows of numbers for the memory of a searched table."""

from collections.abc import MutableSequence, Sequence
from math import prod
from random import Random
from typing import Any

import numpy as np

from engine.kernel.records import Ints, new
from engine.players.compiled_game.packing import Starts, packed, starts_of
from engine.players.world_numbers import GAME_BITS, tables_of_numbers, world_numbers
from engine.policy.compiled_game.decisions import WORD_BITS, Decisions, Pool, Shuffled, Spots, random_word
from engine.policy.hooks import GROUP

TRIES = 20
"""Deals that are tried for a world. Which of them are possible is decided by what the seat knows."""
DICE = "dice"
KEYS = (("luck", "key0"), ("luck", "key1"), (DICE, "key0"), (DICE, "key1"))
"""What gets a new word in every world: luck to come, and the dice of the policies."""

AT_ONCE = 64
"""Random numbers that are made together."""


class CountedLuck(Random):
    """Random numbers by counter: the same everywhere, whatever Python's own generator does."""

    def __init__(self, number: int) -> None:
        self._number, self._made, self._used = number, 0, 0
        self._ready: list[int] = []

    def getrandbits(self, k: int, /) -> int:
        if k <= GAME_BITS:
            return self._words(1)[0] >> GAME_BITS - k
        words = self._words(-(-k // GAME_BITS))
        return sum(word << GAME_BITS * at for at, word in enumerate(words)) >> -k % GAME_BITS

    def random(self) -> float:
        return self._words(1)[0] / (1 << GAME_BITS)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """By a key for each: quicker than one number after the other."""
        keys = self._words(len(x))
        x[:] = [x[at] for at in sorted(range(len(x)), key=keys.__getitem__)]

    def _words(self, count: int) -> list[int]:
        """The next numbers of GAME_BITS bits."""
        first, last = self._used, self._used + count
        if last > len(self._ready):
            more = max(count, AT_ONCE)
            self._ready += world_numbers(self._number, self._made, self._made + more).tolist()
            self._made += more
        self._used = last
        return self._ready[first:last]


class Imagined:
    """The worlds of one decision."""

    def __init__(self, decisions: Decisions, dice: type, world: Any, seat: int, number: int) -> None:
        """`world` is kept, and stays as it is."""
        self._decisions, self._dice, self._world, self._seat, self._number = decisions, dice, world, seat, number
        self._pools = [] if decisions.deal_anew else decisions.unknown(world, seat)
        self._found: list[Ints] = []
        self._is_short = False

    def rows(self, first: int, last: int) -> list[Ints]:
        """The worlds first, first + 1, … last − 1; fewer if no more can be dealt."""
        wanted = last - len(self._found)
        if wanted > 0 and not self._is_short:
            numbers = world_numbers(self._number, len(self._found), last)
            self._found += self._deal(numbers.tolist())
            self._is_short = len(self._found) < last
        return self._found[first:last]

    def _deal(self, numbers: list[int]) -> list[Ints]:
        """The worlds of these numbers, up to the first that cannot be dealt."""
        if self._decisions.deal_anew is None:
            return list(dealt(self._decisions, self._dice, self._world, self._pools, numbers))
        found = []
        for number in numbers:
            if (row := self._dealt_one(CountedLuck(number))) is None:
                break
            found.append(row)
        return found

    def _dealt_one(self, random: Random) -> Ints | None:
        for _ in range(TRIES):
            world = other_world(self._world, self._decisions.hidden)
            if self._decisions.redeal(world, random, self._seat):
                return row_of(self._decisions, world, fresh_dice(self._dice, random))
        return None


def dealt(decisions: Decisions, dice: type, world: Any, pools: Sequence[Pool], numbers: Sequence[int]) -> Ints:
    """A row for each number: the world that `CountedLuck` would deal from the pools, and fresh dice. All at once."""
    fresh: Any = new(dice)
    starts = starts_of([*((name, getattr(world, name)) for name in decisions.hidden), (DICE, fresh)])
    rows = np.tile(row_of(decisions, world, fresh), (len(numbers), 1))
    drawn = tables_of_numbers(numbers, sum(pool.draws for pool in pools) + len(KEYS))
    used = 0
    for pool in pools:
        keys = drawn[:, used : used + pool.draws]
        used += pool.draws
        if isinstance(pool, Shuffled):
            order = np.argsort(keys, axis=1, kind="stable")
            for spots, things in zip(pool.spots, pool.things, strict=True):
                rows[:, _columns(starts, spots)] = things[order]
        else:
            rows[:, _columns(starts, pool.spots)] = keys >> GAME_BITS - WORD_BITS
    for record, field in KEYS:
        rows[:, starts[record, field][0]] = drawn[:, used] >> GAME_BITS - WORD_BITS
        used += 1
    return rows


def _columns(starts: Starts, spots: Spots) -> Ints:
    first, shape = starts[spots.record, spots.field]
    found: Ints = (first + np.arange(prod(shape)).reshape(shape))[spots.at].ravel()
    return found


def turned(decisions: Decisions, dice: type, world: Any, numbers: Sequence[int]) -> list[Ints]:
    """A row for each number: this world with other luck to come, and what nobody has seen dealt again."""
    if decisions.deal_anew is None:
        return list(dealt(decisions, dice, world, decisions.unknown(world, GROUP), numbers))
    found = []
    for luck in map(CountedLuck, numbers):
        other = other_world(world, decisions.hidden)
        decisions.turn_luck(other, luck)
        found.append(row_of(decisions, other, fresh_dice(dice, luck)))
    return found


def other_world(world: Any, hidden: tuple[str, ...]) -> Any:
    """The same world, with records of its own for what is hidden."""
    return world._replace(**{name: getattr(world, name).copy() for name in hidden})


def row_of(decisions: Decisions, world: Any, dice: Any) -> Ints:
    """A world, and the dice of the policies in it, as a row of numbers."""
    return packed([*(getattr(world, name) for name in decisions.hidden), dice])


def fresh_dice(kind: type, random: Random) -> Any:
    """Dice with another key, of which nothing was thrown yet."""
    dice: Any = new(kind)
    dice.key0, dice.key1 = random_word(random), random_word(random)
    return dice
