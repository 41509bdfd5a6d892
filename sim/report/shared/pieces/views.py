"""The tables of the page about pieces."""

from sim.report.shared.cell_layout import Group
from sim.report.shared.page.entries import PageTable, named, ratio_entry
from sim.report.shared.run_data import RunData, Tables

ADJUSTED = "the p-value adjusted for many comparisons (Benjamini and Hochberg); below 0.05 an effect is significant"


def pieces_table(data: RunData, tables: Tables, group: Group) -> PageTable | None:
    """What happened to each piece in the games of a group."""
    table = tables["pieces"].filter(table=group.name)
    if table.is_empty() or not data.presentation.pieces:
        return None
    heads = [(data.presentation.piece, ""), *((ratio.title, ratio.meaning) for ratio in data.presentation.pieces)]
    rows = []
    for row in table.iter_rows(named=True):
        entries = [ratio_entry(ratio, {"value": row[ratio.name]}) for ratio in data.presentation.pieces]
        rows.append([named(row["title"]), *entries])
    return PageTable(heads, rows)
