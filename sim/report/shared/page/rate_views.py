"""The tables of the page about rates in games, and how far single games lie apart."""

from functools import partial

from engine.game.outcomes import Mean, Outcome
from engine.language.current import said, word
from sim.report.shared.page.columns import Column, by, found, places, plain, view
from sim.report.shared.page.entries import PageTable, ratio_entry
from sim.report.shared.run_data import RunData, Tables


def _spread() -> list[Column]:
    return [
        plain(said("least"), "least", said("the lowest value of a game")),
        plain(said("10 %"), "decile_1", said("one game in ten has at most this")),
        plain(said("25 %"), "quartile_1", said("one game in four has at most this")),
        plain(said("median"), "median", said("half of the games have at most this")),
        plain(said("75 %"), "quartile_3", said("three games in four have at most this")),
        plain(said("90 %"), "decile_9", said("nine games in ten have at most this")),
        plain(said("most"), "most", said("the highest value of a game")),
        plain(said("sd"), "sd", said("the standard deviation of single games")),
    ]


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
    columns = [found(word(each.title), word(each.meaning), each.name, partial(ratio_entry, each)) for each in ratios]
    return view(by(table, "name"), [*places(data, focus_only), *columns])


def spread_table(data: RunData, tables: Tables, outcome: Outcome) -> PageTable | None:
    """How far the games of each cell lie apart in one outcome."""
    mine = tables["spreads"].filter(outcome=outcome.name)
    return None if mine.is_empty() else view(mine, [*places(data), *_spread()])
