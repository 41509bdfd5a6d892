"""Deals of the kernel, and what the heuristics believe before anything was done."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.euphoria.cells.play_cell import TABLES
from engine.euphoria.minds.belief import think
from engine.euphoria.rules.legal import see
from engine.euphoria.rules.set_up import set_up
from engine.euphoria.table.state import ROW, Dice, View
from engine.game.cell import Cell
from engine.kernel.records import new
from engine.policy.compiled_game.records import start_luck
from engine.policy.kernel import Seeds


class Belief(NamedTuple):
    """Of one seat."""

    has_leader: bool
    promise: list[float]
    """For each seat, how many of the Leaders that this seat does not know are to be expected there."""


def deals(cell: Cell, seed: int, games: int) -> Iterator[list[str]]:
    """The rows of these games: `E` and `S` are the Leaders, `e` and `s` Followers."""
    world: Any = TABLES.world_of(TABLES.seat(cell), Seeds(seed, seed), TABLES.silent)
    dice = new(Dice)
    for index in range(games):
        start_luck(world.luck, dice, index)
        set_up(world)
        leaders, subterra = int(world.hidden.leaders), int(world.hidden.subterra)
        kinds = ["eEsS"[2 * (subterra >> at & 1) + (leaders >> at & 1)] for at in range(ROW * world.scenario.players)]
        yield ["".join(kinds[at : at + ROW]) for at in range(0, len(kinds), ROW)]


def first_beliefs(cell: Cell, seed: int, game: int) -> Iterator[Belief]:
    """What each seat believes before the first turn of a game."""
    seated = TABLES.seat(cell)
    world: Any = TABLES.world_of(seated, Seeds(seed, seed), TABLES.silent)
    mind: Any = TABLES.mind_of(seated)
    start_luck(world.luck, new(Dice), game)
    set_up(world)
    for each in range(world.scenario.players):
        see(world, each)
        think(View(world.scenario, world.book, world.table, world.sight), mind)
        yield Belief(world.sight.leaders != 0, mind.promise[: world.scenario.players].tolist())
