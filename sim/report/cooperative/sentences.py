"""The sentences of a report. Each is written only if the claims of the page support it."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from sim.report.cooperative.claims import CALIBRATION, GROWTH, LOST, OPENING, SIZE, SKILL, STEP
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.cooperative.tables import NOT_WON
from sim.report.shared.cell_layout import Group
from sim.report.shared.claims.claim import LESS, MORE
from sim.report.shared.claims.claimed import Row, claim_on, claims_on, is_clear
from sim.report.shared.page.answer_sentences import answer_sentences
from sim.report.shared.page.places import at_place, on_content
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import agreeing, bare, capital, cost, estimate, listed, listed_some, points

NOTABLE_MOVE = 0.05
"""A smaller difference may be called small."""


@dataclass(frozen=True)
class SentenceSource:
    """What sentences are made of: the run and its tables."""

    data: RunData
    tables: Tables

    @property
    def focus(self) -> Group:
        return self.data.layout.focus

    def claims(self, topic: str) -> list[Row]:
        return list(claims_on(self.tables, topic))


def headline(source: SentenceSource) -> list[str]:
    """The sentences of the first screen."""
    parts = (difficulty(source), sizes(source), skill(source), answer_sentences(source.data, source.tables))
    return [capital(sentence) for part in parts for sentence in part]


def difference_of(row: Row) -> str:
    """`2.1 points (1.4 to 2.8)`: how large a claimed difference is."""
    return cost(row["value"], (row["low"], row["high"]))


def difficulty(source: SentenceSource) -> Iterator[str]:
    """Whether each step of difficulty costs wins, and more than the step before."""
    steps, growth = source.claims(STEP), {row["relation"] for row in source.claims(GROWTH)}
    unit, layout = source.data.presentation.unit or "difficulty", source.data.layout
    if len(steps) > 1 and all(row["relation"] == MORE for row in steps):
        more = {(MORE,): "more than the one before", (LESS,): "less than the one before"}
        costs = listed([difference_of(row) for row in steps])
        mean = f", on average over all numbers of {layout.size}" if len(layout.sizes) > 1 else ""
        yield f"each step of {unit} costs {source.focus.called} {more.get(tuple(growth), 'wins')}: {costs}{mean}."
        return
    for row in filter(is_clear, steps):
        does = "costs" if row["relation"] == MORE else "gives"
        yield f"the step from {row['subject']} {does} {source.focus.called} {difference_of(row)}."


def sizes(source: SentenceSource) -> Iterator[str]:
    """How much the number of players matters: the changes that are certain, or the most that all intervals allow."""
    found, layout = source.claims(SIZE), source.data.layout
    if not found:
        return
    mine = source.tables["steps"].filter(table=source.focus.name, kind=SIZE)
    most, ends = mine["most"].max(), f"from {layout.sizes[0]} to {layout.size_name(layout.sizes[-1])}"
    changes, on = f"going {ends} changes the {source.data.headline.phrase} by", on_content(layout, source.focus)
    sure = [row for row in found if is_clear(row) and min(abs(row["low"]), abs(row["high"])) > NOTABLE_MOVE / 2]
    if most < NOTABLE_MOVE or not sure:  # type: ignore[operator]
        yield f"{changes} at most {bare(most)} points{' at any difficulty' if len(found) > 1 else ''}{on}."  # type: ignore[arg-type]
        return
    for row in sure:
        at = f" at {row['subject']}" if layout.difficulty else ""
        yield f"{changes} {points(row['value'], (row['low'], row['high']))}{at}{on}."


def skill(source: SentenceSource) -> Iterator[str]:
    """How much better the focus is than beginners at the highest difficulty."""
    layout = source.data.layout
    for row in filter(is_clear, source.claims(SKILL)):
        amount, _, ends = difference_of(row).partition(" (")
        matters = "matters" if row["relation"] == MORE else "does not help"
        won = f"{agreeing(row['subject'], 'win')} {amount} ({ends} {row['relation']} than {row['other']}"
        yield f"skill {matters}:{at_place(layout, layout.places[row['cell']])} {won}."


def pieces(source: SentenceSource) -> Iterator[str]:
    """Which pieces stand out, after the correction for their number; in shrunk effects, because they are picked for
    being extreme."""
    piece, claim = source.data.presentation.piece, claim_on(source.tables, OPENING, source.focus.name)
    table = source.tables["opening_effects"].filter(table=source.focus.name, level=ALL)
    if claim is None:
        return
    if not is_clear(claim):
        seen = f"one of {bare(claim['visible'])} points would probably have been seen"
        yield f"no {piece} in the opening has a known effect on the {source.data.headline.phrase}; {seen}."
        return
    *sides, ends = named_pieces(table)
    if ends.is_empty():
        yield f"out of line in the opening: {'; '.join(listed_some(_named(side)) for side in sides if len(side))}."
        return
    are = "the only known effect in the opening is" if len(ends) == 1 else "known effects in the opening are"
    yield f"no {piece} is out of line; {are} {listed(_named(ends))}."


def named_pieces(table: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Those out of line that hurt, those that help, the most extreme first; and, if there are none, the best and the
    worst that are significant."""
    odd, marked = table.filter("out_of_line"), table.filter("marked")
    ends = pl.concat([marked.head(1), marked.tail(1)]).unique(maintain_order=True)
    return odd.filter(pl.col("shrunk") < 0).reverse(), odd.filter(pl.col("shrunk") > 0), ends.head(0 if len(odd) else 2)


def _named(table: pl.DataFrame) -> list[str]:
    return [
        f"{row['title']} {points(row['shrunk'], (row['shrunk_low'], row['shrunk_high']))}" for row in table.to_dicts()
    ]


def notes(source: SentenceSource) -> dict[str, list[str]]:
    """The sentences of the other sections, by section."""
    parts = {"games": (losses(source), comebacks(source)), "calibration": (calibration(source),)}
    return {name: [capital(sentence) for part in told for sentence in part] for name, told in parts.items()}


def losses(source: SentenceSource) -> Iterator[str]:
    """In which way the focus loses most games at the highest difficulty."""
    layout = source.data.layout
    for claim in source.claims(LOST):
        if claim["relation"] == MORE:
            [row] = source.tables["ends"].filter(cell=claim["cell"], end=claim["subject"]).to_dicts()
            share = estimate(row["share_of_losses"], (row["low"], row["high"]))
            lost = f"{agreeing(source.focus.called, 'lose')}{at_place(layout, layout.places[row['cell']])}"
            end = row["end"] if row["end"].endswith(NOT_WON) else f"lost in this way: {row['end']}"
            yield f"of the games that {lost}, {share} are {end}."


def comebacks(source: SentenceSource) -> Iterator[str]:
    """How often a game that looked lost was won, at the lowest difficulty."""
    layout, comeback = source.data.layout, source.data.presentation.comeback
    place = layout.at(source.focus, layout.levels[0], layout.middle)
    if place is None or comeback is None:
        return
    for row in source.tables["comebacks"].filter(cell=place.number).drop_nulls("share").to_dicts():
        share = estimate(row["share"], (row["low"], row["high"]))
        won = f"the wins of {source.focus.called}{at_place(layout, place)}"
        yield f"{share} of {won} were comebacks: {comeback.meaning}."


def calibration(source: SentenceSource) -> Iterator[str]:
    """Which players are right more or less often than they say."""
    called = {group.name: group.called for group in source.data.layout.groups}
    for row in filter(is_clear, source.claims(CALIBRATION)):
        often = f"right {row['relation']} often than stated, by {difference_of(row)} on average"
        yield f"{called[row['subject']]}: predictions are {often}."
