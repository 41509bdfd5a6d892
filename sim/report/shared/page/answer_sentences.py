"""What a run answers to the questions that its game asks, in words."""

from collections.abc import Iterator

import polars as pl

from engine.game.outcomes import Outcome
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital


def answer_sentences(data: RunData, tables: Tables) -> Iterator[str]:
    """Each question of the game: its first outcome over all contents, at the first difficulty and size."""
    outcomes = {outcome.name: outcome for outcome in data.outcomes}
    for question in data.presentation.questions:
        mine = tables["answers"].filter(question=question.title)
        if mine.is_empty():
            continue
        mine = mine.filter(outcome=mine["outcome"][0])
        outcome, at = outcomes[mine["outcome"][0]], mine["at"][0]
        several = len(mine["within"].unique()) > 1
        told = [_range(outcome, part, several) for part in mine.partition_by("change", "within", maintain_order=True)]
        where = ", ".join(filter(None, ("" if several else mine["within"][0], at)))
        yield f"{question.title} {capital(outcome.phrase)}{f' ({where})' if where else ''}: {'; '.join(told)}."


def _range(outcome: Outcome, part: pl.DataFrame, several: bool) -> str:
    """`without free refreshes +1.98 to +2.01 Azrak, more in all`; and whether that holds at every difficulty and
    size."""
    written, first = OutcomeFormat(outcome, typeset=True), part.row(0, named=True)
    rows = sorted(part.filter(at=first["at"]).iter_rows(named=True), key=lambda row: row["difference"])
    found = [row["difference"] for row in (rows[0], rows[-1])]
    ends = dict.fromkeys(written.difference(each, (each - outcome.margin, each + outcome.margin)) for each in found)
    verdict = f", {first['verdict']}" if len(rows) > 1 else ""
    if verdict and len(part["verdict"].unique()) > 1:
        verdict += " here, but not everywhere"
    what = f"{first['change']} ({first['within']})" if several and first["within"] else first["change"]
    return f"{what} {' to '.join(ends)} {written.unit}{verdict}"
