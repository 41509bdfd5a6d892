"""The figures of a production game: what it yields, and how far single games lie apart."""

from math import ceil

import polars as pl
from matplotlib.figure import Figure

from engine.game.outcomes import Outcome, Share
from sim.display.figure_parts import PER_CENT, legend, marks, nudge
from sim.display.figure_style import WIDTH, colour_of
from sim.report.figures.distributions import distributions_figure, draw_spread
from sim.report.figures.drawing import Figures
from sim.report.run_data import RunData, Tables

MOST_PANELS, MOST_LINES = 6, 8


def means_figure(data: RunData, tables: Tables) -> Figure | None:
    """Every outcome by strategy, one panel each; sizes by colour and marker."""
    layout = data.layout
    outcomes = data.outcomes[:MOST_PANELS]
    across = min(2, len(outcomes))
    down = ceil(len(outcomes) / across)
    figure = Figure((WIDTH, 0.6 + down * (0.75 + (0.12 + 0.16 * len(layout.sizes)) * len(layout.groups))))
    plots = figure.subplots(down, across, squeeze=False, sharey=True)
    for plot, outcome in zip(plots.flat, outcomes, strict=False):
        for at, size in enumerate(layout.sizes):
            mine = tables["outcomes"].filter(
                pl.col("low").is_not_null(), outcome=outcome.name, size=str(size), level=str(layout.levels[-1])
            )
            heights = [_height(data, name) + nudge(at, len(layout.sizes)) for name in mine["table"]]
            errors = [mine["value"] - mine["low"], mine["high"] - mine["value"]]
            label = layout.size_name(size) if outcome is outcomes[0] else None
            plot.errorbar(mine["value"], heights, xerr=errors, **marks(at), linestyle="none", label=label)
        plot.set_title(outcome.name)
        plot.set_xlabel("" if isinstance(outcome, Share) or outcome.unit == outcome.name else outcome.unit)
        plot.grid(axis="x")
        plot.margins(x=0.08)
        plot.set_ylim(-0.6, len(layout.groups) - 0.4)
        plot.set_yticks(range(len(layout.groups)), [group.name for group in layout.groups])
        if isinstance(outcome, Share):
            plot.xaxis.set_major_formatter(PER_CENT)
    for plot in plots.flat[len(outcomes) :]:
        plot.set_axis_off()
    legend(figure, len(layout.sizes))
    return figure


def spread_figure(data: RunData, tables: Tables) -> Figure | None:
    """How far the games of each strategy lie apart in the headline: deciles, quartiles, median and mean."""
    layout, outcome = data.layout, data.headline
    mine = tables["spreads"].filter(outcome=outcome.name, level=str(layout.levels[-1]))
    if mine.is_empty():
        return None
    means = {row["cell"]: row["value"] for row in tables["outcomes"].filter(outcome=outcome.name).iter_rows(named=True)}
    across = min(2, len(layout.sizes))
    down = ceil(len(layout.sizes) / across)
    figure = Figure((WIDTH, 0.6 + down * (0.6 + 0.34 * len(layout.groups))))
    plots = figure.subplots(down, across, squeeze=False, sharey=True, sharex=True)
    for plot, (at, size) in zip(plots.flat, enumerate(layout.sizes), strict=False):
        for row in mine.filter(size=str(size)).iter_rows(named=True):
            height = _height(data, row["table"])
            draw_spread(plot, row, means[row["cell"]], height, colour_of(at))
        plot.set_title(layout.size_name(size) or None)
        plot.grid(axis="x")
        plot.set_ylim(-0.6, len(layout.groups) - 0.4)
        plot.set_yticks(range(len(layout.groups)), [group.name for group in layout.groups])
    for plot in plots.flat[len(layout.sizes) :]:
        plot.set_axis_off()
    figure.supxlabel(axis_name(outcome), fontsize=10.5)
    return figure


def by_strategy(data: RunData, tables: Tables) -> Figure | None:
    """How many games of each strategy have which value, at the size in the middle and the highest difficulty."""
    layout = data.layout
    places = {group.name: layout.at(group, layout.levels[-1], layout.middle) for group in layout.groups[:MOST_LINES]}
    return distributions_figure(data, tables, {name: place for name, place in places.items() if place is not None})


def axis_name(outcome: Outcome) -> str:
    """`apples`, `weight, in kg`"""
    if isinstance(outcome, Share) or outcome.unit == outcome.name:
        return outcome.name
    return f"{outcome.name}, in {outcome.unit}"


def _height(data: RunData, name: str) -> int:
    return next(at for at, group in enumerate(data.layout.groups) if group.name == name)


FIGURES: Figures = {
    "means": ("Every outcome by strategy: means and shares, with their 95 % intervals.", means_figure),
    "spread": (
        "How far single games lie apart: the middle half of the games (box), all but the lowest and the highest tenth "
        "(line), median (stroke) and mean (dot).",
        spread_figure,
    ),
    "distributions": ("How many games have which value, by strategy.", by_strategy),
}
