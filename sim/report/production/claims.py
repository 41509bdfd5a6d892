"""Every difference that the page of a production game may speak of."""

from collections.abc import Iterator
from itertools import combinations

import polars as pl

from engine.game.outcomes import Mean, Outcome
from sim.report.shared.claims.claim import Claim, equality
from sim.report.shared.numbers.answers import answer_claims
from sim.report.shared.pieces.claims import piece_claims
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.intervals import combined

STRATEGIES, CONTENTS, WHO_PLAYS = "strategies", "contents", "who plays"
"""One strategy yields more than another; an axis changes the headline; an outcome depends on who plays."""


def production_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """All of them, in the order of the sentences."""
    for outcome in (data.headline, *lengths(data)):
        yield from _who_plays(data, tables, outcome)
    yield from answer_claims(data, tables)
    yield from piece_claims(data, tables)
    layout, margin = data.layout, data.headline.margin
    games = {row["cell"]: row["games"] for row in tables["outcomes"].iter_rows(named=True)}
    steps = tables["strategies"].filter(pl.col("cell").is_in(cells_of_rungs(data)), outcome=data.headline.name)
    for row in steps.iter_rows(named=True):
        found = (row["difference"], row["low"], row["high"])
        yield Claim(STRATEGIES, row["table"], row["against"], row["cell"], games[row["cell"]], *found, margin)
    played = min(filter(None, games.values()), default=0)
    for row in tables["contents"].filter(who=layout.focus.who).iter_rows(named=True):
        found = (row["difference"], row["low"], row["high"])
        yield Claim(CONTENTS, row["change"], row["content"], None, played, *found, margin)


def lengths(data: RunData) -> list[Mean]:
    """The outcomes that say how long a game takes, beside the headline."""
    return [each for each in data.outcomes if isinstance(each, Mean) and each.length and each != data.headline]


def cells_of_rungs(data: RunData) -> list[int]:
    """Where those who play are compared: at the highest difficulty and the size in the middle, on one content."""
    layout = data.layout
    places = [layout.at(group, layout.levels[-1], layout.middle) for group in layout.rungs]
    return [place.number for place in places if place is not None]


def _who_plays(data: RunData, tables: Tables, outcome: Outcome) -> Iterator[Claim]:
    """That not all who play get the same; the value is how far the ends lie apart."""
    known = pl.col("cell").is_in(cells_of_rungs(data)) & pl.col("low").is_not_null()
    rows = sorted(
        tables["outcomes"].filter(known, outcome=outcome.name).iter_rows(named=True), key=lambda row: row["value"]
    )
    if len(rows) < 2:
        return
    parts = [(row["value"], (row["low"], row["high"])) for row in rows]
    pairs = [combined([(1, *more), (-1, *less)]) for less, more in combinations(parts, 2)]
    value, (low, high) = combined([(1, *parts[-1]), (-1, *parts[0])])
    chance = equality([(apart, *ends) for apart, ends in pairs])
    games = min(row["games"] for row in rows)
    yield Claim(WHO_PLAYS, outcome.name, "", None, games, value, low, high, outcome.margin, chance, len(pairs))
