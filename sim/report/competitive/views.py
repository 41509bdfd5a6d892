"""The tables of the page of a competitive game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import polars as pl

from engine.language.current import said, said_as, word
from sim.display.figure_parts import colour_at, ink_at
from sim.display.figure_style import CHANGE_SCALE
from sim.display.outcome_format import POINTS
from sim.report.competitive.measure_words import measures_in_words
from sim.report.shared.cell_layout import Group
from sim.report.shared.page.columns import Column, by, differences, found, names, places, share_of, shares, view
from sim.report.shared.page.entries import (
    INKS,
    PageTable,
    Row,
    TableEntry,
    count,
    difference_entry,
    heat_style,
    named,
    share_entry,
)
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import axis_word
from sim.text.number_format import NOTHING, ends, number, number_digits, plain_number

PROSE = "white-space:normal;min-width:16em;text-align:left"
"""The style of an entry that is a sentence."""

STRONG_GAIN = 0.5
"""A gain of so much has the strongest colour."""


def seat_table(data: RunData, tables: Tables, group: Group) -> PageTable:
    """How often each seat wins, by size, at the highest difficulty."""
    mine = tables["seats"].filter(table=group.name, level=str(data.layout.levels[-1]))
    size, every = size_head(data) if data.layout.size else said("game"), said_as("games", "all")
    sizes = Column(size, "", lambda row: TableEntry(row["size"] or every, row["size"]))
    return view(by(mine, "seat"), [sizes, *_by_seat(mine)])


def _by_seat(table: pl.DataFrame) -> list[Column]:
    return [found(said("seat {seat}", seat=seat), "", seat, share_of) for seat in table["seat"].unique().sort()]


def size_head(data: RunData) -> str:
    """What heads a column of sizes."""
    return axis_word(data.layout.size)


def tallies(head: str, key: str, says: str = "") -> Column:
    """Whole numbers, under a head that is not the name of their column."""
    return Column(head, says, lambda row: count(row[key]))


def roles_of() -> Column:
    """The role of a row."""
    return Column(said("role"), "", lambda row: named(word(row["role"])))


def seats_table(data: RunData, tables: Tables) -> PageTable:
    """Every seat of every cell, and how far it is from a fair share."""
    more = said("how much more often this seat wins than all seats of the game do on average, in points")
    seats, games = tallies(said("seat"), "seat"), tallies(said("games"), "games")
    columns = [*places(data), seats, games, shares(said("wins"), said("share of the games"))]
    return view(tables["seats"], [*columns, differences(said("advantage"), more, POINTS, "advantage", "")])


def roles_table(data: RunData, tables: Tables, group: Group) -> PageTable | None:
    """How often each seat wins with each role, by size, at the highest difficulty."""
    mine = tables["roles"].filter(table=group.name, level=str(data.layout.levels[-1]))
    size = [names(size_head(data), "size")] if data.layout.size else []
    rows = by(mine, "seat", "size", "role")
    return view(rows, [*size, roles_of(), *_by_seat(mine)]) if rows else None


def all_roles_table(data: RunData, tables: Tables) -> PageTable | None:
    """Every role at every seat of every cell."""
    often = tallies(said("games"), "games", said("games in which the seat had the role at the end"))
    seats, wins = tallies(said("seat"), "seat"), shares(said("wins"), said("share of these games"))
    return view(tables["roles"], [*places(data), roles_of(), seats, often, wins]) if len(tables["roles"]) else None


def measures_table(data: RunData, tables: Tables, group: Group) -> PageTable | None:
    """The measures of a group, one row each, one column a size, at the highest difficulty."""
    layout, words = data.layout, measures_in_words(data)
    mine = tables["measures"].filter(table=group.name, level=str(layout.levels[-1]))
    if mine.is_empty():
        return None
    sizes = [size for size in layout.sizes if not mine.filter(size=str(size)).is_empty()]
    columns = [Column(said("measure"), "", lambda row: named(words[row["name"]].title))]
    columns += [found(layout.size_name(size) or said("value"), "", str(size), measure_entry) for size in sizes]
    columns.append(Column(said("meaning"), "", lambda row: named(words[row["name"]].meaning, PROSE)))
    return view(by(mine, "size", "name"), columns)


def measure_entry(row: Row | None) -> TableEntry:
    """A measure with its interval below."""
    if row is None or row["value"] is None:
        return TableEntry(NOTHING)
    value, low, high = (row[key] for key in ("value", "low", "high"))
    if row["kind"] == "points":
        return difference_entry(POINTS, row, "value", "")
    if row["kind"] == "share":
        return share_entry(value, (low, high))
    if low is None or high is None or low == high:
        return TableEntry(plain_number(value), value)
    whole = all(each == int(each) for each in (value, low, high))
    digits = 0 if whole else number_digits((low, high))
    return TableEntry(number(value, digits), value, note=ends(number(low, digits), number(high, digits)))


class Matrix(NamedTuple):
    """Every focus in every field, at one place of the layout: one version of the game, one size."""

    place: str
    """`none, 5 players`; empty if there is only one."""
    gains: PageTable
    wins: PageTable | None = None
    """How often the focus wins, if the gains are not wins themselves."""


def matrices(data: RunData, table: pl.DataFrame, make: Callable[[pl.DataFrame], Matrix]) -> list[Matrix]:
    """A matrix for each version and size: versions side by side, never together."""
    layout, found = data.layout, []
    for size in layout.sizes:
        for version in layout.versions:
            mine = table.filter(
                pl.col("cell").is_in(layout.cells_of(version)), size=str(size), level=str(layout.levels[-1])
            )
            if not mine.is_empty():
                found.append(make(mine)._replace(place=_place(layout.shown(version), layout.size_name(size))))
    return found


def _place(version: str, size: str) -> str:
    return said("{version}, {size}", version=version, size=size) if version and size else version or size


def gain_matrices(data: RunData, tables: Tables) -> list[Matrix]:
    """The gain of every focus in every field, and how often it wins."""
    return matrices(
        data,
        tables["gains"],
        lambda mine: Matrix(
            "", gain_matrix(tables, mine, _gain_entry), gain_matrix(tables, mine, _wins_entry, has_same=False)
        ),
    )


def gain_matrix(
    tables: Tables, mine: pl.DataFrame, entry: Callable[[Any], TableEntry], has_same: bool = True
) -> PageTable:
    """Gains with a row a focus and a column a field, the weakest policies first; `entry` makes an entry of a row of the
    table, or of None. Where both are the same, the gain is 0, if `has_same`."""
    same = TableEntry("0", 0.0, note=said("the same"))
    ordered = tables["strength"]["policy"].to_list()
    focuses, fields = ([name for name in ordered if name in set(mine[column])] for column in ("focus", "field"))
    found = {(row["focus"], row["field"]): row for row in mine.iter_rows(named=True)}
    heads = [(said("focus"), "")]
    heads += [(said("field: {name}", name=name), said("all other seats play {name}", name=name)) for name in fields]
    rows = []
    for at, focus in enumerate(focuses):
        entries = [same if has_same and field == focus else entry(found.get((focus, field))) for field in fields]
        rows.append([TableEntry(focus, at), *entries])
    return PageTable(heads, rows)


def _gain_entry(row: Row | None) -> TableEntry:
    known = row is not None and row["gain"] is not None
    return difference_entry(POINTS, row, "gain", strength_style(row["gain"] / STRONG_GAIN) if row and known else "")


def _wins_entry(row: Row | None) -> TableEntry:
    if row is None or row["focus_wins"] is None:
        return TableEntry(NOTHING)
    return replace(share_of(row, "focus_wins"), style=heat_style(row["focus_wins"]))


def strength_style(strength: float) -> str:
    """The colour of a change: −1 and 1 have the strongest colours, 0 has none."""
    at = 0.5 + max(-0.5, min(0.5, strength / 2))
    return f"background:{colour_at(CHANGE_SCALE, at)};color:{INKS[ink_at(CHANGE_SCALE, at)]}"


def trace_table(data: RunData, tables: Tables) -> PageTable | None:
    """What each policy gains over the one below it."""
    instead = said("how often the other policy would win in the same seat, on the same luck")
    columns = [
        *trace_columns(data),
        shares(said("wins"), said("how often the seat of the focus wins"), "focus_wins"),
        shares(said("instead of"), instead, "field_wins"),
        differences(said("gain"), said("the difference, in points"), POINTS, "gain", ""),
    ]
    return view(tables["skill_trace"], columns) if len(tables["skill_trace"]) else None


def trace_columns(data: RunData) -> list[Column]:
    """The columns that name a step of a skill trace."""
    over = Column(said("over"), said("what all other seats play"), lambda row: named(row["field"]))
    size = [names(size_head(data), "size")] if data.layout.size else []
    return [names(said("policy"), "focus"), over, *size]
