"""The sentences of a report. Each is written only if the claims of the page support it."""

from collections.abc import Iterator

import polars as pl

from sim.report.cooperative.claims import CALIBRATION, GROWTH, LOST, OPENING, SIZE, SKILL, STEP
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.cooperative.tables import NOT_WON
from sim.report.shared.claims.claim import LESS, MORE
from sim.report.shared.claims.claimed import Row, claim_on, claims_on, is_clear
from sim.report.shared.page.answer_sentences import answer_sentences
from sim.report.shared.page.places import at_place, on_content
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import agreeing, bare, capital, cost, estimate, listed, listed_some, points

NOTABLE_MOVE = 0.05
"""A smaller difference may be called small."""


def cooperative_sentences(data: RunData, tables: Tables) -> list[str]:
    """The sentences of the first screen."""
    parts = (difficulty(data, tables), sizes(data, tables), skill(data, tables), answer_sentences(data, tables))
    return [capital(sentence) for part in parts for sentence in part]


def difference_of(row: Row) -> str:
    """`2.1 points (1.4 to 2.8)`: how large a claimed difference is."""
    return cost(row["value"], (row["low"], row["high"]))


def difficulty(data: RunData, tables: Tables) -> Iterator[str]:
    """Whether each step of difficulty costs wins, and more than the step before."""
    steps, growth = claims_on(tables, STEP), {row["relation"] for row in claims_on(tables, GROWTH)}
    unit, layout = data.presentation.unit or "difficulty", data.layout
    if len(steps) > 1 and all(row["relation"] == MORE for row in steps):
        more = {(MORE,): "more than the one before", (LESS,): "less than the one before"}
        costs = listed([difference_of(row) for row in steps])
        mean = f", on average over all numbers of {layout.size}" if len(layout.sizes) > 1 else ""
        yield f"each step of {unit} costs {data.layout.focus.called} {more.get(tuple(growth), 'wins')}: {costs}{mean}."
        return
    for row in filter(is_clear, steps):
        does = "costs" if row["relation"] == MORE else "gives"
        yield f"the step from {row['subject']} {does} {data.layout.focus.called} {difference_of(row)}."


def sizes(data: RunData, tables: Tables) -> Iterator[str]:
    """How much the number of players matters: the changes that are certain, or the most that all intervals allow."""
    found, layout = claims_on(tables, SIZE), data.layout
    if not found:
        return
    mine = tables["steps"].filter(table=data.layout.focus.name, kind=SIZE)
    most, ends = mine["most"].max(), f"from {layout.sizes[0]} to {layout.size_name(layout.sizes[-1])}"
    changes, on = f"going {ends} changes the {data.headline.phrase} by", on_content(layout, data.layout.focus)
    sure = [row for row in found if is_clear(row) and min(abs(row["low"]), abs(row["high"])) > NOTABLE_MOVE / 2]
    if most < NOTABLE_MOVE or not sure:  # type: ignore[operator]
        where = f"{' at any difficulty' if len(found) > 1 else ''}{on}"
        yield f"{changes} at most {bare(most)} points{where}, as far as these games tell."  # type: ignore[arg-type]
        return
    for row in sure:
        at = f" at {row['subject']}" if layout.difficulty else ""
        yield f"{changes} {points(row['value'], (row['low'], row['high']))}{at}{on}."


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """How much better the focus is than beginners at the highest difficulty."""
    layout = data.layout
    for row in filter(is_clear, claims_on(tables, SKILL)):
        amount, _, ends = difference_of(row).partition(" (")
        matters = "matters" if row["relation"] == MORE else "does not help"
        won = f"{agreeing(row['subject'], 'win')} {amount} ({ends} {row['relation']} than {row['other']}"
        yield f"skill {matters}:{at_place(layout, layout.places[row['cell']])} {won}."


def pieces(data: RunData, tables: Tables) -> Iterator[str]:
    """Which pieces stand out, after the correction for their number; in shrunk effects, because they are picked for
    being extreme."""
    piece, claim = data.presentation.piece, claim_on(tables, OPENING, data.layout.focus.name)
    table = tables["opening_effects"].filter(table=data.layout.focus.name, level=ALL)
    if claim is None:
        return
    if not is_clear(claim):
        seen = f"one of {bare(claim['visible'])} points would probably have been seen"
        yield f"no {piece} in the opening has a known effect on the {data.headline.phrase}; {seen}."
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


def notes(data: RunData, tables: Tables) -> dict[str, list[str]]:
    """The sentences of the other sections, by section."""
    parts = {"games": (losses(data, tables), comebacks(data, tables)), "calibration": (calibration(data, tables),)}
    return {name: [capital(sentence) for part in told for sentence in part] for name, told in parts.items()}


def losses(data: RunData, tables: Tables) -> Iterator[str]:
    """In which way the focus loses most games at the highest difficulty."""
    layout = data.layout
    for claim in claims_on(tables, LOST):
        if claim["relation"] == MORE:
            [row] = tables["ends"].filter(cell=claim["cell"], end=claim["subject"]).to_dicts()
            share = estimate(row["share_of_losses"], (row["low"], row["high"]))
            lost = f"{agreeing(data.layout.focus.called, 'lose')}{at_place(layout, layout.places[row['cell']])}"
            end = f"are {row['end']}" if row["end"].endswith(NOT_WON) else f"end as “{row['end']}”"
            yield f"of the games that {lost}, {share} {end}."


def comebacks(data: RunData, tables: Tables) -> Iterator[str]:
    """How often a game that looked lost was won, at the lowest difficulty."""
    layout, comeback = data.layout, data.presentation.comeback
    place = layout.at(data.layout.focus, layout.levels[0], layout.middle)
    if place is None or comeback is None:
        return
    for row in tables["comebacks"].filter(cell=place.number).drop_nulls("share").to_dicts():
        share = estimate(row["share"], (row["low"], row["high"]))
        won = f"the wins of {data.layout.focus.called}{at_place(layout, place)}"
        yield f"{share} of {won} were comebacks: {comeback.meaning}."


def calibration(data: RunData, tables: Tables) -> Iterator[str]:
    """Which players are right more or less often than they say."""
    called = {group.name: group.called for group in data.layout.groups}
    for row in filter(is_clear, claims_on(tables, CALIBRATION)):
        often = f"right {row['relation']} often than stated, by {difference_of(row)} on average"
        yield f"{called[row['subject']]}: predictions are {often}."
