"""The tables of the page about cells: which columns are shown, and under which heads."""

from functools import partial
from typing import Any

import polars as pl

from engine.language.current import said, word
from sim.experiment.labels import Label
from sim.report.cooperative.tables import UNWON, WON
from sim.report.shared.cell_layout import Group
from sim.report.shared.page.columns import FOUND, Column, by, found, names, places, share_of, shares, view
from sim.report.shared.page.entries import PageTable, TableEntry, count, heat_style, named, share_entry
from sim.report.shared.page.rate_views import rates_table
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import axis_word
from sim.text.number_format import NOTHING, bare, percent
from sim.text.wording import the


def who_plays(data: RunData) -> str:
    """The head of a column of players."""
    return data.layout.who or said("players")


def end_name(end: str) -> str:
    """How a game ended, from what tables call it."""
    for tail in (WON, UNWON):
        if end.endswith(tail):
            name = word(end.removesuffix(tail))
            return said("{end}, won", end=name) if tail == WON else said("{end}, not won", end=name)
    return word(end)


def rate_of(data: RunData, tables: Tables, group: Group, level: Label, size: Label) -> dict[str, Any] | None:
    """What the table of win rates says of a cell; None if it has no games."""
    place = data.layout.at(group, level, size)
    found = tables["win_rates"].filter(pl.col("games") > 0, cell=place.number) if place is not None else pl.DataFrame()
    return None if found.is_empty() else found.row(0, named=True)


def rate_entry(row: dict[str, Any] | None) -> TableEntry:
    """An entry of a map: the win rate on its colour, with the interval below."""
    if row is None:
        return TableEntry(NOTHING)
    return share_entry(row["win_rate"], (row["low"], row["high"]), heat_style(row["win_rate"]))


def main_table(data: RunData, tables: Tables) -> PageTable:
    """The table of the first screen: the focus, by size and difficulty, on every content. Contents stand side by side
    where there is one difficulty only, else below each other."""
    layout = data.layout
    groups, levels = layout.focus_everywhere, layout.levels
    side_by_side = len(groups) > 1 and len(levels) == 1
    columns = [(group, levels[0]) for group in groups] if side_by_side else [(groups[0], level) for level in levels]
    heads = [(axis_word(layout.size), "")] + [
        (group.shown_version if side_by_side else layout.level_name(level), _level_note(data, level))
        for group, level in columns
    ]
    below = len(groups) > 1 and not side_by_side
    rows = []
    for group in groups if below else groups[:1]:
        for size in layout.sizes:
            there = [(group, level) for _, level in columns] if below else columns
            first = [named(group.shown_version)] if below else []
            rows.append(
                [
                    *first,
                    TableEntry(str(size), str(size)),
                    *(rate_entry(rate_of(data, tables, *each, size)) for each in there),
                ]
            )
    return PageTable([*([(axis_word(layout.content), "")] if below else []), *heads], rows)


def ladder_table(data: RunData, tables: Tables) -> PageTable | None:
    """Every group but the focus, which the first table is about: at the size in the middle, from the weakest players to
    the strongest."""
    layout = data.layout
    if len(layout.rungs) < 2:
        return None
    heads = [(who_plays(data), "")] + [(layout.level_name(level), _level_note(data, level)) for level in layout.levels]
    rows = [
        [
            TableEntry(group.shown_name, at, note="" if group.shown_name in group.called else group.called),
            *(rate_entry(rate_of(data, tables, group, level, layout.middle)) for level in layout.levels),
        ]
        for at, group in enumerate(layout.rungs)
        if group != layout.focus
    ]
    return PageTable(heads, rows)


def _level_note(data: RunData, level: Label) -> str:
    if level not in data.presentation.levels:
        return ""
    return said("{difficulty} {level}", difficulty=axis_word(data.layout.difficulty), level=level)


def cells_table(data: RunData, tables: Tables) -> PageTable:
    """The win rate of every cell."""
    detectable = Column(
        said("detectable"),
        said("the smallest difference, in points, that a comparison with another such run detects with 80 % power"),
        lambda row: TableEntry(bare(row["detectable"], 2), row["detectable"]),
    )
    games = Column(said("games"), "", lambda row: count(row["games"]))
    wins = Column(said("wins"), "", lambda row: count(row["wins"]))
    won = shares(said("won"), the(word(data.headline.phrase)), "win_rate")
    return view(tables["win_rates"], [*places(data), games, wins, won, detectable])


def feel_table(data: RunData, tables: Tables, focus_only: bool) -> PageTable | None:
    """The same, with comebacks."""
    rates, comeback = rates_table(data, tables, focus_only), data.presentation.comeback
    comebacks = tables["comebacks"].filter(table=data.layout.focus.name) if focus_only else tables["comebacks"]
    if rates is None or comeback is None or comebacks.is_empty():
        return rates
    says = said("share of the wins in which {happened}", happened=word(comeback.meaning))
    more = view(comebacks, [shares(said("comebacks"), says)])
    rows = [[*line, *share] for line, share in zip(rates.rows, more.rows, strict=True)]
    return PageTable([*rates.heads, *more.heads], rows)


def ends_table(data: RunData, tables: Tables) -> PageTable | None:
    """How the games of the focus were lost."""
    table = tables["ends"].filter((pl.col("table") == data.layout.focus.name) & pl.col("share_of_losses").is_not_null())
    if table.is_empty():
        return None
    rows, reasons = by(table, "end"), table["end"].unique(maintain_order=True)
    lost = Column(
        said("lost"), said("games lost"), lambda row: count(sum(each["games"] for each in row[FOUND].values()))
    )
    share = partial(share_of, key="share_of_losses")
    ends = [
        found(name, said("share of the losses: {end}", end=name), each, share)
        for each, name in zip(reasons, map(end_name, reasons), strict=True)
    ]
    return view(rows, [*places(data, True), lost, *ends])


def calibration_table(data: RunData, tables: Tables) -> PageTable | None:
    """How certain the players were, and how often they were right."""
    columns = [
        names(who_plays(data), "table"),
        Column(
            said("stated"),
            said("how certain the players said they were, on average"),
            lambda row: TableEntry(percent(row["stated"]), row["stated"]),
        ),
        shares(said("right"), said("how often they were right, with its 95 % interval"), "observed"),
        Column(said("predictions"), "", lambda row: count(row["predictions"])),
    ]
    return view(tables["calibration"], columns) if len(tables["calibration"]) else None
