"""How games go: the distributions of columns."""

from collections.abc import Iterable
from math import ceil

import matplotlib as mpl
import polars as pl
from matplotlib.figure import Figure

from engine.game.presentation import Shape
from sim.display.figure_parts import PER_CENT, legend
from sim.display.figure_style import WIDTH, colour_of
from sim.report.run_data import RunData, Tables

FEWEST_GAMES = 30
"""A distribution over fewer games is not drawn."""

MOST_BINS = 50


def shape_figure(data: RunData, tables: Tables) -> Figure | None:
    """How long games take, and how close they are."""
    layout = data.layout
    panels = [(each.title, _distributions(data, tables["shape"], each)) for each in data.presentation.shape]
    panels = [(title, found) for title, found in panels if found]
    if not panels:
        return None
    figure = Figure((WIDTH, 0.5 + 1.75 * len(panels)))
    plots = figure.subplots(len(panels), 1, squeeze=False)
    width = 0.84 / len(layout.levels)
    for plot, (title, found) in zip(plots.flat, panels, strict=True):
        for at, shares in found.items():
            places = shares["value"] + (at - (len(layout.levels) - 1) / 2) * width
            plot.bar(places, shares["share"], width, color=colour_of(at), linewidth=0)
        plot.set_xlabel(title)
        plot.yaxis.set_major_formatter(PER_CENT)
        plot.set_ylim(bottom=0)
        plot.grid(axis="y")
        plot.xaxis.get_major_locator().set_params(integer=True)
    plots[0, 0].set_ylabel("share of games")
    names = [layout.level_name(level) for level in layout.levels]
    legend(figure, len(names), [mpl.patches.Patch(color=colour_of(at), label=name) for at, name in enumerate(names)])
    return figure


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


def distributions_figure(data: RunData, tables: Tables) -> Figure | None:
    """How many games of each group have which value in the columns that show how games go, at the size in the middle
    and the highest difficulty."""
    layout = data.layout
    panels = [(each.title, _by_group(data, tables["distributions"], each.column)) for each in data.presentation.shape]
    panels = [(title, found) for title, found in panels if found]
    if not panels:
        return None
    figure = Figure((WIDTH, 0.5 + 2.1 * len(panels)))
    plots = figure.subplots(len(panels), 1, squeeze=False)
    for plot, (title, found) in zip(plots.flat, panels, strict=True):
        width = _bin_width(found.values())
        for at, counted in found.items():
            binned = counted.group_by((pl.col("value") // width * width).alias("value")).agg(pl.col("games").sum())
            steps = binned.sort("value")
            lowest, highest = int(steps["value"][0]), int(steps["value"][-1])  # type: ignore[arg-type]
            shares = dict(zip(steps["value"], steps["games"] / steps["games"].sum(), strict=True))
            edges = [*range(lowest, highest + 2 * width, width)]
            heights = [shares.get(value, 0.0) for value in edges[:-1]]
            plot.stairs(heights, [edge - 0.5 for edge in edges], color=colour_of(at), linewidth=1.6)
        plot.set_xlabel(title)
        plot.yaxis.set_major_formatter(PER_CENT)
        plot.set_ylim(bottom=0)
        plot.grid(axis="y")
        plot.xaxis.get_major_locator().set_params(integer=True)
    plots[0, 0].set_ylabel("share of games")
    names = [group.name for group in layout.groups]
    legend(figure, len(names), [mpl.patches.Patch(color=colour_of(at), label=name) for at, name in enumerate(names)])
    return figure


def _by_group(data: RunData, table: pl.DataFrame, column: str) -> dict[int, pl.DataFrame]:
    """The counts of the values of a column, by the number of the group, where there are enough games."""
    layout = data.layout
    found = {}
    for at, group in enumerate(layout.groups):
        place = layout.at(group, layout.levels[-1], layout.middle)
        mine = table.filter(column=column, cell=place.number if place else -1)
        if mine["games"].sum() >= FEWEST_GAMES:
            found[at] = mine
    return found


def _bin_width(found: Iterable[pl.DataFrame]) -> int:
    """So wide that there are not more than so many bins."""
    values = pl.concat([each["value"] for each in found])
    return max(1, ceil((int(values.max()) - int(values.min()) + 1) / MOST_BINS))  # type: ignore[arg-type]
