"""Plays a game step by step, with the kernel's own step functions."""

from collections.abc import Iterator
from typing import Any

from engine.game.cell import Cell
from engine.kernel.records import new
from engine.policy.kernel import load_kernel
from engine.shipwreck.cells.play_cell import SILENT, LaidOut, broken, lay_out
from engine.shipwreck.cells.policy_set import HOOKS
from engine.shipwreck.table.state import GOING_ON, STALLED, Dice, View, World
from engine.shipwreck.table.streams import start_luck


class Sitting:
    """Plays games of one cell. `steps` stops after every step of every turn."""

    def __init__(self, cell: Cell, seed: int) -> None:
        self.cell = cell
        self.laid_out: LaidOut = lay_out(cell)
        self.world: World = self.laid_out.world(seed, SILENT)
        self.world.scenario.lines = 1
        self.mind = self.laid_out.mind()
        self.dice = new(Dice)
        self.kernel: Any = load_kernel(HOOKS, self.laid_out.policy.__name__)
        self.index = 0

    def set_up(self, index: int) -> None:
        """Sets up a game before its first turn."""
        self.index = index
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
            raise broken(self.cell, self.index, world)
