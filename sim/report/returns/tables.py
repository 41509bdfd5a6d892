"""Who gets how much: what each seat gets on average, how much more that is than what all seats do, and what skill adds
to it."""

from collections.abc import Sequence

import polars as pl

from engine.game.outcomes import Mean
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.numbers.where import Schema, TableRow, about_cells, estimates, in_order, where
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate, mean_estimate


def mean_named(data: RunData, name: str) -> Mean | None:
    """An outcome that the game names as a return; None if no cell has it."""
    found = next((outcome for outcome in data.outcomes if outcome.name == name), None)
    assert found is None or isinstance(found, Mean)
    return found


def estimated(data: RunData, place: PlacedCell, outcome: Mean | None) -> Estimate:
    """The value and the interval of an outcome of a cell."""
    found = data.estimate(place, outcome) if outcome is not None and outcome.applies(place.cell.labels) else None
    return NOTHING if found is None else Estimate(found["value"], found["low"], found["high"])


def returns(data: RunData) -> pl.DataFrame:
    """What each seat of each cell gets, and how much more than all seats of the game do on average."""
    rows: list[TableRow] = []
    for place in in_order(data):
        seats = seats_of(data, place)
        more = _more_than_average(data, place, seats)
        for seat, outcome in enumerate(seats):
            numbers = (*estimated(data, place, outcome), *more[seat])
            rows.append((*where(place), seat + 1, outcome.unit, data.games(place), *numbers))
    named: Schema = {"seat": pl.Int64, "unit": pl.String, "games": pl.Int64}
    return about_cells(rows, named, *estimates("value", "advantage"))


def seats_of(data: RunData, place: PlacedCell) -> list[Mean]:
    """What the seats of a cell get, as outcomes, the first seat first."""
    declared = data.presentation.returns
    found = [mean_named(data, name) for name in declared.seats] if declared else []
    return [outcome for outcome in found if outcome is not None and outcome.applies(place.cell.labels)]


def _more_than_average(data: RunData, place: PlacedCell, seats: Sequence[Mean]) -> list[Estimate]:
    """Of each seat. If an equal share is always the same, that is its return less the share; else it needs rows."""
    declared = data.presentation.returns
    if declared is not None and declared.equal_share is not None:
        return [estimated(data, place, outcome).moved(-declared.equal_share) for outcome in seats]
    if not data.has_rows or not data.games(place):
        return [NOTHING] * len(seats)
    games = data.run.games.filter(pl.col("cell") == place.number)
    worth = [pl.col(outcome.column).cast(pl.Int64) + outcome.offset for outcome in seats]
    # In parts of 1 / seats, so that sums stay whole.
    more = [len(seats) * each - pl.sum_horizontal(worth) for each in worth]
    found = []
    for outcome, each in zip(seats, more, strict=True):
        counted = games.select(each.alias("more")).group_by("more").agg(games=pl.len()).collect(engine="streaming")
        pairs = counted.rows()
        played, *sums = (sum(count * value**power for value, count in pairs) for power in range(4))
        found.append(mean_estimate(played, sums[0], sums[1], sums[2], len(seats)).scaled(len(seats) * outcome.scale))
    return found


def return_gains(data: RunData) -> pl.DataFrame:
    """Every cell with a focus: what its seat gets with the policy of the focus, and how much more than with that of
    the field, in the same seat on the same luck."""
    declared = data.presentation.returns
    gets = mean_named(data, declared.focus) if declared else None
    gain = mean_named(data, declared.gain) if declared else None
    rows: list[TableRow] = []
    for place in in_order(data):
        if gain is not None and place.group.field and data.games(place):
            numbers = (*estimated(data, place, gets), *estimated(data, place, gain))
            group = place.group
            rows.append((*where(place), group.who, group.field, gain.unit, data.games(place), *numbers))
    named: Schema = {"focus": pl.String, "field": pl.String, "unit": pl.String, "games": pl.Int64}
    return about_cells(rows, named, *estimates("focus_return", "gain"))
