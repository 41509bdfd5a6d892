"""Figures of ablations and sweeps: changes of an outcome, with their intervals."""

from collections.abc import Sequence
from itertools import product
from math import ceil, isfinite

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from engine.game.outcomes import Outcome, Share
from engine.language.current import said, word
from sim.compare.telling.sentences import verdict_word
from sim.display.figure_files import as_png, as_svg
from sim.display.figure_parts import ink_at, legend, marks, nudge
from sim.display.figure_style import BAND, CHANGE_SCALE, INK, MUTED, colour_of, marker_of, styled
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.value_ranges import FieldValue, SweptAxis
from sim.experiment.values import as_typed
from sim.search.ablation import Ablation
from sim.search.effects import Effect, by_rung
from sim.search.shrunk_effects import ShrunkEffect
from sim.search.sweep import Sweep

MOST_MAPS = 12
"""With more than two settings there is a map for every value of the others; not more than this many are drawn."""
FAINT = 0.35
"""How much colour a change has in a map if it may be chance."""


def ablation_figure(ablation: Ablation) -> dict[str, bytes]:
    """One line for each alteration, one panel for each rung, one colour for each difficulty; marks that were not found
    are hollow."""
    panels = by_rung(ablation.ranked[0].effects)
    names = [word(ablated.alteration.label) for ablated in ablation.ranked]
    with styled():
        figure = Figure((2.6 + 3.6 * len(panels), 1.6 + 0.3 * len(names)))
        plots = figure.subplots(1, len(panels), squeeze=False, sharex=True, sharey=True)[0]
        for plot, (title, members) in zip(plots, panels.items(), strict=True):
            for line in range(0, len(names), 2):
                plot.axhspan(line - 0.5, line + 0.5, color=BAND, linewidth=0, zorder=0)
            plot.axvline(0, color=MUTED, linewidth=1)
            for place, at in enumerate(members):
                shift = (place - (len(members) - 1) / 2) * 0.7 / len(members)
                _whiskers(plot, ablation, at, place, shift)
            plot.set_title(title)
            plot.grid(axis="x")
            plot.tick_params(axis="y", length=0)
            plot.set_yticks(range(len(names)), names)
        plots[0].set_ylim(len(names) - 0.5, -0.5)
        members = next(iter(panels.values()))
        difficulties = [_last(ablation.ranked[0].effects[at]) for at in members]
        legend(
            figure,
            list(map(str, difficulties)),
            [Line2D([], [], **marks(at), label=name) for at, name in enumerate(difficulties)],
        )
        form = OutcomeFormat(ablation.outcome)
        change = said(
            "change of the {outcome} in {unit}, shrunk (95 %)", outcome=word(form.outcome.phrase), unit=form.unit
        )
        key = said("filled: found; hollow: may be chance")
        figure.supxlabel(f"{_both_ways(form, change)}\n{key}", fontsize=10.5)
        return _files(figure, "ablation")


def sweep_figures(sweep: Sweep) -> dict[str, bytes]:
    """A curve for one setting that varies, maps for two; for more, a map for each value of the others."""
    varying = [axis for axis in sweep.axes if len(axis.values) > 1]
    with styled():
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
    """The same effect of all alterations."""
    effects = [ablated.shrunk[at] for ablated in ablation.ranked]
    heights = np.arange(len(effects)) + shift
    points, colour = _points(effects, ablation.outcome), colour_of(place)
    faces = [colour if ablated.marked(at) else "white" for ablated in ablation.ranked]
    plot.hlines(heights, points[1], points[2], colors=colour, linewidth=1.2)
    plot.scatter(points[0], heights, s=26, c=faces, marker=marker_of(place), edgecolors=colour, zorder=3)


def _curves(sweep: Sweep, axis: SweptAxis) -> Figure:
    panels, form = by_rung(sweep.responses[0].effects), OutcomeFormat(sweep.outcome)
    figure = Figure((1.2 + 4.2 * len(panels), 4.2))
    plots = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in axis.values)
    places = [float(value) for value in axis.values] if numeric else [float(at) for at in range(len(axis.values))]
    width = max(places) - min(places)
    unchanged = said("unchanged")
    ticks = [
        f"{as_typed(value)}\n{unchanged}" if all(effect.same for effect in response.effects) else as_typed(value)
        for value, response in zip(axis.values, sweep.responses, strict=True)
    ]
    for plot, (title, members) in zip(plots, panels.items(), strict=True):
        plot.axhline(0, color=MUTED, linewidth=1)
        for place, at in enumerate(members):
            points = _points([response.effects[at] for response in sweep.responses], sweep.outcome)
            reach = [points[0] - points[1], points[2] - points[0]]
            base = sweep.responses[0].effects[at]
            nudged = [x + nudge(place, len(members)) * width / 6 for x in places]
            label = _with_now(_last(base), base, form)
            plot.errorbar(nudged, points[0], reach, **marks(place), linewidth=1, label=label)
        plot.set_xticks(places, ticks)
        plot.set_xlabel(axis.name)
        plot.set_title(title)
        plot.grid(axis="y")
        plot.legend()
    plots[0].set_ylabel(_both_ways(form, said("change in {unit} (95 %)", unit=form.unit)))
    return figure


def _maps(sweep: Sweep, down: SweptAxis, across: SweptAxis, fixed: dict[str, FieldValue]) -> Figure:
    """A map for every group on one scale; a change whose own interval excludes zero is in full colour and bold."""
    maps, form, factor = len(sweep.responses[0].effects), OutcomeFormat(sweep.outcome), _factor(sweep.outcome)
    rows = ceil(maps / 4)
    columns = ceil(maps / rows)
    size = (1.0 + columns * (0.9 + 0.62 * len(across.values)), 1.1 + rows * (0.8 + 0.4 * len(down.values)))
    figure = Figure(size)
    plots = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    found = {
        (response.choice.point[down.name], response.choice.point[across.name]): response
        for response in sweep.responses
        if all(response.choice.point[name] == value for name, value in fixed.items())
    }
    most = max(abs(effect.change) for response in found.values() for effect in response.effects) * factor or 1.0
    for at, plot in enumerate(plots.flat):
        if at >= maps:
            plot.set_axis_off()
            continue
        effects = [[found[row, column].effects[at] for column in across.values] for row in down.values]
        plot.imshow(
            [[effect.change * factor for effect in line] for line in effects],
            alpha=np.array([[1.0 if effect.certain else FAINT for effect in line] for line in effects]),
            cmap=CHANGE_SCALE,
            vmin=-most,
            vmax=most,
            aspect="auto",
        )
        for (row, line), column in product(enumerate(effects), range(len(across.values))):
            _write(plot, column, row, line[column], most, form)
        plot.tick_params(length=0)
        plot.set_title(_with_now(", ".join(effects[0][0].names), effects[0][0], form), fontsize=9)
        plot.set_xticks(range(len(across.values)), [as_typed(value) for value in across.values])
        plot.set_yticks(range(len(down.values)), [as_typed(value) for value in down.values])
    held = "".join(f"; {name} = {as_typed(value)}" for name, value in fixed.items())
    figure.supxlabel(across.name, fontsize=10.5)
    figure.supylabel(down.name, fontsize=10.5)
    key = said(
        "red: {less}, blue: {more}, pale: may be chance, framed: unchanged",
        less=verdict_word(form.outcome.less),
        more=verdict_word(form.outcome.more),
    )
    change = said("change of the {outcome} in {unit}", outcome=word(form.outcome.phrase), unit=form.unit)
    figure.suptitle(f"{change}{held}\n{key}", fontsize=10.5)
    return figure


def _write(plot: Axes, column: int, row: int, effect: Effect, most: float, form: OutcomeFormat) -> None:
    if effect.same:
        plot.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, edgecolor=INK, linewidth=1.5))
    colour = ink_at(CHANGE_SCALE, 0.5 + effect.change * _factor(form.outcome) / 2 / most) if effect.certain else "black"
    weight = "bold" if effect.certain else "normal"
    plot.text(
        column,
        row,
        form.brief_difference(effect.change),
        ha="center",
        va="center",
        fontsize=8,
        color=colour,
        fontweight=weight,
    )


def _both_ways(form: OutcomeFormat, change: str) -> str:
    """`harder ←  change in points (95 %)  → easier`"""
    return f"{verdict_word(form.outcome.less)} ←  {change}  → {verdict_word(form.outcome.more)}"


def _with_now(name: str, effect: Effect, form: OutcomeFormat) -> str:
    """`doom 4 (now 61.2%)`"""
    return said("{name} (now {value})", name=name, value=form.value(effect.before))


def _last(effect: Effect) -> str:
    """The difficulty."""
    return effect.names[-1]


def _points(
    effects: Sequence[Effect | ShrunkEffect], outcome: Outcome
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """In points, or in the unit of a mean. An interval without an end is not drawn."""
    rows = [[effect.change, *effect.interval] for effect in effects]
    drawn = [row if isfinite(row[2] - row[1]) else [row[0]] * 3 for row in rows]
    return _factor(outcome) * np.array(drawn).T


def _factor(outcome: Outcome) -> float:
    return 100.0 if isinstance(outcome, Share) else 1.0


def _files(figure: Figure, name: str) -> dict[str, bytes]:
    """As SVG and as PNG."""
    return {f"{name}.svg": as_svg(figure, name), f"{name}.png": as_png(figure)}
