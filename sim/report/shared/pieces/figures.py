"""The figures about pieces and predictions."""

import polars as pl
from matplotlib.figure import Figure

from sim.display.figure_parts import name_lines, tell_at
from sim.display.figure_style import INK, MUTED, WIDTH
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.pieces.fates import gains_wins
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import number_digits, p_value, plain_signed

MOST_LINES = 40
"""Of one figure."""

FATES = "What drawing each causes, shrunk, with its 95 % interval. Filled: significant. Bold: stands out."
NAIVE = " Cross: the win rate of those who drew it, less that of all seats."


def fates_figure(data: RunData, tables: Tables) -> Figure | None:
    """What drawing each piece is worth, and what the win rate of those who drew it says."""
    table = tables["fates"].filter(table=data.layout.even_focus.name)
    judged = table.filter(pl.col("effect").is_not_null())
    if judged.is_empty():
        return None
    mine = (
        judged if len(judged) <= MOST_LINES else pl.concat([judged.head(MOST_LINES // 2), judged.tail(MOST_LINES // 2)])
    )
    wins = gains_wins(data)
    scale, unit = (100, "games in 100") if wins else (1, OutcomeFormat(data.headline).unit)
    figure = Figure((WIDTH, 0.9 + 0.24 * len(mine)))
    plot = figure.subplots()
    plot.axvline(0, color=MUTED, linewidth=1)
    for height, row in enumerate(mine.iter_rows(named=True)):
        low, effect, high = (row[key] * scale for key in ("shrunk_low", "shrunk", "shrunk_high"))
        colour, fill = (INK, INK) if row["marked"] else (MUTED, "none")
        errors = [[effect - low], [high - effect]]
        naive = row.get("naive") if wins else None
        if naive is not None:
            plot.plot([naive * scale], [height], marker="x", color=MUTED, markersize=5)
        plot.errorbar([effect], [height], xerr=errors, fmt="o", color=colour, markerfacecolor=fill, capsize=0)
        digits = number_digits((low, high))
        value, least, most = (plain_signed(each, digits) for each in (effect, low, high))
        told = f"{value} ({least} to {most}) {unit}, q {p_value(row['q'])}"
        tell_at(plot, effect, height, f"{row['title']}: {told}")
    name_lines(plot, mine["title"].to_list())
    for label, row in zip(plot.get_yticklabels(), mine.iter_rows(named=True), strict=True):
        label.set_fontweight("bold" if row["stands_out"] else "normal")
    some = "" if len(mine) == len(judged) else f"; the strongest and the weakest of {len(judged)}"
    plot.set_xlabel(f"{unit} more by drawing it{some}")
    return figure
