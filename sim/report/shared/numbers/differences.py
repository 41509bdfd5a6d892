"""How much more of an outcome one cell of a run has than another."""

from collections.abc import Iterator
from math import isfinite

from engine.game.outcomes import Outcome
from sim.compare.pairs import Match, shared_outcome
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.run_data import RunData
from sim.statistics.intervals import combined


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
