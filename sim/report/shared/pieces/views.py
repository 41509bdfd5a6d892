"""The tables of the page about pieces."""

from functools import partial

from engine.language.current import said, word
from sim.report.shared.cell_layout import Group
from sim.report.shared.page.columns import Column, names, view
from sim.report.shared.page.entries import PageTable, Row, TableEntry, ratio_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import NOTHING, p_value


def adjusted_says() -> str:
    """What a column of `q` means."""
    return said(
        "the p-value adjusted for many comparisons (Benjamini and Hochberg); below 0.05 an effect is significant"
    )


def pieces_table(data: RunData, tables: Tables, group: Group) -> PageTable | None:
    """What happened to each piece in the games of a group."""
    table, ratios = tables["pieces"].filter(table=group.name), data.presentation.pieces
    if table.is_empty() or not ratios:
        return None
    columns = [
        Column(word(each.title), word(each.meaning), partial(ratio_entry, each, key=each.name)) for each in ratios
    ]
    return view(table, [names(word(data.presentation.piece), "title"), *columns])


def q_entry(row: Row) -> TableEntry:
    """An adjusted p-value, if there is one."""
    return TableEntry(NOTHING) if row["q"] is None else TableEntry(p_value(row["q"]), row["q"])
