"""Every difference that the page of a competitive game may speak of."""

from collections.abc import Iterator

import polars as pl

from sim.report.competitive.asked import (
    ENDS,
    EVEN,
    FAIR,
    FIRST,
    HARDLY,
    LIMIT,
    RARE,
    RARE_END,
    ROLES,
    SEATS,
    SKILL,
    corners,
    end_rows,
    fairness,
    is_duel,
    main_place,
    measured,
    same_players,
    shares_of_ends,
    trace_at,
)
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.by_policy import Asked, length_claims, policies_claim
from sim.report.shared.claims.claim import Claim, chance_of, equality
from sim.report.shared.claims.who_plays import cells_of_policies
from sim.report.shared.pieces.claims import piece_claims
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.intervals import newcombe


def competitive_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """All of them, in the order of the sentences."""
    layout, place = data.layout, main_place(data)
    named = dict.fromkeys([*([place] if place else []), *corners(data, layout.even_focus)])
    for each in named:
        yield from _seat_claims(data, tables, each)
    asked = [(data.games(each), fairness(tables, each)) for each in cells_of_policies(layout, place)]
    yield from policies_claim(FAIR, [Asked(games, found[0], *found[1]) for games, found in asked if found], EVEN)
    yield from games_claims(data, tables, place)
    for row in trace_at(data, tables["skill_trace"]):
        gain = row["gain"], row["gain_low"], row["gain_high"]
        yield Claim(SKILL, row["focus"], row["field"], row["cell"], row["games"], *gain, EVEN)
    yield from _end_claims(data, tables)
    if place is not None:
        yield from _role_claims(data, tables, place)
        yield from _rare_ends(data, tables, place)


def games_claims(data: RunData, tables: Tables, place: PlacedCell | None) -> Iterator[Claim]:
    """About how games go, whatever seats play for: pieces, lengths, limits."""
    yield from piece_claims(data, tables)
    yield from length_claims(data, tables, place)
    late = [(found, each) for each in data.layout.places if (found := measured(tables, each, "time_outs"))]
    if late:
        (value, (low, high)), worst = max(late, key=lambda each: each[0][0])
        claim = Claim(
            LIMIT, "games", "", worst.number, data.games(worst), value - RARE, low - RARE, high - RARE, HARDLY
        )
        # The worst of all cells was picked.
        yield claim._replace(chance=min(1.0, len(late) * chance_of(claim)) if value > RARE else 1.0, among=len(late))


def _seat_claims(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[Claim]:
    """The first seat against an equal share; and that the seats are not all alike, where there are more than two."""
    games, first, apart = data.games(place), measured(tables, place, "first_seat"), fairness(tables, place)
    if first is not None:
        yield Claim(FIRST, "seat 1", "an equal share", place.number, games, first[0], *first[1], EVEN)
    if apart is not None and not is_duel(tables, place):
        mine = tables["seats"].filter(cell=place.number).select("advantage", "advantage_low", "advantage_high")
        value, (_, high) = apart
        alike = equality(list(mine.iter_rows()))
        yield Claim(SEATS, "seats", "", place.number, games, value, 2 * value - high, high, EVEN, alike)


def _end_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """How often games end as the first question asks: in the largest size against the smallest."""
    for group in same_players(data):
        rows = end_rows(data, tables, group)
        if len(rows) > 1:
            few, many = rows[0], rows[-1]
            ends = newcombe(*(each for row in (many, few) for each in (row["value"] * row["games"], row["games"])))
            yield Claim(ENDS, group.name, few["size"], None, few["games"], many["value"] - few["value"], *ends, EVEN)


def _role_claims(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[Claim]:
    """How often seats win with a role, against those without it."""
    mine = tables["roles"].filter(cell=place.number)
    for role in mine["role"].unique(maintain_order=True):
        with_it, without = (_pooled(mine.filter(chosen)) for chosen in (pl.col("role") == role, pl.col("role") != role))
        if with_it and without:
            value, low, high = (with_it[at] - without[other] for at, other in ((0, 0), (1, 2), (2, 1)))
            yield Claim(ROLES, role, "the others", place.number, data.games(place), value, low, high, EVEN)


def _pooled(roles: pl.DataFrame) -> tuple[float, float, float] | None:
    """How often seats win, of several entries of the table of roles. Seats of one game depend on each other: at the
    most, all entries err in the same way."""
    keys, games = ("share", "low", "high"), float(roles["games"].sum())
    value, low, high = roles.select((pl.col(key) * pl.col("games")).sum() for key in keys).row(0)
    return (value / games, low / games, high / games) if games else None


def _rare_ends(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[Claim]:
    """Which of the ends that the first question asks for happen in hardly any game, or in nearly all of them."""
    for row in shares_of_ends(data, tables, place):
        edge = HARDLY if row["value"] < 0.5 else 1 - HARDLY
        found = row["value"] - edge, row["low"] - edge, row["high"] - edge
        yield Claim(RARE_END, row["outcome"], "", place.number, row["games"], *found, HARDLY)
