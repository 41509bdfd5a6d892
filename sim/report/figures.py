"""The figures of a report. Each is a function of the tables, and of nothing else that could change."""

from collections.abc import Callable
from math import ceil

import matplotlib as mpl
import polars as pl
from matplotlib.figure import Figure

from engine.game.presentation import Shape
from sim.display.figure_parts import PER_CENT, heat_map, legend, marks, nudge, panel_title, per_cent_axis
from sim.display.figure_style import INK, LINE, MUTED, WIDTH, colour_of, styled
from sim.report.cell_layout import Group, Label
from sim.report.numbers.joint_outcomes import ALL
from sim.report.run_data import Material

Tables = dict[str, pl.DataFrame]

FEWEST_GAMES = 30
"""A distribution of fewer games is not drawn."""
KNOWN_TO = 0.08
"""A rate whose interval reaches further than this to either side is not written into a map."""


def all_figures(material: Material, tables: Tables) -> dict[str, tuple[str, Figure]]:
    """Every figure that the run has something for: its caption, and the figure."""
    drawn: dict[str, tuple[str, Figure]] = {}
    with styled():
        for name, (caption, draw) in FIGURES.items():
            figure = draw(material, tables)
            if figure is not None:
                drawn[name] = caption, figure
    return drawn


def heat(material: Material, tables: Tables) -> Figure | None:
    """Win rates of every kind of table on one scale."""
    axes = material.axes
    across = min(3, len(axes.groups))
    down = ceil(len(axes.groups) / across)
    figure = Figure((WIDTH, 0.55 + down * (0.62 + 0.4 * len(axes.sizes))))
    plots = figure.subplots(down, across, squeeze=False)
    for at, plot in enumerate(plots.flat):
        if at >= len(axes.groups):
            plot.set_axis_off()
            continue
        group = axes.groups[at]
        rates = [[_rate(material, group, level, size) for level in axes.levels] for size in axes.sizes]
        heat_map(plot, rates)
        panel_title(plot, group.name)
        plot.set_xticks([place + 0.5 for place in range(len(axes.levels))], [str(level) for level in axes.levels])
        plot.set_yticks([place + 0.5 for place in range(len(axes.sizes))], [str(size) for size in axes.sizes])
        if at % across == 0:
            plot.set_ylabel(material.story.size)
    named = ", ".join(f"{level} {axes.level_name(level)}" for level in axes.levels if level in material.story.levels)
    figure.supxlabel(f"{material.story.difficulty}{': ' if named else ''}{named}", fontsize=10.5)
    return figure


def skill(material: Material, tables: Tables) -> Figure | None:
    """The band of each cell: every rung of the ladder, from the floor to the bound."""
    axes = material.axes
    if len(axes.groups) < 2:
        return None
    across = min(2, len(axes.sizes))
    down = ceil(len(axes.sizes) / across)
    figure = Figure((WIDTH, 0.7 + down * (0.7 + 0.24 * len(axes.groups))))
    plots = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    rates = tables["win_rates"]
    for plot, size in zip(plots.flat, axes.sizes, strict=False):
        for at, level in enumerate(axes.levels):
            mine = rates.filter(
                (pl.col("level") == str(level)) & (pl.col("size") == str(size)) & pl.col("win_rate").is_not_null()
            )
            heights = [next(i for i, group in enumerate(axes.groups) if group.name == name) for name in mine["table"]]
            heights_shown = [height + nudge(at, len(axes.levels)) for height in heights]
            errors = [mine["win_rate"] - mine["low"], mine["high"] - mine["win_rate"]]
            label = axes.level_name(level) if size == axes.sizes[0] else None
            plot.errorbar(
                mine["win_rate"], heights_shown, xerr=errors, **marks(at), linestyle="-", linewidth=0.8, label=label
            )
        plot.set_title(axes.size_name(size) or None)
        per_cent_axis(plot.xaxis, plot)
        plot.set_yticks(range(len(axes.groups)), [group.name for group in axes.groups])
    for plot in plots.flat[len(axes.sizes) :]:
        plot.set_axis_off()
    legend(figure, len(axes.levels))
    figure.supxlabel("games won", fontsize=10.5)
    return figure


def course(material: Material, tables: Tables) -> Figure | None:
    """Where a game stands, and how often it is won from there."""
    axes = material.axes
    known = (pl.col("high") - pl.col("low")) / 2 <= KNOWN_TO
    mine = tables["course"].filter(known, table=axes.focus.name, size=str(axes.middle))
    levels = [level for level in axes.levels if not mine.filter(level=str(level)).is_empty()]
    if not levels:
        return None
    ahead, behind = (mine[key].unique().sort().to_list() for key in ("ahead", "behind"))
    across = min(2, len(levels))
    down = ceil(len(levels) / across)
    figure = Figure((WIDTH, 0.5 + down * (0.7 + 0.29 * len(ahead))))
    plots = figure.subplots(down, across, squeeze=False)
    count_table = next(table for table in material.game.tables if table.name == material.story.course)
    for at, plot in enumerate(plots.flat):
        if at >= len(levels):
            plot.set_axis_off()
            continue
        rates: list[list[float | None]] = [[None] * len(behind) for _ in ahead]
        for row in mine.filter(level=str(levels[at])).iter_rows(named=True):
            rates[ahead.index(row["ahead"])][behind.index(row["behind"])] = row["win_rate"]
        heat_map(plot, rates)
        plot.set_title(axes.level_name(levels[at]) or None)
        plot.set_xticks([place + 0.5 for place in range(len(behind))], [str(value) for value in behind])
        plot.set_yticks([place + 0.5 for place in range(len(ahead))], [str(value) for value in ahead])
        if at % across == 0:
            plot.set_ylabel(count_table.keys[0].name)
        if at // across == down - 1:
            plot.set_xlabel(count_table.keys[1].name)
    return figure


def shape(material: Material, tables: Tables) -> Figure | None:
    """How long games take, and how close they were."""
    axes = material.axes
    panels = [(each.title, _distributions(material, tables["shape"], each)) for each in material.story.shape]
    panels = [(title, found) for title, found in panels if found]
    if not panels:
        return None
    figure = Figure((WIDTH, 0.5 + 1.75 * len(panels)))
    plots = figure.subplots(len(panels), 1, squeeze=False)
    width = 0.84 / len(axes.levels)
    for plot, (title, found) in zip(plots.flat, panels, strict=True):
        for at, shares in found.items():
            places = shares["value"] + (at - (len(axes.levels) - 1) / 2) * width
            plot.bar(places, shares["share"], width, color=colour_of(at), linewidth=0)
        plot.set_xlabel(title)
        plot.yaxis.set_major_formatter(PER_CENT)
        plot.set_ylim(bottom=0)
        plot.grid(axis="y")
        plot.xaxis.get_major_locator().set_params(integer=True)
    plots[0, 0].set_ylabel("share of games")
    names = [axes.level_name(level) for level in axes.levels]
    legend(figure, len(names), [mpl.patches.Patch(color=colour_of(at), label=name) for at, name in enumerate(names)])
    return figure


def _distributions(material: Material, table: pl.DataFrame, each: Shape) -> dict[int, pl.DataFrame]:
    """The shares of the values of a column, by the place of the difficulty, where there are games enough."""
    axes = material.axes
    found = {}
    for at, level in enumerate(axes.levels):
        place = axes.at(axes.focus, level, axes.middle)
        mine = table.filter(column=each.column, cell=place.number if place else -1)
        mine = mine if each.won is None else mine.filter(won=each.won)
        counted = mine.group_by("value").agg(pl.col("games").sum()).sort("value")
        if counted["games"].sum() >= FEWEST_GAMES:
            found[at] = counted.with_columns(share=pl.col("games") / pl.col("games").sum())
    return found


def ends(material: Material, tables: Tables) -> Figure | None:
    """How games are lost."""
    axes = material.axes
    mine = tables["ends"].filter((pl.col("table") == axes.focus.name) & pl.col("share_of_losses").is_not_null())
    reasons = [end for end in mine["end"].unique(maintain_order=True) if mine.filter(end=end)["games"].sum()]
    if not reasons:
        return None
    places = [place for place in axes.of(axes.focus) if not mine.filter(cell=place.number).is_empty()]
    figure = Figure((WIDTH, 1.0 + 0.24 * len(places)))
    plots = figure.subplots(1, len(reasons), squeeze=False, sharey=True, sharex=True)
    for plot, reason in zip(plots.flat, reasons, strict=True):
        for height, place in enumerate(reversed(places)):
            row = mine.filter(cell=place.number, end=reason).row(0, named=True)
            share = row["share_of_losses"]
            errors = [[share - row["low"]], [row["high"] - share]]
            plot.errorbar([share], [height], xerr=errors, **marks(axes.levels.index(place.level)))
        plot.set_title(reason)
        per_cent_axis(plot.xaxis, plot)
    names = [f"{axes.level_name(place.level)}, {axes.size_name(place.size)}".strip(", ") for place in reversed(places)]
    plots[0, 0].set_yticks(range(len(places)), names)
    figure.supxlabel("of the games lost", fontsize=10.5)
    return figure


def openings(material: Material, tables: Tables) -> Figure | None:
    """What each piece is worth in the opening."""
    mine = tables["opening_effects"].filter(table=material.axes.focus.name, level=ALL).reverse()
    if mine.is_empty():
        return None
    figure = Figure((WIDTH, 0.9 + 0.24 * len(mine)))
    plot = figure.subplots()
    plot.axvline(0, color=MUTED, linewidth=1)
    for height, row in enumerate(mine.iter_rows(named=True)):
        effect = row["effect"] * 100
        errors = [[effect - row["low"] * 100], [row["high"] * 100 - effect]]
        colour, fill = (INK, INK) if row["marked"] else (MUTED, "none")
        plot.errorbar([effect], [height], xerr=errors, fmt="o", color=colour, markerfacecolor=fill, capsize=0)
    plot.set_yticks(range(len(mine)), mine["title"].to_list())
    plot.set_ylim(-0.7, len(mine) - 0.3)
    for label, row in zip(plot.get_yticklabels(), mine.iter_rows(named=True), strict=True):
        label.set_fontweight("bold" if row["out_of_line"] else "normal")
    plot.set_xlabel("points of win rate: in the opening minus not in it")
    plot.grid(axis="x")
    return figure


def calibration(material: Material, tables: Tables) -> Figure | None:
    """How sure the table said it was, and how often it was right."""
    table = tables["calibration"]
    groups = [group for group in material.axes.groups if not table.filter(table=group.name).is_empty()]
    if not groups:
        return None
    across = min(3, len(groups))
    down = ceil(len(groups) / across)
    figure = Figure((WIDTH, 0.5 + 1.95 * down))
    plots = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    for at, plot in enumerate(plots.flat):
        if at >= len(groups):
            plot.set_axis_off()
            continue
        mine = table.filter(table=groups[at].name)
        plot.plot([0, 1], [0, 1], color=LINE, linewidth=1.2)
        errors = [(mine["observed"] - mine["low"]).clip(0), (mine["high"] - mine["observed"]).clip(0)]
        plot.errorbar(mine["stated"], mine["observed"], yerr=errors, fmt="o", color=INK, markersize=4.5)
        panel_title(plot, groups[at].name)
        for axis in (plot.xaxis, plot.yaxis):
            axis.set_ticks([0, 0.5, 1])
            axis.set_major_formatter(PER_CENT)
        plot.set_xlim(-0.05, 1.05)
        plot.set_ylim(-0.05, 1.05)
    figure.supxlabel("stated", fontsize=10.5)
    figure.supylabel("right", fontsize=10.5)
    return figure


Draw = Callable[[Material, Tables], Figure | None]

FIGURES: dict[str, tuple[str, Draw]] = {
    "heat": ("Games won, in per cent, by difficulty and size of the table; one colour scale for all.", heat),
    "skill": ("The skill band: every rung of the ladder, with its 95 % interval.", skill),
    "course": ("Games won, in per cent, from where they stood at the start of a turn.", course),
    "shape": ("How long games take, and how close they were.", shape),
    "ends": ("How games are lost: share of the losses, with 95 % intervals.", ends),
    "openings": (
        "What each is worth in the opening, with 95 % intervals; filled: measured after correction; bold: out of line.",
        openings,
    ),
    "calibration": ("How sure a table said it was, and how often it was right.", calibration),
}


def _rate(material: Material, group: Group, level: Label, size: Label) -> float | None:
    place = material.axes.at(group, level, size)
    return None if place is None or not material.games(place) else material.wins(place) / material.games(place)
