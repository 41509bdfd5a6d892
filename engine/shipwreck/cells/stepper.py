"""Plays a game step by step, with the kernel's own step functions."""

from collections.abc import Iterator
from typing import Any

from engine.game.cell import Cell
from engine.kernel.records import new
from engine.policy.kernel import Seeds, load_kernel
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.cells.policy_set import HOOKS
from engine.shipwreck.table.state import GOING_ON, STALLED, Dice, View, World
from engine.shipwreck.table.streams import start_luck


class Sitting:
    """Plays games of one cell. `steps` stops after every step of every turn."""

    def __init__(self, cell: Cell, seed: int) -> None:
        self.cell = cell
        seated = TABLES.seat(cell)
        self.world: World = TABLES.world_of(seated, Seeds.of(seed))
        self.world.scenario.lines = 1
        self.mind = TABLES.mind_of(seated)
        self.dice = new(Dice)
        self.kernel: Any = load_kernel(HOOKS, TABLES.module_of(seated).__name__)

    def set_up(self, index: int) -> None:
        """Sets up a game before its first turn."""
        start_luck(self.world.luck, self.dice, index)
        self.mind.fallbacks = 0
        self.kernel.set_up(self.world)
        self.kernel.begin_game(View(self.world.book, self.world.table), self.mind)

    def steps(self, index: int) -> Iterator[str]:
        """The name of each step, after it has happened."""
        self.set_up(index)
        yield "set-up"
        while self.world.table.end == GOING_ON:
            yield from self.turn()

    def turn(self) -> Iterator[str]:
        """The five steps, in the order of `play_turn`."""
        kernel, world, table = self.kernel, self.world, self.world.table
        kernel.note_course(world)
        kernel.begin_turn(world)
        yield "begin"
        if kernel.draw_step(world):
            yield "draw"
            kernel.play_step(world, self.mind, self.dice)
            self.check(world)
            yield "play"
            if not table.slipped:
                kernel.predict_step(world, self.mind, self.dice)
                self.check(world)
                yield "predict"
        if table.end == GOING_ON:
            kernel.fade_step(world)
        if table.end == GOING_ON:
            kernel.end_turn(View(world.book, table), self.mind)
        if table.end == GOING_ON and table.turn >= world.book.turn_limit:
            kernel.end_game(table, world.log, STALLED)
        yield "fade"

    def check(self, world: World) -> None:
        """Raises an error if a step broke a rule."""
        if world.table.fault:
            raise TABLES.broken(self.cell, world)
