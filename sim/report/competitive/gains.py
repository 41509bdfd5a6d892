"""What skill is worth: how much more often one seat wins with a better policy than with that of its field.

Both are played in the same seat on the same luck, and the game says who won from there; so the gain is the difference
of a paired table.
"""

import numpy as np
import polars as pl

from engine.game.outcomes import Mean
from engine.game.seats import BOTH, FIELD_ONLY, FOCUS_ONLY, NEITHER
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.numbers.where import Schema, TableRow, about_cells, estimates, in_order, where
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import share_estimate
from sim.statistics.intervals import Interval
from sim.statistics.paired import Paired, interval


def gains(data: RunData) -> pl.DataFrame:
    """Every cell with a focus: how often its seat wins with the policy of the focus, how often with that of the field,
    and the difference."""
    rows: list[TableRow] = []
    for place in in_order(data):
        table = focus_table(data, place)
        if table is not None:
            group = place.group
            with_it = share_estimate(table.both + table.gained, table.games)
            without = share_estimate(table.both + table.lost, table.games)
            gain = table.difference, *_gain_interval(data, place, table)
            rows.append((*where(place), group.who, group.field, table.games, *with_it, *without, *gain))
    named: Schema = {"focus": pl.String, "field": pl.String, "games": pl.Int64}
    return about_cells(rows, named, *estimates("focus_wins", "field_wins", "gain"))


def _gain_interval(data: RunData, place: PlacedCell, table: Paired) -> Interval:
    """That of the summary of the run, so that the gain has one interval wherever it is shown; the score interval of the
    table if the game declares no such outcome."""
    contest = data.presentation.contest
    assert contest is not None
    for outcome in data.outcomes:
        if isinstance(outcome, Mean) and outcome.column == contest.focus and outcome.values:
            found = data.estimate(place, outcome)
            if found is not None and found["low"] is not None:
                whole = outcome.values[FOCUS_ONLY]
                return found["low"] / whole, found["high"] / whole
    return interval(table)


def focus_table(data: RunData, place: PlacedCell) -> Paired | None:
    """Who won from the seat of focus; None if the cell has none."""
    contest = data.presentation.contest
    if contest is None or not contest.focus or not place.group.field or not data.games(place):
        return None
    counted = data.distribution(contest.focus).filter(cell=place.number)
    games = dict(counted.select("value", "games").iter_rows())
    return Paired(*(games.get(code, 0) for code in (BOTH, FIELD_ONLY, FOCUS_ONLY, NEITHER)))


def strength(data: RunData, found: pl.DataFrame) -> pl.DataFrame:
    """The policies of a run with a focus, from the weakest to the strongest, as their gains in the first version of the
    game have them: numbers whose differences come nearest to all gains (least squares)."""
    first = pl.col("cell").is_in(data.layout.cells_of(data.layout.versions[0]))
    found = found.filter(first & pl.col("gain").is_not_null())
    names = sorted({*found["focus"], *found["field"]})
    design = np.zeros((len(found), len(names)))
    for row, (focus, field) in zip(design, found.select("focus", "field").iter_rows(), strict=True):
        row[names.index(focus)] += 1
        row[names.index(field)] -= 1
    solved = np.linalg.lstsq(design, found["gain"].to_numpy(), rcond=None)[0] if names else []
    ordered = pl.DataFrame({"policy": names, "strength": solved}, {"policy": pl.String, "strength": pl.Float64})
    return ordered.with_columns(pl.col("strength").round(6)).sort("strength", maintain_order=True)


def skill_trace(data: RunData, found: pl.DataFrame) -> pl.DataFrame:
    """What each policy gains over the one below it in the measured order, in the first version of the game: step by
    step, from the weakest to the strongest."""
    ordered = strength(data, found)["policy"].to_list()
    found = found.filter(pl.col("cell").is_in(data.layout.cells_of(data.layout.versions[0])))
    below = dict(zip(ordered[1:], ordered, strict=False))
    steps = [pl.lit(False)]
    steps += [(pl.col("focus") == better) & (pl.col("field") == worse) for better, worse in below.items()]
    rank = pl.col("focus").replace_strict(ordered, range(len(ordered)), default=len(ordered), return_dtype=pl.Int64)
    return found.filter(pl.any_horizontal(steps)).sort(rank, maintain_order=True)
