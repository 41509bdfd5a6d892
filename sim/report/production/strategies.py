"""What one strategy yields more than another on the same luck."""

from collections.abc import Iterator
from itertools import pairwise

import polars as pl

from engine.game.outcomes import Mean
from sim.report.shared.cell_layout import Group
from sim.report.shared.numbers.differences import differences
from sim.report.shared.numbers.where import Schema, TableRow, about_cells, where
from sim.report.shared.run_data import RunData


def strategies(data: RunData) -> pl.DataFrame:
    """Each group against the one before it, at the same difficulty and size, in every outcome: game by game where they
    share their luck and the run kept its rows, else as independent samples."""
    rows: list[TableRow] = []
    layout = data.layout
    for below, group in _steps(layout.rungs, len(data.presentation.ladder)):
        for place in layout.of(group):
            base = layout.at(below, place.level, place.size)
            if base is None or not data.games(base) or not data.games(place):
                continue
            for outcome, *difference in differences(data, base, place):
                unit = outcome.unit if isinstance(outcome, Mean) else "share"
                rows.append((*where(place), below.name, outcome.name, unit, *difference))
    named: Schema = {"against": pl.String, "outcome": pl.String, "unit": pl.String}
    return about_cells(rows, named, "difference", "low", "high", last={"compared": pl.String})


def _steps(groups: list[Group], ladder: int) -> Iterator[tuple[Group, Group]]:
    """Each group with the one before it. Those on one rung of the ladder, such as one policy with other parameters, are
    compared with the first of them, and so is the next rung."""
    first: dict[int, Group] = {}
    for below, group in pairwise(groups):
        first.setdefault(below.rung, below)
        yield below if ladder in (below.rung, group.rung) else first.get(group.rung, first[below.rung]), group
