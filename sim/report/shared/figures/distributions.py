"""How games go: the distributions of columns."""

from collections.abc import Iterable, Mapping
from itertools import islice
from math import ceil

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from engine.game.presentation import Shape
from engine.language.current import counted, said, word
from sim.display.figure_parts import PER_CENT, brief_name, legend, tell, tell_at
from sim.display.figure_style import INK, WIDTH, colour_of
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import brief_number, ends, percent

FEWEST_GAMES = 30
"""A distribution over fewer games is not drawn."""

MOST_BINS, MOST_LINES = 50, 8
SPREAD = (
    "How far single games lie apart: the middle half of the games (box), all but the lowest and the highest tenth "
    "(line), median (stroke) and mean (dot)."
)
"""What `draw_spread` draws."""


def shape_figure(data: RunData, tables: Tables) -> Figure | None:
    """How long games take, and how close they are."""
    layout = data.layout
    panels = [(word(each.title), _distributions(data, tables["shape"], each)) for each in data.presentation.shape]
    panels = [(title, found) for title, found in panels if found]
    if not panels:
        return None
    figure = Figure((WIDTH, 0.5 + 1.75 * len(panels)))
    plots = figure.subplots(len(panels), 1, squeeze=False)
    width = 0.84 / len(layout.levels)
    for plot, (title, found) in zip(plots.flat, panels, strict=True):
        for at, shares in found.items():
            places = shares["value"] + (at - (len(layout.levels) - 1) / 2) * width
            bars = plot.bar(places, shares["share"], width, color=colour_of(at), linewidth=0)
            for bar, row in zip(bars, shares.iter_rows(named=True), strict=True):
                level = layout.level_name(layout.levels[at])
                tell(bar, _told(level, str(row["value"]), title, row["share"], row["games"]))
        _name_axes(plot, title)
    plots[0, 0].set_ylabel(said("share of games"))
    names = [layout.level_name(level) for level in layout.levels]
    legend(figure, names, [mpl.patches.Patch(color=colour_of(at), label=name) for at, name in enumerate(names)])
    return figure


def _name_axes(plot: Axes, title: str) -> None:
    """Shares of the games above whole numbers."""
    plot.set_xlabel(title)
    plot.yaxis.set_major_formatter(PER_CENT)
    plot.set_ylim(bottom=0)
    plot.grid(axis="y")
    plot.locator_params("x", integer=True)


def _distributions(data: RunData, table: pl.DataFrame, each: Shape) -> dict[int, pl.DataFrame]:
    """The shares of the values of a column, by the number of the difficulty, where there are enough games."""
    layout = data.layout
    found = {}
    for at, level in enumerate(layout.levels):
        place = layout.at(layout.focus, level, layout.middle)
        mine = table.filter(column=each.column, cell=place.number if place else -1)
        mine = mine if each.won is None else mine.filter(won=each.won)
        counted = mine.group_by("value").agg(pl.col("games").sum()).sort("value")
        if counted["games"].sum() >= FEWEST_GAMES:
            found[at] = counted.with_columns(share=pl.col("games") / pl.col("games").sum())
    return found


def distributions_figure(data: RunData, tables: Tables, cells: Mapping[str, PlacedCell | None]) -> Figure | None:
    """How many games of the first cells have which value in the columns that show how games go, one line a cell."""
    lines = {name: place for name, place in islice(cells.items(), MOST_LINES) if place is not None}
    panels = [
        (word(each.title), _counts(tables["distributions"], lines, each.column)) for each in data.presentation.shape
    ]
    panels = [(title, found) for title, found in panels if found]
    if not panels:
        return None
    figure = Figure((WIDTH, 0.5 + 2.1 * len(panels)))
    plots = figure.subplots(len(panels), 1, squeeze=False)
    for plot, (title, found) in zip(plots.flat, panels, strict=True):
        width = _bin_width(found.values())
        for at, counts in found.items():
            binned = counts.group_by((pl.col("value") // width * width).alias("value")).agg(pl.col("games").sum())
            games = dict(binned.select("value", "games").iter_rows())
            edges = [*range(min(games), max(games) + 2 * width, width)]
            shares = [games.get(value, 0) / sum(games.values()) for value in edges[:-1]]
            plot.stairs(shares, [edge - 0.5 for edge in edges], color=colour_of(at), linewidth=1.6)
            for value, share in zip(edges[:-1], shares, strict=True):
                if share:
                    many = ends(str(value), str(value + width - 1)) if width > 1 else str(value)
                    told = _told([*lines][at], many, title, share, games[value])
                    tell_at(plot, value + (width - 1) / 2, share, told, 8)
        _name_axes(plot, title)
    plots[0, 0].set_ylabel(said("share of games"))
    patches = [mpl.patches.Patch(color=colour_of(at), label=brief_name(name)) for at, name in enumerate(lines)]
    legend(figure, [brief_name(name) for name in lines], patches)
    return figure


def _told(name: str, value: str, title: str, share: float, games: int) -> str:
    """`Easy, 7 (turns of all games): 12.5 % of the games, 500 games`"""
    values = {"value": value, "title": title, "share": percent(share), "games": _games(games)}
    if name:
        return said("{name}, {value} ({title}): {share} of the games, {games}", name=name, **values)
    return said("{value} ({title}): {share} of the games, {games}", **values)


def _games(games: int) -> str:
    return counted(games, "one game", "{count} games")


def draw_spread(plot: Axes, row: Mapping[str, float], mean: float, height: float, colour: str, name: str) -> None:
    """The deciles of some games as a line, their quartiles as a box, with their median and their mean; all of it is
    told under this name."""
    plot.plot([row["decile_1"], row["decile_9"]], [height] * 2, color=colour, linewidth=1.6)
    width = row["quartile_3"] - row["quartile_1"]
    plot.barh([height], [width], 0.46, [row["quartile_1"]], color=colour, alpha=0.45, linewidth=0)
    plot.plot([row["median"]] * 2, [height - 0.23, height + 0.23], color=INK, linewidth=1.8)
    plot.plot([mean], [height], marker="o", color=INK, markersize=4.5)
    low, median, high = (brief_number(row[key]) for key in ("quartile_1", "median", "quartile_3"))
    told = said(
        "{name}: median {median}, mean {mean}, the middle half of the games {low} to {high}, {games}",
        name=name,
        median=median,
        mean=brief_number(mean, 4),
        low=low,
        high=high,
        games=_games(int(row["games"])),
    )
    tell_at(plot, mean, height, told)


def _counts(table: pl.DataFrame, lines: Mapping[str, PlacedCell], column: str) -> dict[int, pl.DataFrame]:
    """The counts of the values of a column, by the number of the line, where there are enough games."""
    counts = [table.filter(column=column, cell=place.number) for place in lines.values()]
    return {at: mine for at, mine in enumerate(counts) if mine["games"].sum() >= FEWEST_GAMES}


def _bin_width(found: Iterable[pl.DataFrame]) -> int:
    """So wide that there are not more than so many bins."""
    values: set[int] = {value for each in found for value in each["value"]}
    return ceil((max(values) - min(values) + 1) / MOST_BINS)
