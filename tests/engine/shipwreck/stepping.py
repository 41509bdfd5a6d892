"""A game taken step by step: the kernel's own step functions, called one after the other from a test."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.game import Cell
from engine.records import new
from engine.rng import HALF, WORD
from engine.shipwreck.playing import SILENT, LaidOut, lay_out
from engine.shipwreck.results import ROW
from engine.shipwreck.seating import load_kernel
from engine.shipwreck.state import GOING_ON, STALLED, Dice, View, World


def plain(record: Any) -> SimpleNamespace:
    """A record as plain Python numbers and lists: NumPy's are slow to read one by one."""
    fields = zip(record.dtype.names, record.item(), strict=True)
    return SimpleNamespace(**{name: value.tolist() if hasattr(value, "tolist") else value for name, value in fields})


class Sitting:
    """One cell at the table. `steps` plays a game and stops after every step of every turn."""

    def __init__(self, cell: Cell, seed: int) -> None:
        self.laid_out: LaidOut = lay_out(cell)
        self.world: World = self.laid_out.world(seed, SILENT)
        self.world.scenario.lines = 1
        self.mind = self.laid_out.mind()
        self.dice = new(Dice)
        self.dice.key0, self.dice.key1 = self.world.luck.key0, self.world.luck.key1
        self.kernel: Any = load_kernel(self.laid_out.policy.__name__)
        self.book, self.scenario = plain(self.world.book), plain(self.world.scenario)

    def look(self) -> SimpleNamespace:
        """Everything there is, as plain numbers."""
        world = self.world
        now = {"table": plain(world.table), "hidden": plain(world.hidden), "tally": plain(world.tally)}
        return SimpleNamespace(book=self.book, scenario=self.scenario, **now)

    def set_up(self, index: int) -> None:
        """The table before the first turn of a game."""
        luck, dice = self.world.luck, self.dice
        luck.game_low = dice.game_low = np.uint64(index) & WORD
        luck.game_high = dice.game_high = np.uint64(index) >> HALF
        luck.stacked_drawn = 0
        self.mind.fallbacks = 0
        self.kernel.set_up(self.world)
        self.kernel.begin_game(View(self.world.book, self.world.table), self.mind)

    def steps(self, index: int) -> Iterator[str]:
        """The names of the steps, each after it has happened."""
        self.set_up(index)
        yield "set-up"
        while self.world.table.end == GOING_ON:
            yield from self.turn()

    def turn(self) -> Iterator[str]:
        """The five steps, as `play_turn` takes them."""
        kernel, world, table = self.kernel, self.world, self.world.table
        kernel.note_course(world)
        kernel.begin_turn(world)
        yield "begin"
        if kernel.draw_step(world):
            yield "draw"
            kernel.play_step(world, self.mind, self.dice)
            assert table.fault == 0
            yield "play"
            if not table.slipped:
                kernel.predict_step(world, self.mind, self.dice)
                assert table.fault == 0
                yield "predict"
        if table.end == GOING_ON:
            kernel.fade_step(world)
        if table.end == GOING_ON:
            kernel.end_turn(View(world.book, table), self.mind)
        if table.end == GOING_ON and table.turn >= world.book.turn_limit:
            kernel.end_game(table, world.log, STALLED)
        yield "fade"

    def row(self) -> np.void:
        """The result of the game just played, as a batch would give it."""
        table, tally = self.world.table, self.world.tally
        row = np.zeros(1, ROW)[0]
        row["won"], row["end"], row["turns"] = table.end == 0, table.end, table.turn
        row["score"], row["doom"] = table.score, table.doom
        for name in ("predictions", "correct", "wrong", "fades", "doom_fades", "plays", "hours_plays", "powers"):
            row[name] = getattr(tally, name)
        row["stated"], row["forced"], row["fallbacks"] = tally.stated, tally.forced, self.mind.fallbacks
        row["undecided"], row["behind"] = tally.undecided, tally.behind
        row["opening"] = np.uint64(tally.opening)
        return row
