"""The tables of the page about outcomes of any kind."""

from collections.abc import Callable
from functools import partial

import polars as pl

from engine.game.outcomes import Mean, Outcome
from engine.game.presentation import Question
from engine.language.current import DEFAULT, said, speaking, word
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.numbers.contents import step_names
from sim.report.shared.page.columns import Column, by, counts, found, names, places, view
from sim.report.shared.page.entries import PageTable, Row, TableEntry, difference_entry, named, of_row, plain_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.agreement import agreement_said
from sim.text.axis_words import axis_word, unit_word
from sim.text.number_format import NOTHING, plain_number

STAND_IN_DIGITS = 3


def digits_borne(data: RunData) -> int | None:
    """The most digits that the first screen shows of a number: invented content bears no more."""
    return STAND_IN_DIGITS if data.game.about.stand_in else None


def outcome_entry(
    outcome: Outcome, row: Row | None, style: str = "", most: int | None = None, key: str = "value"
) -> TableEntry:
    """The value of an outcome with its interval below, in at most so many digits."""
    value, low, high = of_row(row, key) if row is not None else (None, None, None)
    if value is None:
        return TableEntry(NOTHING)
    written = OutcomeFormat(outcome, typeset=True, most=most)
    if low is None or high is None:
        text = plain_number(value) if isinstance(outcome, Mean) else written.value(value)
        return TableEntry(text, value, style)
    text, _, span = written.estimate(value, (low, high)).partition(" (")
    return TableEntry(text, value, style, span.removesuffix(")"))


def outcome_head(outcome: Outcome) -> tuple[str, str]:
    """The head of its column, and what it means."""
    head, meaning = word(outcome.head), word(outcome.meaning)
    if not isinstance(outcome, Mean):
        return head, said("share of the games: {meaning}", meaning=meaning)
    unit = unit_word(outcome.unit)
    if outcome.over:
        return head, said("{meaning}, in {unit}", meaning=meaning, unit=unit)
    return head, said("{meaning}: the mean, in {unit}", meaning=meaning, unit=unit)


def outcomes_table(data: RunData, tables: Tables, outcomes: list[Outcome]) -> PageTable:
    """Every cell, with these outcomes."""
    columns = [found(*outcome_head(each), each.name, partial(outcome_entry, each)) for each in outcomes]
    return view(by(tables["outcomes"], "outcome"), [*places(data), counts("games"), *columns])


def others_table(data: RunData, tables: Tables) -> PageTable | None:
    """Every cell, with the outcomes beside the headline and the lengths, which have tables of their own."""
    others = [each for each in data.outcomes if each != data.headline and each not in _lengths(data)]
    return outcomes_table(data, tables, others) if others else None


def _lengths(data: RunData) -> list[Mean]:
    return [outcome for outcome in data.outcomes if isinstance(outcome, Mean) and outcome.length]


def lengths_table(data: RunData, tables: Tables, focus_only: bool) -> PageTable | None:
    """How long games take: the mean, the median and the 95th percentile of every outcome that is a length."""
    long = _lengths(data)
    table = tables["outcomes"].filter(pl.col("outcome").is_in([each.name for each in long]))
    table = table.drop_nulls("value").filter(pl.col("table") == data.layout.focus.name if focus_only else pl.lit(True))
    columns = places(data, focus_only)
    for each in long:
        unit = unit_word(each.unit)
        mean = said("mean {outcome}", outcome=unit if len(long) == 1 else word(each.name))
        says = said("{meaning}: the mean, with its 95 % interval", meaning=word(each.meaning))
        columns.append(found(mean, says, each.name, partial(outcome_entry, each)))
        half = said("half of the games have at most this many {unit}", unit=unit)
        most = said("95 % of the games have at most this many {unit}", unit=unit)
        columns.append(found(said("median"), half, each.name, partial(_plain, "median")))
        columns.append(found(said("95th percentile"), most, each.name, partial(_plain, "p95")))
    return None if table.is_empty() else view(by(table, "outcome"), columns)


def _plain(key: str, row: Row | None) -> TableEntry:
    return plain_entry(None if row is None else row[key])


def answered(data: RunData, tables: Tables) -> dict[str, object]:
    """The questions that the run answers, each with its table, and the titles of those that it does not."""
    found = [(each, answer_table(data, tables, each)) for each in data.presentation.questions]
    return {
        "answered": [(each, view) for each, view in found if view is not None],
        "unanswered": [each.title for each, view in found if view is None],
    }


def answer_table(data: RunData, tables: Tables, question: Question) -> PageTable | None:
    """What each change of a question does on every content, and whether all of them agree; None if the run has none of
    the cells that it asks about."""
    mine = tables["answers"].filter(question=question.title)
    if mine.is_empty():
        return None
    outcomes = {outcome.name: outcome for outcome in data.outcomes}
    columns = [
        names(said("change"), "change"),
        Column(said("where"), "", lambda row: named(data.layout.shown(row["where"]))),
        Column(said("outcome"), "", lambda row: named(_with_unit(outcomes[row["outcome"]]))),
    ]
    rows = by(mine, "content", "change", "where", "outcome")
    return view(rows, [*columns, *_by_content(data, mine, lambda row: outcomes[row["outcome"]])])


def _with_unit(outcome: Outcome) -> str:
    written = OutcomeFormat(outcome)
    name = word(outcome.name)
    return name if written.own_unit == outcome.name else f"{name}, {written.unit}"


def _by_content(data: RunData, table: pl.DataFrame, outcome_of: Callable[[Row], Outcome]) -> list[Column]:
    """A difference on every content, and whether all of them agree, if there are several."""
    contents = table["content"].unique(maintain_order=True).to_list()

    def entry(row: Row | None) -> TableEntry:
        return difference_entry(OutcomeFormat(outcome_of(row), typeset=True), row) if row else TableEntry(NOTHING)

    columns = [found(data.layout.shown(name), "", name, entry) for name in contents]
    if len(contents) < 2:
        return columns
    says = said("whether every content shows the same direction, each with an interval that excludes 0")
    return [*columns, Column(said("in all"), says, lambda row: named(agreement_said(row["verdict"])))]


def contents_table(data: RunData, tables: Tables) -> PageTable | None:
    """What each axis changes in the headline, content by content, and whether that holds for all of them."""
    table = tables["contents"]
    with speaking(DEFAULT):
        told = step_names(data.layout)
    steps = dict(zip(told, step_names(data.layout), strict=True))
    columns = [
        Column(said("change"), "", lambda row: named(steps[row["change"]])),
        names(axis_word(data.layout.skill or "strategy"), "who"),
    ]
    columns += _by_content(data, table, lambda _: data.headline)
    return None if table.is_empty() else view(by(table, "content", "change", "who"), columns)
