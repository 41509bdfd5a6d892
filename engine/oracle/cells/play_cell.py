"""Plays the games of a cell: compiles the kernel of its policy, calls it."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BrokenRule
from engine.game.cell import Cell, Json, Lately
from engine.game.results import Batch, Rows
from engine.kernel.records import Ints, new
from engine.kernel.rng import seed_dice, seed_luck
from engine.oracle.cells.policy_set import HOOKS, POLICIES
from engine.oracle.layout.board import board_of
from engine.oracle.layout.files import layout_from_data
from engine.oracle.layout.layout import Layout
from engine.oracle.table.faults import SENTENCES
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES, ROW
from engine.oracle.table.state import (
    BONE,
    CHANGE_PLUS,
    CHANGE_X,
    DOLL,
    Board,
    Chart,
    Dice,
    Log,
    Luck,
    Scenario,
    Table,
    Tally,
    World,
)
from engine.policy.compilable import call_kernel, play_plainly, plays_plainly
from engine.policy.kernel import Preparation, Seeds, indices_of, load_kernel, make_kernel_ready
from engine.policy.seats.mixed_kernel import deciding_module
from engine.policy.seats.mixed_table import policy_label

SILENT = new(Log)
"""A log that records nothing."""


class LaidOut(NamedTuple):
    """The layout and the scenario of a cell, ready to be played."""

    layout: Layout
    board: Board
    scenario: Scenario


class Played(NamedTuple):
    """What some games add up to."""

    rows: Rows
    pieces: Ints


_laid_out: Lately[LaidOut] = Lately()


def lay_out(cell: Cell) -> LaidOut:
    """Prepares a cell, unless it was played lately."""

    def make() -> LaidOut:
        layout = layout_from_data(cell.spec["layout"], cell.name)
        return LaidOut(layout, board_of(layout), scenario_of(cell.spec))

    return _laid_out.get(cell.key, make)


def scenario_of(spec: Json) -> Scenario:
    """The scenario of a cell, as the kernel reads it."""
    options, scenario = spec["options"], new(Scenario)
    scenario.players, scenario.rogues = spec["players"], spec["rogues"]
    for name in ("days", "hours", "clump", "every_market", "goods_return", "no_repeat"):
        setattr(scenario, name, options[name])
    scenario.marks = sum(1 << mark for mark in options["marks"])
    scenario.each = options["draw"]
    scenario.supply[:] = options["supply_amulets"], options["supply_tablets"]
    scenario.open_actions = _open(ACTION_NAMES, options["closed"])
    scenario.open_abilities = _open(ABILITY_NAMES, options["closed"])
    scenario.plus_rune, scenario.move_rune = (BONE, DOLL) if options["plus_rune"] == "bone" else (DOLL, BONE)
    scenario.space[:] = range(len(ACTION_NAMES))
    if options["change_spaces"] == "one":
        scenario.space[: CHANGE_X + 1] = CHANGE_PLUS
    return scenario


def _open(names: tuple[str, ...], closed: list[str]) -> int:
    return sum(1 << at for at, name in enumerate(names) if name not in closed)


def module_of_cell(cell: Cell) -> ModuleType:
    """The module that makes the decisions."""
    return deciding_module(POLICIES, cell.spec["policy"], dict(cell.code))


def play_batch(cell: Cell, seed: int, first: int, last: int, dice_seed: int | None = None) -> Batch:
    """Plays the games [first, last) of a cell. `dice_seed` gives the policy the dice of another seed."""
    return Batch(*play_indices(cell, Seeds.of(seed, dice_seed), indices_of(cell, first, last)), {})


def play_with_dice_of(cell: Cell, seed: int, dice_seed: int, first: int, last: int) -> Batch:
    """The same games, with dice for the policy that another seed gives."""
    return play_batch(cell, seed, first, last, dice_seed)


def mind_of(cell: Cell) -> Any:
    """A new memory of the policy, with its parameters."""
    policy = module_of_cell(cell)
    mind = new(HOOKS.part_of(policy, "Memory"))
    HOOKS.part_of(policy, "prepare")(mind, cell.spec["policy"]["parameters"], None)
    return mind


def world_of(cell: Cell, seeds: Seeds, log: Log = SILENT) -> World:
    """A new state."""
    laid_out = lay_out(cell)
    world = World(laid_out.scenario, laid_out.board, new(Table), new(Chart), new(Luck), new(Tally), log)
    seed_luck(world.luck, seeds.seed)
    seed_dice(world.luck, seeds.dice)
    return world


def play_indices(cell: Cell, seeds: Seeds, indices: NDArray[np.int64], log: Log = SILENT) -> Played:
    """Plays the games of these indices."""
    policy = module_of_cell(cell)
    if plays_plainly(HOOKS, policy):
        return play_plainly(play_indices, Log, log, cell, seeds, indices)
    world, mind = world_of(cell, seeds, log), mind_of(cell)
    rows, kernel = np.zeros(len(indices), ROW), load_kernel(HOOKS, policy.__name__)

    def play() -> int:
        played: int = kernel.play_games(world, mind, new(Dice), indices, rows.view(np.recarray))
        return played

    def failed(what: str) -> BrokenRule:
        game = int(world.luck.game_low) + (int(world.luck.game_high) << 32)
        return BrokenRule(f"{cell.name}: game {game}, turn {world.table.turn}: {what}")

    played = call_kernel(policy, play, failed)
    if played is None:
        return play_plainly(play_indices, Log, log, cell, seeds, indices)
    if played < len(indices):
        raise failed(SENTENCES[int(world.table.fault)])
    return Played(rows, world.tally.piece.copy())


def make_ready(cell: Cell, say: Callable[[str], None]) -> None:
    """Compiles the kernel of a cell."""
    nothing = partial(play_indices, cell, Seeds.of(0), np.arange(0))
    make_kernel_ready(HOOKS, module_of_cell(cell), policy_label(POLICIES, cell.spec["policy"]), nothing, say)


PREPARATION = Preparation(HOOKS, lambda cell: (module_of_cell(cell),), make_ready)


class Replayed(NamedTuple):
    """What a replay is told from."""

    log: Log
    broken: str
    """Why the game could not go on; empty if it did."""


def replay_log(cell: Cell, seed: int, index: int) -> Replayed:
    """Plays one game again and logs it."""
    log, broken = new(Log), ""
    log.listens = 1
    try:
        play_indices(cell, Seeds(seed, seed), np.array([index]), log)
    except BrokenRule as error:
        broken = str(error)
    return Replayed(log, broken)
