"""The tables of the page of a production game."""

from functools import partial

import polars as pl

from engine.game.presentation import Ratio
from engine.language.current import said, word
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.labels import Label
from sim.report.shared.page.columns import Column, by, found, places, view
from sim.report.shared.page.entries import PageTable, TableEntry, difference_entry, named
from sim.report.shared.page.outcome_views import digits_borne, outcome_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import NOTHING, number


def main_table(data: RunData, tables: Tables) -> PageTable:
    """The table of the first screen: every strategy in the order of the ladder, by difficulty and size."""
    layout = data.layout
    columns = [(level, size) for level in layout.levels for size in layout.sizes]
    heads = [
        (layout.who or said("strategy"), ""),
        *((_column_name(data, *column), "") for column in columns),
    ]
    found = {row["cell"]: row for row in tables["outcomes"].filter(outcome=data.headline.name).iter_rows(named=True)}
    rows = []
    for at, group in enumerate(layout.plain_groups):
        line = [TableEntry(group.shown_name, at)]
        for column in columns:
            place = layout.at(group, *column)
            row = found.get(place.number) if place else None
            line.append(outcome_entry(data.headline, row, most=digits_borne(data)))
        rows.append(line)
    return PageTable(heads, rows)


def _column_name(data: RunData, level: Label, size: Label) -> str:
    layout = data.layout
    names = [layout.level_name(level) if layout.difficulty else "", layout.size_name(size) if layout.size else ""]
    return ", ".join(filter(None, names)) or word(data.headline.name)


def strategies_table(data: RunData, tables: Tables) -> PageTable | None:
    """What each strategy yields more than the one before it; faint where the interval has 0 in it."""
    table = tables["strategies"]
    if table.is_empty():
        return None
    outcomes = [outcome for outcome in data.outcomes if not table.filter(outcome=outcome.name).is_empty()]
    columns = [*places(data), Column(said("against"), "", lambda row: named(row["against"]))]
    for outcome in outcomes:
        form = OutcomeFormat(outcome, typeset=True)
        name = word(outcome.name)
        says = said("{outcome} minus that of the other strategy, in {unit}", outcome=name, unit=form.unit)
        columns.append(found(name, says, outcome.name, partial(difference_entry, form)))
    return view(by(table, "outcome"), columns)


def leaders_tables(data: RunData, tables: Tables) -> list[tuple[Ratio, PageTable]]:
    """The pieces by each leading ratio, for the players that the page is about, on every content; and whether a piece
    has the same place on all of them."""
    mine = tables["leaders"].filter(who=data.layout.focus.who)
    contents = mine["content"].unique(maintain_order=True).to_list()
    everywhere = [(said("in all"), said("the places on all contents"))] if len(contents) > 1 else []
    tables_of = []
    ratios = {each.name: each for each in data.presentation.pieces}
    for ratio in (ratios[name] for name in data.presentation.leading):
        rows = []
        here = mine.filter(ratio=ratio.name)
        order = here.group_by("title", maintain_order=True).agg(pl.col("place").mean()).sort("place")["title"]
        for title in order:
            part = {row["content"]: row for row in here.filter(title=title).iter_rows(named=True)}
            places = [row["place"] for row in part.values()]
            entries = [_placed(part.get(content)) for content in contents]
            rows.append(
                [named(word(title)), *entries, *([TableEntry(_places(places, len(contents)))] if everywhere else [])]
            )
        if rows:
            contents_heads = [(word(content), word(ratio.meaning)) for content in contents]
            heads = [(word(data.presentation.piece), ""), *contents_heads, *everywhere]
            tables_of.append((ratio, PageTable(heads, rows)))
    return tables_of


def _placed(row: dict[str, float] | None) -> TableEntry:
    """A number with its place below."""
    if row is None:
        return TableEntry(NOTHING)
    return TableEntry(number(row["value"]), row["value"], "", said("{place}.", place=row["place"]))


def _places(places: list[int], contents: int) -> str:
    """`1. in all`, `2. to 3.`"""
    low, high = min(places), max(places)
    if low < high:
        return said("{low}. to {high}.", low=low, high=high)
    if len(places) < contents:
        return said("{place}. in {count}", place=low, count=len(places))
    return said("{place}. in all", place=low)
