"""Plays the games of a cell: lays out the mission, compiles the kernel of the policy, calls it."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BrokenRule
from engine.game.cell import Cell, Lately
from engine.game.results import Batch, Rows
from engine.hadal.cells.options import agents_of, write_options
from engine.hadal.cells.policy_set import HOOKS, POLICIES
from engine.hadal.mission.book import book_of, scenario_of
from engine.hadal.mission.files import mission_from_data
from engine.hadal.mission.mission import Mission
from engine.hadal.table.faults import SENTENCES
from engine.hadal.table.results import ROW
from engine.hadal.table.state import Book, Dice, Hidden, Log, Luck, Scenario, Table, Tally, World
from engine.kernel.records import Ints, new
from engine.kernel.rng import seed_dice, seed_luck
from engine.policy.compilable import call_kernel, play_plainly, plays_plainly
from engine.policy.kernel import Preparation, Seeds, indices_of, load_kernel, make_kernel_ready
from engine.policy.seats.mixed_kernel import deciding_module
from engine.policy.seats.mixed_table import policy_label

SILENT = new(Log)
"""A log that records nothing."""


class LaidOut(NamedTuple):
    """The mission of a cell, ready to be played."""

    mission: Mission
    book: Book
    scenario: Scenario


_laid_out: Lately[LaidOut] = Lately()


def lay_out(cell: Cell) -> LaidOut:
    """Prepares a cell, unless it was played lately."""

    def make() -> LaidOut:
        spec, mission = cell.spec, mission_from_data(cell.spec["mission"], cell.name)
        scenario = scenario_of(mission, agents_of(spec["players"]), spec["shift"])
        write_options(scenario, mission, spec["options"])
        return LaidOut(mission, book_of(mission, spec["shift"]), scenario)

    return _laid_out.get(cell.key, make)


def module_in(cell: Cell) -> ModuleType:
    """The module that makes the decisions in a cell."""
    return deciding_module(POLICIES, cell.spec["policy"], dict(cell.code))


class Played(NamedTuple):
    """The results of some games."""

    rows: Rows
    receptacles: Ints
    """The counters of each receptacle."""


def play_batch(cell: Cell, seed: int, first: int, last: int, dice_seed: int | None = None) -> Batch:
    """Plays the games [first, last) of a cell. `dice_seed` gives the policies the dice of another seed."""
    return Batch(*play_games_of(cell, Seeds.of(seed, dice_seed), indices_of(cell, first, last)), {})


def play_with_dice_of(cell: Cell, seed: int, dice_seed: int, first: int, last: int) -> Batch:
    """The same games, with dice for the policies that another seed gives."""
    return play_batch(cell, seed, first, last, dice_seed)


def mind_of(cell: Cell) -> Any:
    """A new memory of the policy, with its parameters."""
    policy = module_in(cell)
    mind = new(HOOKS.part_of(policy, "Memory"))
    HOOKS.part_of(policy, "prepare")(mind, cell.spec["policy"]["parameters"], None)
    return mind


def world_of(cell: Cell, seeds: Seeds, log: Log) -> World:
    """A new state."""
    laid_out = lay_out(cell)
    world = World(laid_out.scenario, laid_out.book, new(Table), new(Hidden), new(Luck), new(Tally), log)
    seed_luck(world.luck, seeds.seed)
    seed_dice(world.luck, seeds.dice)
    return world


def play_games_of(cell: Cell, seeds: Seeds, indices: NDArray[np.int64], log: Log = SILENT) -> Played:
    """Plays the games of these indices."""
    policy = module_in(cell)
    if plays_plainly(HOOKS, policy):
        return play_plainly(play_games_of, Log, log, cell, seeds, indices)
    world, mind = world_of(cell, seeds, log), mind_of(cell)
    rows, kernel = np.zeros(len(indices), ROW), load_kernel(HOOKS, policy.__name__)

    def play() -> int:
        played: int = kernel.play_games(world, mind, new(Dice), indices, rows.view(np.recarray))
        return played

    def failed(what: str) -> BrokenRule:
        game = int(world.luck.game_low) + (int(world.luck.game_high) << 32)
        return BrokenRule(f"{cell.name}: game {game}, round {world.table.round_number}: {what}")

    played = call_kernel(policy, play, failed)
    if played is None:
        return play_plainly(play_games_of, Log, log, cell, seeds, indices)
    if played < len(indices):
        raise failed(SENTENCES[int(world.table.fault)])
    return Played(rows, world.tally.receptacle.copy())


def make_ready(cell: Cell, say: Callable[[str], None]) -> None:
    """Compiles the kernel of a cell."""
    nothing = partial(play_games_of, cell, Seeds.of(0), np.arange(0))
    make_kernel_ready(HOOKS, module_in(cell), policy_label(POLICIES, cell.spec["policy"]), nothing, say)


PREPARATION = Preparation(HOOKS, lambda cell: (module_in(cell),), make_ready)
