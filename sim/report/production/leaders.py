"""The pieces that lead, by each ratio that the game names."""

from itertools import product

import polars as pl

from sim.report.shared.numbers.where import Schema, TableRow
from sim.report.shared.pieces.tables import pieces
from sim.report.shared.run_data import RunData


def leaders(data: RunData) -> pl.DataFrame:
    """The pieces of every group by each leading ratio, the first first; those without it, or with nothing, are left
    out."""
    schema: Schema = dict.fromkeys(("ratio", "who", "content", "piece", "title"), pl.String)
    schema |= {"value": pl.Float64, "place": pl.Int64}
    counted = pieces(data)
    rows: list[TableRow] = []
    groups = data.layout.plain_groups if data.game.pieces else []
    for ratio, group in product(data.presentation.leading, groups):
        mine = counted.filter(pl.col("table") == group.name, pl.col(ratio) > 0)
        ordered = mine.sort(ratio, descending=True, maintain_order=True)
        for place, row in enumerate(ordered.iter_rows(named=True), start=1):
            content = group.version or str(data.layout.fixed.get(data.layout.content, ""))
            rows.append((ratio, group.who, content, row["piece"], row["title"], row[ratio], place))
    return pl.DataFrame(rows, schema, orient="row")
