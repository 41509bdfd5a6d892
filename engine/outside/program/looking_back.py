"""The games of a program as they were played, whoever played them, and what else could have become of them."""

import numpy as np

from engine.configs import unknown_word
from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.game.protocol import Decided
from engine.game.results import Batch, Replay, Rows
from engine.outside.program.forks import Fork, Told, decisions, forked_rows
from engine.outside.program.from_hello import Declared
from engine.outside.program.play import NOTHING, play_batch, replay_game
from engine.outside.program.searched import play_searched, played_by, search_in
from engine.players.fork_bounds import check_fork
from engine.players.world_numbers import world_number
from engine.policy.kernel import check_indices


def play_cell(game: Declared, cell: Cell, seed: int, first: int, last: int) -> Batch:
    """Plays the games [first, last) of a cell, in which somebody may search."""
    search = search_in(game, cell)
    if search is None:
        return play_batch(game, cell, seed, first, last)
    check_indices(cell, first, last)
    rows = [play_searched(game, cell, search, seed, index).rows for index in range(first, last)]
    return Batch(np.concatenate([np.zeros(0, game.row), *rows]), NOTHING, {})


def replay_cell(game: Declared, cell: Cell, seed: int, index: int) -> Replay:
    """One game in words."""
    search = search_in(game, cell)
    if search is None:
        return replay_game(game, cell, seed, index)
    played = play_searched(game, cell, search, seed, index)
    return replay_game(game, played_by(game, cell, search.base), seed, index, played.rows, played.chosen)


def decided(game: Declared, cell: Cell, seed: int, index: int) -> list[Decided]:
    """The decisions of a game, in order."""
    return [Decided(each.seat, each.choices, each.chosen) for each in _told(game, cell, seed, index)]


def forked(
    game: Declared, cell: Cell, seed: int, index: int, at: int, choice: int, luck: int | None, by: Json | None
) -> Rows:
    """See `engine.game.protocol.Forks`."""
    told, search = _told(game, cell, seed, index), search_in(game, cell)
    check_fork([Decided(each.seat, each.choices, each.chosen) for each in told], cell, index, at, choice)
    if search is not None and by is None:
        raise BadInput(message("a fork is played on by policies that do not search"), source=cell.name)
    new = [] if luck is None else [world_number(index, at, luck)]
    fork = Fork([each.chosen for each in told[:at]], [choice], new, by=_policy(game, cell, by))
    return forked_rows(game, played_by(game, cell, search.base) if search else cell, seed, index, fork)


def _told(game: Declared, cell: Cell, seed: int, index: int) -> list[Told]:
    search = search_in(game, cell)
    return play_searched(game, cell, search, seed, index).told if search else decisions(game, cell, seed, index)


def _policy(game: Declared, cell: Cell, by: Json | None) -> str:
    """Who plays on; empty if those who played before."""
    if by is None:
        return ""
    axis = game.hello.axis("skill")
    known = [str(value) for value in axis.values] if axis else []
    if by.get("name") not in known:
        raise unknown_word("policy", str(by.get("name")), known, cell.name)
    return str(by["name"])
