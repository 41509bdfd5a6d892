"""The page of several runs."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from textwrap import fill as wrapped
from typing import NamedTuple

import polars as pl
from matplotlib.figure import Figure

from engine.game.outcomes import Outcome, Share, headline_of, outcomes_of
from engine.game.registry import package_of
from engine.language.current import DEFAULT, about_game, counted, said, speaking, word
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
from sim.report.side_by_side.comparison import CommonCell, Side, common_cells, comparison, side_by_side
from sim.report.side_by_side.contents import run_views
from sim.text.number_format import capital, p_value, whole

MOST_LINES = 40
"""Rows of the figure."""
PAGES = {"report.md": "several.md", "index.html": "several.html"}


def caption(outcome: Outcome) -> str:
    """Of the figure."""
    return capital(
        said(
            "{outcome}: differences to the first run, in {unit}, each with its own 95 % interval. Filled: a difference "
            "after the correction for all cells and runs.",
            outcome=word(outcome.name),
            unit=OutcomeFormat(outcome).unit,
        )
    )


def build_several(paths: list[Path], title: str = "") -> ReportFiles:
    """The report of several runs; the title is the game's, or one of your own."""
    frame = Frame(title)
    with speaking(DEFAULT):
        sides = side_by_side(paths)
        cells = common_cells(sides)
        labels = [place.cell.labels for cell in cells for place in cell.places]
        outcomes = outcomes_of(sides[0].data.game.outcomes, labels)
        headline = headline_of(sides[0].data.game.outcomes, labels)
        tables = _tables(sides, cells, [headline, *(outcome for outcome in outcomes if outcome is not headline)])
    with about_game(package_of(sides[0].data.game.name)):
        files = _shown(frame, sides, cells, tables)
    files |= table_files(tables.written)
    return with_record(files, [made_from(side.data) for side in sides], title)


class _Tables(NamedTuple):
    """What the page is made from."""

    compared: Sequence[tuple[Outcome, pl.DataFrame]]
    """The headline, and all other outcomes."""
    effects: pl.DataFrame

    @property
    def written(self) -> dict[str, pl.DataFrame]:
        """As they lie beside the page."""
        (_, first), *others = self.compared
        found = {"comparison": first}
        if others:
            found["other_outcomes"] = pl.concat([table for _, table in others])
        return found | {"opening_effects": self.effects}


def _tables(sides: list[Side], cells: list[CommonCell], outcomes: Sequence[Outcome]) -> _Tables:
    first = sides[0].data
    effects = _effects(sides) if first.presentation.opening and first.share is not None else pl.DataFrame()
    return _Tables([(outcome, comparison(sides, cells, outcome)) for outcome in outcomes], effects)


def _shown(frame: Frame, sides: list[Side], cells: list[CommonCell], tables: _Tables) -> ReportFiles:
    """Everything that a person reads, in the language of the call."""
    first = sides[0].data
    (headline, main), *others = tables.compared
    with styled():
        drawn = picture("differences", caption(headline), differences_figure(sides, main, headline))
    content = {
        "frame": frame,
        "about": first.game.about,
        "presentation": first.presentation,
        "layout": first.layout,
        "sides": sides,
        "versions": run_views(sides, cells),
        "cells": len(cells),
        "headline": headline,
        "is_share": isinstance(headline, Share),
        "unit": OutcomeFormat(headline).unit,
        "sentences": sentences(sides, main, headline),
        "comparison": comparison_view(sides, main, headline),
        "others": [
            (outcome, sentences(sides, table, outcome), comparison_view(sides, table, outcome))
            for outcome, table in others
        ],
        "effects": effects_view(sides, tables.effects),
        "facts": [(side, facts(side.data)) for side in sides],
        "figures": {"differences": drawn},
    }
    pages = {name: render(SIDE_BY_SIDE, template, content, PAGE).encode() for name, template in PAGES.items()}
    return {**drawn.files, **pages}


def sentences(sides: list[Side], table: pl.DataFrame, outcome: Outcome) -> list[str]:
    """In how many cells of each run there is more or less of an outcome than in the first run, as far as that can be
    told."""
    told = []
    for side in sides[1:]:
        mine = table.filter(run=side.caption)
        more, less = (len(mine.filter(verdict=verdict)) for verdict in (outcome.more, outcome.less))
        found = _found(more, less, len(mine))
        if 0 < more + less < len(mine):
            found = said("{found}; in the others the games do not tell", found=found)
        ends = {"outcome": word(outcome.name), "run": side.caption, "first": sides[0].caption, "found": found}
        told.append(capital(said("{outcome} in {run} against {first}: {found}.", **ends)))
    return told


def _found(more: int, less: int, cells: int) -> str:
    """In how many of the cells there is more, and in how many less."""
    if not more and not less:
        return counted(cells, "no difference found in one cell", "no difference found in {count} cells")
    if cells == 1:
        return said("higher in the one cell") if more else said("lower in the one cell")
    if more and less:
        return said("higher in {more} and lower in {less} of {cells} cells", more=more, less=less, cells=whole(cells))
    if more:
        return said("higher in {more} of {cells} cells", more=more, cells=whole(cells))
    return said("lower in {less} of {cells} cells", less=less, cells=whole(cells))


def comparison_view(sides: list[Side], table: pl.DataFrame, outcome: Outcome) -> PageTable:
    """One row a cell: the outcome in each run, and its difference to the first."""
    form, columns = OutcomeFormat(outcome, typeset=True), places(sides[0].data)
    for side in sides:
        columns.append(found(side.caption, word(outcome.meaning), side.caption, partial(outcome_entry, outcome)))
        if side is not sides[0]:
            unit = form.unit
            says = said("{run} minus {first}, in {unit}", run=side.caption, first=sides[0].caption, unit=unit)
            columns.append(found(said("difference"), says, side.caption, partial(_difference_entry, form)))
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
            tell_at(plot, value, height, _told(names[height], written.counted(change), row))
        panel_title(plot, side.caption, 40 // (len(sides) - 1))
        name_lines(plot, names)
        few_ticks(plot, 8 if len(sides) == 2 else 4)
    name, unit = word(outcome.name), written.unit
    if unit == name:
        label = said("{outcome}: minus {first}", outcome=name, first=sides[0].caption)
    else:
        label = said("{outcome}, in {unit}: minus {first}", outcome=name, unit=unit, first=sides[0].caption)
    figure.supxlabel(wrapped(label, 60), fontsize=10.5)
    return figure


def _told(where: str, change: str, row: Row) -> str:
    """What a difference is, and how it was compared."""
    games = counted(row["games"], "one game", "{count} games")
    named = {"where": where, "change": change, "p": p_value(row["p_corrected"]), "games": games}
    if row["compared"] == "paired":
        return said("{where}: {change}, p {p} corrected, paired, {games}", **named)
    return said("{where}: {change}, p {p} corrected, unpaired, {games}", **named)


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
    effects = [(side.caption, said("effect in points")) for side in sides]
    heads = [(word(sides[0].data.presentation.piece), ""), *effects]
    titles = table["title"].unique(maintain_order=True)
    rows = [
        [named(word(title)), *(effect_entry(found.get((side.caption, title))) for side in sides)] for title in titles
    ]
    return PageTable(heads, rows)
