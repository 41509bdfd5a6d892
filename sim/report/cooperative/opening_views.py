"""The tables of the page about pieces in the opening."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from engine.language.current import said, said_as, word
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.cooperative.views import who_plays
from sim.report.shared.page.columns import Column, names, view
from sim.report.shared.page.entries import PageTable, TableEntry, effect_entry, named
from sim.report.shared.pieces.views import adjusted_says, q_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import NOTHING
from sim.text.wording import the

MOST_PAIRS = 20
"""Shown on the page; the table has all of them."""


def effects_table(data: RunData, tables: Tables) -> PageTable | None:
    """The effect of each piece in the opening: for the focus, at all difficulties together and at each; for the other
    groups, at all together."""
    focus, layout = data.layout.focus, data.layout
    table = tables["opening_effects"]
    mine = table.filter(table=focus.name, level=ALL)
    if mine.is_empty():
        return None
    levels = [level for level in layout.levels if not table.filter(table=focus.name, level=str(level)).is_empty()]
    judged = set(table.filter(level=ALL)["table"])
    others = [group for group in layout.groups if group != focus and group.name in judged]
    columns = [(focus.name, str(level)) for level in levels] + [(group.name, ALL) for group in others]
    effect = said(
        "{who}, all difficulties: {what} with it in the opening minus {what} without it, in points, shrunk",
        who=focus.shown_name,
        what=the(word(data.headline.phrase)),
    )
    heads = [(word(data.presentation.piece), ""), (said("effect"), effect), ("q", adjusted_says())]
    level_names = [*map(layout.level_name, levels)]
    heads += [(name, said("{who}, {level} only", who=focus.shown_name, level=name)) for name in level_names]
    heads += [(group.shown_name, said("{who}, all difficulties", who=group.shown_name)) for group in others]
    found = {(row["table"], row["level"], row["piece"]): row for row in table.iter_rows(named=True)}
    rows = []
    for row in [*_added(table, mine, [group.name for group in others]), *mine.iter_rows(named=True)]:
        of_focus = row["table"] == focus.name
        style = "font-weight:700" if row["out_of_line"] else ""
        notes = [said("out of line")] if row["out_of_line"] else []
        if not of_focus:
            notes.insert(0, said("not in {who}", who=focus.shown_name))
        line = [named(word(row["title"]), style, ", ".join(notes))]
        line += [effect_entry(row), q_entry(row)] if of_focus else [TableEntry(NOTHING)] * 2
        line += [effect_entry(found.get((*column, row["piece"]))) for column in columns]
        rows.append(line)
    return PageTable(heads, rows)


def _added(table: pl.DataFrame, mine: pl.DataFrame, others: list[str]) -> Iterator[dict[str, Any]]:
    """The pieces that the focus does not have, because another content adds them: each as the first of the others has
    it."""
    known = set(mine["piece"])
    for name in others:
        for row in table.filter(table=name, level=ALL).iter_rows(named=True):
            if row["piece"] not in known:
                known.add(row["piece"])
                yield row


def pairs_table(data: RunData, tables: Tables) -> PageTable | None:
    """The significant pairs of all groups, strongest first."""
    table = tables["opening_pairs"].filter("marked").sort(pl.col("shrunk").abs(), descending=True).head(MOST_PAIRS)
    if table.is_empty():
        return None
    columns = [
        names(who_plays(data), "table"),
        Column(word(data.presentation.piece), "", lambda row: named(word(row["piece_title"]))),
        Column(said_as("of a pair of pieces", "with"), "", lambda row: named(word(row["other_title"]))),
        Column(
            said("together"),
            said("the effect of both together beyond the effect of each alone, in points, shrunk"),
            effect_entry,
        ),
        Column("q", adjusted_says(), q_entry),
    ]
    return view(table, columns)
