"""Claims that a headline depends on who plays."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claim import Claim, equality
from sim.report.shared.claims.who_plays import WHO_PLAYS, cells_of_policies, lengths_at
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.intervals import combined


class Asked(NamedTuple):
    """The headline of those who play one policy."""

    games: int
    value: float
    low: float
    high: float


def policies_claim(headline: str, asked: Sequence[Asked], margin: float) -> Iterator[Claim]:
    """That not all who play have the same of it; the value is how far the two ends lie apart."""
    if len(asked) > 1:
        ordered = sorted(asked, key=lambda each: each.value)
        apart = [_more(one, other) for other, one in combinations(ordered, 2)]
        ends, games = _more(ordered[-1], ordered[0]), min(each.games for each in asked)
        yield Claim(WHO_PLAYS, headline, "", None, games, *ends, margin, equality(apart), len(apart))


def length_claims(data: RunData, tables: Tables, place: PlacedCell | None) -> Iterator[Claim]:
    """One for everything that the length of a game is counted in."""
    rows = [row for each in cells_of_policies(data.layout, place) for row in lengths_at(tables, each)]
    for outcome in data.outcomes:
        mine = [row for row in rows if row["outcome"] == outcome.name and row["low"] is not None]
        asked = [Asked(row["games"], row["value"], row["low"], row["high"]) for row in mine]
        yield from policies_claim(outcome.name, asked, outcome.margin)


def _more(one: Asked, other: Asked) -> tuple[float, float, float]:
    value, (low, high) = combined([(1, one.value, one[2:]), (-1, other.value, other[2:])])
    return value, low, high
