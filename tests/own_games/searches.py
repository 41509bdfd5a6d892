"""Searches in games of a kernel and in plain Python: the same results in the same worlds, and the same rows.

NUMBA_DISABLE_JIT=1 python -m tests.own_games.searches GAMES WORLDS GAME:BASE …
"""

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple
from unittest.mock import patch

import numpy as np

from engine.game.cell import Cell
from engine.outside.own.cards.played import pack_of
from engine.outside.own.game import OwnGame
from engine.outside.own.hidden.forks import kernel_search, search_seat
from engine.outside.own.hidden.forks.kernel_search import KernelSearch
from engine.outside.own.play import _seats, play_plainly, rules_of
from engine.players.search import Plan, Results, choose
from tests.own_games.cells import game_of
from tests.own_games.verdicts import kernel_for
from tests.support.hidden_games import BOTTOM, COIN, FAIR, FIVE, PICKS, TEAMS

SEED = 1
TEXTS = {"coin": COIN, "five": FIVE, "bottom": BOTTOM, "picks": PICKS, "fair": FAIR, "teams": TEAMS}

Found = list[tuple[Sequence[int], Sequence[Sequence[int]]]]
"""Choices that were tried, and what each got in each world."""


class Compared(NamedTuple):
    """Searches of some games, which were the same both ways."""

    rounds: int
    worlds: int
    """That were found, in all rounds."""

    def __str__(self) -> str:
        return f"same, {self.rounds} rounds, {self.worlds} worlds"


def _noting(found: Found) -> Callable[..., int]:
    """`choose`, which writes down what it is told."""

    def decide(choices: Sequence[int], habit: int, plan: Plan, results: Results) -> int:
        def told(tried: Sequence[int], first: int, last: int) -> Sequence[Sequence[int]]:
            got = results(tried, first, last)
            found.append((list(tried), [list(each) for each in got]))
            return got

        return choose(choices, habit, plan, told)

    return decide


def both_ways(game: OwnGame, cell: Cell, games: int) -> Compared:
    """Fails if anything differs, or if the kernel leaves a game."""
    declared, who, pack = game.edition, cell.spec["policy"], pack_of(cell)
    written, new_player = kernel_for(declared, pack)
    assert not written.refusals, written.refusals
    indices = np.arange(games)
    compiled: Found = []
    plain: Found = []
    with patch.object(kernel_search, "choose", _noting(compiled)), patch.object(search_seat, "choose", _noting(plain)):
        fast = KernelSearch(declared, new_player).play(_seats(cell, who), rules_of(declared, cell), SEED, indices, pack)
        slow = play_plainly(declared, cell, who, SEED, indices)
    assert not fast.left.any(), f"{game.name}: the kernel has left games"
    assert compiled == plain, f"{game.name}: other results"
    assert np.array_equal(fast.rows, slow.rows), f"{game.name}: other rows"
    assert np.array_equal(fast.cards.counted(fast.rows), slow.cards), f"{game.name}: other counts of cards"
    return Compared(len(plain), sum(len(got[0]) for _, got in plain))


def cell_of(game: OwnGame, who: str, players: int = 0) -> Cell:
    """The first with these seats."""
    grid = {"players": [players or max(2, game.edition.fewest)], "tables" if "," in who else "policies": [who]}
    if game.edition.most == 1:
        grid["players"] = [1]
    if game.edition.sides:
        grid["players"] = [game.edition.most]
    return game.cells(game.resolve(grid, "test"))[0]


def main(words: list[str]) -> None:
    games, worlds = int(words[0]), int(words[1])
    for name, _, base in (word.partition(":") for word in words[2:]):
        game = game_of(name, TEXTS.get(name, ""))
        cell = cell_of(game, f"search base={base} worlds={worlds} caution=0")
        print(f"{name}: {both_ways(game, cell, games)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
