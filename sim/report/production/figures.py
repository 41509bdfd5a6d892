"""The figures of a production game: what it yields, and how far single games lie apart."""

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from engine.errors import message
from engine.game.outcomes import Outcome, Share
from engine.language.current import counted, said, word
from sim.display.figure_parts import PER_CENT, draw_estimates, few_ticks, legend, name_lines, nudge, small_plots
from sim.display.figure_style import colour_of
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.figures.distributions import SPREAD, distributions_figure, draw_spread
from sim.report.shared.figures.drawing import Figures
from sim.report.shared.pieces.figures import FATES, fates_figure
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import unit_word

MOST_PANELS = 6


def means_figure(data: RunData, tables: Tables) -> Figure | None:
    """Every outcome by strategy, one panel each; sizes by colour and marker."""
    layout = data.layout
    outcomes = data.outcomes[:MOST_PANELS]
    names = [group.name for group in layout.plain_groups]
    height = 0.75 + (0.12 + 0.16 * len(layout.sizes)) * len(names)
    figure, plots = small_plots(len(outcomes), 2, 0.6, height, sharey=True)
    for plot, outcome in zip(plots, outcomes, strict=True):
        for at, size in enumerate(layout.sizes):
            mine = tables["outcomes"].filter(
                pl.col("low").is_not_null(),
                pl.col("table").is_in(names),
                outcome=outcome.name,
                size=str(size),
                level=str(layout.levels[-1]),
            )
            heights = [names.index(name) + nudge(at, len(layout.sizes)) for name in mine["table"]]
            label = layout.size_name(size) if outcome is outcomes[0] else None
            told = [_told(data, row, outcome) for row in mine.iter_rows(named=True)]
            draw_estimates(plot, (mine["low"], mine["value"], mine["high"]), heights, at, label, told)
        plot.set_title(word(outcome.name))
        plot.set_xlabel("" if isinstance(outcome, Share) or outcome.unit == outcome.name else unit_word(outcome.unit))
        plot.margins(x=0.08)
        name_lines(plot, [group.shown_name for group in layout.plain_groups])
        if isinstance(outcome, Share):
            plot.xaxis.set_major_formatter(PER_CENT)
        few_ticks(plot)
    legend(figure, [layout.size_name(size) for size in layout.sizes])
    return figure


def _told(data: RunData, row: dict[str, Any], outcome: Outcome) -> str:
    """`picker, 1 tree: apples 38.5 (37.8 to 39.2), 300 games`"""
    value = OutcomeFormat(outcome, typeset=True).estimate(row["value"], (row["low"], row["high"]))
    place = data.layout.name(data.layout.places[row["cell"]])
    games = counted(row["games"], "one game", "{count} games")
    return said(
        "{where}: {outcome} {value}, {games}", where=place, outcome=word(outcome.name), value=value, games=games
    )


def spread_figure(data: RunData, tables: Tables) -> Figure | None:
    """How far the games of each strategy lie apart in the headline: deciles, quartiles, median and mean."""
    layout, outcome = data.layout, data.headline
    names = [group.name for group in layout.plain_groups]
    mine = tables["spreads"].filter(pl.col("table").is_in(names), outcome=outcome.name, level=str(layout.levels[-1]))
    if mine.is_empty():
        return None
    means = {row["cell"]: row["value"] for row in tables["outcomes"].filter(outcome=outcome.name).iter_rows(named=True)}
    figure, plots = small_plots(len(layout.sizes), 2, 0.6, 0.6 + 0.34 * len(names), sharey=True, sharex=True)
    for at, (plot, size) in enumerate(zip(plots, layout.sizes, strict=True)):
        for row in mine.filter(size=str(size)).iter_rows(named=True):
            name = layout.name(layout.places[row["cell"]])
            draw_spread(plot, row, means[row["cell"]], names.index(row["table"]), colour_of(at), name)
        plot.set_title(layout.size_name(size))
        name_lines(plot, [group.shown_name for group in layout.plain_groups])
        few_ticks(plot)
    figure.supxlabel(axis_name(outcome), fontsize=10.5)
    return figure


def by_strategy(data: RunData, tables: Tables) -> Figure | None:
    """How many games of each strategy have which value, at the size in the middle and the highest difficulty."""
    layout = data.layout
    cells = {group.shown_name: layout.at(group, layout.levels[-1], layout.middle) for group in layout.plain_groups}
    return distributions_figure(data, tables, cells)


def axis_name(outcome: Outcome) -> str:
    """`apples`, `weight, in kg`"""
    if isinstance(outcome, Share) or outcome.unit == outcome.name:
        return word(outcome.name)
    return said("{outcome}, in {unit}", outcome=word(outcome.name), unit=unit_word(outcome.unit))


FIGURES: Figures = {
    "fates": (FATES, fates_figure),
    "means": (
        message("Every outcome by strategy: means and shares, with their 95 % intervals.").template,
        means_figure,
    ),
    "spread": (SPREAD, spread_figure),
    "distributions": (message("How many games have which value, by strategy.").template, by_strategy),
}
