"""The sentences of the page of a competitive game in which points count. One that says a direction is written only if
its claim is clear."""

from collections.abc import Iterator

import polars as pl

from sim.report.competitive.asked import FIRST, SEATS, corners, main_place
from sim.report.competitive.sentences import at_most, claim_at, gained, undecided
from sim.report.returns.views import form_of
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claimed import is_clear
from sim.report.shared.page.places import at_place
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, estimate


def returns_sentences(data: RunData, tables: Tables) -> list[str]:
    """What the verdict leaves open: what skill adds, if there is a focus; then what the seats get if all play alike,
    then how games go."""
    group, place = data.layout.even_focus, main_place(data)
    ends = corners(data, group) if group.is_even else []
    parts = [skill(data, tables), *(first_seat(data, tables, each) for each in ends if each != place)]
    parts += [part(data, tables, each) for part in (extremes, wins) for each in ends]
    parts += [undecided(data, tables, place)] if place else []
    return [capital(sentence) for part in parts for sentence in part]


def first_seat(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How much more the first seat gets than all do on average: rounded, because a table has its digits."""
    claim, form = claim_at(tables, FIRST, place), form_of(data)
    if claim is None:
        return
    who = f"{at_place(data.layout, place).strip()}, {place.group.all_alike}:".removeprefix(", ")
    if is_clear(claim):
        more = f"{form.rough(abs(claim['value']))} a game {claim['relation']}"
        yield f"{who} the first seat gets {more} than all seats do on average."
    else:
        found = "no difference between what the first seat gets and the average of all seats is found"
        yield f"{who} {found}; if there is one, it is {at_most(form, claim)}."


def extremes(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """Which seats get most and least, if they are not all alike; how much, a table says."""
    seats = tables["returns"].filter(pl.col("value_low").is_not_null(), cell=place.number).sort("value")["seat"]
    if is_clear(claim_at(tables, SEATS, place)):
        ends = f"seat {seats[-1]} gets most, seat {seats[0]} least"
        yield f"seats{at_place(data.layout, place)} do not get the same: {ends}."


def wins(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How often the first seat wins, where games have winners."""
    for row in tables["seats"].filter(cell=place.number, seat=1).iter_rows(named=True):
        if row["share"] is not None:
            share = estimate(row["share"], (row["low"], row["high"]))
            yield f"the first seat{at_place(data.layout, place)} wins {share} of the games."


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """What each policy gets more than the one below it, at the size in the middle."""
    known = tables["return_trace"].filter(pl.col("gain_low").is_not_null())
    yield from gained(data, tables, known, form_of(data), "gets")
