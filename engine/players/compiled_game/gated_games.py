"""Plays games of a searched table: true ones, which stop where a decision must be found, and forks of them."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from engine.game.results import Rows
from engine.kernel.records import Ints, new, plainly_read
from engine.players.compiled_game.gate import AS_BEFORE, FORKS_AT_ONCE, NEVER, NeedsDecision
from engine.players.compiled_game.packing import packed
from engine.players.compiled_game.searched_table import (
    WORLD,
    answer_of,
    let_records_overlap,
    width_of,
)
from engine.policy.compilable import call_kernel
from engine.policy.compiled_game.decisions import Decision, decisions_of
from engine.policy.compiled_game.play import LOG, Seated, Tables
from engine.policy.kernel import Seeds, load_kernel, write_copies

STOPPED = -1
TALLY = "tally"
"""The record of what is counted over all games."""
Answer = tuple[int, ...]


class Due(NamedTuple):
    """A decision at which a game has stopped."""

    at: int
    """Its number in the game."""
    decision: Decision
    given: dict[str, int]
    seat: int
    own: int
    """How many decisions this seat had before."""
    part: int
    """The policy that decides, by its number at the table."""
    habit: Answer
    """What the policy has answered."""

    def choices(self, world: Any) -> list[Answer]:
        """What can be chosen, and the habit among it."""
        answers = self.legal(world)
        return answers if self.habit in answers else [*answers, self.habit]

    def legal_habit(self, world: Any) -> Answer:
        """The habit, if it is legal; else the first choice that is."""
        answers = self.legal(world)
        return self.habit if self.habit in answers else answers[0]

    def legal(self, world: Any) -> list[Answer]:
        found = [each if isinstance(each, tuple) else (each,) for each in self.decision.legal(world, self.given)]
        return [tuple(map(int, each)) for each in found]


class Way(NamedTuple):
    """How a fork goes on."""

    choice: Answer
    world: Ints | None = None
    """As a row of numbers; None if it stays as it is. All forks of a call have one, or none has."""


class GatedGames:
    """A table, its world, and the gate between them."""

    def __init__(self, tables: Tables[Any], seated: Seated, seeds: Seeds, log: Any = None) -> None:
        self.tables, self.seated, self.seeds = tables, seated, seeds
        self.module, self.decisions = tables.module_of(seated), decisions_of(tables.hooks)
        self.mind: Any = tables.mind_of(seated)
        self.gate: Any = self.mind.gate
        self.world = self._in_memory(tables.world_of(seated, seeds, log))
        self.silent = self.world._replace(**{LOG: tables.silent})
        self.dice: Any = new(tables.dice)
        laid_out = tables.laid_out(seated.cell)
        self.changing = [name for name in tables.records if name not in laid_out or name in self.decisions.hidden]
        self.changing.remove(LOG)
        self._blank = {name: quick_copy(getattr(self.world, name)) for name in self.changing if name != TALLY}
        """Records as they are before the first game."""
        lasting = [name for name in tables.records if name in laid_out and name not in self.changing]
        self._laid_out = {name: quick_copy(getattr(self.world, name)) for name in lasting}
        self.kernel: Any = load_kernel(tables.hooks, self.module.__name__)
        copies = [sys.modules[path.stem] for path in write_copies(tables.hooks, self.module)]
        let_records_overlap([self.module, *copies])
        self.hooks = list(self.decisions.all.values())
        self.widths = [width_of(answer_of(tables.hooks, each.hook)) for each in self.hooks]

    def _in_memory(self, world: Any) -> Any:
        """The same world; what a fork exchanges lies in the memory of the table."""
        moved = {}
        for name in self.decisions.hidden:
            moved[name] = getattr(self.mind, WORLD.format(name))
            for field in moved[name].dtype.names:
                moved[name][field] = getattr(world, name)[field]
        self.mind.start[:] = packed(list(moved.values()))
        return world._replace(**moved)

    def play(self, rows: Rows, index: int, decide: Callable[[Due], Answer], habitual: Ints | int = 0) -> None:
        """Play one game to its end; `decide` is asked where it stops. After each answer, it is played again from the
        start. It does not stop at decisions that are HABITUAL."""
        self.gate.is_found[:] = habitual
        if not self._play_on(self.world, rows, index, decide):
            raise self.tables.broken(self.seated.cell, self.world)

    def _play_on(self, world: Any, rows: Rows, index: int, decide: Callable[[Due], Answer]) -> bool:
        """Whether a game came to its end."""
        counted, logged = quick_copy(world.tally), int(world.log.count)
        self._wipe()
        while (played := self._call(world, rows, index)) == STOPPED:
            due = self.due()
            self.answer(due.at, decide(due))
            overwrite(world.tally, counted)
            world.log.count = logged
            self._wipe()
        return played == 1

    def _wipe(self) -> None:
        """A network reads whole records. Rules leave in them what no longer counts, such as cards behind the last of a
        list: nothing of another game, nor of what comes later in this one, may be there."""
        for name, blank in self._blank.items():
            overwrite(getattr(self.world, name), blank)

    def stop_at(self, index: int, at: int) -> Due:
        """Play a game that was played before once more, up to this decision."""
        counted, known = quick_copy(self.world.tally), int(self.gate.is_found[at])
        self.gate.is_found[at] = 0
        self._wipe()
        played = self._call(self.silent, np.zeros(1, self.tables.row), index)
        assert played == STOPPED, "it was played before"
        self.gate.is_found[at] = known
        overwrite(self.world.tally, counted)
        return self.due()

    def answer(self, at: int, answer: Answer) -> None:
        """From now on, the decision of this number is answered so."""
        self.gate.is_found[at] = 1
        self.gate.found[at, : len(answer)] = answer

    def due(self) -> Due:
        """The decision at which a game has stopped."""
        gate, decision = self.gate, self.hooks[int(self.gate.hook)]
        given = {name: int(gate.given[place]) for place, name in enumerate(decision.given)}
        habit = tuple(gate.answer[: self.widths[int(gate.hook)]].tolist())
        seat = int(gate.seat)
        return Due(int(gate.decisions) - 1, decision, given, seat, int(gate.made[seat + 1]) - 1, int(gate.part), habit)

    def kept_world(self) -> Any:
        """A copy of the world as it is now."""
        changing = {name: quick_copy(getattr(self.world, name)) for name in self.changing}
        return self.world._replace(**self._laid_out, **changing)

    def fork(self, index: int, at: int, ways: Sequence[Way], by: int = AS_BEFORE) -> tuple[Rows, bool]:
        """The rows of games that go on from a decision, one for each way, of which there are FORKS_AT_ONCE at most. And
        whether all came to their end: a policy may break a rule after a choice that is not its own, because it has
        planned something else. The row of such a game is all 0."""
        rows = np.zeros(len(ways), self.tables.row)
        done, is_whole = 0, True
        with self._forking(at, ways, by):
            while done < len(rows):
                played = self._call(self.silent, rows[done:], index, done)
                assert played != STOPPED, "all answers before a fork are known"
                is_whole = is_whole and played == len(rows) - done
                done += played + 1
        return rows, is_whole

    def mended_fork(self, index: int, at: int, way: Way, by: int) -> Rows:
        """The row of a fork in which a policy breaks a rule: there it makes the first legal choice instead."""
        rows = np.zeros(1, self.tables.row)
        self.gate.is_found[at:] = 0
        with self._forking(at, [way], by):
            self.gate.asks_all = 1
            if not self._play_on(self.silent, rows, index, lambda due: due.legal_habit(self.world)):
                raise self.tables.broken(self.seated.cell, self.world)
        return rows

    @contextmanager
    def _forking(self, at: int, ways: Sequence[Way], by: int) -> Iterator[None]:
        """Meanwhile games go another way. They count for nothing."""
        gate, counted = self.gate, quick_copy(self.world.tally)
        asked, gate.asks_all = int(gate.asks_all), 0
        assert len(ways) <= FORKS_AT_ONCE
        gate.fork_at, gate.by, gate.deals = at, by, ways[0].world is not None
        gate.choice[: len(ways), : len(ways[0].choice)] = [way.choice for way in ways]
        if ways[0].world is not None:
            self.mind.worlds[: len(ways)] = [way.world for way in ways]
        yield
        gate.fork_at, gate.by, gate.asks_all = NEVER, AS_BEFORE, asked
        overwrite(self.world.tally, counted)

    def compile(self) -> None:
        """Call the kernel for no game."""
        self._call(self.world, np.zeros(0, self.tables.row), 0)

    def _call(self, world: Any, rows: Rows, index: int, first: int = 0) -> int:
        """Call the kernel for as many games of this index as there are rows. Returns how many came to their end;
        STOPPED if one needs a decision. `first` games of the same fork were played before."""
        tables, cell = self.tables, self.seated.cell
        indices = np.full(len(rows), index)
        focus = [tables.focus_seats(cell, self.seeds.seed, indices)] if tables.grid.about.has_focus else []
        self.gate.game = first

        def play() -> int:
            try:
                played: int = self.kernel.play_games(
                    world, self.mind, self.dice, indices, *focus, rows.view(np.recarray)
                )
            except NeedsDecision:
                return STOPPED
            return played

        played = call_kernel(self.module, play, partial(tables.broken, cell, world))
        if played is None:
            raise CannotCompile
        return played


class CannotCompile(Exception):  # noqa: N818 - no error
    """A policy of somebody's own turned out not to compile as part of the whole game."""


def quick_copy(record: Any) -> Any:
    """A copy of a record whose fields are quick to read in Python: what is hidden is dealt again many times."""
    return np.frombuffer(bytearray(record.tobytes()), plainly_read(record.dtype))[0]


def overwrite(record: Any, by: Any) -> None:
    for name in record.dtype.names:
        record[name] = by[name]
