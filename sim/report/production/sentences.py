"""The sentences of the page of a production game. A direction is said only if its claim is clear."""

from collections.abc import Iterator
from functools import partial

import polars as pl

from engine.game.outcomes import Mean
from engine.language.current import said, word
from sim.display.outcome_format import OutcomeFormat
from sim.report.production.claims import CONTENTS, STRATEGIES
from sim.report.shared.cell_layout import Group
from sim.report.shared.claims.claim import LESS, MORE, UNCLEAR
from sim.report.shared.claims.claimed import claims_on, is_clear
from sim.report.shared.page.answer_sentences import answer_sentences
from sim.report.shared.page.places import at_place
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import axis_word, unit_after
from sim.text.number_format import capital, listed, number, plain_number
from sim.text.wording import is_one

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
        where = {"who": layout.focus.called, "place": at_place(layout, place)}
        unit = unit_after(outcome.unit) if isinstance(outcome, Mean) else ""
        told = {**where, "low": low, "high": high, "unit": unit, "least": least, "most": most}
        if low != high and unit:
            yield said(
                "single games differ: the middle half of the games of {who}{place} lies between {low} and {high} "
                "{unit}, one in ten is at most {least}, one in ten at least {most}.",
                **told,
            )
        elif low != high:
            yield said(
                "single games differ: the middle half of the games of {who}{place} lies between {low} and {high}, one "
                "in ten is at most {least}, one in ten at least {most}.",
                **told,
            )
        elif unit:
            yield said(
                "single games differ: the middle half of the games of {who}{place} has {low} {unit}, one in ten is at "
                "most {least}, one in ten at least {most}.",
                **told,
            )
        else:
            yield said(
                "single games differ: the middle half of the games of {who}{place} has {low}, one in ten is at most "
                "{least}, one in ten at least {most}.",
                **told,
            )


def strategies(data: RunData, tables: Tables) -> Iterator[str]:
    """How much more each strategy yields than the one before it, at the highest difficulty and the size in the
    middle."""
    layout, written = data.layout, OutcomeFormat(data.headline, typeset=True)
    groups = {group.name: group for group in layout.groups}
    same_luck = "paired" in tables["strategies"]["compared"]
    for row in claims_on(tables, STRATEGIES):
        one, other, ends = groups[row["subject"]], groups[row["other"]], (row["low"], row["high"])
        place = at_place(layout, layout.places[row["cell"]])
        if same_luck:
            place = said(", on the same luck{place}", place=place)
        named = {"who": one.called, "other": other.called, "place": place, "unit": written.unit_after}
        if not is_clear(row):
            yield said(
                "it is unclear which yields more, {who} or {other}{place}: {range} {unit}.",
                **named,
                range=written.span(ends),
            )
            continue
        low, high = sorted(map(abs, ends))
        named["amount"] = written.difference(abs(row["value"]), (low, high)).removeprefix("+")
        named["range"] = written.span((low, high)).replace("+", "")
        is_more, is_single = row["relation"] == MORE, is_one(partial(_called, one))
        if is_more and is_single:
            yield said("{who} yields {amount} {unit} ({range}) more than {other}{place}.", **named)
        elif is_more:
            yield said("{who} yield {amount} {unit} ({range}) more than {other}{place}.", **named)
        elif is_single:
            yield said("{who} yields {amount} {unit} ({range}) less than {other}{place}.", **named)
        else:
            yield said("{who} yield {amount} {unit} ({range}) less than {other}{place}.", **named)


def _called(group: Group) -> str:
    return group.called


def everywhere(data: RunData, tables: Tables) -> Iterator[str]:
    """Which piece has the most of what the game names, as counted, and what the axes change, for the players that the
    page is about: whether it holds for every content."""
    focus = data.layout.focus.who
    ratios = {each.name: each for each in data.presentation.pieces}
    for ratio in (ratios[name] for name in data.presentation.leading):
        first = tables["leaders"].filter(who=focus, ratio=ratio.name, place=1)
        if not first.is_empty():
            told = [
                said(
                    "{piece} {value} ({content})",
                    piece=word(row["title"]),
                    value=number(row["value"]),
                    content=word(row["content"]),
                )
                for row in first.iter_rows(named=True)
            ]
            yield said(
                "most {ratio} so far, as counted in these games: {pieces}.",
                ratio=word(ratio.title),
                pieces=listed(told),
            )
    rows = claims_on(tables, CONTENTS)
    for change in dict.fromkeys(row["subject"] for row in rows):
        mine = sorted((row for row in rows if row["subject"] == change), key=lambda row: row["value"])
        written = OutcomeFormat(data.headline, typeset=True)
        low, high = (written.change(row["value"], (row["low"], row["high"])) for row in (mine[0], mine[-1]))
        most = high
        phrase = word(data.headline.phrase)
        if written.unit != phrase:
            most = written.counted(high)
        in_all = _in_all({row["relation"] for row in mine})
        named = {"change": change_name(data, change), "outcome": phrase, "in_all": in_all}
        if low == high:
            yield said("{change}: the change of {outcome} is {amount}; {in_all}.", **named, amount=most)
        else:
            yield said(
                "{change}: the change of {outcome} lies between {low} and {high}, by {content}; {in_all}.",
                **named,
                low=low,
                high=most,
                content=axis_word(data.layout.content),
            )


def change_name(data: RunData, change: str) -> str:
    """What tables call the step of an axis from its first value to its last, in words."""
    layout = data.layout
    for axis, values in ((layout.difficulty, layout.levels), (layout.size, layout.sizes)):
        if change == f"{axis} {values[0]} to {values[-1]}":
            return said("{axis} {first} to {last}", axis=axis_word(axis), first=values[0], last=values[-1])
    return change


def _in_all(relations: set[str]) -> str:
    """Whether all contents show the same direction, as far as is known."""
    if {MORE, LESS} <= relations:
        return said("not the same in all")
    if UNCLEAR in relations:
        return said("not known in all")
    return said("more in all") if relations == {MORE} else said("less in all")
