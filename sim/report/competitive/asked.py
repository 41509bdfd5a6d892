"""What the page of a competitive game speaks of: its cells, its topics, and what it reads of its tables."""

from typing import Any

import polars as pl

from engine.game.outcomes import Share
from sim.report.shared.cell_layout import Group, PlacedCell
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import Interval

FIRST, SEATS, SKILL, ENDS, ROLES = "first seat", "seats", "skill", "ends", "roles"
RARE_END, LIMIT = "an end of hardly any or nearly all games", "a limit"
FAIR = "fair"
"""The headline of a page: the gap between two seats, or between the most and the least favoured of several."""
EVEN = 0.01
"""Seats that are no further apart are even."""
HARDLY = 0.01
"""What happens in fewer games happens in hardly any."""
RARE = 0.001
"""Draws and time-outs are mentioned if they may be more frequent than this."""


def main_place(data: RunData) -> PlacedCell | None:
    """The cell of the verdict: the players that the page is about, at the highest difficulty and the size in the
    middle."""
    layout = data.layout
    return layout.at(layout.even_focus, layout.levels[-1], layout.middle)


def corners(data: RunData, group: Group) -> list[PlacedCell]:
    """The smallest and the largest size, at the highest difficulty."""
    layout = data.layout
    places = [layout.at(group, layout.levels[-1], size) for size in dict.fromkeys([layout.sizes[0], layout.sizes[-1]])]
    return [place for place in places if place is not None]


def measured(tables: Tables, place: PlacedCell, name: str) -> tuple[float, Interval] | None:
    """A measure of a cell, if it has an interval."""
    for row in tables["measures"].filter(cell=place.number, name=name).iter_rows(named=True):
        if row["value"] is not None and row["low"] is not None:
            return row["value"], (row["low"], row["high"])
    return None


def is_duel(tables: Tables, place: PlacedCell) -> bool:
    """Whether the advantage of the first seat says all about the seats: there are two of them."""
    return tables["seats"].filter(cell=place.number).height == 2


def fairness(tables: Tables, place: PlacedCell) -> tuple[float, Interval] | None:
    """The advantage of the first of two seats; else how far the most and the least favoured seat lie apart."""
    if is_duel(tables, place):
        return measured(tables, place, "first_seat")
    found = measured(tables, place, "balance")
    return found and (1 - found[0], (1 - found[1][1], 1 - found[1][0]))


def end_rows(data: RunData, tables: Tables, group: Group) -> list[dict[str, Any]]:
    """Where seats win together: how often games end as the first question asks first, from the smallest size to the
    largest, at the highest difficulty."""
    if not (data.presentation.teams and data.presentation.questions):
        return []
    layout, name = data.layout, data.presentation.questions[0].outcomes[0]
    known = tables["outcomes"].filter(pl.col("value").is_not_null(), pl.col("low").is_not_null())
    mine = known.filter(table=group.name, outcome=name, level=str(layout.levels[-1]))
    return [row for size in layout.sizes for row in mine.filter(size=str(size)).iter_rows(named=True)]


def shares_of_ends(data: RunData, tables: Tables, place: PlacedCell) -> list[dict[str, Any]]:
    """Where seats win together: how often the games of a cell end in each way that the first question asks for. Limits
    are asked for elsewhere."""
    shown, limits = data.presentation, data.presentation.contest.time_outs if data.presentation.contest else ()
    asked = list(shown.questions[0].outcomes) if shown.teams and shown.questions else []
    ends = [each for each in data.outcomes if isinstance(each, Share) and each.column == shown.end]
    asked = sorted({*asked} - {each.name for each in ends if {*each.codes} <= {*limits}})
    known = tables["outcomes"].filter(pl.col("low").is_not_null(), cell=place.number, unit="share")
    return known.filter(pl.col("outcome").is_in(asked)).to_dicts()


def same_players(data: RunData) -> list[Group]:
    """The players that the page is about, in every version of the game."""
    return [each for each in data.layout.even_groups if each.who == data.layout.even_focus.who]


def trace_at(data: RunData, trace: pl.DataFrame) -> list[dict[str, Any]]:
    """The steps of a skill trace at the highest difficulty and the size in the middle, or the smallest that has any."""
    layout = data.layout
    sizes = [size for size in layout.sizes if not trace.filter(size=str(size)).is_empty()]
    size = layout.middle if layout.middle in sizes else next(iter(sizes), "")
    return trace.filter(size=str(size), level=str(layout.levels[-1])).to_dicts()
