"""Plays the games of a cell: lays out its content, seats the policies, compiles their kernel, calls it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol, get_type_hints

import numpy as np
from numpy.typing import NDArray

from engine.content.checked import Model
from engine.errors import BrokenRule, Text, message
from engine.game.cell import Cell, Json, RecentlyMade
from engine.game.outcomes import Outcome
from engine.game.results import Batch, Column, CountTable, Notable, Rows
from engine.game.seats import ANYWHERE, FOCUS, FOCUS_COLUMN, focus_seats, play_twice, who_won
from engine.kernel.records import Ints, new
from engine.kernel.rng import seed_dice, seed_luck
from engine.policy.checking.asked_again import Finding
from engine.policy.compilable import call_kernel, play_plainly, plays_plainly
from engine.policy.compiled_game.grid import OPTIONS, PLAYERS, Grid
from engine.policy.compiled_game.records import Dice
from engine.policy.hooks import HookSet
from engine.policy.kernel import Preparation, Seeds, indices_of, load_kernel, make_kernel_ready
from engine.policy.seats.mixed_kernel import deciding_module
from engine.policy.seats.mixed_table import parts_of, policy_label
from engine.policy.seats.seating import table_with_focus
from engine.policy.seats.trained_policy import beneath

LOG, SCENARIO, CONTENT = "log", "scenario", "content"
WINNERS = "winners"
"""The column of winners, one bit a seat."""
FORKS = "forks"
"""At a table from which games fork: policies that play on, beside those that sit there."""


class Results(Protocol):
    """What a game's module of results has; `MEASURES` and `TABLES`, if it has any."""

    SCHEMA: int
    COLUMNS: tuple[Column, ...]
    OUTCOMES: tuple[Outcome, ...]
    NOTABLE: Mapping[str, Notable]


class Seated(NamedTuple):
    """A cell with a policy in every seat: plain data, so that another process can play it."""

    cell: Cell
    policy: Json


class Played(NamedTuple):
    """The results of some games."""

    rows: Rows
    pieces: Ints
    """The counters of each piece."""
    tables: dict[str, Ints]
    """What games were counted into beside their rows, by the name of each table."""


class Replayed(NamedTuple):
    """What a replay is told from."""

    log: Any
    broken: str
    """Why the game could not go on; empty if it did."""
    focus: int
    """The seat in focus; ANYWHERE if there is none."""
    verdict: str
    """Who won from that seat; empty if there is none."""


class PlaysSearched(Protocol):
    """How tables are played at which somebody searches, or from which games fork; see `engine.players`."""

    def module_of(self, tables: "Tables[Any]", seated: Seated) -> ModuleType:
        """The module that makes the decisions."""
        ...

    def play(
        self, tables: "Tables[Any]", seated: Seated, seeds: Seeds, indices: NDArray[np.int64], log: Any
    ) -> Played | None:
        """Plays games; None if code of somebody's own turned out not to compile."""
        ...

    def redeal(
        self,
        tables: "Tables[Any]",
        seated: Seated,
        seed: int,
        games: int,
        deals: int,
        shorten: Callable[[Any], None],
    ) -> Finding:
        """Plays some games, which may be shortened, and deals again some times at every search."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class Tables(Generic[Model]):
    """How the games of one game are played."""

    grid: Grid[Model]
    world: type
    """The state: a named tuple of records, with `scenario`, `luck` and `log` among them."""
    lay_out: Callable[[Model, Json], Mapping[str, Any]]
    """The records of the world that the content and the spec of a cell decide, by name; as `content`, what a policy is
    told of it before the first game. In its module, the tables have the name `TABLES`: another process finds them
    there."""
    results: Results
    """The module that declares the results of a game."""
    faults: Mapping[int, str]
    """What a policy did wrong, by `table.fault`."""
    pieces: Callable[[Any, Model], Ints]
    """The counters of the pieces in a world that was played."""
    moment: Callable[[Any], Text] = lambda world: message("turn {turn}", turn=int(world.table.turn))
    """The time in a world, for an error."""
    take_seats: Callable[[Any, Seated], None] = lambda world, seated: None
    """Writes into the scenario what depends on who plays."""
    dice: type = Dice
    """The dice of the policies."""
    paired: Column = FOCUS_COLUMN
    """The column for who wins from the seat in focus; for games with seats."""
    searched: PlaysSearched | None = None
    """For games in which policies can search."""
    _laid_out: RecentlyMade[Mapping[str, Any]] = field(default_factory=RecentlyMade, init=False, repr=False)

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        return found_in, (self.lay_out.__module__, "TABLES")

    @cached_property
    def row(self) -> np.dtype[np.void]:
        return np.dtype([(column.name, column.dtype) for column in self.results.COLUMNS])

    @property
    def hooks(self) -> HookSet:
        return self.grid.policies.hooks

    @cached_property
    def records(self) -> dict[str, type]:
        """The records of a world by name."""
        return get_type_hints(self.world)

    @cached_property
    def silent(self) -> Any:
        """A log that records nothing."""
        return new(self.records[LOG])

    def laid_out(self, cell: Cell) -> Mapping[str, Any]:
        """The records that a cell decides, made now unless it was played lately."""
        return self._laid_out.get(cell.key, lambda: self.lay_out(self.grid.content_in(cell), cell.spec))

    def seat(self, cell: Cell, focus_at: int = ANYWHERE) -> Seated:
        """Who sits where. In a cell with a focus, `focus_at` is its seat; ANYWHERE for the field alone."""
        spec = cell.spec
        return Seated(cell, table_with_focus(spec, spec[PLAYERS], focus_at) if FOCUS in spec else spec["policy"])

    def module_of(self, seated: Seated) -> ModuleType:
        """The module that makes the decisions."""
        if self.searched and is_searched(seated):
            return self.searched.module_of(self, seated)
        return deciding_module(self.grid.policies, seated.policy, dict(seated.cell.code))

    def deciding_policy(self, cell: Cell) -> ModuleType:
        """The module that makes the decisions in a cell; those of the field, if there is a focus."""
        return self.module_of(self.seat(cell))

    def focus_seats(self, cell: Cell, seed: int, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """The focus seat in each of these games."""
        return focus_seats(seed, indices, cell.spec[PLAYERS], cell.spec[OPTIONS][FOCUS])

    def play_batch(self, cell: Cell, seed: int, first: int, last: int, dice_seed: int | None = None) -> Batch:
        """Plays the games [first, last) of a cell. `dice_seed` gives the policies the dice of another seed. With a
        focus, the pieces are counted in the games in which it plays."""
        indices, seeds = indices_of(cell, first, last), Seeds.of(seed, dice_seed)
        if FOCUS not in cell.spec:
            return Batch(*self.play(self.seat(cell), seeds, indices))
        counted: list[Ints] = []

        def play(focus_at: int, games: NDArray[np.int64]) -> Rows:
            played = self.play(self.seat(cell, focus_at), seeds, games)
            counted.append(played.pieces if focus_at != ANYWHERE else np.zeros_like(played.pieces))
            return played.rows

        seats = self.focus_seats(cell, seed, indices)
        rows, field_rows = play_twice(play, seats, indices)
        rows[self.paired.name] = who_won(rows, field_rows, WINNERS, seats)
        return Batch(rows, np.sum(counted, axis=0), {})

    def play_with_dice_of(self, cell: Cell, seed: int, dice_seed: int, first: int, last: int) -> Batch:
        """The same games, with dice for the policies that another seed gives."""
        return self.play_batch(cell, seed, first, last, dice_seed)

    def mind_of(self, seated: Seated) -> Any:
        """A new memory of the policies, with their parameters."""
        policy = self.module_of(seated)
        mind = new(self.hooks.part_of(policy, "Memory"))
        known = self.laid_out(seated.cell).get(CONTENT)
        self.hooks.part_of(policy, "prepare")(mind, self.parameters_of(seated), known)
        return mind

    def parameters_of(self, seated: Seated) -> Json:
        """The parameters of the policy that plays, or all of a table that is mixed or searched."""
        is_table = "seats" in seated.policy or is_searched(seated)
        found: Json = seated.policy if is_table else seated.policy["parameters"]
        return found

    def world_of(self, seated: Seated, seeds: Seeds, log: Any = None) -> Any:
        """A new state."""
        made = {**self.laid_out(seated.cell), LOG: self.silent if log is None else log}
        made[SCENARIO] = made[SCENARIO].copy()  # what depends on the seats is written into it
        world: Any = self.world(*(made[name] if name in made else new(kind) for name, kind in self.records.items()))
        self.take_seats(world, seated)
        seed_luck(world.luck, seeds.seed)
        seed_dice(world.luck, seeds.dice)
        return world

    def play(self, seated: Seated, seeds: Seeds, indices: NDArray[np.int64], log: Any = None) -> Played:
        """Plays the games of these indices."""
        policy, log = self.module_of(seated), self.silent if log is None else log
        plainly = partial(play_plainly, self.play, self.records[LOG], log, seated, seeds, indices)
        if plays_plainly(self.hooks, policy):
            return plainly()
        if self.searched and is_searched(seated):
            return self.searched.play(self, seated, seeds, indices, log) or plainly()
        world, mind = self.world_of(seated, seeds, log), self.mind_of(seated)
        rows, kernel = np.zeros(len(indices), self.row), load_kernel(self.hooks, policy.__name__)
        focus = [self.focus_seats(seated.cell, seeds.seed, indices)] if self.grid.about.has_focus else []

        def play() -> int:
            played: int = kernel.play_games(world, mind, new(self.dice), indices, *focus, rows.view(np.recarray))
            return played

        played = call_kernel(policy, play, partial(self.broken, seated.cell, world))
        if played is None:
            return plainly()
        if played < len(indices):
            raise self.broken(seated.cell, world)
        return Played(rows, self.pieces(world, self.grid.content_in(seated.cell)), self.counted(world))

    def broken(self, cell: Cell, world: Any, what: str = "") -> BrokenRule:
        """The error of a game that cannot go on, by default because of what a policy did."""
        game = int(world.luck.game_low) + (int(world.luck.game_high) << 32)
        said = what or self.faults[int(world.table.fault)]
        where = message("game {game}, {moment}", game=game, moment=self.moment(world))
        return BrokenRule(message("{said}", said=said), source=cell.name, place=where)

    def counted(self, world: Any) -> dict[str, Ints]:
        """The tables that games were counted into, each of which is a field of the tally."""
        tables: Sequence[CountTable] = getattr(self.results, "TABLES", ())
        return {each.name: world.tally[each.name].reshape(*each.shape, -1).copy() for each in tables}

    def replay(self, cell: Cell, seed: int, index: int) -> Replayed:
        """Plays one game again and logs it."""
        log: Any = new(self.records[LOG])
        log.listens = 1
        broken, focus, verdict = "", ANYWHERE, ""
        indices = np.array([index])
        if FOCUS in cell.spec:
            focus = int(self.focus_seats(cell, seed, indices)[0])
        try:
            self.play(self.seat(cell, focus), Seeds.of(seed), indices, log)
            if FOCUS in cell.spec:
                verdict = self.paired.values[self.play_batch(cell, seed, index, index + 1).rows[self.paired.name][0]]
        except BrokenRule as error:
            broken = error.line
        return Replayed(log, broken, focus, verdict)

    def seated_in(self, cell: Cell) -> list[Seated]:
        """Every table that a cell needs a kernel for."""
        return [self.seat(cell), self.seat(cell, 0)] if FOCUS in cell.spec else [self.seat(cell)]

    def make_ready(self, cell: Cell, say: Callable[[str], None]) -> None:
        """Compiles the kernels of a cell with calls that play no game: a policy may never return, and only the callers
        that play games have a time limit."""
        for seated in self.seated_in(cell):
            label = ", ".join(policy_label(self.grid.policies, part) for part in parts_of(seated.policy))
            nothing = partial(self.play, seated, Seeds.of(0), np.arange(0))
            make_kernel_ready(self.hooks, self.module_of(seated), label, nothing, say)

    @cached_property
    def preparation(self) -> Preparation:
        """One kernel for each policy: contents and options need none of their own."""
        return Preparation(self.hooks, lambda cell: tuple(map(self.module_of, self.seated_in(cell))), self.make_ready)


def is_searched(seated: Seated) -> bool:
    """Whether somebody searches or plays by what was learned, or games fork from this table."""
    return FORKS in seated.policy or any(beneath(part) for part in parts_of(seated.policy))


def found_in(module: str, name: str) -> Any:
    """How another process gets what holds functions and cannot travel: by its name."""
    return getattr(import_module(module), name)
