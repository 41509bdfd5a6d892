"""The page of several runs."""

from functools import partial
from pathlib import Path
from textwrap import fill as wrapped

import polars as pl
from matplotlib.figure import Figure

from engine.game.outcomes import Outcome, Share, headline_of, outcomes_of
from sim.compare.verdicts import UNCLEAR
from sim.display.figure_parts import few_ticks, name_lines, panel_title, tell_at
from sim.display.figure_style import INK, MUTED, WIDTH, styled
from sim.display.outcome_format import OutcomeFormat
from sim.display.templates import render
from sim.report.cooperative.joint_outcomes import ALL, joint_outcomes
from sim.report.cooperative.openings import opening_effects
from sim.report.shared.files import ReportFiles, picture, table_files, with_record
from sim.report.shared.frame import PAGE, SIDE_BY_SIDE, Frame
from sim.report.shared.page.columns import by, found, places, view
from sim.report.shared.page.entries import FAINT, PageTable, Row, TableEntry, difference_entry, effect_entry, named
from sim.report.shared.page.outcome_views import outcome_entry
from sim.report.shared.provenance import facts, made_from
from sim.report.side_by_side.comparison import Side, common_cells, comparison, side_by_side
from sim.report.side_by_side.contents import run_views
from sim.text.number_format import capital, counted, listed, p_value

MOST_LINES = 40
"""Rows of the figure."""


def caption(outcome: Outcome) -> str:
    """Of the figure."""
    named = f"{capital(outcome.name)}: differences to the first run, in {OutcomeFormat(outcome).unit}"
    return (
        f"{named}, each with its own 95 % interval. Filled: a difference after the correction for all cells and runs."
    )


def build_several(paths: list[Path], title: str = "") -> ReportFiles:
    """The report of several runs; the title is the game's, or one of your own."""
    frame, sides = Frame(title), side_by_side(paths)
    cells = common_cells(sides)
    first = sides[0].data
    labels = [place.cell.labels for cell in cells for place in cell.places]
    headline = headline_of(first.game.outcomes, labels)
    others = [outcome for outcome in outcomes_of(first.game.outcomes, labels) if outcome is not headline]
    tables = {"comparison": comparison(sides, cells, headline)}
    compared = [comparison(sides, cells, outcome) for outcome in others]
    if compared:
        tables["other_outcomes"] = pl.concat(compared)
    effects = _effects(sides) if first.presentation.opening and first.share is not None else pl.DataFrame()
    tables["opening_effects"] = effects
    with styled():
        figure = differences_figure(sides, tables["comparison"], headline)
        drawn = picture("differences", caption(headline), figure)
    content = {
        "frame": frame,
        "about": first.game.about,
        "presentation": first.presentation,
        "layout": first.layout,
        "sides": sides,
        "versions": run_views(sides, cells),
        "cells": len(cells),
        "headline": headline,
        "unit": OutcomeFormat(headline).unit,
        "sentences": sentences(sides, tables["comparison"], headline),
        "comparison": comparison_view(sides, tables["comparison"], headline),
        "others": [
            (outcome, sentences(sides, table, outcome), comparison_view(sides, table, outcome))
            for outcome, table in zip(others, compared, strict=True)
        ],
        "effects": effects_view(sides, effects),
        "facts": [(side, facts(side.data)) for side in sides],
        "figures": {"differences": drawn},
    }
    files = {**drawn.files, **table_files(tables)}
    files["report.md"] = render(SIDE_BY_SIDE, "several.md", content, PAGE).encode()
    files["index.html"] = render(SIDE_BY_SIDE, "several.html", content, PAGE).encode()
    return with_record(files, [made_from(side.data) for side in sides], title)


def sentences(sides: list[Side], table: pl.DataFrame, outcome: Outcome) -> list[str]:
    """In how many cells of each run there is more or less of an outcome than in the first run, as far as that can be
    told."""
    told = []
    for side in sides[1:]:
        mine = table.filter(run=side.caption)
        more, less = (len(mine.filter(verdict=verdict)) for verdict in (outcome.more, outcome.less))
        cells = counted(len(mine), "cell")
        of, ways = f" of {cells}" if len(mine) > 1 else "", (("higher", more), ("lower", less))
        found = [f"{word} in {number if of else 'the one cell'}" for word, number in ways if number]
        moved = f"{listed(found)}{of}" if found else f"no difference found in {cells}"
        silent = "; in the others the games do not tell" if 0 < more + less < len(mine) else ""
        told.append(f"{capital(outcome.name)} in {side.caption} against {sides[0].caption}: {moved}{silent}.")
    return told


def comparison_view(sides: list[Side], table: pl.DataFrame, outcome: Outcome) -> PageTable:
    """One row a cell: the outcome in each run, and its difference to the first."""
    form, columns = OutcomeFormat(outcome, typeset=True), places(sides[0].data)
    for side in sides:
        columns.append(found(side.caption, outcome.meaning, side.caption, partial(outcome_entry, outcome)))
        if side is not sides[0]:
            says = f"{side.caption} minus {sides[0].caption}, in {form.unit}"
            columns.append(found("difference", says, side.caption, partial(_difference_entry, form)))
    return view(by(table, "run"), columns)


def _difference_entry(form: OutcomeFormat, row: Row | None) -> TableEntry:
    sure = row is not None and row["verdict"] != UNCLEAR
    return difference_entry(form, row, style="font-weight:700" if sure else FAINT)


def differences_figure(sides: list[Side], table: pl.DataFrame, outcome: Outcome) -> Figure:
    """The differences of every cell; of a large grid, only those of the group that the report is mainly about."""
    layout, scale = sides[0].data.layout, 100 if isinstance(outcome, Share) else 1
    if table["cell"].n_unique() > MOST_LINES:
        table = table.filter(table=layout.focus.name)
    cells = table["cell"].unique(maintain_order=True).to_list()
    names = [layout.name(layout.places[cell]) for cell in cells]
    written = OutcomeFormat(outcome, typeset=True)
    figure = Figure((WIDTH, 1.2 + 0.22 * len(cells)))
    plots = figure.subplots(1, len(sides) - 1, squeeze=False, sharey=True, sharex=True)
    for plot, side in zip(plots.flat, sides[1:], strict=True):
        plot.axvline(0, color=MUTED, linewidth=1)
        for row in table.filter(pl.col("difference_low").is_not_null(), run=side.caption).iter_rows(named=True):
            low, value, high = (row[key] * scale for key in ("difference_low", "difference", "difference_high"))
            sure = row["verdict"] != UNCLEAR
            errors = [[max(0.0, value - low)], [max(0.0, high - value)]]
            height = cells.index(row["cell"])
            fill = INK if sure else "none"
            plot.errorbar([value], [height], xerr=errors, fmt="o", color=INK if sure else MUTED, markerfacecolor=fill)
            change = written.change(row["difference"], (row["difference_low"], row["difference_high"]))
            told = f"{names[height]}: {change} {written.unit}, p {p_value(row['p_corrected'])} corrected"
            tell_at(plot, value, height, f"{told}, {row['compared']}, {counted(row['games'], 'game')}")
        panel_title(plot, side.caption, 40 // (len(sides) - 1))
        name_lines(plot, names)
        few_ticks(plot, 8 if len(sides) == 2 else 4)
    named = outcome.name if written.unit == outcome.name else f"{outcome.name}, in {written.unit}"
    figure.supxlabel(wrapped(f"{named}: minus {sides[0].caption}", 60), fontsize=10.5)
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
