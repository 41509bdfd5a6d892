"""The parts that figures share: maps, marks, axes in per cent, legends."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes as Plot
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from sim.display.figure_style import SCALE, colour_of, marker_of
from sim.display.ink import ink_on
from sim.display.number_format import brief_percent

PANEL_LETTERS = 20
PER_CENT = FuncFormatter(lambda share, _: f"{share * 100:g} %")


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
