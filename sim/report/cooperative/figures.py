"""The figures of a cooperative game: how often it is won, where games turn, how they are lost."""

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from engine.errors import message
from engine.language.current import counted, said, word
from sim.display.figure_parts import (
    Field,
    draw_estimates,
    heat_map,
    legend,
    marks,
    name_lines,
    nudge,
    panel_title,
    per_cent_axis,
    place_of,
    small_plots,
    tell_at,
)
from sim.display.figure_style import WIDTH
from sim.report.cooperative.opening_figures import calibration_figure, openings_figure
from sim.report.cooperative.views import end_name, rate_of
from sim.report.shared.figures.distributions import shape_figure
from sim.report.shared.figures.drawing import Figures
from sim.report.shared.pieces.figures import FATES, NAIVE, fates_figure
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import axis_word
from sim.text.number_format import estimate

KNOWN_TO = 0.08
"""A win rate with a wider interval than this to either side is left out of a map."""


def heat_figure(data: RunData, tables: Tables) -> Figure | None:
    """The win rates of every group on one scale. Of one group, the table of the first screen is the same map."""
    layout = data.layout
    if len(layout.plain_groups) < 2:
        return None
    figure, plots = small_plots(len(layout.plain_groups), 3, 0.55, 0.62 + 0.4 * len(layout.sizes))
    for plot, group in zip(plots, layout.plain_groups, strict=True):
        rows = [[rate_of(data, tables, group, level, size) for level in layout.levels] for size in layout.sizes]
        heat_map(plot, [[Field(row["win_rate"], _told(data, row)) if row else None for row in line] for line in rows])
        plot.invert_yaxis()
        panel_title(plot, group.shown_name)
        plot.set_xticks([place + 0.5 for place in range(len(layout.levels))], [str(level) for level in layout.levels])
        plot.set_yticks([place + 0.5 for place in range(len(layout.sizes))], [str(size) for size in layout.sizes])
        if place_of(plot).is_first_col():
            plot.set_ylabel(axis_word(data.layout.size))
    named = ", ".join(
        f"{level} {layout.level_name(level)}" for level in layout.levels if level in data.presentation.levels
    )
    difficulty = axis_word(data.layout.difficulty)
    label = said("{difficulty}: {levels}", difficulty=difficulty, levels=named) if named else difficulty
    figure.supxlabel(label, fontsize=10.5)
    return figure


def skill_figure(data: RunData, tables: Tables) -> Figure | None:
    """Every rung of the ladder, from the weakest players to the strongest: one panel a size. If the run has several
    versions of the game, there is one panel a version, because a version is no rung."""
    layout, rates = data.layout, tables["win_rates"]
    versions = {group.version: group.shown_version for group in layout.plain_groups}
    panels = [(version, layout.middle) for version in versions]
    if len(versions) == 1:
        panels = [(version, size) for version in versions for size in layout.sizes]
    rungs = list(dict.fromkeys(group.who for group in layout.plain_groups))
    if len(rungs) < 2:
        return None
    figure, plots = small_plots(len(panels), 2, 0.7, 0.75 + 0.24 * len(rungs), sharex=True, sharey=True)
    for plot, (version, size) in zip(plots, panels, strict=True):
        climbing = {group.name: rungs.index(group.who) for group in layout.plain_groups if group.version == version}
        for at, level in enumerate(layout.levels):
            mine = rates.filter(
                pl.col("table").is_in(list(climbing)),
                pl.col("win_rate").is_not_null(),
                level=str(level),
                size=str(size),
            )
            heights = [climbing[name] + nudge(at, len(layout.levels)) for name in mine["table"]]
            estimates = mine["low"], mine["win_rate"], mine["high"]
            label = layout.level_name(level) if plot is plots[0] else None
            told = [_told(data, row) for row in mine.iter_rows(named=True)]
            draw_estimates(plot, estimates, heights, at, label, told, linestyle="-", linewidth=0.8)
        panel_title(plot, ", ".join(filter(None, (versions[version], layout.size_name(size)))), 32)
        per_cent_axis(plot.xaxis, plot)
        name_lines(plot, rungs)
    legend(figure, [layout.level_name(level) for level in layout.levels])
    figure.supxlabel(said("games won"), fontsize=10.5)
    return figure


def _told(data: RunData, row: dict[str, Any]) -> str:
    """`calm, Easy, 3 players: 61.2 % (60.9 to 61.5), 4,000 games`"""
    return _estimated(data.layout.name(data.layout.places[row["cell"]]), row)


def _estimated(where: str, row: dict[str, Any]) -> str:
    share = estimate(row["win_rate"], (row["low"], row["high"]))
    games = counted(row["games"], "one game", "{count} games")
    return said("{where}: {share}, {games}", where=where, share=share, games=games)


def course_figure(data: RunData, tables: Tables) -> Figure | None:
    """How often games are won from where they stand."""
    layout = data.layout
    known = (pl.col("high") - pl.col("low")) / 2 <= KNOWN_TO
    mine = tables["course"].filter(known, table=layout.focus.name, size=str(layout.middle))
    levels = [level for level in layout.levels if not mine.filter(level=str(level)).is_empty()]
    if not levels:
        return None
    ahead, behind = (mine[key].unique().sort().to_list() for key in ("ahead", "behind"))
    figure, plots = small_plots(len(levels), 2, 0.5, 0.7 + 0.29 * len(ahead))
    count_table = next(table for table in data.game.tables if table.name == data.presentation.course)
    for plot, level in zip(plots, levels, strict=True):
        fields: list[list[Field | None]] = [[None] * len(behind) for _ in ahead]
        for row in mine.filter(level=str(level)).iter_rows(named=True):
            stood = ", ".join(
                f"{word(key.name)} {row[side]}" for key, side in zip(count_table.keys, ("ahead", "behind"), strict=True)
            )
            field = Field(row["win_rate"], _estimated(stood, row))
            fields[ahead.index(row["ahead"])][behind.index(row["behind"])] = field
        heat_map(plot, fields)
        plot.set_title(layout.level_name(level))
        plot.set_xticks([place + 0.5 for place in range(len(behind))], [str(value) for value in behind])
        plot.set_yticks([place + 0.5 for place in range(len(ahead))], [str(value) for value in ahead])
        if place_of(plot).is_first_col():
            plot.set_ylabel(word(count_table.keys[0].name))
        if place_of(plot).is_last_row():
            plot.set_xlabel(word(count_table.keys[1].name))
    return figure


def ends_figure(data: RunData, tables: Tables) -> Figure | None:
    """How games are lost."""
    layout = data.layout
    mine = tables["ends"].filter((pl.col("table") == layout.focus.name) & pl.col("share_of_losses").is_not_null())
    reasons = [end for end in mine["end"].unique(maintain_order=True) if mine.filter(end=end)["games"].sum()]
    if not reasons:
        return None
    places = [place for place in layout.of(layout.focus) if not mine.filter(cell=place.number).is_empty()]
    figure = Figure((WIDTH, 1.1 + 0.24 * len(places)))
    plots = figure.subplots(1, len(reasons), squeeze=False, sharey=True, sharex=True)
    names = [f"{layout.level_name(place.level)}, {layout.size_name(place.size)}".strip(", ") for place in places]
    for plot, reason in zip(plots.flat, reasons, strict=True):
        for height, place in enumerate(places):
            row = mine.filter(cell=place.number, end=reason).row(0, named=True)
            share, ends = row["share_of_losses"], (row["low"], row["high"])
            errors = [[share - row["low"]], [row["high"] - share]]
            plot.errorbar([share], [height], xerr=errors, **marks(layout.levels.index(place.level)))
            told = said(
                "{where}: {share} of the games lost are lost by {end}",
                where=names[height],
                share=estimate(share, ends),
                end=end_name(reason),
            )
            tell_at(plot, share, height, told)
        panel_title(plot, end_name(reason), 40 // len(reasons))
        per_cent_axis(plot.xaxis, plot, few=len(reasons) > 2)
        name_lines(plot, names)
    figure.supxlabel(said("of the games lost"), fontsize=10.5)
    return figure


FIGURES: Figures = {
    "fates": (FATES + NAIVE, fates_figure),
    "heat": (message("Games won, in per cent; all maps have the same scale.").template, heat_figure),
    "skill": (message("Every rung of the skill ladder, with its 95 % interval.").template, skill_figure),
    "course": (message("Games won, in per cent, by where they stood at the start of a turn.").template, course_figure),
    "shape": (message("How long games take, and how close they are.").template, shape_figure),
    "ends": (message("How games are lost: shares of the losses, with 95 % intervals.").template, ends_figure),
    "openings": (
        message(
            "The effect of each in the opening, shrunk, with its 95 % interval. Filled: significant. Bold: out of line."
        ).template,
        openings_figure,
    ),
    "calibration": (
        message("How certain players said they were, and how often they were right.").template,
        calibration_figure,
    ),
}
