"""Plays a game step by step and shows the whole state after each step."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.game.cell import Cell
from engine.shipwreck.cells import stepper
from engine.shipwreck.cells.grid import GRID
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.deck.rule_tables import compile_deck

LONG = "rows"
"""The rules as a table of millions of numbers. No test reads them one by one, and as a list they take a while."""


def plain(record: Any) -> SimpleNamespace:
    """A record as plain Python numbers and lists, because NumPy's are slow to read one by one."""
    names = [name for name in record.dtype.names if name != LONG]
    fields = zip(names, record[names].item(), strict=True)
    return SimpleNamespace(**{name: value.tolist() if hasattr(value, "tolist") else value for name, value in fields})


class Sitting(stepper.Sitting):
    """Plays games of one cell and lets a test look at the state."""

    def __init__(self, cell: Cell, seed: int) -> None:
        super().__init__(cell, seed)
        self.deck = GRID.content_in(cell)
        self.compiled = compile_deck(self.deck)
        self.book, self.scenario = plain(self.world.book), plain(self.world.scenario)

    def look(self) -> SimpleNamespace:
        """The whole state as plain numbers."""
        world = self.world
        now = {"table": plain(world.table), "hidden": plain(world.hidden), "tally": plain(world.tally)}
        return SimpleNamespace(book=self.book, scenario=self.scenario, **now)

    def row(self) -> np.void:
        """The result row of the game just played, as a batch would have it."""
        table, tally = self.world.table, self.world.tally
        row: np.void = np.zeros(1, TABLES.row)[0]
        row["won"], row["end"], row["turns"] = table.end == 0, table.end, table.turn
        row["score"], row["doom"] = table.score, table.doom
        for name in ("predictions", "correct", "wrong", "fades", "doom_fades", "plays", "hours_plays", "powers"):
            row[name] = getattr(tally, name)
        row["stated"], row["forced"], row["fallbacks"] = tally.stated, tally.forced, self.mind.fallbacks
        row["undecided"], row["behind"] = tally.undecided, tally.behind
        row["opening"] = np.uint64(tally.opening)
        return row
