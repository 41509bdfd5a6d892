"""The parts that figures share: rows of plots, maps, marks, axes, legends."""

from collections.abc import Iterable, Sequence
from math import ceil
from textwrap import fill
from typing import Any, NamedTuple

import matplotlib as mpl
import polars as pl
from matplotlib.artist import Artist
from matplotlib.axes import Axes as Plot
from matplotlib.figure import Figure
from matplotlib.gridspec import SubplotSpec
from matplotlib.ticker import FuncFormatter

from sim.display.figure_style import SCALE, WIDTH, colour_of, marker_of
from sim.display.ink import ink_on
from sim.text.escapes import visible
from sim.text.number_format import brief_number, brief_percent, short_percent

PANEL_LETTERS = 20
LEGEND_LETTERS = 60
"""Of all names in one line of a legend."""
LEGEND_LINE = 0.22
"""Its height, in inches."""
NAME_LETTERS = 26
"""Of a name beside a line of marks; the middle of a longer one is left out."""
VALUE = "value: "
"""How the id of a mark begins that tells its exact value. Matplotlib has no other place for such a text; `figure_files`
makes a `<title>` of it, which a browser shows even where no script runs."""

TARGET = 12
"""The size of a mark that the pointer finds, in points; the mark that is seen is smaller."""

PER_CENT = FuncFormatter(lambda share, _: short_percent(share))


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


def tell(mark: Artist, text: str) -> None:
    """A bar or a field of a map says this when the pointer is on it, or the focus."""
    mark.set_gid(VALUE + visible(text))


def tell_at(plot: Plot, x: float, y: float, text: str, size: float = TARGET) -> None:
    """A point says this: a mark that is not seen lies above the one that is."""
    (mark,) = plot.plot([x], [y], "o", markersize=size, markeredgewidth=0, alpha=0)
    tell(mark, text)


class Field(NamedTuple):
    """A field of a heat map: its share, and the exact value with its interval as text."""

    share: float
    told: str


def heat_map(plot: Plot, fields: Sequence[Sequence[Field | None]]) -> None:
    """A heat map with its numbers written in; a field without a number stays empty."""
    for y, row in enumerate(fields):
        for x, field in enumerate(row):
            if field is None:
                continue
            rate = field.share
            patch = mpl.patches.Rectangle((x, y), 1, 1, facecolor=mpl.colormaps[SCALE](rate), edgecolor="none")
            tell(patch, field.told)
            plot.add_patch(patch)
            ink = ink_at(SCALE, rate)
            plot.text(x + 0.5, y + 0.5, brief_percent(rate), ha="center", va="center", color=ink, fontsize=9.5)
    plot.set_xlim(0, max(map(len, fields)))
    plot.set_ylim(0, len(fields))
    plot.tick_params(length=0)
    for spine in plot.spines.values():
        spine.set_visible(False)


def colour_at(scale: str, share: float) -> str:
    """The colour of a scale at a share: `#7d7c78`."""
    return mpl.colors.to_hex(mpl.colormaps[scale](share))


def ink_at(scale: str, share: float) -> str:
    """The ink that can be read on that colour."""
    return ink_on(colour_at(scale, share))


def panel_title(plot: Plot, name: str, letters: int = PANEL_LETTERS) -> None:
    """The name of one of several small plots, on as many lines as it needs."""
    plot.set_title(fill(name, letters), fontsize=10)


def marks(level: int) -> dict[str, Any]:
    return {"color": colour_of(level), "marker": marker_of(level), "markersize": 5, "markeredgewidth": 0}


def nudge(at: int, levels: int) -> float:
    """Moves the marks of one line a little apart, so that none hides another; the first is highest."""
    return at * 0.12 - (levels - 1) * 0.06


def name_lines(plot: Plot, names: Sequence[str]) -> None:
    """A name for each line of marks, from above, room above the first and below the last, and a grid to read their
    values."""
    plot.set_ylim(len(names) - 0.4, -0.6)
    plot.set_yticks(range(len(names)), [brief_name(name) for name in names])
    plot.grid(axis="x")


def brief_name(name: str, most: int = NAME_LETTERS) -> str:
    """A name that leaves room for the plot. Names often differ at their end, so the middle is left out."""
    lines = name.split("\n")
    return "\n".join(line if len(line) <= most else f"{line[: most // 2]}…{line[-(most // 2 - 1) :]}" for line in lines)


def draw_estimates(
    plot: Plot,
    estimates: tuple[pl.Series, pl.Series, pl.Series],
    heights: Sequence[float],
    at: int,
    label: str | None,
    told: Iterable[str],
    **line: Any,
) -> None:
    """Values with their intervals: the low ends, the values, the high ends; and what each of them says. A line joins
    them only if it is given."""
    low, value, high = estimates
    style = {**marks(at), "linestyle": "none", **line}
    plot.errorbar(value, heights, xerr=[value - low, high - value], label=label, **style)
    for x, y, text in zip(value, heights, told, strict=True):
        tell_at(plot, x, y, text)


def per_cent_axis(axis: Any, plot: Plot, few: bool = False) -> None:
    """From 0 to 100 %; with few ticks where the plot is narrow."""
    axis.set_ticks([0, 0.5, 1] if few else [0, 0.25, 0.5, 0.75, 1])
    axis.set_major_formatter(FuncFormatter(_per_cent_tick))
    plot.set_xlim(-0.04, 1.04)
    plot.grid(axis="x")


def _per_cent_tick(share: float, _: int) -> str:
    """The sign stands once, at the end."""
    return short_percent(share) if share == 1 else brief_number(100 * share)


def few_ticks(plot: Plot, most: int = 5) -> None:
    """So few ticks on the x-axis that their labels do not touch."""
    plot.locator_params("x", nbins=most)


def legend(figure: Figure, names: Sequence[str], handles: list[Any] | None = None) -> None:
    """Above all plots, if there is more than one name; in as many lines as the names need. For more than two of them
    the figure grows."""
    if len(names) > 1:
        longest = max(map(len, names)) + 4
        columns = max(1, min(len(names), 4, LEGEND_LETTERS // longest))
        more = ceil(len(names) / columns) - 2
        figure.set_figheight(figure.get_figheight() + LEGEND_LINE * max(0, more))
        figure.legend(
            handles=handles,
            loc="outside upper center",
            ncols=columns,
            handletextpad=0.4,
            columnspacing=1.4,
        )
