"""Games of OpenSpiel that go on from a decision in another way, for who looks back at them."""

import numpy as np

from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.game.protocol import Decided
from engine.game.results import Rows
from engine.outside.openspiel.luck import BlockLuck, GameLuck
from engine.outside.openspiel.play import NOBODY, Fork, play_batch, replay_game
from engine.outside.openspiel.results import ResultLayout
from engine.players.fork_bounds import check_fork
from engine.players.world_numbers import world_number

FORKS = b", forks"


def decided(layout: ResultLayout, cell: Cell, seed: int, index: int) -> list[Decided]:
    """The decisions of a game, in order."""
    steps = replay_game(layout, cell, seed, index).steps
    return [Decided(step.seat, step.choices, step.chosen) for step in steps if step.seat != NOBODY and step.choices > 1]


def forked(
    layout: ResultLayout, cell: Cell, seed: int, index: int, at: int, choice: int, luck: int | None, by: Json | None
) -> Rows:
    """See `engine.game.protocol.Forks`. What OpenSpiel has drawn by then has happened, seen or not."""
    if luck is not None and layout.loaded.has_own_luck:
        raise BadInput(
            message("{game} draws luck inside, which cannot be made new on the way", game=layout.loaded.name),
            source=cell.name,
        )
    check_fork(decided(layout, cell, seed, index), cell, index, at, choice)
    new = None if luck is None else GameLuck(BlockLuck(seed, np.array([world_number(index, at, luck)]), FORKS), 0)
    return play_batch(layout, cell, seed, index, index + 1, Fork(at, choice, new, by)).rows
