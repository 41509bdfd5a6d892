"""Claims that a headline depends on who plays."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import polars as pl

from engine.game.outcomes import Outcome
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claim import Claim, equality
from sim.report.shared.claims.who_plays import WHO_PLAYS, cells_of_policies
from sim.report.shared.numbers.outcomes import notable
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


def outcome_claims(
    data: RunData, tables: Tables, place: PlacedCell | None, outcomes: Sequence[Outcome]
) -> Iterator[Claim]:
    """That these outcomes depend on who plays a cell."""
    there = [each.number for each in cells_of_policies(data.layout, place)]
    for outcome in outcomes:
        known = (
            tables["outcomes"].filter(pl.col("cell").is_in(there), outcome=outcome.name).drop_nulls(["value", "low"])
        )
        asked = [Asked(*row) for row in known.select("games", "value", "low", "high").rows()]
        yield from policies_claim(outcome.name, asked, notable(outcome))


def _more(one: Asked, other: Asked) -> tuple[float, float, float]:
    value, (low, high) = combined([(1, one.value, one[2:]), (-1, other.value, other[2:])])
    return value, low, high
