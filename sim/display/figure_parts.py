"""The parts that figures share: rows of plots, maps, marks, axes, legends."""

from collections.abc import Sequence
from math import ceil
from textwrap import fill
from typing import Any

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes as Plot
from matplotlib.figure import Figure
from matplotlib.gridspec import SubplotSpec
from matplotlib.ticker import FuncFormatter

from sim.display.figure_style import SCALE, WIDTH, colour_of, marker_of
from sim.display.ink import ink_on
from sim.display.number_format import brief_percent

PANEL_LETTERS = 20
PER_CENT = FuncFormatter(lambda share, _: f"{share * 100:g} %")


def small_plots(
    count: int, across: int, edges: float, height: float, *, sharex: bool = False, sharey: bool = False
) -> tuple[Figure, list[Plot]]:
    """A figure of so many plots, at most so many side by side: the height of its edges, and of a plot, in inches."""
    columns = min(across, count)
    rows = ceil(count / columns)
    figure = Figure((WIDTH, edges + rows * height))
    plots = list(figure.subplots(rows, columns, squeeze=False, sharex=sharex, sharey=sharey).flat)
    for plot in plots[count:]:
        plot.set_axis_off()
    return figure, plots[:count]


def place_of(plot: Plot) -> SubplotSpec:
    """In which row and column a small plot stands."""
    place = plot.get_subplotspec()
    assert place is not None
    return place


def heat_map(plot: Plot, rates: Sequence[Sequence[float | None]]) -> None:
    """A heat map with its numbers written in; a cell without a number stays empty."""
    for y, row in enumerate(rates):
        for x, rate in enumerate(row):
            if rate is None:
                continue
            plot.add_patch(mpl.patches.Rectangle((x, y), 1, 1, facecolor=mpl.colormaps[SCALE](rate), edgecolor="none"))
            ink = ink_at(SCALE, rate)
            plot.text(x + 0.5, y + 0.5, brief_percent(rate), ha="center", va="center", color=ink, fontsize=9.5)
    plot.set_xlim(0, max(map(len, rates)))
    plot.set_ylim(0, len(rates))
    plot.tick_params(length=0)
    for spine in plot.spines.values():
        spine.set_visible(False)


def colour_at(scale: str, share: float) -> str:
    """The colour of a scale at a share: `#7d7c78`."""
    return mpl.colors.to_hex(mpl.colormaps[scale](share))


def ink_at(scale: str, share: float) -> str:
    """The ink that can be read on that colour."""
    return ink_on(colour_at(scale, share))


def panel_title(plot: Plot, name: str) -> None:
    """The name of one of several small plots, on as many lines as it needs."""
    plot.set_title(fill(name, PANEL_LETTERS), fontsize=10)


def marks(level: int) -> dict[str, Any]:
    return {"color": colour_of(level), "marker": marker_of(level), "markersize": 5, "markeredgewidth": 0}


def nudge(at: int, levels: int) -> float:
    """Moves the marks of one rung a little apart, so that none hides another."""
    return (levels - 1) * 0.06 - at * 0.12


def name_lines(plot: Plot, names: Sequence[str]) -> None:
    """A name for each line of marks, from below, and a grid to read their values."""
    plot.set_ylim(-0.6, len(names) - 0.4)
    plot.set_yticks(range(len(names)), names)
    plot.grid(axis="x")


def draw_estimates(
    plot: Plot,
    estimates: tuple[pl.Series, pl.Series, pl.Series],
    heights: Sequence[float],
    at: int,
    label: str | None,
    **line: Any,
) -> None:
    """Values with their intervals: the low ends, the values, the high ends. A line joins them only if it is given."""
    low, value, high = estimates
    style = {**marks(at), "linestyle": "none", **line}
    plot.errorbar(value, heights, xerr=[value - low, high - value], label=label, **style)


def per_cent_axis(axis: Any, plot: Plot) -> None:
    axis.set_ticks([0, 0.25, 0.5, 0.75, 1])
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{share * 100:g}" + (" %" if share == 1 else "")))
    plot.set_xlim(-0.04, 1.04)
    plot.grid(axis="x")


def legend(figure: Figure, columns: int, handles: list[Any] | None = None) -> None:
    if columns > 1:
        figure.legend(
            handles=handles, loc="outside upper center", ncols=min(columns, 4), handletextpad=0.4, columnspacing=1.4
        )
