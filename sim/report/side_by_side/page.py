"""The page of several runs."""

from pathlib import Path
from typing import Any

import polars as pl
from matplotlib.figure import Figure

from sim.display.figure_style import INK, MUTED, WIDTH, styled
from sim.display.number_format import NOTHING, points_digits, signed, span
from sim.display.templates import render
from sim.report.build import PAGE, ReportFiles, picture, table_files, with_record
from sim.report.numbers.joint_outcomes import ALL, joint_outcomes
from sim.report.numbers.pieces import opening_effects
from sim.report.page.entries import FAINT, PageTable, TableEntry, effect_entry, named, share_entry, where, where_heads
from sim.report.provenance import facts, made_from
from sim.report.side_by_side.comparison import Side, common_cells, comparison, side_by_side

MOST_LINES = 40
"""Rows of the figure."""

CAPTION = (
    "Differences of the win rates to the first run, in points, each with its own 95 % interval. Filled: a difference "
    "after the correction for all cells and runs."
)


def build_several(paths: list[Path]) -> ReportFiles:
    """The report of several runs."""
    sides = side_by_side(paths)
    cells = common_cells(sides)
    tables = {"comparison": comparison(sides, cells), "opening_effects": _effects(sides)}
    with styled():
        drawn = picture("differences", CAPTION, differences_figure(sides, tables["comparison"]))
    first = sides[0].data
    content = {
        "about": first.game.about,
        "presentation": first.presentation,
        "layout": first.layout,
        "sides": sides,
        "cells": len(cells),
        "sentences": sentences(sides, tables["comparison"]),
        "comparison": comparison_view(sides, tables["comparison"]),
        "effects": effects_view(sides, tables["opening_effects"]),
        "facts": [(side, facts(side.data)) for side in sides],
        "figures": {"differences": drawn},
    }
    files = {**drawn.files, **table_files(tables)}
    files["report.md"] = render(PAGE, "several.md", content).encode()
    files["index.html"] = render(PAGE, "several.html", content).encode()
    return with_record(files, [made_from(side.data) for side in sides])


def sentences(sides: list[Side], table: pl.DataFrame) -> list[str]:
    """How many cells of each run are won more or less often than in the first run, as far as that can be told."""
    told = []
    for side in sides[1:]:
        mine = table.filter(run=side.caption)
        more, less = (len(mine.filter(verdict=verdict)) for verdict in ("easier", "harder"))
        if more or less:
            told.append(
                f"{side.caption} is won more often than {sides[0].caption} in {more} of {len(mine)} cells and less "
                f"often in {less}; in the others the games do not tell."
            )
        else:
            told.append(f"No difference between {side.caption} and {sides[0].caption} is found in {len(mine)} cells.")
    return told


def comparison_view(sides: list[Side], table: pl.DataFrame) -> PageTable:
    """One row a cell: the win rate of each run, and its difference to the first."""
    base = sides[0].data
    heads = where_heads(base)
    for at, side in enumerate(sides):
        heads.append((side.caption, "games won"))
        heads += [("difference", f"{side.caption} minus {sides[0].caption}, in points")] if at else []
    rows = []
    for part in table.partition_by("cell", maintain_order=True):
        line = where(base, part.row(0, named=True))
        for at, row in enumerate(part.iter_rows(named=True)):
            line.append(share_entry(row["win_rate"], (row["low"], row["high"])))
            line += [_difference_entry(row)] if at else []
        rows.append(line)
    return PageTable(heads, rows)


def _difference_entry(row: dict[str, Any]) -> TableEntry:
    if row["difference"] is None:
        return TableEntry(NOTHING)
    interval = row["difference_low"], row["difference_high"]
    digits = points_digits(interval)
    style = FAINT if row["verdict"] == "unclear" else "font-weight:700"
    return TableEntry(signed(row["difference"], digits), row["difference"], style, span(interval, digits))


def differences_figure(sides: list[Side], table: pl.DataFrame) -> Figure:
    """The differences of every cell; of a large grid, only those of the group that the report is mainly about."""
    layout = sides[0].data.layout
    if table["cell"].n_unique() > MOST_LINES:
        table = table.filter(table=layout.focus.name)
    cells = table["cell"].unique(maintain_order=True).to_list()
    figure = Figure((WIDTH, 1.0 + 0.22 * len(cells)))
    plots = figure.subplots(1, len(sides) - 1, squeeze=False, sharey=True, sharex=True)
    for plot, side in zip(plots.flat, sides[1:], strict=True):
        plot.axvline(0, color=MUTED, linewidth=1)
        for row in table.filter(pl.col("difference").is_not_null(), run=side.caption).iter_rows(named=True):
            low, value, high = (row[key] * 100 for key in ("difference_low", "difference", "difference_high"))
            sure = row["verdict"] != "unclear"
            errors = [[max(0.0, value - low)], [max(0.0, high - value)]]
            height = len(cells) - 1 - cells.index(row["cell"])
            fill = INK if sure else "none"
            plot.errorbar([value], [height], xerr=errors, fmt="o", color=INK if sure else MUTED, markerfacecolor=fill)
        plot.set_title(side.caption)
        plot.grid(axis="x")
    names = [layout.name(layout.places[cell]) for cell in reversed(cells)]
    plots[0, 0].set_yticks(range(len(cells)), names, fontsize=9)
    figure.supxlabel(f"points of win rate, minus {sides[0].caption}", fontsize=10.5)
    return figure


def _effects(sides: list[Side]) -> pl.DataFrame:
    """The effects of pieces in the opening in each run, for the focus of the first run."""
    who = sides[0].data.layout.focus.who
    parts = []
    for side in sides:
        data = side.data
        groups = [group for group in data.layout.groups if group.who == who]
        table = opening_effects(data, {group: joint_outcomes(data, group) for group in groups}).filter(level=ALL)
        parts.append(table.select(pl.lit(side.caption).alias("run"), pl.all()))
    return pl.concat(parts)


def effects_view(sides: list[Side], table: pl.DataFrame) -> PageTable | None:
    """One row a piece, one column a run."""
    if table.is_empty():
        return None
    found = {(row["run"], row["title"]): row for row in table.iter_rows(named=True)}
    heads = [(sides[0].data.presentation.piece, ""), *((side.caption, "effect in points") for side in sides)]
    titles = table["title"].unique(maintain_order=True)
    rows = [[named(title), *(effect_entry(found.get((side.caption, title))) for side in sides)] for title in titles]
    return PageTable(heads, rows)
