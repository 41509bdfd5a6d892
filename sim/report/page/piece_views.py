"""The tables of the page that speak of pieces."""

import polars as pl

from sim.display.number_format import rounded
from sim.report.cell_layout import Group
from sim.report.numbers.joint_outcomes import ALL
from sim.report.page.entries import Entry, View, effect_entry, named, ratio_entry
from sim.report.run_data import Material

Tables = dict[str, pl.DataFrame]

MOST_PAIRS = 20
"""Shown on the page; the table has all."""

EFFECT = "the win rate with it in the opening minus that without, in points"
TOGETHER = "what both are worth beyond what each is worth alone, in points"
ADJUSTED = "adjusted for the number of comparisons (Benjamini and Hochberg); below 0.05 an effect counts as measured"


def pieces_table(material: Material, tables: Tables, group: Group) -> View | None:
    """What happened to each piece at a kind of table."""
    table = tables["pieces"].filter(table=group.name)
    if table.is_empty():
        return None
    heads = [(material.story.piece, ""), *((ratio.title, ratio.meaning) for ratio in material.story.pieces)]
    rows = []
    for row in table.iter_rows(named=True):
        entries = [ratio_entry(ratio, {"value": row[ratio.name]}) for ratio in material.story.pieces]
        rows.append([named(row["title"]), *entries])
    return View(heads, rows)


def effects_table(material: Material, tables: Tables) -> View | None:
    """What each piece is worth in the opening: to the focus, at all difficulties and at each; and to other tables."""
    focus, axes = material.axes.focus, material.axes
    table = tables["opening_effects"]
    mine = table.filter(table=focus.name, level=ALL)
    if mine.is_empty():
        return None
    levels = [level for level in axes.levels if not table.filter(table=focus.name, level=str(level)).is_empty()]
    judged = set(table.filter(level=ALL)["table"])
    others = [group for group in axes.groups if group != focus and group.name in judged]
    columns = [(focus.name, str(level)) for level in levels] + [(group.name, ALL) for group in others]
    heads = [(material.story.piece, ""), ("effect", f"{focus.name}, all difficulties: {EFFECT}"), ("q", ADJUSTED)]
    heads += [(f"{axes.level_name(level)}", f"{focus.name}, {axes.level_name(level)} only") for level in levels]
    heads += [(group.name, f"{group.name}, all difficulties") for group in others]
    found = {(row["table"], row["level"], row["piece"]): row for row in table.iter_rows(named=True)}
    rows = []
    for row in mine.iter_rows(named=True):
        style = "font-weight:700" if row["out_of_line"] else ""
        line = [named(row["title"], style, "out of line" if row["out_of_line"] else "")]
        line += [effect_entry(row), Entry(rounded(row["q"]), row["q"])]
        line += [effect_entry(found.get((*column, row["piece"]))) for column in columns]
        rows.append(line)
    return View(heads, rows)


def pairs_table(material: Material, tables: Tables) -> View | None:
    """The pairs that stand out, of all kinds of table, strongest first."""
    table = tables["opening_pairs"].filter("marked").sort(pl.col("effect").abs(), descending=True).head(MOST_PAIRS)
    if table.is_empty():
        return None
    piece = material.story.piece
    heads = [
        (material.story.who or "table", ""),
        (piece, ""),
        ("with", ""),
        ("together", TOGETHER),
        ("q", ADJUSTED),
    ]
    rows = [
        [
            named(row["table"]),
            named(row["piece_title"]),
            named(row["other_title"]),
            effect_entry(row),
            Entry(rounded(row["q"]), row["q"]),
        ]
        for row in table.iter_rows(named=True)
    ]
    return View(heads, rows)
