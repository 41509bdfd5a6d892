"""The tables of the page about rates in games, and how far single games lie apart."""

from engine.game.outcomes import Mean, Outcome
from sim.report.shared.page.entries import PageTable, ratio_entry, where, where_heads
from sim.report.shared.page.outcome_views import plain_entry
from sim.report.shared.run_data import RunData, Tables

SPREAD_HEADS = {
    "least": "the lowest value of a game",
    "decile_1": "one game in ten has at most this",
    "quartile_1": "one game in four has at most this",
    "median": "half of the games have at most this",
    "quartile_3": "three games in four have at most this",
    "decile_9": "nine games in ten have at most this",
    "most": "the highest value of a game",
    "sd": "the standard deviation of single games",
}

SPREAD_TITLES = ("least", "10 %", "25 %", "median", "75 %", "90 %", "most", "sd")


def rates_table(data: RunData, tables: Tables, focus_only: bool) -> PageTable | None:
    """The numbers that the game wants shown, one row a cell; without lengths, which have a table of their own."""
    table = tables["feel"]
    shown = set(table["name"])
    lengths = {(each.column, each.over or "games") for each in data.outcomes if isinstance(each, Mean) and each.length}
    ratios = [
        ratio for ratio in data.presentation.feel if ratio.name in shown and (ratio.over, ratio.under) not in lengths
    ]
    if focus_only:
        table = table.filter(table=data.layout.focus.name)
    if table.is_empty() or not ratios:
        return None
    heads = [*where_heads(data, focus_only), *((ratio.title, ratio.meaning) for ratio in ratios)]
    rows = []
    for part in table.partition_by("cell", maintain_order=True):
        values = {row["name"]: row for row in part.iter_rows(named=True)}
        entries = [ratio_entry(ratio, values[ratio.name]) for ratio in ratios]
        rows.append([*where(data, part.row(0, named=True), focus_only), *entries])
    return PageTable(heads, rows)


def spread_table(data: RunData, tables: Tables, outcome: Outcome) -> PageTable | None:
    """How far the games of each cell lie apart in one outcome."""
    mine = tables["spreads"].filter(outcome=outcome.name)
    if mine.is_empty():
        return None
    heads = [*where_heads(data), *zip(SPREAD_TITLES, SPREAD_HEADS.values(), strict=True)]
    rows = [[*where(data, row), *(plain_entry(row[key]) for key in SPREAD_HEADS)] for row in mine.iter_rows(named=True)]
    return PageTable(heads, rows)
