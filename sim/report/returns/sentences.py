"""The sentences of the page of a competitive game in which points count. One that says a direction is written only if
its claim is clear."""

from collections.abc import Iterator

import polars as pl

from engine.language.current import said
from sim.report.competitive.asked import FIRST, SEATS, corners, main_place
from sim.report.competitive.sentences import at_most, claim_at, much, no_gain, players_at, steps_of, undecided
from sim.report.returns.views import form_of
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claim import MORE
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
    who = players_at(data, place)
    if not is_clear(claim):
        yield said(
            "{who}: no difference between what the first seat gets and the average of all seats is found; if there is "
            "one, it is {most}.",
            who=who,
            most=at_most(form, claim),
        )
    elif claim["relation"] == MORE:
        yield said(
            "{who}: the first seat gets {much} a game more than all seats do on average.",
            who=who,
            much=form.rough(abs(claim["value"])),
        )
    else:
        yield said(
            "{who}: the first seat gets {much} a game less than all seats do on average.",
            who=who,
            much=form.rough(abs(claim["value"])),
        )


def extremes(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """Which seats get most and least, if they are not all alike; how much, a table says."""
    seats = tables["returns"].filter(pl.col("value_low").is_not_null(), cell=place.number).sort("value")["seat"]
    if is_clear(claim_at(tables, SEATS, place)):
        yield said(
            "seats{at} do not get the same: seat {most} gets most, seat {least} least.",
            at=at_place(data.layout, place),
            most=seats[-1],
            least=seats[0],
        )


def wins(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How often the first seat wins, where games have winners."""
    for row in tables["seats"].filter(cell=place.number, seat=1).iter_rows(named=True):
        if row["share"] is not None:
            share = estimate(row["share"], (row["low"], row["high"]))
            yield said("the first seat{at} wins {share} of the games.", at=at_place(data.layout, place), share=share)


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """What each policy gets more than the one below it, at the size in the middle."""
    form, known = form_of(data), tables["return_trace"].filter(pl.col("gain_low").is_not_null())
    for claim, step in steps_of(data, tables, known):
        if not is_clear(claim):
            yield no_gain(form, claim, step)
        elif claim["relation"] == MORE:
            yield said(
                "skill{at}: one {focus!r} among {field!r} gets {much} more than {field!r} would in the same seat.",
                **step,
                much=much(form, claim),
            )
        else:
            yield said(
                "skill{at}: one {focus!r} among {field!r} gets {much} less than {field!r} would in the same seat.",
                **step,
                much=much(form, claim),
            )
