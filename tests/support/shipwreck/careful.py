"""Plays games as plain Python with records that object to what the compiled kernel takes for granted: no array index
is below 0, and no function gets the same memory twice.

NUMBA_DISABLE_JIT=1 python -m tests.support.shipwreck.careful DECK GAMES POLICY …
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.kernel import compiled

if TYPE_CHECKING:  # nothing else is imported before `be_careful`
    from engine.game.cell import Cell
    from engine.shipwreck.table.state import World


class Objection(Exception):  # noqa: N818 - the name is the message
    """The compiled kernel would do something else than plain Python."""


class CarefulArray(np.ndarray):
    """An array that counts from the start only."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(checked(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(checked(index), value)


def checked(index: Any) -> Any:
    for each in index if isinstance(index, tuple) else (index,):
        if isinstance(each, NUMBERS) and each < 0:
            raise Objection(f"index {index}")
    return index


NUMBERS = (int, np.integer)


class CarefulRecord:
    """A record whose arrays count from the start only. Its memory stays where it is, so that what was found out about
    it is kept: NumPy is slow to tell."""

    def __init__(self, record: Any) -> None:
        vars(self).update(plain=record, span=span(record))

    def __getattr__(self, name: str) -> Any:
        """A field that is not kept yet."""
        value = getattr(self.plain, name)
        if isinstance(value, np.void):
            vars(self)[name] = CarefulRecord(value)
        elif isinstance(value, np.ndarray) and value.ndim:
            vars(self)[name] = value.view(CarefulArray)
        else:
            return value  # a number is another one next time
        return vars(self)[name]

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.plain, name, value)


def span(part: Any) -> tuple[int, int]:
    """From where to where it lies."""
    start = int(part.__array_interface__["data"][0])
    return start, start + int(part.nbytes)


def spans(argument: Any) -> Iterator[tuple[int, int]]:
    """Where the arrays and records lie that an argument gives to a function."""
    if isinstance(argument, CarefulRecord):
        yield argument.span
    elif isinstance(argument, np.ndarray | np.void):
        yield span(argument)
    elif isinstance(argument, tuple):
        for part in argument:
            yield from spans(part)


def careful(function: Callable[..., Any], inline: bool) -> Callable[..., Any]:
    """A kernel function that objects to the same memory in two of its arguments."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        given = [each for argument in arguments for each in spans(argument)]
        for one, other in combinations(given, 2):
            if one[0] < other[1] and other[0] < one[1]:
                raise Objection(f"{function.__qualname__} gets the same memory twice")
        return function(*arguments)

    return call


def careful_world(cell: "Cell", listens: bool = False) -> "World":
    """A new world of a cell; with a log, if somebody listens."""
    from engine.kernel.records import new
    from engine.policy.kernel import Seeds
    from engine.shipwreck.cells.play_cell import TABLES
    from engine.shipwreck.table.state import Log, World

    log = new(Log)
    log.listens = int(listens)
    return World(*map(CarefulRecord, TABLES.world_of(TABLES.seat(cell), Seeds.of(1), log)))  # type: ignore[arg-type]


def play(cell: "Cell", games: int, listens: bool = False) -> None:
    """The first games of a cell, or fewer if its policy breaks a rule."""
    from engine.kernel.records import new
    from engine.policy.kernel import load_kernel
    from engine.shipwreck.cells.play_cell import TABLES
    from engine.shipwreck.cells.policy_set import HOOKS
    from engine.shipwreck.table.state import Dice

    seated, world = TABLES.seat(cell), careful_world(cell, listens)
    kernel = load_kernel(HOOKS, TABLES.module_of(seated).__name__)
    rows = np.zeros(games, TABLES.row).view(np.recarray)
    with np.errstate(over="ignore"):
        mind = CarefulRecord(TABLES.mind_of(seated))
        kernel.play_games(world, mind, CarefulRecord(new(Dice)), np.arange(games), rows)


def play_policies(deck: str, games: int, policies: Sequence[str]) -> None:
    from tests.support.shipwreck import cells

    for policy in policies:
        for options in ({}, {"fall": "announced", "restless": True}):
            play(cells.make(deck, policy, options=options), games)


def be_careful() -> None:
    """From now on, kernel functions object; to be called before they are imported."""
    assert compiled.INTERPRETED, "this is run with NUMBA_DISABLE_JIT=1"
    compiled._compile = careful  # type: ignore[assignment]


def main() -> None:
    be_careful()
    from tests.support.shipwreck import cells

    cells.install_chaos()
    deck, games, *policies = sys.argv[1:]
    play_policies(deck, int(games), policies)


if __name__ == "__main__":
    main()
