"""The tables of the page about outcomes of any kind."""

import polars as pl

from engine.game.outcomes import Mean, Outcome
from engine.game.presentation import Question
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.page.entries import FAINT, PageTable, TableEntry, count, named, where, where_heads
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import NOTHING, plain_number

Row = dict[str, float | None]

IN_ALL = "whether every content shows the same direction, each with an interval that excludes 0"


STAND_IN_DIGITS = 3


def digits_borne(data: RunData) -> int | None:
    """The most digits that the first screen shows of a number: invented content bears no more."""
    return STAND_IN_DIGITS if data.game.about.stand_in else None


def outcome_entry(outcome: Outcome, row: Row | None, style: str = "", most: int | None = None) -> TableEntry:
    """The value of an outcome with its interval below, in at most so many digits."""
    if row is None or row["value"] is None:
        return TableEntry(NOTHING)
    value, low, high = row["value"], row["low"], row["high"]
    written = OutcomeFormat(outcome, typeset=True, most=most)
    if low is None or high is None:
        text = plain_number(value) if isinstance(outcome, Mean) else written.value(value)
        return TableEntry(text, value, style)
    text, _, span = written.estimate(value, (low, high)).partition(" (")
    return TableEntry(text, value, style, span.removesuffix(")"))


def outcome_head(outcome: Outcome) -> tuple[str, str]:
    """The head of its column, and what it means."""
    if isinstance(outcome, Mean):
        return outcome.head, f"{outcome.meaning}{'' if outcome.over else ': the mean'}, in {outcome.unit}"
    return outcome.head, f"share of the games: {outcome.meaning}"


def outcomes_table(data: RunData, tables: Tables, outcomes: list[Outcome]) -> PageTable:
    """Every cell, with these outcomes."""
    heads = [*where_heads(data), ("games", ""), *map(outcome_head, outcomes)]
    rows = []
    for part in tables["outcomes"].partition_by("cell", maintain_order=True):
        found = {row["outcome"]: row for row in part.iter_rows(named=True)}
        first = part.row(0, named=True)
        entries = [outcome_entry(outcome, found.get(outcome.name)) for outcome in outcomes]
        rows.append([*where(data, first), count(first["games"]), *entries])
    return PageTable(heads, rows)


def others_table(data: RunData, tables: Tables) -> PageTable | None:
    """Every cell, with the outcomes beside the headline and the lengths, which have tables of their own."""
    others = [
        outcome
        for outcome in data.outcomes
        if outcome != data.headline and not (isinstance(outcome, Mean) and outcome.length)
    ]
    return outcomes_table(data, tables, others) if others else None


def lengths_table(data: RunData, tables: Tables, focus_only: bool) -> PageTable | None:
    """How long games take: the mean, the median and the 95th percentile of every outcome that is a length."""
    lengths = [outcome for outcome in data.outcomes if isinstance(outcome, Mean) and outcome.length]
    table = tables["outcomes"].filter(pl.col("outcome").is_in([outcome.name for outcome in lengths]))
    table = table.filter(pl.col("value").is_not_null())
    if focus_only:
        table = table.filter(table=data.layout.focus.name)
    if table.is_empty():
        return None
    heads = where_heads(data, focus_only)
    for outcome in lengths:
        name = outcome.unit if len(lengths) == 1 else outcome.name
        heads += [
            (f"mean {name}", f"{outcome.meaning}: the mean, with its 95 % interval"),
            ("median", f"half of the games have at most this many {outcome.unit}"),
            ("95th percentile", f"95 % of the games have at most this many {outcome.unit}"),
        ]
    rows = []
    for part in table.partition_by("cell", maintain_order=True):
        found = {row["outcome"]: row for row in part.iter_rows(named=True)}
        line = where(data, part.row(0, named=True), focus_only)
        for outcome in lengths:
            row = found.get(outcome.name)
            line.append(outcome_entry(outcome, row))
            line += [plain_entry(None if row is None else row[key]) for key in ("median", "p95")]
        rows.append(line)
    return PageTable(heads, rows)


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
    named_outcomes = {outcome.name: outcome for outcome in data.outcomes}
    contents = mine["content"].unique(maintain_order=True).to_list()
    everywhere = len(contents) > 1
    heads = [("change", ""), ("where", ""), ("outcome", ""), *((name, "") for name in contents)]
    heads += [("in all", IN_ALL)] if everywhere else []
    rows = []
    for part in mine.partition_by("change", "where", "outcome", maintain_order=True):
        found = {row["content"]: row for row in part.iter_rows(named=True)}
        first, outcome = part.row(0, named=True), named_outcomes[part["outcome"][0]]
        entries = [difference_entry(outcome, found.get(content)) for content in contents]
        unit = OutcomeFormat(outcome).unit
        what = outcome.name if unit == outcome.name else f"{outcome.name}, {unit}"
        line = [named(first["change"]), named(first["where"]), named(what), *entries]
        rows.append([*line, *([named(first["verdict"])] if everywhere else [])])
    return PageTable(heads, rows)


def difference_entry(outcome: Outcome, row: dict[str, float] | None) -> TableEntry:
    """A difference with its interval below; faint where the interval has 0 in it."""
    if row is None or row["difference"] is None:
        return TableEntry(NOTHING)
    written, ends = OutcomeFormat(outcome, typeset=True), (row["low"], row["high"])
    style = FAINT if ends[0] <= 0 <= ends[1] else ""
    return TableEntry(written.difference(row["difference"], ends), row["difference"], style, written.span(ends))


def plain_entry(value: float | None) -> TableEntry:
    """A number without an interval, in no more digits than it has."""
    if value is None:
        return TableEntry(NOTHING)
    return TableEntry(plain_number(value), value)


def contents_table(data: RunData, tables: Tables) -> PageTable | None:
    """What each axis changes in the headline, content by content, and whether that holds for all of them."""
    table = tables["contents"]
    if table.is_empty():
        return None
    heads = [
        ("change", ""),
        (data.layout.skill or "strategy", ""),
        *((name, "") for name in table["content"].unique(maintain_order=True)),
    ]
    heads.append(("in all", IN_ALL))
    rows = []
    for part in table.partition_by("change", "who", maintain_order=True):
        found = {row["content"]: row for row in part.iter_rows(named=True)}
        entries = [difference_entry(data.headline, found.get(head)) for head, _ in heads[2:-1]]
        first = part.row(0, named=True)
        rows.append([named(first["change"]), named(first["who"]), *entries, TableEntry(first["verdict"])])
    return PageTable(heads, rows)
