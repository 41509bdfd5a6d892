"""Worlds that a seat cannot tell from the one that it is in, as rows of numbers for the memory of a searched table."""

from collections.abc import MutableSequence
from random import Random
from typing import Any

from engine.kernel.records import Ints, new
from engine.players.compiled_game.packing import packed
from engine.players.world_numbers import GAME_BITS, world_number, world_numbers
from engine.policy.compiled_game.decisions import Decisions, random_word

TRIES = 20
"""Deals that are tried for a world. Which of them are possible is decided by what the seat knows."""


AT_ONCE = 128
"""Random numbers that are made together."""


class CountedLuck(Random):
    """Random numbers by counter: the same everywhere, whatever Python's own generator does."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self._number, self._made = number, 0
        self._ready: list[int] = []

    def getrandbits(self, k: int, /) -> int:
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
        if len(self._ready) < count:
            more = max(count, AT_ONCE)
            self._ready += world_numbers(self._number, self._made, self._made + more).tolist()
            self._made += more
        found, self._ready = self._ready[:count], self._ready[count:]
        return found


class Imagined:
    """The worlds of one decision."""

    def __init__(self, decisions: Decisions, dice: type, world: Any, seat: int, number: int) -> None:
        """`world` is kept, and stays as it is."""
        self._decisions, self._dice, self._world, self._seat, self._number = decisions, dice, world, seat, number
        self._found: list[Ints] = []
        self._is_short = False

    def rows(self, first: int, last: int) -> list[Ints]:
        """The worlds first, first + 1, … last − 1; fewer if no more can be dealt."""
        while len(self._found) < last and not self._is_short:
            if (row := self._deal(CountedLuck(world_number(self._number, len(self._found))))) is None:
                self._is_short = True
            else:
                self._found.append(row)
        return self._found[first:last]

    def _deal(self, random: Random) -> Ints | None:
        for _ in range(TRIES):
            world = other_world(self._world, self._decisions.hidden)
            if self._decisions.redeal(world, random, self._seat):
                return row_of(self._decisions, world, fresh_dice(self._dice, random))
        return None


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
