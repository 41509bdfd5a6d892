"""Prepares a cell and plays its games: compiles the deck, writes the scenario, loads the policy."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from engine.errors import BrokenRule
from engine.game.cell import Cell, Json, Lately
from engine.game.results import Batch
from engine.kernel.records import new
from engine.kernel.rng import seed_dice, seed_luck
from engine.policy.compilable import call_kernel, play_plainly, plays_plainly
from engine.policy.kernel import Preparation, check_indices, load_kernel, make_kernel_ready
from engine.policy.seats.mixed_kernel import deciding_module
from engine.shipwreck.cells.grid import CHALLENGE_SEATS
from engine.shipwreck.cells.policy_set import HOOKS, POLICIES
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.files import deck_from_data
from engine.shipwreck.deck.rule_tables import Compiled, compile_deck
from engine.shipwreck.rules import decisions
from engine.shipwreck.table.faults import SENTENCES
from engine.shipwreck.table.results import COUNTERS, ROW, TABLES
from engine.shipwreck.table.state import ANNOUNCED, AT_FADE_STEP, Dice, Hidden, Log, Luck, Scenario, Table, Tally, World

SILENT = new(Log)
"""A log that records nothing."""


class LaidOut(NamedTuple):
    """Everything needed to play games of one cell."""

    deck: Deck
    compiled: Compiled
    seated: Json
    """The policies as plain data, and the sources of policies from outside. A cell can be examined without loading
    them."""
    code: Json
    scenario: Scenario

    @property
    def policy(self) -> Any:
        """The module that makes the decisions."""
        return deciding_module(POLICIES, self.seated, self.code)

    @property
    def parameters(self) -> Json:
        """The argument of the policy's `prepare`: its parameters, or the whole mixed group."""
        return self.seated if "seats" in self.seated else self.seated["parameters"]

    def world(self, seed: int, log: Log) -> World:
        """A new state. Number lines are kept if the policy reads them or the game is logged."""
        scenario = self.scenario.copy()  # type: ignore[attr-defined]
        scenario.sees_all = int(HOOKS.part_of(self.policy, "SEES_ALL"))
        scenario.reveals = int(
            not HOOKS.is_default(self.policy, "reveals") or self.parameters.get("reveal_last_copy", 1)
        )
        scenario.lines = int(HOOKS.part_of(self.policy, "READS_LINES") or log.listens)
        stacked: Any = new(Luck)
        HOOKS.part_of(self.policy, "stack")(stacked, self.parameters, self.compiled)
        luck: Luck = stacked.copy()  # the policy never sees the record that gets the keys
        seed_luck(luck, seed)
        return World(self.compiled.book, scenario, new(Table), new(Hidden), luck, new(Tally), log)

    def mind(self) -> decisions.Mind:
        mind = new(HOOKS.part_of(self.policy, "Memory"))
        HOOKS.part_of(self.policy, "prepare")(mind, self.parameters, self.compiled)
        return mind


_laid_out: Lately[LaidOut] = Lately()


def lay_out(cell: Cell) -> LaidOut:
    """Prepares a cell, unless it was played lately."""

    def make() -> LaidOut:
        deck = deck_from_data(cell.spec["deck"], cell.name)
        return LaidOut(deck, compile_deck(deck), cell.spec["policy"], dict(cell.code), scenario_of(cell.spec))

    return _laid_out.get(cell.key, make)


def scenario_of(spec: Json) -> Scenario:
    """The scenario of a cell, as the kernel reads it."""
    options, scenario = spec["options"], new(Scenario)
    scenario.seats = CHALLENGE_SEATS if spec["challenge"] else spec["players"]
    scenario.doom = spec["doom"]
    scenario.restless = options["restless"]
    scenario.imago_strict = options["imago"] == "strict"
    scenario.fall = ANNOUNCED if options["fall"] == "announced" else AT_FADE_STEP
    scenario.own_fate = options["own_fate"]
    scenario.changes = len(spec["changes"])
    for at, change in enumerate(spec["changes"]):
        scenario.change_turn[at] = change["before_turn"]
        scenario.change_leave[at] = change.get("leave", 0)
        scenario.change_join_after[at] = change.get("join_after", 0)
    return scenario


def play_batch(cell: Cell, seed: int, first: int, last: int, log: Log = SILENT, dice_seed: int | None = None) -> Batch:
    """Plays the games [first, last) of a cell. `dice_seed` gives the policy the dice of another seed."""
    check_indices(cell, first, last)
    laid_out = lay_out(cell)
    if plays_plainly(HOOKS, laid_out.policy):
        return play_plainly(partial(play_batch, dice_seed=dice_seed), Log, log, cell, seed, first, last)
    world, mind, dice = laid_out.world(seed, log), laid_out.mind(), new(Dice)
    if dice_seed is not None:
        seed_dice(world.luck, dice_seed)
    rows = np.zeros(last - first, ROW)
    kernel = load_kernel(HOOKS, laid_out.policy.__name__)

    def failed(what: str) -> BrokenRule:
        return broken(cell, int(world.luck.game_low) + (int(world.luck.game_high) << 32), world, what)

    played = call_kernel(
        laid_out.policy, lambda: kernel.play_games(world, mind, dice, first, rows.view(np.recarray)), failed
    )
    if played is None:
        return play_plainly(partial(play_batch, dice_seed=dice_seed), Log, log, cell, seed, first, last)
    if played < last - first:
        raise broken(cell, first + played, world)
    counters = world.tally.card[: len(laid_out.compiled.cards), : len(COUNTERS)].copy()
    tables = {table.name: world.tally[table.name].reshape(*table.shape, -1).copy() for table in TABLES}  # type: ignore[index]
    return Batch(rows, counters, tables)


def play_with_dice_of(cell: Cell, seed: int, dice_seed: int, first: int, last: int) -> Batch:
    """The same games, with dice for the policy that another seed gives."""
    return play_batch(cell, seed, first, last, dice_seed=dice_seed)


def broken(cell: Cell, game: int, world: World, what: str = "") -> BrokenRule:
    """The error message for a game that cannot continue."""
    return BrokenRule(f"{cell.name}: game {game}, turn {world.table.turn}: {what or SENTENCES[int(world.table.fault)]}")


def make_ready(cell: Cell, say: Callable[[str], None]) -> None:
    """Compiles the kernel of a cell."""
    nothing = partial(play_batch, cell, 0, 0, 0)
    make_kernel_ready(HOOKS, lay_out(cell).policy, str(cell.labels["policy"]), nothing, say)


def policies_of(cell: Cell) -> tuple[ModuleType]:
    """The module that decides in a cell, found without compiling the deck: a run asks this of every cell at its
    start."""
    return (deciding_module(POLICIES, cell.spec["policy"], dict(cell.code)),)


PREPARATION = Preparation(HOOKS, policies_of, make_ready)
