"""The tables of the page that speak of cells: which columns of which table, in which words."""

import polars as pl

from sim.display.number_format import NOTHING, bare, percent
from sim.report.cell_layout import Group, Label
from sim.report.page.entries import (
    Entry,
    View,
    count,
    heat_style,
    named,
    ratio_entry,
    share_entry,
    where,
    where_heads,
)
from sim.report.run_data import Material
from sim.statistics.intervals import wilson

Tables = dict[str, pl.DataFrame]


def rate_entry(material: Material, group: Group, level: Label, size: Label) -> Entry:
    """A cell of a map: the win rate on the colour of its scale, the interval below."""
    place = material.axes.at(group, level, size)
    if place is None or not material.games(place):
        return Entry(NOTHING)
    games, wins = material.games(place), material.wins(place)
    return share_entry(wins / games, wilson(wins, games), heat_style(wins / games))


def main_table(material: Material) -> View:
    """The table of the first screen: the focus, by size and difficulty."""
    axes = material.axes
    heads = [(material.story.size, "")] + [
        (axes.level_name(level), _level_note(material, level)) for level in axes.levels
    ]
    rows = [
        [Entry(str(size), str(size)), *(rate_entry(material, axes.focus, level, size) for level in axes.levels)]
        for size in axes.sizes
    ]
    return View(heads, rows)


def ladder_table(material: Material) -> View | None:
    """Every kind of table, at the size in the middle; from the bound downwards, for most readers sit at the top."""
    axes = material.axes
    if len(axes.groups) < 2:
        return None
    heads = [(material.story.who, "")] + [
        (axes.level_name(level), _level_note(material, level)) for level in axes.levels
    ]
    rows = [
        [
            Entry(group.name, at, note=group.table),
            *(rate_entry(material, group, level, axes.middle) for level in axes.levels),
        ]
        for at, group in reversed([*enumerate(axes.groups)])
    ]
    return View(heads, rows)


def _level_note(material: Material, level: Label) -> str:
    return f"{material.story.difficulty} {level}" if level in material.story.levels else ""


def cells_table(material: Material, tables: Tables) -> View:
    """All cells."""
    detectable = "the smallest difference to another run of as many games that is found four times in five, in points"
    heads = [*where_heads(material), ("games", ""), ("wins", ""), ("won", "the win rate"), ("detectable", detectable)]
    rows = []
    for row in tables["win_rates"].iter_rows(named=True):
        won = share_entry(row["win_rate"], (row["low"], row["high"]))
        smallest = Entry(bare(row["detectable"], 2), row["detectable"])
        rows.append([*where(material, row), count(row["games"]), count(row["wins"]), won, smallest])
    return View(heads, rows)


def feel_table(material: Material, tables: Tables, focus_only: bool) -> View | None:
    """The story's numbers, one line a cell."""
    ratios = material.story.feel
    table = tables["feel"]
    comebacks = {row["cell"]: row for row in tables["comebacks"].iter_rows(named=True)}
    if focus_only:
        table = table.filter(table=material.axes.focus.name)
    if table.is_empty():
        return None
    heads = [*where_heads(material, focus_only), *((ratio.title, ratio.meaning) for ratio in ratios)]
    if comebacks and material.story.comeback:
        heads.append(("comebacks", f"share of the wins in which {material.story.comeback.meaning}"))
    rows = []
    for (cell,), part in table.partition_by("cell", as_dict=True, maintain_order=True).items():
        values = {row["name"]: row for row in part.iter_rows(named=True)}
        line = [
            *where(material, part.row(0, named=True), focus_only),
            *(ratio_entry(ratio, values[ratio.name]) for ratio in ratios),
        ]
        if comebacks and material.story.comeback:
            row = comebacks[cell]
            line.append(share_entry(row["share"], (row["low"], row["high"])))
        rows.append(line)
    return View(heads, rows)


def ends_table(material: Material, tables: Tables) -> View | None:
    """How the games of the focus were lost."""
    table = tables["ends"].filter(
        (pl.col("table") == material.axes.focus.name) & pl.col("share_of_losses").is_not_null()
    )
    if table.is_empty():
        return None
    reasons = table["end"].unique(maintain_order=True).to_list()
    heads = [
        *where_heads(material, True),
        ("lost", "games lost"),
        *((reason, f"share of the losses by {reason}") for reason in reasons),
    ]
    rows = []
    for part in table.partition_by("cell", maintain_order=True):
        found = {row["end"]: row for row in part.iter_rows(named=True)}
        shares = [
            share_entry(found[reason]["share_of_losses"], (found[reason]["low"], found[reason]["high"]))
            for reason in reasons
        ]
        rows.append([*where(material, part.row(0, named=True), True), count(int(part["games"].sum())), *shares])
    return View(heads, rows)


def calibration_table(material: Material, tables: Tables) -> View | None:
    """How sure, how often right."""
    table = tables["calibration"]
    if table.is_empty():
        return None
    heads = [
        (material.story.who or "table", ""),
        ("stated", "how sure the table said it was, on average"),
        ("right", "how often it was, with its 95 % interval"),
        ("predictions", ""),
    ]
    rows = [
        [
            named(row["table"]),
            Entry(percent(row["stated"]), row["stated"]),
            share_entry(row["observed"], (row["low"], row["high"])),
            count(row["predictions"]),
        ]
        for row in table.iter_rows(named=True)
    ]
    return View(heads, rows)
