"""The figures about effects of pieces."""

from collections.abc import Callable

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from engine.language.current import said, word
from sim.display.figure_parts import name_lines, tell_at
from sim.display.figure_style import INK, MUTED, WIDTH
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.page.entries import Row
from sim.report.shared.pieces.fates import gains_wins
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import ends, number_digits, p_value, plain_signed

MOST_LINES = 40
"""Of one figure."""

FATES = "What drawing each causes, shrunk, with its 95 % interval. Filled: significant. Bold: stands out."
NAIVE = " Cross: the win rate of those who drew it, less that of all seats."
"""Captions, as `captions` knows them."""


def effects_figure(rows: pl.DataFrame, scale: int, bold: str, told: Callable[[Row], str]) -> tuple[Figure, Axes]:
    """Shrunk effects, each this many times as large, with their intervals; names are bold where a column says so."""
    figure = Figure((WIDTH, 0.9 + 0.24 * len(rows)))
    plot = figure.subplots()
    plot.axvline(0, color=MUTED, linewidth=1)
    for height, row in enumerate(rows.iter_rows(named=True)):
        low, effect, high = (row[key] * scale for key in ("shrunk_low", "shrunk", "shrunk_high"))
        colour, fill = (INK, INK) if row["marked"] else (MUTED, "none")
        errors = [[effect - low], [high - effect]]
        plot.errorbar([effect], [height], xerr=errors, fmt="o", color=colour, markerfacecolor=fill, capsize=0)
        tell_at(plot, effect, height, f"{word(row['title'])}: {told(row)}, q {p_value(row['q'])}")
    name_lines(plot, [word(title) for title in rows["title"]])
    for label, is_bold in zip(plot.get_yticklabels(), rows[bold], strict=True):
        label.set_fontweight("bold" if is_bold else "normal")
    return figure, plot


def fates_figure(data: RunData, tables: Tables) -> Figure | None:
    """What drawing each piece is worth, and what the win rate of those who drew it says."""
    judged = tables["fates"].filter(pl.col("effect").is_not_null(), table=data.layout.even_focus.name)
    if judged.is_empty():
        return None
    half, wins = MOST_LINES // 2, gains_wins(data)
    mine = judged if len(judged) <= MOST_LINES else pl.concat([judged.head(half), judged.tail(half)])
    form, scale = OutcomeFormat(data.headline), 100 if wins else 1
    unit = said("games in 100") if wins else form.unit
    behind = unit if wins else form.unit_after

    def told(row: Row) -> str:
        low, effect, high = (row[key] * scale for key in ("shrunk_low", "shrunk", "shrunk_high"))
        value, least, most = (plain_signed(each, number_digits((low, high))) for each in (effect, low, high))
        return said("{number} {unit}", number=f"{value} ({ends(least, most)})", unit=behind)

    figure, plot = effects_figure(mine, scale, "stands_out", told)
    for height, naive in enumerate(mine["naive"] if wins else []):
        if naive is not None:
            plot.plot([naive * scale], [height], marker="x", color=MUTED, markersize=5)
    if len(mine) == len(judged):
        plot.set_xlabel(said("{unit} more by drawing it", unit=unit))
    else:
        label = said("{unit} more by drawing it; the strongest and the weakest of {all}", unit=unit, all=len(judged))
        plot.set_xlabel(label)
    return figure
