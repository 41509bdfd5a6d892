"""The figures of a competitive game in which points count: what each seat gets, what skill adds, how far games lie
apart."""

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from engine.language.current import said
from sim.display.figure_parts import draw_estimates, few_ticks, legend, name_lines, nudge, small_plots
from sim.display.figure_style import MUTED, WIDTH, colour_of
from sim.display.outcome_format import OutcomeFormat
from sim.report.competitive.figures import draw_trace, games_figure, games_of, seats_figure
from sim.report.returns.views import seat_of, unit_of
from sim.report.shared.figures.distributions import SPREAD, draw_spread
from sim.report.shared.figures.drawing import Figures
from sim.report.shared.pieces.figures import FATES, NAIVE, fates_figure
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import Interval

MOST_BOXES = 16


def returns_figure(data: RunData, tables: Tables) -> Figure | None:
    """What each seat gets if all play alike, with intervals: one panel a size, seats by colour and marker."""
    layout = data.layout
    groups, table = layout.even_groups, tables["returns"].drop_nulls(["value_low", "value_high"])
    most = int(table["seat"].max() or 0)  # type: ignore[arg-type]
    if not most:
        return None
    height = 0.6 + (0.2 + 0.14 * most) * len(groups)
    figure, plots = small_plots(len(layout.sizes), 2, 0.9, height, sharey=True, sharex=True)
    names = [group.name for group in groups]
    for plot, size in zip(plots, layout.sizes, strict=True):
        mine = table.filter(pl.col("table").is_in(names), size=str(size), level=str(layout.levels[-1]))
        for seat in range(1, most + 1):
            rows = mine.filter(seat=seat)
            heights = [names.index(name) + nudge(seat - 1, most) for name in rows["table"]]
            label = said("seat {seat}", seat=seat) if size == layout.sizes[0] else None
            told = [
                said(
                    "{cell}, seat {seat}: {value}, {games}",
                    cell=layout.name(layout.places[row["cell"]]),
                    seat=seat,
                    value=written(data, row, "value"),
                    games=games_of(row),
                )
                for row in rows.iter_rows(named=True)
            ]
            draw_estimates(plot, (rows["value_low"], rows["value"], rows["value_high"]), heights, seat - 1, label, told)
        declared = data.presentation.returns
        if declared is not None and declared.equal_share is not None:
            plot.axvline(declared.equal_share, color=MUTED, linewidth=1, zorder=0)
        plot.set_title(layout.size_name(size))
        plot.margins(x=0.08)
        name_lines(plot, [group.brief for group in groups])
        few_ticks(plot)
    figure.supxlabel(said("{unit} a game", unit=unit_of(data)), fontsize=10.5)
    legend(figure, [said("seat {seat}", seat=seat) for seat in range(1, most + 1)])
    return figure


def written(data: RunData, row: dict[str, Any], key: str) -> str:
    """A value of a row with its interval, in points of the game."""
    ends = row[f"{key}_low"], row[f"{key}_high"]
    value = OutcomeFormat(seat_of(data), typeset=True).estimate(row[key], ends)
    return said("{number} {points}", number=value, points=unit_of(data))


def gains_figure(data: RunData, tables: Tables) -> Figure | None:
    """What each policy gets more than the one below it."""
    unit, gain = unit_of(data), OutcomeFormat(seat_of(data), typeset=True)
    label = said("{unit} a game more, in the same seat on the same luck", unit=unit)

    def told(value: float, ends: Interval) -> str:
        return said("{number} {points}", number=gain.change(value, ends), points=unit)

    return draw_trace(data, tables["return_trace"], 1, label, told)


def spread_figure(data: RunData, tables: Tables) -> Figure | None:
    """How far single games lie apart: what each seat gets if all play alike; what the focus gets, if none do."""
    layout, declared = data.layout, data.presentation.returns
    assert declared is not None
    group, size = layout.even_focus, layout.middle
    mine = tables["spreads"].filter(size=str(size), level=str(layout.levels[-1]))
    if group.is_even:
        mine = mine.filter(pl.col("outcome").is_in(declared.seats), table=group.name)
        names = [said("seat {seat}", seat=declared.seats.index(name) + 1) for name in mine["outcome"]]
    else:
        mine = mine.filter(outcome=declared.focus)
        names = [layout.shown_name(name) for name in mine["table"]]
    if not 0 < len(mine) <= MOST_BOXES:
        return None
    means = {(row["cell"], row["outcome"]): row["value"] for row in tables["outcomes"].iter_rows(named=True)}
    figure = Figure((WIDTH, 0.9 + 0.36 * len(mine)))
    plot = figure.subplots()
    for at, row in enumerate(mine.rows(named=True)):
        colour = colour_of(at if group.is_even else 0)
        draw_spread(plot, row, means[row["cell"], row["outcome"]], at, colour, names[at])
    name_lines(plot, names)
    plot.set_xlabel(said("{unit} of a game", unit=unit_of(data)))
    return figure


def wins_figure(data: RunData, tables: Tables) -> Figure | None:
    """How often each seat wins, where games have winners."""
    return None if tables["seats"].is_empty() else seats_figure(data, tables)


FIGURES: Figures = {
    "fates": (FATES + NAIVE, fates_figure),
    "returns": ("What each seat gets if all play alike: means with their 95 % intervals.", returns_figure),
    "gains": ("What each policy gets more than the one below it, with its 95 % interval.", gains_figure),
    "spread": (SPREAD, spread_figure),
    "seats": ("How often each seat wins, in per cent.", wins_figure),
    "distributions": ("How games go: how many games have which value.", games_figure),
}
