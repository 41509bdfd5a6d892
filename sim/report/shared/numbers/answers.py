"""The questions that a game declares about changes: what each change does on every content, and whether all agree."""

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from engine.game.outcomes import Outcome
from engine.game.presentation import Contrast, Question
from sim.experiment.labels import Label
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claim import Claim
from sim.report.shared.numbers.differences import difference
from sim.report.shared.numbers.outcomes import notable
from sim.report.shared.numbers.where import Schema, TableRow, in_order
from sim.report.shared.run_data import RunData, Tables
from sim.text.agreement import verdict_of

ONE_CONTENT = "one content"


class Pair(NamedTuple):
    """Two cells that differ in a contrast only, and where they are found."""

    within: str
    """Who plays, and the labels that the question looks within, as far as cells differ in them."""
    at: str
    """The same for difficulty and size."""
    content: str
    before: PlacedCell
    after: PlacedCell

    @property
    def where(self) -> str:
        return ", ".join(filter(None, (self.within, self.at)))


def answers(data: RunData) -> pl.DataFrame:
    """What every change of every question does to each of its outcomes, on every content."""
    rows: list[TableRow] = []
    for question in data.presentation.questions:
        outcomes = [outcome for outcome in data.outcomes if outcome.name in question.outcomes]
        for contrast in question.contrasts:
            pairs = list(_pairs(data, question, contrast))
            for where in dict.fromkeys(pair.where for pair in pairs):
                here = [pair for pair in pairs if pair.where == where]
                for outcome in sorted(outcomes, key=lambda each: question.outcomes.index(each.name)):
                    rows += _answer(
                        data, (question.title, contrast.title, here[0].within, here[0].at, where), outcome, here
                    )
    named: Schema = dict.fromkeys(("question", "change", "within", "at", "where", "outcome", "content"), pl.String)
    numbers: Schema = dict.fromkeys(("difference", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, {**named, **numbers, "compared": pl.String, "verdict": pl.String}, orient="row")


def told_answers(tables: Tables, question: Question) -> pl.DataFrame:
    """The answers to a question that are told in a sentence: its first outcome, at the first difficulty and size where
    each change does something."""
    mine = tables["answers"].filter(question=question.title)
    mine = mine.filter(pl.col("outcome") == pl.col("outcome").first())
    return mine.filter(pl.col("at") == pl.col("at").first().over("change", "within"))


def answer_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """What each of these answers says, content by content, in the order of the table."""
    outcomes = {outcome.name: outcome for outcome in data.outcomes}
    games = max(map(data.games, data.layout.places))
    for question in data.presentation.questions:
        for row in told_answers(tables, question).to_dicts():
            ends, margin = (row["difference"], row["low"], row["high"]), notable(outcomes[row["outcome"]])
            what = ", ".join(filter(None, (row["change"], row["within"])))
            yield Claim(question.title, what, row["content"], None, games, *ends, margin)


def _answer(data: RunData, what: tuple[str, ...], outcome: Outcome, pairs: list[Pair]) -> Iterator[TableRow]:
    found = [(pair.content, difference(data, pair.before, pair.after, outcome)) for pair in pairs]
    told = [(content, each) for content, each in found if each is not None]
    intervals = [(low, high) for _, (_, low, high, _) in told]
    verdict = verdict_of(intervals, outcome.margin)
    if len(data.layout.contents) < 2:
        verdict = ONE_CONTENT
    for content, each in told:
        yield (*what, outcome.name, content, *each, verdict)


def _pairs(data: RunData, question: Question, contrast: Contrast) -> Iterator[Pair]:
    """The pairs of cells that a contrast compares. Cells that the change leaves as they are make none."""
    layout = data.layout
    by_labels = {frozenset(place.cell.labels.items()): place for place in layout.places}
    first = {**layout.places[0].cell.labels, layout.skill: layout.focus.who}
    free = {*contrast.before, *question.within, layout.content}
    free |= set() if question.at_first else {layout.difficulty, layout.size}
    for place in in_order(data):
        labels = place.cell.labels
        if any(labels.get(key) != value for key, value in contrast.before.items()):
            continue
        if any(value != first[key] for key, value in labels.items() if key not in free):
            continue
        after = by_labels.get(frozenset({**labels, **contrast.after}.items()))
        if after is None or after.cell.spec == place.cell.spec or not data.games(place) or not data.games(after):
            continue
        grid = {key: labels[key] for key in (layout.difficulty, layout.size) if key in labels}
        others = {key: labels[key] for key in (layout.skill, *question.within) if key in labels}
        within, at = (_words(data, set(contrast.before), each) for each in (others, grid))
        yield Pair(within, at, layout.content_of(place), place, after)


def _words(data: RunData, without: set[str], labels: dict[str, Label]) -> str:
    """`veteran, 3 players`: without the labels that all cells share."""
    layout, words = data.layout, []
    for key, value in labels.items():
        if key not in layout.shared and key not in without:
            named = {layout.difficulty: layout.level_name, layout.size: layout.size_name}.get(key, str)
            words.append(named(value))
    return ", ".join(words)
