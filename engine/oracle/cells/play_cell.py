"""Plays the games of a cell: compiles the kernel of its policy, calls it."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BrokenRule, FatecastError
from engine.game.cell import Cell, Json, Lately
from engine.game.results import Batch, Rows
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import Ints, new
from engine.kernel.rng import MAX_GAMES
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
from engine.oracle.table.streams import seed_dice, seed_luck
from engine.policy.compilable import call_kernel, how_it_plays, is_from_outside, plays_plainly
from engine.policy.kernel import Preparation, compile_kernel, load_kernel
from engine.policy.seats.mixed_kernel import deciding_module
from engine.policy.seats.mixed_table import policy_label

SILENT = new(Log)
"""A log that records nothing."""


class LaidOut(NamedTuple):
    """The layout and the scenario of a cell, ready to be played."""

    layout: Layout
    board: Board
    scenario: Scenario


class Seeds(NamedTuple):
    """What decides the luck of some games."""

    seed: int
    dice: int
    """Of the dice of the policy; the same, except in the test of a policy."""


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
    if not 0 <= first <= last <= MAX_GAMES:
        raise FatecastError(f"{cell.name}: expected game indices from 0 to {MAX_GAMES - 1}, got {first} to {last}")
    seeds = Seeds(seed, seed if dice_seed is None else dice_seed)
    return Batch(*play_indices(cell, seeds, np.arange(first, last)), {})


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
        return _play_plainly(cell, seeds, indices, log)
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
        return _play_plainly(cell, seeds, indices, log)
    if played < len(indices):
        raise failed(SENTENCES[int(world.table.fault)])
    return Played(rows, world.tally.piece.copy())


def _play_plainly(cell: Cell, seeds: Seeds, indices: NDArray[np.int64], log: Log) -> Played:
    """Plays the same games without compilation."""
    played, events, error = elsewhere(play_told, cell, seeds, indices, int(log.listens))
    log.count = len(events)
    log.event[: log.count] = events
    if error is not None:
        raise error
    found: Played = played
    return found


def play_told(
    cell: Cell, seeds: Seeds, indices: NDArray[np.int64], listens: int
) -> tuple[Played | None, Ints, BrokenRule | None]:
    """Plays games and returns everything as data: the results, the events if logging is on, and the error if one
    occurred."""
    log = new(Log) if listens else SILENT
    log.listens = listens
    played, error = None, None
    try:
        played = play_indices(cell, seeds, indices, log)
    except BrokenRule as broken:
        error = broken
    return played, log.event[: log.count].copy(), error


def make_ready(cell: Cell, say: Callable[[str], None]) -> None:
    """Compiles the kernel of a cell with a call that plays no game, and reports how a policy from outside will run."""
    policy, label = module_of_cell(cell), policy_label(POLICIES, cell.spec["policy"])
    if not plays_plainly(HOOKS, policy):
        nothing = partial(play_indices, cell, Seeds(0, 0), np.arange(0))
        compile_kernel(HOOKS, policy.__name__, nothing)
    if is_from_outside(policy):
        say(how_it_plays(HOOKS, label, policy))


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
