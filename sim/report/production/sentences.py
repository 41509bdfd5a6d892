"""The sentences of the page of a production game. A direction is said only if its claim is clear."""

from collections.abc import Iterator

import polars as pl

from engine.game.outcomes import Mean
from sim.display.outcome_format import OutcomeFormat
from sim.report.production.claims import CONTENTS, STRATEGIES
from sim.report.shared.claims.claim import LESS, MORE, UNCLEAR
from sim.report.shared.claims.claimed import claims_on, is_clear
from sim.report.shared.page.answer_sentences import answer_sentences
from sim.report.shared.page.places import at_place
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import agreeing, capital, listed, number, plain_number

MOST_TOLD = 3
"""Outcomes of one sentence."""


def production_sentences(data: RunData, tables: Tables) -> list[str]:
    """What else there is to say, in words."""
    parts = (
        everywhere(data, tables),
        answer_sentences(data, tables),
        spread(data, tables),
        strategies(data, tables),
    )
    return [capital(sentence) for part in parts for sentence in part]


def spread(data: RunData, tables: Tables) -> Iterator[str]:
    """How far the games of the focus lie apart, if they do."""
    layout, outcome = data.layout, data.headline
    place = layout.at(layout.focus, layout.levels[-1], layout.middle)
    mine = tables["spreads"].filter(outcome=outcome.name, cell=place.number if place else -1)
    for row in mine.filter(pl.col("games") >= 100, pl.col("least") < pl.col("most")).iter_rows(named=True):
        assert place is not None
        low, high, least, most = (
            plain_number(row[key]) for key in ("quartile_1", "quartile_3", "decile_1", "decile_9")
        )
        unit = f" {outcome.unit}" if isinstance(outcome, Mean) else ""
        lies = f"lies between {low} and {high}" if low != high else f"has {low}"
        yield (
            f"single games differ: the middle half of the games of {layout.focus.called}{at_place(layout, place)} "
            f"{lies}{unit}, one in ten is at most {least}, one in ten at least {most}."
        )


def strategies(data: RunData, tables: Tables) -> Iterator[str]:
    """How much more each strategy yields than the one before it, at the highest difficulty and the size in the
    middle."""
    layout, written = data.layout, OutcomeFormat(data.headline, typeset=True)
    called = {group.name: group.called for group in layout.groups}
    luck = ", on the same luck" if "paired" in tables["strategies"]["compared"] else ""
    for row in claims_on(tables, STRATEGIES):
        one, other, ends = called[row["subject"]], called[row["other"]], (row["low"], row["high"])
        at = luck + at_place(layout, layout.places[row["cell"]])
        if not is_clear(row):
            yield f"it is unclear which yields more, {one} or {other}{at}: {written.span(ends)} {written.unit}."
            continue
        low, high = sorted(map(abs, ends))
        amount = written.difference(abs(row["value"]), (low, high)).removeprefix("+")
        span = written.span((low, high)).replace("+", "")
        yield f"{agreeing(one, 'yield')} {amount} {written.unit} ({span}) {row['relation']} than {other}{at}."


def everywhere(data: RunData, tables: Tables) -> Iterator[str]:
    """Which piece has the most of what the game names, as counted, and what the axes change, for the players that the
    page is about: whether it holds for every content."""
    focus = data.layout.focus.who
    ratios = {each.name: each for each in data.presentation.pieces}
    for ratio in (ratios[name] for name in data.presentation.leading):
        first = tables["leaders"].filter(who=focus, ratio=ratio.name, place=1)
        if not first.is_empty():
            told = [f"{row['title']} {number(row['value'])} ({row['content']})" for row in first.iter_rows(named=True)]
            yield f"most {ratio.title} so far, as counted in these games: {listed(told)}."
    written, rows = OutcomeFormat(data.headline, typeset=True), claims_on(tables, CONTENTS)
    for change in dict.fromkeys(row["subject"] for row in rows):
        mine = sorted((row for row in rows if row["subject"] == change), key=lambda row: row["value"])
        ends = [written.change(row["value"], (row["low"], row["high"])) for row in (mine[0], mine[-1])]
        unit = f" {written.unit}" if written.unit != data.headline.phrase else ""
        lies = f"lies between {ends[0]} and {ends[1]}{unit}, by {data.layout.content}"
        lies = f"is {ends[0]}{unit}" if ends[0] == ends[1] else lies
        in_all = _in_all({row["relation"] for row in mine})
        yield f"{change}: the change of {data.headline.phrase} {lies}; {in_all}."


def _in_all(relations: set[str]) -> str:
    """Whether all contents show the same direction, as far as is known."""
    if {MORE, LESS} <= relations:
        return "not the same in all"
    return "not known in all" if UNCLEAR in relations else f"{relations.pop()} in all"
