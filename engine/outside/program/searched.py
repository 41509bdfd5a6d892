"""Games of a program in which somebody searches: the program plays games on, and we decide.

The base plays the game to its end, and tells its decisions. At each decision of a seat that searches, the program plays
every choice on in worlds that this seat cannot tell from the true one. Where the search leaves its base, the game is
played again with all choices so far, and goes on from there.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.errors import BrokenRule, message
from engine.game.cell import Cell
from engine.game.results import Rows
from engine.outside.program.forks import AT_ONCE, Fork, Told, decisions, forked_rows
from engine.outside.program.from_hello import Declared
from engine.outside.program.payoff import payoff_of
from engine.outside.program.search_word import Search, search_of
from engine.players.search import choose
from engine.players.world_numbers import world_number, world_numbers


class Searched(NamedTuple):
    """A game in which somebody searched."""

    rows: Rows
    told: list[Told]
    """Its decisions."""

    @property
    def chosen(self) -> list[int]:
        return [each.chosen for each in self.told]


def search_in(game: Declared, cell: Cell) -> Search | None:
    """Who searches in a cell; None if nobody does."""
    axis = game.hello.axis("skill")
    return search_of(axis, cell.spec["axes"][axis.name]) if axis else None


def played_by(game: Declared, cell: Cell, policy: str) -> Cell:
    """The cell in which this policy plays."""
    axis = game.hello.axis("skill")
    axes = cell.spec["axes"] | ({axis.name: policy} if axis else {})
    return replace(cell, spec={**cell.spec, "axes": axes})


def play_searched(game: Declared, cell: Cell, search: Search, seed: int, index: int) -> Searched:
    """Plays one game."""
    by_base, own, at = played_by(game, cell, search.base), Counter[int](), 0
    told = decisions(game, by_base, seed, index)
    while at < len(told):
        each, made = told[at], [before.chosen for before in told[:at]]
        if search.is_at(each.seat):
            own[each.seat] += 1
            worlds = Worlds(game, by_base, seed, index, made, each.seat, own[each.seat])
            choice = choose(range(each.choices), each.chosen, search.plan, worlds)
            if choice != each.chosen:
                past = [*told[:at], each._replace(chosen=choice)]
                told = decisions(game, by_base, seed, index, Fork([*made, choice]))
                check_past(game, cell, index, past, told)
        at += 1
    return Searched(forked_rows(game, by_base, seed, index, Fork([each.chosen for each in told])), told)


def check_past(game: Declared, cell: Cell, index: int, past: Sequence[Told], told: Sequence[Told]) -> None:
    """Whether a game that goes on in another way was the same before."""
    if list(past) != list(told[: len(past)]):
        raise BrokenRule(
            message(
                "asked for another choice at decision {at}, it tells other decisions from before", at=len(past) - 1
            ),
            source=game.program.source,
            place=message("{cell}, game {game}", cell=cell.name, game=index),
        )


class Worlds:
    """The worlds of a decision: `engine.players.search.Results`. Their luck is that of other games, which the number of
    the game, the seat and the number of its decision choose: nothing of the true world is in it."""

    def __init__(
        self, game: Declared, cell: Cell, seed: int, index: int, made: Sequence[int], seat: int, decided: int
    ) -> None:
        self._game, self._cell, self._seed, self._index, self._made = game, cell, seed, index, made
        self._seat, self._payoff = seat, payoff_of(game)
        self._decision = world_number(index, seat, decided)

    def __call__(self, choices: Sequence[int], first: int, last: int) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in choices]
        size = max(AT_ONCE // len(choices), 1)
        for start in range(first, last, size):
            numbers = world_numbers(self._decision, start, min(start + size, last)).tolist()
            for each, more in zip(found, self.payoffs(choices, numbers), strict=True):
                each += more
        return found

    def payoffs(self, choices: Sequence[int], numbers: Sequence[int]) -> list[list[int]]:
        """What the seat gets: for each choice, in each world."""
        fork = Fork(self._made, choices, numbers, self._seat if self._game.hello.redeal else None)
        rows = forked_rows(self._game, self._cell, self._seed, self._index, fork)
        got: list[list[int]] = self._payoff(rows, self._seat).reshape(len(numbers), len(choices)).T.tolist()
        return got
