"""Plays the games of a cell: seats the policies, compiles their kernel, calls it."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BrokenRule, message
from engine.game.cell import Cell, Json
from engine.game.results import Batch, Rows
from engine.game.seats import ANYWHERE, FOCUS, FOCUS_COLUMN, focus_seats, play_focus
from engine.kernel.records import new
from engine.kernel.rng import seed_dice, seed_luck
from engine.pig.cells.policy_set import HOOKS, POLICIES
from engine.pig.table.results import ROW
from engine.pig.table.state import Dice, Log, Luck, Scenario, Table, Tally, World
from engine.policy.compilable import call_kernel, play_plainly, plays_plainly
from engine.policy.kernel import Preparation, Seeds, indices_of, load_kernel, make_kernel_ready
from engine.policy.seats.mixed_kernel import deciding_module
from engine.policy.seats.mixed_table import parts_of, policy_label
from engine.policy.seats.seating import table_with_focus

NOTHING = np.zeros((0, 0), np.int64)
"""The counters of a game without pieces."""
SILENT = new(Log)
"""A log that records nothing."""


class Seated(NamedTuple):
    """A cell with a policy in every seat: plain data, so that another process can play it."""

    name: str
    policy: Json
    code: Json
    players: int
    goal: int

    @property
    def module(self) -> ModuleType:
        """The module that makes the decisions."""
        return deciding_module(POLICIES, self.policy, self.code)

    @property
    def label(self) -> str:
        """The policies, each named once."""
        return ", ".join(policy_label(POLICIES, part) for part in parts_of(self.policy))


def seat(cell: Cell, focus_at: int = ANYWHERE) -> Seated:
    """Who sits where. In a cell with a focus, `focus_at` is its seat; ANYWHERE for the field alone."""
    spec = cell.spec
    policy = table_with_focus(spec, spec["players"], focus_at) if FOCUS in spec else spec["policy"]
    return Seated(cell.name, policy, dict(cell.code), spec["players"], spec["options"]["goal"])


def focus_seats_of(cell: Cell, seed: int, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """The seat of the focus in each of these games."""
    return focus_seats(seed, indices, cell.spec["players"], cell.spec["options"][FOCUS])


def play_batch(cell: Cell, seed: int, first: int, last: int, dice_seed: int | None = None) -> Batch:
    """Plays the games [first, last) of a cell. `dice_seed` gives the policies the dice of another seed."""
    indices, seeds = indices_of(cell, first, last), Seeds.of(seed, dice_seed)
    if FOCUS not in cell.spec:
        return Batch(play_seated(seat(cell), seeds, indices), NOTHING, {})

    def play(focus_at: int, games: NDArray[np.int64]) -> Rows:
        return play_seated(seat(cell, focus_at), seeds, games)

    return Batch(play_focus(play, "winners", focus_seats_of(cell, seed, indices), indices), NOTHING, {})


def play_with_dice_of(cell: Cell, seed: int, dice_seed: int, first: int, last: int) -> Batch:
    """The same games, with dice for the policies that another seed gives."""
    return play_batch(cell, seed, first, last, dice_seed)


def play_seated(seated: Seated, seeds: Seeds, indices: NDArray[np.int64], log: Log = SILENT) -> Rows:
    """Plays the games of these indices."""
    policy = seated.module
    if plays_plainly(HOOKS, policy):
        return play_plainly(play_seated, Log, log, seated, seeds, indices)
    world = world_of(seated, seeds, log)
    mind = mind_of(seated, world)
    rows, kernel = np.zeros(len(indices), ROW), load_kernel(HOOKS, policy.__name__)

    def play() -> bool:
        kernel.play_games(world, mind, new(Dice), indices, rows.view(np.recarray))
        return True

    def failed(what: str) -> BrokenRule:
        game = int(world.luck.game_low) + (int(world.luck.game_high) << 32)
        return BrokenRule(
            message("{what}", what=what), source=seated.name, place=f"game {game}, turn {world.table.turn}"
        )

    return rows if call_kernel(policy, play, failed) else play_plainly(play_seated, Log, log, seated, seeds, indices)


def mind_of(seated: Seated, world: World) -> Any:
    """A new memory of the policies, with their parameters."""
    policy = seated.module
    mind = new(HOOKS.part_of(policy, "Memory"))
    given = seated.policy if "seats" in seated.policy else seated.policy["parameters"]
    HOOKS.part_of(policy, "prepare")(mind, given, world.scenario)
    return mind


def world_of(seated: Seated, seeds: Seeds, log: Log) -> World:
    """A new state."""
    world = World(new(Scenario), new(Table), new(Luck), new(Tally), log)
    world.scenario.players = seated.players
    world.scenario.goal = seated.goal
    seed_luck(world.luck, seeds.seed)
    seed_dice(world.luck, seeds.dice)
    return world


def seated_in(cell: Cell) -> list[Seated]:
    """Every table that a cell needs a kernel for."""
    return [seat(cell), seat(cell, 0)] if FOCUS in cell.spec else [seat(cell)]


def make_ready(cell: Cell, say: Callable[[str], None]) -> None:
    """Compiles the kernels of a cell."""
    for seated in seated_in(cell):
        nothing = partial(play_seated, seated, Seeds.of(0), np.arange(0))
        make_kernel_ready(HOOKS, seated.module, seated.label, nothing, say)


PREPARATION = Preparation(HOOKS, lambda cell: tuple(each.module for each in seated_in(cell)), make_ready)


class Replayed(NamedTuple):
    """What a replay is told from."""

    log: Log
    broken: str
    """Why the game could not go on; empty if it did."""
    focus: int
    """The seat in focus; ANYWHERE if there is none."""
    verdict: str
    """Who won from that seat; empty if there is none."""


def replay_log(cell: Cell, seed: int, index: int) -> Replayed:
    """Plays one game again and logs it."""
    log, broken, focus, verdict = new(Log), "", ANYWHERE, ""
    log.listens = 1
    indices = np.array([index])
    if FOCUS in cell.spec:
        focus = int(focus_seats_of(cell, seed, indices)[0])
    try:
        play_seated(seat(cell, focus), Seeds.of(seed), indices, log)
        if FOCUS in cell.spec:
            verdict = FOCUS_COLUMN.values[play_batch(cell, seed, index, index + 1).rows[FOCUS_COLUMN.name][0]]
    except BrokenRule as error:
        broken = error.line
    return Replayed(log, broken, focus, verdict)
