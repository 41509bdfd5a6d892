"""The columns that name a cell in every table about cells."""

from collections.abc import Iterable

import polars as pl

from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.run_data import RunData

Schema = dict[str, type[pl.DataType]]

WHERE: Schema = {"cell": pl.Int64, "table": pl.String, "level": pl.String, "size": pl.String}

TableRow = tuple[object, ...]


def where(place: PlacedCell) -> TableRow:
    """The first columns of every table about cells."""
    return place.number, place.group.name, str(place.level), str(place.size)


def about_cells(rows: Iterable[TableRow], named: Schema, *numbers: str, last: Schema | None = None) -> pl.DataFrame:
    """A table about cells: rows that begin with `where`, then have these columns, then numbers."""
    return pl.DataFrame(rows, {**WHERE, **named, **dict.fromkeys(numbers, pl.Float64), **(last or {})}, orient="row")


def estimates(*names: str) -> list[str]:
    """The columns of estimates: `gain`, `gain_low`, `gain_high`."""
    return [f"{name}{end}" for name in names for end in ("", "_low", "_high")]


def in_order(data: RunData) -> list[PlacedCell]:
    """All cells: by group, from the weakest players to the strongest, then difficulty, then size."""
    return [place for group in data.layout.groups for place in data.layout.of(group)]
