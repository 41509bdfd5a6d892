"""Every difference that the page of a competitive game in which points count may speak of."""

from collections.abc import Iterator

import polars as pl

from engine.game.outcomes import Mean
from sim.report.competitive.asked import FAIR, FIRST, SEATS, SKILL, corners, main_place, trace_at
from sim.report.competitive.claims import games_claims
from sim.report.returns.views import seat_of
from sim.report.shared.claims.by_policy import Asked, policies_claim
from sim.report.shared.claims.claim import Claim, equality
from sim.report.shared.claims.who_plays import cells_of_policies
from sim.report.shared.run_data import RunData, Tables

MORE_THAN_ALL = ("advantage", "advantage_low", "advantage_high")
"""How much more a seat gets than all seats do on average."""


def returns_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """All of them, in the order of the sentences."""
    layout, place, outcome = data.layout, main_place(data), seat_of(data)
    known = tables["returns"].filter(pl.col("advantage_low").is_not_null())
    named = [*([place] if place else []), *corners(data, layout.even_focus)] if layout.even_focus.is_even else []
    for each in dict.fromkeys(named):
        yield from _seat_claims(known.filter(cell=each.number).sort("seat"), outcome)
    there = [each.number for each in cells_of_policies(layout, place)]
    first = known.filter(pl.col("cell").is_in(there), seat=1).select("games", *MORE_THAN_ALL)
    yield from policies_claim(FAIR, [Asked(*row) for row in first.iter_rows()], outcome.margin)
    yield from games_claims(data, tables, place)
    for row in trace_at(data, tables["return_trace"].filter(pl.col("gain_low").is_not_null())):
        gain = row["gain"], row["gain_low"], row["gain_high"]
        yield Claim(SKILL, row["focus"], row["field"], row["cell"], row["games"], *gain, outcome.margin)


def _seat_claims(seats: pl.DataFrame, outcome: Mean) -> Iterator[Claim]:
    """What the first seat gets more than all do on average; and that seats do not all get the same, if there are more
    than two."""
    more: list[tuple[float, float, float]] = list(seats.select(MORE_THAN_ALL).iter_rows())
    for cell, games in seats.select("cell", "games").head(1).iter_rows():
        yield Claim(FIRST, "seat 1", "all seats", cell, games, *more[0], outcome.margin)
        if len(more) > 2:
            widest = max(more, key=lambda each: abs(each[0]))
            yield Claim(SEATS, "seats", "", cell, games, *widest, outcome.margin, equality(more), len(more))
