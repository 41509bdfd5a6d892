"""Every difference that the page of a competitive game may speak of."""

from collections.abc import Iterator

import polars as pl

from sim.report.competitive import asked
from sim.report.competitive.asked import EVEN, HARDLY, RARE
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.by_policy import Asked, outcome_claims, policies_claim
from sim.report.shared.claims.claim import Claim, chance_of, equality
from sim.report.shared.claims.who_plays import cells_of_policies
from sim.report.shared.numbers.outcomes import lengths
from sim.report.shared.pieces.claims import piece_claims
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.intervals import newcombe

SHARE = ("share", "low", "high")


def competitive_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """All of them, in the order of the sentences."""
    place = asked.main_place(data)
    for each in dict.fromkeys([*([place] if place else []), *asked.corners(data, data.layout.even_focus)]):
        yield from _seat_claims(data, tables, each)
    cells = cells_of_policies(data.layout, place)
    known = [Asked(data.games(each), found[0], *found[1]) for each in cells if (found := asked.fairness(tables, each))]
    yield from policies_claim(asked.FAIR, known, EVEN)
    yield from games_claims(data, tables, place)
    for row in asked.trace_at(data, tables["skill_trace"]):
        gain = row["gain"], row["gain_low"], row["gain_high"]
        yield Claim(asked.SKILL, row["focus"], row["field"], row["cell"], row["games"], *gain, EVEN)
    for group in asked.same_players(data):
        rows = asked.end_rows(data, tables, group)
        if len(rows) > 1:
            few, many = rows[0], rows[-1]
            ends = newcombe(*(each for row in (many, few) for each in (row["value"] * row["games"], row["games"])))
            more = many["value"] - few["value"], *ends
            yield Claim(asked.ENDS, group.name, few["size"], None, few["games"], *more, EVEN)
    if place is not None:
        yield from _role_claims(tables["roles"].filter(cell=place.number), data.games(place))
        for row in asked.shares_of_ends(data, tables, place):
            edge = HARDLY if row["value"] < 0.5 else 1 - HARDLY
            above = row["value"] - edge, row["low"] - edge, row["high"] - edge
            yield Claim(asked.RARE_END, row["outcome"], "", place.number, row["games"], *above, HARDLY)


def games_claims(data: RunData, tables: Tables, place: PlacedCell | None) -> Iterator[Claim]:
    """About how games go, whatever seats play for: pieces, lengths, and the cell that a limit ends most often."""
    yield from piece_claims(data, tables)
    yield from outcome_claims(data, tables, place, lengths(data)[:1])
    late = [(found, each) for each in data.layout.places if (found := asked.measured(tables, each, "time_outs"))]
    if late:
        (value, (low, high)), worst = max(late, key=lambda each: each[0][0])
        above = value - RARE, low - RARE, high - RARE
        claim = Claim(asked.LIMIT, "games", "", worst.number, data.games(worst), *above, HARDLY)
        chance = min(1.0, len(late) * chance_of(claim)) if value > RARE else 1.0
        yield claim._replace(chance=chance, among=len(late))


def _seat_claims(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[Claim]:
    """The first seat against an equal share; and that the seats are not all alike, where there are more than two."""
    games, first, apart = data.games(place), asked.measured(tables, place, "first_seat"), asked.fairness(tables, place)
    if first is not None:
        yield Claim(asked.FIRST, "seat 1", "an equal share", place.number, games, first[0], *first[1], EVEN)
    if apart is not None and not asked.is_duel(tables, place):
        mine = tables["seats"].filter(cell=place.number).select("advantage", "advantage_low", "advantage_high")
        value, (_, high) = apart
        alike = equality(list(mine.iter_rows()))
        yield Claim(asked.SEATS, "seats", "", place.number, games, value, 2 * value - high, high, EVEN, alike)


def _role_claims(roles: pl.DataFrame, games: int) -> Iterator[Claim]:
    """How often seats win with a role, against those without it. Seats of one game depend on each other: at the most,
    all entries of the table err in the same way."""
    pooled = [(pl.col(key) * pl.col("games")).sum() / pl.col("games").sum() for key in SHARE]
    for cell, role in roles.select("cell", "role").unique(maintain_order=True).iter_rows():
        (one, low, high), (two, least, most) = (
            roles.filter(chosen).select(pooled).row(0) for chosen in (pl.col("role") == role, pl.col("role") != role)
        )
        if roles["role"].n_unique() > 1:
            yield Claim(asked.ROLES, role, "the others", cell, games, one - two, low - most, high - least, EVEN)
