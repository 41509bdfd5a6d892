"""What one strategy yields more than another on the same luck."""

from collections.abc import Iterator
from itertools import pairwise
from math import isfinite

import polars as pl

from engine.game.outcomes import Mean, Outcome
from sim.compare.pairs import Match, shared_outcome
from sim.report.cell_layout import Group, PlacedCell
from sim.report.numbers.tables import WHERE, Schema, TableRow, where
from sim.report.run_data import RunData
from sim.statistics.intervals import combined


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
    numbers: Schema = dict.fromkeys(("difference", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, {**WHERE, **named, **numbers, "compared": pl.String}, orient="row")


def _steps(groups: list[Group], ladder: int) -> Iterator[tuple[Group, Group]]:
    """Each group with the one before it. Those on one rung of the ladder, such as one policy with other parameters, are
    compared with the first of them, and so is the next rung."""
    first: dict[int, Group] = {}
    for below, group in pairwise(groups):
        first.setdefault(below.rung, below)
        yield below if ladder in (below.rung, group.rung) else first.get(group.rung, first[below.rung]), group


def differences(
    data: RunData, base: PlacedCell, place: PlacedCell
) -> Iterator[tuple[Outcome, float, float, float, str]]:
    """Of all outcomes that both cells have: the difference, its interval, and how it was computed."""
    for outcome in data.outcomes:
        if found := difference(data, base, place, outcome):
            yield outcome, *found


def difference(
    data: RunData, base: PlacedCell, place: PlacedCell, outcome: Outcome
) -> tuple[float, float, float, str] | None:
    """How much more of an outcome one cell has than another; None if one of them has none of it."""
    one, two = data.estimate(place, outcome), data.estimate(base, outcome)
    if one is None or two is None or one["low"] is None or two["low"] is None:
        return None
    if data.has_rows and not data.game.incomparable(base.cell, place.cell):
        found = shared_outcome(data.run, data.run, Match(place.cell.labels, base.cell, place.cell), outcome)
        if not found.games:
            return None
        low, high = found.interval()
        if isfinite(high - low):
            return found.difference, low, high, "paired"
    parts = [(sign, each["value"], (each["low"], each["high"])) for sign, each in ((1, one), (-1, two))]
    value, (low, high) = combined(parts)
    return value, low, high, "unpaired"
