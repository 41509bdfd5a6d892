"""Plays the games of a cell: seats the policies, compiles their kernel, calls it."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BrokenRule
from engine.euphoria.cells.policy_set import HOOKS, POLICIES
from engine.euphoria.deck.book import book_of
from engine.euphoria.deck.deck import Deck
from engine.euphoria.deck.files import deck_from_data
from engine.euphoria.table.faults import SENTENCES
from engine.euphoria.table.results import COUNTERS, PAIRED, ROW
from engine.euphoria.table.state import Book, Dice, Hidden, Log, Luck, Scenario, Sight, Table, Tally, World
from engine.game.cell import Cell, Json, Lately
from engine.game.results import Batch, Rows
from engine.game.seats import ANYWHERE, FOCUS, focus_seats, play_twice, who_won
from engine.kernel.records import Ints, new
from engine.kernel.rng import seed_dice, seed_luck
from engine.policy.compilable import call_kernel, play_plainly, plays_plainly
from engine.policy.kernel import Preparation, Seeds, indices_of, load_kernel, make_kernel_ready
from engine.policy.seats.mixed_kernel import deciding_module
from engine.policy.seats.mixed_table import module_of, parts_of, policy_label
from engine.policy.seats.seating import table_with_focus

SILENT = new(Log)
"""A log that records nothing."""


class LaidOut(NamedTuple):
    """The deck and the scenario of a cell, ready to be played."""

    deck: Deck
    book: Book
    scenario: Scenario


_laid_out: Lately[LaidOut] = Lately()


def lay_out(cell: Cell) -> LaidOut:
    """Prepares a cell, unless it was played lately."""

    def make() -> LaidOut:
        deck = deck_from_data(cell.spec["deck"], cell.name)
        return LaidOut(deck, book_of(deck, cell.spec["players"]), scenario_of(cell.spec))

    return _laid_out.get(cell.key, make)


def scenario_of(spec: Json) -> Scenario:
    """The scenario of a cell, as the kernel reads it."""
    options, scenario = spec["options"], new(Scenario)
    scenario.players = spec["players"]
    scenario.followers = options["followers"]
    scenario.lasers = options["lasers"]
    scenario.start_artifacts = options["start_artifacts"]
    scenario.arm_cost = options["arm_cost"]
    scenario.hide_action = options["hide_action"]
    scenario.aim_every = options["aim_trigger"] == "every"
    scenario.anarchists = options["anarchists"]
    scenario.turn_cap = options["turn_cap"]
    return scenario


class Seated(NamedTuple):
    """A cell with a policy in every seat: plain data, so that another process can play it."""

    cell: Cell
    policy: Json

    @property
    def module(self) -> ModuleType:
        """The module that makes the decisions."""
        return deciding_module(POLICIES, self.policy, dict(self.cell.code))

    @property
    def label(self) -> str:
        """The policies, each named once."""
        return ", ".join(policy_label(POLICIES, part) for part in parts_of(self.policy))

    def sees_all(self) -> int:
        """The seats that know every recruit, as a mask."""
        seats = self.policy.get("seats", [self.policy])
        code, found = dict(self.cell.code), 0
        for seat in range(self.cell.spec["players"]):
            if HOOKS.part_of(module_of(POLICIES, seats[seat % len(seats)], code), "SEES_ALL"):
                found |= 1 << seat
        return found


def seat(cell: Cell, focus_at: int = ANYWHERE) -> Seated:
    """Who sits where. In a cell with a focus, `focus_at` is its seat; ANYWHERE for the field alone."""
    spec = cell.spec
    return Seated(cell, table_with_focus(spec, spec["players"], focus_at) if FOCUS in spec else spec["policy"])


def focus_seats_of(cell: Cell, seed: int, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """The focus seat in each of these games."""
    return focus_seats(seed, indices, cell.spec["players"], cell.spec["options"][FOCUS])


class Played(NamedTuple):
    """The results of some games."""

    rows: Rows
    artifacts: Ints
    """The counters of each artifact."""


def play_batch(cell: Cell, seed: int, first: int, last: int, dice_seed: int | None = None) -> Batch:
    """Plays the games [first, last) of a cell. `dice_seed` gives the policies the dice of another seed. With a focus,
    the artifacts are counted in the games in which it plays."""
    indices, seeds = indices_of(cell, first, last), Seeds.of(seed, dice_seed)
    if FOCUS not in cell.spec:
        return Batch(*play_seated(seat(cell), seeds, indices), {})
    counted = np.zeros((len(lay_out(cell).deck.artifacts), len(COUNTERS)), np.int64)

    def play(focus_at: int, games: NDArray[np.int64]) -> Rows:
        played = play_seated(seat(cell, focus_at), seeds, games)
        if focus_at != ANYWHERE:
            counted[:] += played.artifacts
        return played.rows

    seats = focus_seats_of(cell, seed, indices)
    rows, field = play_twice(play, seats, indices)
    rows[PAIRED.name] = who_won(rows, field, "winners", seats)
    return Batch(rows, counted, {})


def play_with_dice_of(cell: Cell, seed: int, dice_seed: int, first: int, last: int) -> Batch:
    """The same games, with dice for the policies that another seed gives."""
    return play_batch(cell, seed, first, last, dice_seed)


def mind_of(seated: Seated) -> Any:
    """A new memory of the policies, with their parameters."""
    policy = seated.module
    mind = new(HOOKS.part_of(policy, "Memory"))
    given = seated.policy if "seats" in seated.policy else seated.policy["parameters"]
    HOOKS.part_of(policy, "prepare")(mind, given, None)
    return mind


def world_of(seated: Seated, seeds: Seeds, log: Log) -> World:
    """A new state."""
    laid_out = lay_out(seated.cell)
    scenario: Any = laid_out.scenario.copy()  # type: ignore[attr-defined]
    scenario.sees_all = seated.sees_all()
    world = World(scenario, laid_out.book, new(Table), new(Hidden), new(Sight), new(Luck), new(Tally), log)
    seed_luck(world.luck, seeds.seed)
    seed_dice(world.luck, seeds.dice)
    return world


def play_seated(seated: Seated, seeds: Seeds, indices: NDArray[np.int64], log: Log = SILENT) -> Played:
    """Plays the games of these indices."""
    policy = seated.module
    if plays_plainly(HOOKS, policy):
        return play_plainly(play_seated, Log, log, seated, seeds, indices)
    world, mind = world_of(seated, seeds, log), mind_of(seated)
    focus = focus_seats_of(seated.cell, seeds.seed, indices)
    rows, kernel = np.zeros(len(indices), ROW), load_kernel(HOOKS, policy.__name__)

    def play() -> int:
        played: int = kernel.play_games(world, mind, new(Dice), indices, focus, rows.view(np.recarray))
        return played

    def failed(what: str) -> BrokenRule:
        game = int(world.luck.game_low) + (int(world.luck.game_high) << 32)
        return BrokenRule(f"{seated.cell.name}: game {game}, turn {world.table.turn}: {what}")

    played = call_kernel(policy, play, failed)
    if played is None:
        return play_plainly(play_seated, Log, log, seated, seeds, indices)
    if played < len(indices):
        raise failed(SENTENCES[int(world.table.fault)])
    artifacts = world.tally.artifact[: len(lay_out(seated.cell).deck.artifacts)].copy()
    return Played(rows, artifacts)


def seated_in(cell: Cell) -> list[Seated]:
    """Every table that a cell needs a kernel for."""
    return [seat(cell), seat(cell, 0)] if FOCUS in cell.spec else [seat(cell)]


def make_ready(cell: Cell, say: Callable[[str], None]) -> None:
    """Compiles the kernels of a cell."""
    for seated in seated_in(cell):
        nothing = partial(play_seated, seated, Seeds.of(0), np.arange(0))
        make_kernel_ready(HOOKS, seated.module, seated.label, nothing, say)


PREPARATION = Preparation(HOOKS, lambda cell: tuple(each.module for each in seated_in(cell)), make_ready)
