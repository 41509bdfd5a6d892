"""What a run answers to the questions that its game asks, in words."""

from collections.abc import Iterator

import polars as pl

from engine.game.outcomes import Outcome
from engine.language.current import said, word
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.claims.claim import LESS, MORE, UNCLEAR
from sim.report.shared.numbers.answers import told_answers
from sim.report.shared.run_data import RunData, Tables
from sim.text.agreement import SMALL, agreement, agreement_said
from sim.text.axis_words import axis_word
from sim.text.clauses import sentence, sentences

DIRECTIONS = {MORE: 1, LESS: -1, UNCLEAR: 0}


def answer_sentences(data: RunData, tables: Tables) -> Iterator[str]:
    """Each question of the game: its first outcome over all contents, at the first difficulty and size."""
    outcomes = {outcome.name: outcome for outcome in data.outcomes}
    for question in data.presentation.questions:
        mine = told_answers(tables, question)
        if mine.is_empty():
            continue
        claims = tables["claims"].filter(topic=question.title)
        mine = mine.with_columns(relation=claims["relation"])
        outcome, at = outcomes[mine["outcome"][0]], mine["at"][0]
        several = len(mine["within"].unique()) > 1
        told = [
            _answer(data, tables, outcome, part, several)
            for part in mine.partition_by("change", "within", maintain_order=True)
        ]
        where = data.layout.shown(", ".join(filter(None, ("" if several else mine["within"][0], at))))
        measured = ""
        if where:
            measured = said("Measured: {outcome} ({where}).", outcome=word(outcome.phrase), where=where)
        elif OutcomeFormat(outcome).own_unit != outcome.phrase:
            measured = said("Measured: {outcome}.", outcome=word(outcome.phrase))
        yield sentences(word(question.title), *map(sentence, told), measured)


def _answer(data: RunData, tables: Tables, outcome: Outcome, part: pl.DataFrame, several: bool) -> str:
    """`without free refreshes: between +1.98 and +2.01 Azrak, by mission, more in all`; with one content, with its
    interval."""
    written, first = OutcomeFormat(outcome, typeset=True), part.row(0, named=True)
    change, within = word(first["change"]), data.layout.shown(first["within"])
    what = f"{change} ({within}):" if several and within else f"{change}:"
    if len(part) == 1:
        ends = first["low"], first["high"]
        if first["relation"] == UNCLEAR:
            unclear = said("unclear ({range})", range=written.counted(written.span(ends)))
            return f"{what} {unclear}"
        change = written.counted(written.difference(first["difference"], ends))
        return f"{what} {change} ({written.span(ends)})"
    low, *_, high = (
        written.difference(each, (each - outcome.margin, each + outcome.margin)) for each in sorted(part["difference"])
    )
    range_ = written.counted(low)
    if low != high:
        content = axis_word(data.layout.content)
        range_ = said(
            "between {low} and {high} {unit}, by {content}",
            low=low,
            high=high,
            unit=written.unit_after,
            content=content,
        )
    if first["verdict"] == SMALL:
        return f"{what} {range_}, {agreement_said(SMALL)}"
    if set(part["relation"]) == {UNCLEAR}:
        unclear = said("unclear ({range})", range=range_)
        return f"{what} {unclear}"
    verdict = agreement([DIRECTIONS[relation] for relation in part["relation"]])
    same = ["question", "change", "within", "outcome"]
    everywhere = tables["answers"].join(part.head(1), on=same, how="semi")["verdict"]
    shown = agreement_said(verdict)
    if SMALL in everywhere:
        shown = said("{verdict} here, but not everywhere", verdict=shown)
    return f"{what} {range_}, {shown}"
