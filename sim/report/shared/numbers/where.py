"""The columns that name a cell in every table about cells."""

import polars as pl

from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.run_data import RunData

Schema = dict[str, type[pl.DataType]]

WHERE: Schema = {"cell": pl.Int64, "table": pl.String, "level": pl.String, "size": pl.String}

TableRow = tuple[object, ...]


def where(place: PlacedCell) -> TableRow:
    """The first columns of every table about cells."""
    return place.number, place.group.name, str(place.level), str(place.size)


def in_order(data: RunData) -> list[PlacedCell]:
    """All cells: by group, from the weakest players to the strongest, then difficulty, then size."""
    return [place for group in data.layout.groups for place in data.layout.of(group)]
