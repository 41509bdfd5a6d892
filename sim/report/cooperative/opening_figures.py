"""The figures about the opening and about predictions."""

from matplotlib.figure import Figure

from engine.language.current import counted, said, word
from sim.display.figure_parts import PER_CENT, panel_title, small_plots, tell_at
from sim.display.figure_style import INK, LINE
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.shared.page.entries import Row
from sim.report.shared.pieces.figures import effects_figure
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import estimate, percent, points


def openings_figure(data: RunData, tables: Tables) -> Figure | None:
    """The effect of each piece in the opening."""
    mine = tables["opening_effects"].filter(table=data.layout.focus.name, level=ALL)
    if mine.is_empty():
        return None

    def told(row: Row) -> str:
        return points(row["shrunk"], (row["shrunk_low"], row["shrunk_high"]))

    figure, plot = effects_figure(mine, 100, "out_of_line", told)
    plot.set_xlabel(
        said("points of {outcome}: in the opening minus not in it", outcome=word(data.headline.name)),
    )
    return figure


def calibration_figure(data: RunData, tables: Tables) -> Figure | None:
    """How certain the players said they were, and how often they were right."""
    table = tables["calibration"]
    groups = [group for group in data.layout.groups if not table.filter(table=group.name).is_empty()]
    if not groups:
        return None
    figure, plots = small_plots(len(groups), 3, 0.5, 1.95, sharex=True, sharey=True)
    for plot, group in zip(plots, groups, strict=True):
        mine = table.filter(table=group.name)
        plot.plot([0, 1], [0, 1], color=LINE, linewidth=1.2)
        errors = [(mine["observed"] - mine["low"]).clip(0), (mine["high"] - mine["observed"]).clip(0)]
        plot.errorbar(mine["stated"], mine["observed"], yerr=errors, fmt="o", color=INK, markersize=4.5)
        for row in mine.iter_rows(named=True):
            told = said(
                "{who}, {stated} stated: {right} right, {predictions}",
                who=group.shown_name,
                stated=percent(row["stated"]),
                right=estimate(row["observed"], (row["low"], row["high"])),
                predictions=counted(row["predictions"], "one prediction", "{count} predictions"),
            )
            tell_at(plot, row["stated"], row["observed"], told, 9)
        panel_title(plot, group.shown_name)
        for axis in (plot.xaxis, plot.yaxis):
            axis.set_ticks([0, 0.5, 1])
            axis.set_major_formatter(PER_CENT)
        plot.set_xlim(-0.05, 1.05)
        plot.set_ylim(-0.05, 1.05)
    figure.supxlabel(said("stated"), fontsize=10.5)
    figure.supylabel(said("right"), fontsize=10.5)
    return figure
