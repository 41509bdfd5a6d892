"""The figures of a competitive game: who wins, what skill is worth, how games go."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import polars as pl
from matplotlib.figure import Figure

from engine.game.outcomes import Share
from engine.language.current import counted, said, word
from sim.display.figure_parts import PER_CENT, draw_estimates, legend, name_lines, nudge, panel_title, small_plots, tell
from sim.display.figure_style import LINE, MUTED, WIDTH, colour_of
from sim.display.ink import ink_on
from sim.report.shared.cell_layout import Group
from sim.report.shared.figures.distributions import distributions_figure
from sim.report.shared.figures.drawing import Figures
from sim.report.shared.pieces.figures import FATES, NAIVE, fates_figure
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import Interval, brief_percent, estimate, percent, points

MOST_IN_ONE_COLUMN = 3
LEAST_LABELLED = 0.06
"""A narrower part of a bar has no number in it."""


def seats_figure(data: RunData, tables: Tables) -> Figure | None:
    """The shares of all seats as stacked bars, or one below the other if seats can win together: one bar a size, one
    panel a group."""
    most = int(tables["seats"]["seat"].max() or 0)  # type: ignore[arg-type]
    named = {seat: said("seat {seat}", seat=seat) for seat in range(1, most + 1)}
    name = pl.col("seat").replace_strict(named, default="", return_dtype=pl.String)
    known = tables["seats"].filter(pl.col("share").is_not_null()).with_columns(name=name)
    totals = tables["seats"].group_by("cell").agg(pl.col("wins").sum(), pl.col("games").first())
    together = bool((totals["wins"] > totals["games"]).any())
    nobody = [said("nobody")] if not together and (totals["wins"] < totals["games"]).any() else []
    return _bars(data, known, [*named.values()], nobody, together)


def ends_figure(data: RunData, tables: Tables) -> Figure | None:
    """Where seats win together: how games end, as stacked bars, or one below the other if a game can end in several of
    these ways: one bar a size, one panel a group."""
    if not (data.presentation.teams and data.presentation.questions):
        return None
    named = {each.name: each for each in data.outcomes}
    ends = [named[name] for name in data.presentation.questions[0].outcomes if name in named]
    heads = {each.name: word(each.head) for each in ends}
    known = tables["outcomes"].filter(pl.col("value").is_not_null(), pl.col("outcome").is_in(list(heads)))
    known = known.with_columns(name=pl.col("outcome").replace(heads), share="value")
    apart = any(isinstance(each, Share) and each.kin for each in ends)
    return _bars(data, known, list(heads.values()), [], apart)


def _bars(data: RunData, known: pl.DataFrame, names: list[str], nobody: list[str], apart: bool) -> Figure:
    """Shares by name, those of one size in one bar, or one below the other: `apart`."""
    layout = data.layout
    groups = layout.even_groups
    across = 1 if len(groups) <= MOST_IN_ONE_COLUMN else 2
    height_of_one = 0.5 + (max(0.6, 0.16 * len(names)) if apart else 0.34) * len(layout.sizes)
    figure, plots = small_plots(len(groups), across, 0.75, height_of_one, sharex=True, sharey=True)
    for plot, group in zip(plots, groups, strict=True):
        for height, size in enumerate(layout.sizes):
            mine = known.filter(table=group.name, level=str(layout.levels[-1]), size=str(size))
            found = {row["name"]: row for row in mine.iter_rows(named=True)}
            (_draw_apart if apart else _draw_stacked)(plot, height, [found[name] for name in names if name in found])
        _finish(data, plot, group if len(groups) > 1 else None, across)
    patches = [mpl.patches.Patch(color=colour_of(at), label=name) for at, name in enumerate(names)]
    patches += [mpl.patches.Patch(color=LINE, label=name) for name in nobody]
    legend(figure, [*names, *nobody], patches)
    return figure


def _finish(data: RunData, plot: Any, group: Group | None, across: int) -> None:
    """The axes of a panel of bars, one for each size; and its title, if a group is given."""
    layout = data.layout
    if group:
        panel_title(plot, group.brief, 60 // across)
    plot.set_xlim(0, 1)
    plot.set_xticks([0, 0.5, 1])
    plot.xaxis.set_major_formatter(PER_CENT)
    plot.set_ylim(len(layout.sizes) - 0.4, -0.6)
    plot.set_yticks(range(len(layout.sizes)), [layout.size_name(size) for size in layout.sizes])
    plot.tick_params(axis="y", length=0)
    plot.spines["left"].set_visible(False)


def _told(row: Mapping[str, Any]) -> str:
    """`seat 1: 49.5 % (42.6 to 56.4), 200 games`"""
    share = estimate(row["share"], (row["low"], row["high"]))
    return said("{name}: {share}, {games}", name=row["name"], share=share, games=games_of(row))


def games_of(row: Mapping[str, Any]) -> str:
    """How many games a row rests on."""
    return counted(row["games"], "one game", "{count} games")


def _draw_stacked(plot: Any, height: float, parts: Sequence[Mapping[str, Any]]) -> None:
    """Parts of one whole, side by side; grey for games that nobody won."""
    left = 0.0
    for at, row in enumerate(parts):
        colour, share = colour_of(at), row["share"]
        (bar,) = plot.barh([height], [share], 0.72, [left], color=colour, edgecolor="none")
        tell(bar, _told(row))
        if share >= LEAST_LABELLED:
            where = left + share / 2, height
            plot.text(*where, brief_percent(share), ha="center", va="center", color=ink_on(colour), fontsize=9)
        left += share
    if 0 < left < 1 - 1e-9:
        (bar,) = plot.barh([height], [1 - left], 0.72, [left], color=LINE, edgecolor="none")
        tell(bar, said("nobody: {share}", share=percent(1 - left)))


def _draw_apart(plot: Any, height: float, parts: Sequence[Mapping[str, Any]]) -> None:
    """Shares that may add up to more than a whole, one below the other."""
    thick = 0.8 / max(len(parts), 1)
    for number, row in enumerate(parts):
        at, share = height - 0.4 + (number + 0.5) * thick, row["share"]
        (bar,) = plot.barh([at], [share], 0.85 * thick, color=colour_of(number), edgecolor="none")
        tell(bar, _told(row))
        inside = share > 0.9
        where = (share - 0.01, at) if inside else (share + 0.01, at)
        ink = ink_on(colour_of(number)) if inside else MUTED
        plot.text(*where, brief_percent(share), ha="right" if inside else "left", va="center", color=ink, fontsize=8)


def trace_figure(data: RunData, tables: Tables) -> Figure | None:
    """What each policy gains over the one below it."""
    more = said("wins more in 100 games, in the same seat on the same luck")
    return draw_trace(data, tables["skill_trace"], 100, more, points)


def draw_trace(
    data: RunData, table: pl.DataFrame, factor: int, label_below: str, written: Callable[[float, Interval], str]
) -> Figure | None:
    """The gains of a skill trace, each this many times as large, with their intervals; `written` makes a text of a gain
    and its interval."""
    layout = data.layout
    if table.is_empty():
        return None
    steps = list(dict.fromkeys(zip(table["focus"], table["field"], strict=True)))
    sizes = [size for size in layout.sizes if not table.filter(size=str(size)).is_empty()]
    figure = Figure((WIDTH, 1.1 + (0.3 + 0.14 * len(sizes)) * len(steps)))
    plot = figure.subplots()
    plot.axvline(0, color=MUTED, linewidth=1)
    for at, size in enumerate(sizes):
        mine = table.filter(size=str(size), level=str(layout.levels[-1]))
        pairs = list(zip(mine["focus"], mine["field"], strict=True))
        heights = [steps.index(pair) + nudge(at, len(sizes)) for pair in pairs]
        estimates = mine["gain_low"] * factor, mine["gain"] * factor, mine["gain_high"] * factor
        told = []
        for row in mine.iter_rows(named=True):
            named = {"focus": row["focus"], "field": row["field"], "games": games_of(row)}
            gain = written(row["gain"], (row["gain_low"], row["gain_high"]))
            if layout.size:
                here = layout.size_name(size)
                told.append(said("{focus} over {field}, {size}: {gain}, {games}", **named, size=here, gain=gain))
            else:
                told.append(said("{focus} over {field}: {gain}, {games}", **named, gain=gain))
        draw_estimates(plot, estimates, heights, at, layout.size_name(size), told)
    name_lines(plot, [said("{better}\nover {worse}", better=better, worse=worse) for better, worse in steps])
    plot.set_xlabel(label_below)
    legend(figure, [layout.size_name(size) for size in sizes])
    return figure


def games_figure(data: RunData, tables: Tables) -> Figure | None:
    """How games go: by size, for the group that the report shows; by group, if there is only one size."""
    layout = data.layout
    group, level = layout.even_focus, layout.levels[-1]
    if len(layout.sizes) > 1:
        cells = {layout.size_name(size): layout.at(group, level, size) for size in layout.sizes}
    else:
        cells = {each.shown_name: layout.at(each, level, layout.sizes[0]) for each in layout.even_groups}
    return distributions_figure(data, tables, cells)


FIGURES: Figures = {
    "fates": (FATES + NAIVE, fates_figure),
    "ends": ("How games end, in per cent.", ends_figure),
    "seats": ("How often each seat wins, in per cent.", seats_figure),
    "trace": ("What each policy gains over the one below it, with its 95 % interval.", trace_figure),
    "distributions": ("How games go: how many games have which value.", games_figure),
}
