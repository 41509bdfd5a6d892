"""Figures of ablations and sweeps: changes in points, with their intervals."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from math import ceil
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sim.ablate import Ablation
from sim.choices import Axis, Value, written
from sim.effects import Effect
from sim.sweep import Sweep

COLOURS = ("#009988", "#0077bb", "#d9661a", "#c2287a", "#7a5cc0", "#8a6d1f", "#4d7d2a", "#5f7380")
"""After Paul Tol's vibrant scheme; readable to the colour-blind."""
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
MOST_MAPS = 12
"""With more than two settings there is a map for every value of the others; no more than this are drawn."""
STYLE: Any = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "grid.color": "#c9d0d8",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "text.parse_math": False,
}


def ablation_figure(ablation: Ablation) -> dict[str, bytes]:
    """One line an alteration, one panel a rung, one colour a difficulty; what is not marked is hollow."""
    panels = _panels(ablation.ranked[0].effects)
    names = [ablated.alteration.label for ablated in ablation.ranked]
    with _styled():
        figure = Figure((2.6 + 3.6 * len(panels), 1.6 + 0.3 * len(names)))
        plots = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
        for plot, (title, members) in zip(plots, panels.items(), strict=True):
            for place, at in enumerate(members):
                shift = (place - (len(members) - 1) / 2) * 0.7 / len(members)
                _whiskers(plot, ablation, at, place, shift)
            plot.axvline(0, color="#5d6773", linewidth=1)
            plot.set_title(title)
            plot.set_xlabel("change of the win rate, points")
            plot.set_yticks(range(len(names)), names)
            plot.margins(y=0.02)
        plots[0].invert_yaxis()
        handles, labels = plots[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=4, title="filled: marked as found")
        return _files(figure, "ablation")


def sweep_figures(sweep: Sweep) -> dict[str, bytes]:
    """A curve for one setting that varies, maps for two; for more, a map for each value of the others."""
    varying = [axis for axis in sweep.axes if len(axis.values) > 1]
    with _styled():
        if len(varying) == 1:
            return _files(_curves(sweep, varying[0]), "response")
        down, across, *others = sorted(varying, key=lambda axis: -len(axis.values))
        slices = list(product(*(axis.values for axis in others)))
        if len(slices) > MOST_MAPS:
            return {}
        maps: dict[str, bytes] = {}
        for at, values in enumerate(slices, 1):
            fixed = {axis.name: value for axis, value in zip(others, values, strict=True)}
            maps |= _files(_maps(sweep, down, across, fixed), "map" if len(slices) == 1 else f"map-{at}")
        return maps


def _whiskers(plot: Axes, ablation: Ablation, at: int, place: int, shift: float) -> None:
    effects = [ablated.effects[at] for ablated in ablation.ranked]
    marked = [ablated.marked(at) for ablated in ablation.ranked]
    heights = np.arange(len(effects)) + shift
    points = _points(effects)
    colour = COLOURS[place % len(COLOURS)]
    plot.hlines(heights, points[1], points[2], colors=colour, linewidth=1.2)
    faces = [colour if mark else "white" for mark in marked]
    label = _last(effects[0])
    marker = MARKERS[place % len(MARKERS)]
    plot.scatter(points[0], heights, s=26, c=faces, marker=marker, edgecolors=colour, zorder=3, label=label)


def _curves(sweep: Sweep, axis: Axis) -> Figure:
    panels = _panels(sweep.responses[0].effects)
    figure = Figure((1.2 + 4.2 * len(panels), 4.2))
    plots = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in axis.values)
    places = [float(value) for value in axis.values] if numeric else [float(at) for at in range(len(axis.values))]
    width = 0.02 * (max(places) - min(places))
    for plot, (title, members) in zip(plots, panels.items(), strict=True):
        for place, at in enumerate(members):
            points = _points([response.effects[at] for response in sweep.responses])
            reach = [points[0] - points[1], points[2] - points[0]]
            base = sweep.responses[0].effects[at]
            nudged = [x + (place - (len(members) - 1) / 2) * width for x in places]
            look = {"color": COLOURS[place % len(COLOURS)], "marker": MARKERS[place % len(MARKERS)], "capsize": 3}
            plot.errorbar(nudged, points[0], reach, label=f"{_last(base)} (now {base.before:.1%})", **look)
        plot.axhline(0, color="#5d6773", linewidth=1)
        plot.set_xticks(places, [written(value) for value in axis.values])
        plot.set_xlabel(axis.name)
        plot.set_title(title)
        plot.legend()
    plots[0].set_ylabel("change of the win rate, points (95 %)")
    return figure


def _maps(sweep: Sweep, down: Axis, across: Axis, fixed: dict[str, Value]) -> Figure:
    """A map for every group on one scale; a change that is certain, taken alone, is written in bold."""
    maps = len(sweep.responses[0].effects)
    rows = ceil(maps / 4)
    columns = ceil(maps / rows)
    size = (1.0 + columns * (0.9 + 0.62 * len(across.values)), 0.9 + rows * (0.8 + 0.4 * len(down.values)))
    figure = Figure(size)
    plots = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    found = {
        (response.choice.point[down.name], response.choice.point[across.name]): response
        for response in sweep.responses
        if all(response.choice.point[name] == value for name, value in fixed.items())
    }
    most = max(abs(effect.change) for response in found.values() for effect in response.effects) * 100 or 1.0
    for at, plot in enumerate(plots.flat):
        if at >= maps:
            plot.set_axis_off()
            continue
        effects = [[found[row, column].effects[at] for column in across.values] for row in down.values]
        shown = plot.imshow(
            [[effect.change * 100 for effect in line] for line in effects],
            cmap="RdBu",
            vmin=-most,
            vmax=most,
            aspect="auto",
        )
        for (row, line), column in product(enumerate(effects), range(len(across.values))):
            _write(plot, column, row, line[column], most)
        plot.grid(visible=False)
        plot.set_title(f"{effects[0][0].name} (now {effects[0][0].before:.1%})", fontsize=9)
        plot.set_xticks(range(len(across.values)), [written(value) for value in across.values])
        plot.set_yticks(range(len(down.values)), [written(value) for value in down.values])
    held = ", ".join(f"{name} = {written(value)}" for name, value in fixed.items())
    figure.supxlabel(across.name)
    figure.supylabel(down.name)
    figure.suptitle(f"change of the win rate, points{'; ' if held else ''}{held}", fontsize=10)
    figure.colorbar(shown, ax=plots, shrink=0.8)
    return figure


def _write(plot: Axes, column: int, row: int, effect: Effect, most: float) -> None:
    colour = "white" if abs(effect.change) * 100 > 0.6 * most else "black"
    weight = "bold" if effect.certain else "normal"
    text = f"{effect.change * 100:+.1f}"
    plot.text(column, row, text, ha="center", va="center", fontsize=8, color=colour, fontweight=weight)


def _panels(effects: Sequence[Effect]) -> dict[str, list[int]]:
    """The effects on each rung."""
    panels: dict[str, list[int]] = {}
    for at, effect in enumerate(effects):
        *rung, _ = effect.labels.values()
        panels.setdefault(str(rung[0]) if rung else "", []).append(at)
    return panels


def _last(effect: Effect) -> str:
    axis, value = list(effect.labels.items())[-1]
    return value if isinstance(value, str) else f"{axis} {value}"


def _points(effects: Sequence[Effect]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return 100 * np.array([[effect.change, *effect.interval] for effect in effects]).T


@contextmanager
def _styled() -> Iterator[None]:
    """Draw in our style, whatever the user's own is."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def _files(figure: Figure, name: str) -> dict[str, bytes]:
    """As a drawing and as pixels; the same figure gives the same bytes."""
    FigureCanvasAgg(figure)
    drawing, pixels = BytesIO(), BytesIO()
    with mpl.rc_context({"svg.hashsalt": name}):
        figure.savefig(drawing, format="svg", facecolor="white", metadata={"Date": None})
        figure.savefig(pixels, format="png", facecolor="white", dpi=120)
    return {f"{name}.svg": drawing.getvalue(), f"{name}.png": pixels.getvalue()}
