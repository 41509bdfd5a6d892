"""The tables of the page of a competitive game."""

from collections.abc import Callable
from typing import Any, NamedTuple

import polars as pl

from sim.display.figure_parts import colour_at, ink_at
from sim.display.figure_style import CHANGE_SCALE
from sim.report.shared.cell_layout import Group
from sim.report.shared.page.entries import (
    INKS,
    PageTable,
    TableEntry,
    count,
    heat_style,
    named,
    share_entry,
    where,
    where_heads,
)
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import NOTHING, number, number_digits, plain_number, points_digits, signed, signed_span

Row = dict[str, Any]
PROSE = "white-space:normal;min-width:16em;text-align:left"
"""The style of an entry that is a sentence."""

SAME = TableEntry("0", 0.0, note="the same")
"""The gain of a policy in a field of itself."""

STRONG_GAIN = 0.5
"""A gain of so much has the strongest colour."""


def seat_table(data: RunData, tables: Tables, group: Group) -> PageTable:
    """How often each seat wins, by size, at the highest difficulty."""
    layout = data.layout
    mine = tables["seats"].filter(table=group.name, level=str(layout.levels[-1]))
    most = int(mine["seat"].max() or 0)  # type: ignore[arg-type]
    heads = [(layout.size or "game", ""), *((f"seat {seat}", "") for seat in range(1, most + 1))]
    rows = []
    for size in layout.sizes:
        found = {row["seat"]: row for row in mine.filter(size=str(size)).iter_rows(named=True)}
        if found:
            shares = [_share(found.get(seat)) for seat in range(1, most + 1)]
            rows.append([TableEntry(str(size) or "all", str(size)), *shares])
    return PageTable(heads, rows)


def seats_table(data: RunData, tables: Tables) -> PageTable:
    """Every seat of every cell, and how far it is from a fair share."""
    more = "how much more often this seat wins than all seats of the game do on average, in points"
    heads = [*where_heads(data), ("seat", ""), ("games", ""), ("wins", "share of the games"), ("advantage", more)]
    rows = []
    for row in tables["seats"].iter_rows(named=True):
        advantage = points_entry(row["advantage"], row["advantage_low"], row["advantage_high"])
        rows.append([*where(data, row), count(row["seat"]), count(row["games"]), _share(row), advantage])
    return PageTable(heads, rows)


def roles_table(data: RunData, tables: Tables, group: Group) -> PageTable | None:
    """How often each seat wins with each role, by size, at the highest difficulty."""
    layout = data.layout
    mine = tables["roles"].filter(table=group.name, level=str(layout.levels[-1]))
    if mine.is_empty():
        return None
    seats = range(1, int(mine["seat"].max()) + 1)  # type: ignore[arg-type]
    heads = [*([(layout.size, "")] if layout.size else []), ("role", ""), *((f"seat {seat}", "") for seat in seats)]
    rows = []
    for size in layout.sizes:
        found = {(row["role"], row["seat"]): row for row in mine.filter(size=str(size)).iter_rows(named=True)}
        for role in dict.fromkeys(role for role, _ in found):
            shares = [_share(found.get((role, seat))) for seat in seats]
            rows.append([*([TableEntry(str(size), str(size))] if layout.size else []), named(role), *shares])
    return PageTable(heads, rows)


def _share(row: Row | None) -> TableEntry:
    return share_entry(row["share"], (row["low"], row["high"])) if row else TableEntry("")


def all_roles_table(data: RunData, tables: Tables) -> PageTable | None:
    """Every role at every seat of every cell."""
    often = "games in which the seat had the role at the end"
    heads = [*where_heads(data), ("role", ""), ("seat", ""), ("games", often), ("wins", "share of these games")]
    rows = []
    for row in tables["roles"].iter_rows(named=True):
        line = [named(row["role"]), count(row["seat"]), count(row["games"]), _share(row)]
        rows.append([*where(data, row), *line])
    return PageTable(heads, rows) if rows else None


def measures_table(data: RunData, tables: Tables, group: Group) -> PageTable | None:
    """The measures of a group, one row each, one column a size, at the highest difficulty."""
    layout = data.layout
    mine = tables["measures"].filter(table=group.name, level=str(layout.levels[-1]))
    if mine.is_empty():
        return None
    sizes = [size for size in layout.sizes if not mine.filter(size=str(size)).is_empty()]
    heads = [("measure", ""), *((layout.size_name(size) or "value", "") for size in sizes), ("meaning", "")]
    rows = []
    for part in mine.partition_by("name", maintain_order=True):
        found = {row["size"]: row for row in part.iter_rows(named=True)}
        first = part.row(0, named=True)
        entries = [measure_entry(found.get(str(size))) for size in sizes]
        rows.append([named(first["title"]), *entries, TableEntry(first["meaning"], first["meaning"], PROSE)])
    return PageTable(heads, rows)


def measure_entry(row: Row | None) -> TableEntry:
    """A measure with its interval below."""
    if row is None or row["value"] is None:
        return TableEntry(NOTHING)
    value, low, high = (row[key] for key in ("value", "low", "high"))
    if row["kind"] == "points":
        return points_entry(value, low, high)
    if row["kind"] == "share":
        return share_entry(value, (low, high))
    if low is None or high is None or low == high:
        return TableEntry(plain_number(value), value)
    whole = all(each == int(each) for each in (value, low, high))
    digits = 0 if whole else number_digits((low, high))
    return TableEntry(number(value, digits), value, note=f"{number(low, digits)} to {number(high, digits)}")


def points_entry(value: float | None, low: float | None, high: float | None, style: str = "") -> TableEntry:
    """A difference of shares in points, with its interval below."""
    if value is None or low is None or high is None:
        return TableEntry(NOTHING)
    digits = points_digits((low, high))
    return TableEntry(signed(value, digits), value, style, signed_span((low, high), digits))


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
                found.append(make(mine)._replace(place=", ".join(filter(None, (version, layout.size_name(size))))))
    return found


def gain_matrices(data: RunData, tables: Tables) -> list[Matrix]:
    """The gain of every focus in every field, and how often it wins."""
    return matrices(
        data,
        tables["gains"],
        lambda mine: Matrix("", gain_matrix(tables, mine, _gain_entry), gain_matrix(tables, mine, _wins_entry, None)),
    )


def gain_matrix(
    tables: Tables, mine: pl.DataFrame, entry: Callable[[Any], TableEntry], same: TableEntry | None = SAME
) -> PageTable:
    """Gains with a row a focus and a column a field, the weakest policies first; `entry` makes an entry of a row of the
    table, or of None. Where both are the same, the entry is `same`, if that is given."""
    ordered = tables["strength"]["policy"].to_list()
    focuses, fields = ([name for name in ordered if name in set(mine[column])] for column in ("focus", "field"))
    found = {(row["focus"], row["field"]): row for row in mine.iter_rows(named=True)}
    heads = [("focus", ""), *((f"field: {name}", f"all other seats play {name}") for name in fields)]
    rows = []
    for at, focus in enumerate(focuses):
        entries = [same if same and field == focus else entry(found.get((focus, field))) for field in fields]
        rows.append([TableEntry(focus, at), *entries])
    return PageTable(heads, rows)


def _gain_entry(row: Row | None) -> TableEntry:
    if row is None or row["gain"] is None:
        return TableEntry(NOTHING)
    return points_entry(row["gain"], row["gain_low"], row["gain_high"], strength_style(row["gain"] / STRONG_GAIN))


def _wins_entry(row: Row | None) -> TableEntry:
    if row is None or row["focus_wins"] is None:
        return TableEntry(NOTHING)
    return share_entry(
        row["focus_wins"], (row["focus_wins_low"], row["focus_wins_high"]), heat_style(row["focus_wins"])
    )


def strength_style(strength: float) -> str:
    """The colour of a change: −1 and 1 have the strongest colours, 0 has none."""
    at = 0.5 + max(-0.5, min(0.5, strength / 2))
    return f"background:{colour_at(CHANGE_SCALE, at)};color:{INKS[ink_at(CHANGE_SCALE, at)]}"


def trace_table(data: RunData, tables: Tables) -> PageTable | None:
    """What each policy gains over the one below it."""
    table = tables["skill_trace"]
    if table.is_empty():
        return None
    layout = data.layout
    heads = [("policy", ""), ("over", "what all other seats play")]
    heads += [(layout.size, "")] if layout.size else []
    heads += [
        ("wins", "how often the seat of the focus wins"),
        ("instead of", "how often the other policy would win in the same seat, on the same luck"),
        ("gain", "the difference, in points"),
    ]
    rows = []
    for row in table.iter_rows(named=True):
        line = [named(row["focus"]), named(row["field"])]
        line += [TableEntry(row["size"], row["size"])] if layout.size else []
        for key in ("focus_wins", "field_wins"):
            line.append(share_entry(row[key], (row[f"{key}_low"], row[f"{key}_high"])))
        line.append(points_entry(row["gain"], row["gain_low"], row["gain_high"]))
        rows.append(line)
    return PageTable(heads, rows)
