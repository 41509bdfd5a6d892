"""The verdict on top of the page of a production game."""

import polars as pl

from sim.report.shared.claims.verdict import ONE_POLICY, SURE, Line, not_yet
from sim.report.shared.page.estimate_sentences import estimate_line, length_line, written_of
from sim.report.shared.pieces.fate_sentences import STANDS_OUT, pieces_line, source_of
from sim.report.shared.pieces.unused import unused
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, listed, rough_count

FEWEST = 300
"""Games in which something must happen never before one knows that it happens in less than one of a hundred."""


def production_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines."""
    yields = estimate_line("What does it yield?", data, tables, data.headline, capital(_yields(data, tables)))
    return [yields, length_line(data, tables), _stands_out(data, tables)]


def _yields(data: RunData, tables: Tables) -> str:
    """The headline of the players that the page is about, in all their cells: `29.0 worth (28.9 to 29.1) for them`, or
    a range, `between … and … for them, by layout and players`."""
    layout, outcome = data.layout, data.headline
    rows = tables["outcomes"].filter(outcome=outcome.name).drop_nulls("value").sort("value")
    rows = rows.filter(pl.col("table").is_in([group.name for group in layout.focus_everywhere]))
    if rows.is_empty():
        return f"nothing is known of {outcome.phrase}: no game was played"
    ends = [written_of(data, outcome, row) for row in (rows.row(0, named=True), rows.row(-1, named=True))]
    if ends[0] == ends[1]:
        return f"{ends[0]} for {layout.focus.called}{' everywhere' if len(rows) > 1 else ''}"
    axes = (("table", layout.content), ("level", layout.difficulty), ("size", layout.size))
    by = listed([axis for column, axis in axes if rows[column].n_unique() > 1])
    return f"between {ends[0]} and {ends[1]} for {layout.focus.called}, by {by}"


def _stands_out(data: RunData, tables: Tables) -> Line:
    """Pieces that seats draw; what was never used, and what hardly ever."""
    source, table = source_of(data, tables, data.layout.even_focus), tables["coverage"].filter(pl.col("kind") != "end")
    told = unused(table)
    alone = f", {ONE_POLICY}" if len(data.layout.rungs) == 1 else ""
    if source is not None:
        line = pieces_line(source)
        return Line(STANDS_OUT, " ".join([line.says, *told]), f"{line.status}{alone}")
    if table.is_empty():
        return Line(STANDS_OUT, "The game counts nothing about its parts.", "not measured")
    kinds = " and every ".join(table["kind"].unique(maintain_order=True))
    says = " ".join(told) or f"Nothing: every {kinds} was used in at least one of a hundred games."
    sure = table.filter(pl.col("games") < FEWEST).is_empty()
    return Line(STANDS_OUT, says, f"{SURE if sure else not_yet(rough_count(FEWEST))}{alone}")
