"""What happens to pieces that seats draw, hold and use, how often these seats win, and what drawing a piece is worth.

The win rate of the seats that drew a piece is not what the piece does: a seat that draws more pieces draws this one
more often, too. So games were played again, on the same luck, with the piece exchanged for another just before it was
drawn (see `engine.game.presentation.Exchanges`). The result less that of the other game is the *effect*. What one piece
gains by an exchange the other loses, so effects are 0 on average, which is the centre they are shrunk to.

Cells of a group share their luck. The counters do not say how much, so the errors are the largest that this can cause:
those of as many games as one cell has.
"""

from collections.abc import Iterable, Iterator, Mapping

import polars as pl

from engine.game.optional_parts import counters_of
from engine.game.outcomes import Mean
from engine.game.presentation import Exchanges, Fate, Fates
from sim.report.shared.cell_layout import Group, PlacedCell
from sim.report.shared.numbers.winners import winners_of
from sim.report.shared.pieces.judged import JUDGED, Schema, judged, out_of_line
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate, chance_of_zero, weighted_estimate
from sim.statistics.intervals import share_interval, wilson, z_of
from sim.statistics.shrinkage import shrink

FEWEST = 10
"""A piece is judged only if this many games of a cell were played again with it exchanged."""
MARGIN = 0.005
"""A difference of shares that is too small to matter."""
MATTERS, MARGINS = 0.05, 10
"""An effect on wins that a designer would mend, and one on something else, in margins of the headline: every piece has
some effect, and the more games, the more of them are known."""

OF_PIECE: Schema = {"table": pl.String, "piece": pl.String, "title": pl.String, "games": pl.Int64, "in_game": pl.Int64}
EFFECT: Schema = {**JUDGED, "stands_out": pl.Boolean}
ENDS = ("low", "high")
SHRUNK = ("shrunk", "shrunk_low", "shrunk_high")

Counts = Mapping[str, int]
Row = dict[str, object]


def declared_fates(data: RunData) -> Fates | None:
    """What the game counts about pieces that seats draw; None if it counts nothing of that kind."""
    return data.presentation.fates if data.game.pieces is not None else None


def has_winners(data: RunData) -> bool:
    return data.game.about.kind != "production"


def gains_wins(data: RunData) -> bool:
    """Whether an effect is a difference of shares; else it is in the unit of the headline."""
    return data.game.about.kind == "competitive" or data.share is not None


def margin_of(data: RunData) -> float:
    """An effect below which no piece stands out."""
    return MATTERS if gains_wins(data) else MARGINS * data.headline.margin


def kinds_of(data: RunData) -> list[Fate]:
    """What happened to any piece in the run."""
    fates = declared_fates(data)
    if fates is None or data.run.pieces.is_empty():
        return []
    return [kind for kind in fates.kinds if data.run.pieces[kind.seats].sum() > 0]


def fates(data: RunData) -> pl.DataFrame:
    """For each group with all its cells together, each piece: how often what happened to it, how often such seats won,
    what drawing it is worth, and whether it stands out. The piece with the largest effect comes first."""
    found, kinds = declared_fates(data), kinds_of(data)
    schema = _schema(data, kinds)
    parts = [pl.DataFrame(schema=schema)]
    by = [name for name in ("shrunk", "naive") if name in schema]
    for group in data.layout.groups if found else []:
        assert found is not None
        rows = list(_rows(data, found, kinds, group))
        part = pl.DataFrame(rows, {name: kind for name, kind in schema.items() if name not in EFFECT}, orient="row")
        for kind in kinds if has_winners(data) else []:
            part = part.with_columns(_shrunk_rates(part, kind))
        part = part.join(_effects(data, found.exchanges, group), on="piece", how="left")
        parts.append(part.select(*schema).sort(by, descending=True, nulls_last=True, maintain_order=True))
    return pl.concat(parts).with_columns(title=pl.col("piece").replace(data.titles))


def _schema(data: RunData, kinds: list[Fate]) -> Schema:
    columns: Schema = dict(OF_PIECE)
    for kind in kinds:
        columns[kind.seats] = pl.Int64
        if has_winners(data):
            columns |= dict.fromkeys([f"{kind.name}_{end}" for end in ("rate", *ENDS, *SHRUNK)], pl.Float64)
    if has_winners(data):
        columns |= dict.fromkeys([f"naive{end}" for end in ("", "_low", "_high")], pl.Float64)
    return columns | {"unused": pl.Int64, "exchanged": pl.Int64, **EFFECT, "most_used": pl.Float64}


def _counts(data: RunData, group: Group) -> list[tuple[PlacedCell, dict[str, Counts]]]:
    """The counters of each piece, in each cell of a group that has games."""
    places = [place for place in data.layout.of(group) if data.games(place)]
    piece, names = data.presentation.piece, [column.name for column in counters_of(data.game)]
    return [
        (place, {row[piece]: row for row in data.run.pieces.filter(cell=place.number).select(piece, *names).to_dicts()})
        for place in places
    ]


def _total(found: Iterable[Counts], names: Iterable[str]) -> dict[str, int]:
    """The counters of a piece in several cells together."""
    cells = list(found)
    return {name: sum(cell[name] for cell in cells) for name in names}


def _rows(data: RunData, fates: Fates, kinds: list[Fate], group: Group) -> Iterator[Row]:
    """The counts of a group and what follows from those of one piece alone."""
    cells = _counts(data, group)
    games, rates = sum(data.games(place) for place, _ in cells), [_seat_rate(data, place) for place, _ in cells]
    names = [fates.in_game, fates.unused, fates.exchanges.games, *(name for kind in kinds for name in kind.counters)]
    for piece in dict.fromkeys(piece for _, found in cells for piece in found):
        mine = [found.get(piece, dict.fromkeys(names, 0)) for _, found in cells]
        total = _total(mine, names)
        row: Row = {"table": group.name, "piece": piece, "title": piece, "games": games}
        there, unused = total[fates.in_game], total[fates.unused]
        row |= {"in_game": there, "unused": unused}
        row["most_used"] = wilson((there - unused) / len(cells), there / len(cells))[1]
        row["exchanged"] = total[fates.exchanges.games]
        for kind in kinds:
            row[kind.seats] = total[kind.seats]
            if has_winners(data):
                rate = seat_rate(kind, total, len(cells))
                row |= dict(zip((f"{kind.name}_{end}" for end in ("rate", *ENDS)), rate, strict=True))
        if has_winners(data):
            naive = _naive(kinds[0], mine, rates, len(cells)) if kinds else NOTHING
            row |= dict(zip(("naive", "naive_low", "naive_high"), naive, strict=True))
        yield row


def seat_rate(kind: Fate, counts: Counts, cells: int = 1) -> Estimate:
    """How often seats win at which this happened to a piece. Games are independent, but the seats of one are not. Where
    all or none won, there are as many games as the squares allow for."""
    seats, winners = counts[kind.seats], counts[kind.winners]
    both, mixed, won = (counts[name] for name in kind.squares)
    if not seats:
        return NOTHING
    x, y, xx, xy, yy = (count / cells for count in (winners, seats, won, mixed, both))
    interval = share_interval(y * y / yy, x, y, xx, xy, yy)
    return Estimate(winners / seats, *interval) if interval else NOTHING


def _seat_rate(data: RunData, place: PlacedCell) -> float | None:
    """How often a seat of a cell wins, whatever happens to it."""
    contest = data.presentation.contest
    if data.game.about.kind == "cooperative":
        return data.wins(place) / data.games(place) if data.share is not None else None
    if contest is None or not contest.winners:
        return None
    found = winners_of(data, contest, place)
    seats = found.seats * found.total
    return sum(games * winners.bit_count() for winners, games in found.games.items()) / seats if seats else None


def _naive(kind: Fate, cells: list[Counts], rates: list[float | None], many: int) -> Estimate:
    """How much more often seats win at which this happened to a piece than all seats of the same games do."""
    seats = sum(cell[kind.seats] for cell in cells)
    if not seats or None in rates:
        return NOTHING
    usual = sum(cell[kind.seats] * (rate or 0.0) for cell, rate in zip(cells, rates, strict=True)) / seats
    return seat_rate(kind, _total(cells, kind.counters), many).moved(-usual)


def _shrunk_rates(part: pl.DataFrame, kind: Fate) -> list[pl.Series]:
    """The win rates of all pieces, pulled towards their middle; those without one stay without."""
    known = part[f"{kind.name}_rate"].is_not_null()
    found = part.filter(known)
    low, high = (found[f"{kind.name}_{end}"] for end in ENDS)
    shrunk = shrink(found[f"{kind.name}_rate"].to_numpy(), ((high - low) / (2 * z_of())).to_numpy())
    at = known.arg_true()
    return [
        pl.Series(f"{kind.name}_{name}", [None] * len(part), pl.Float64).scatter(at, pl.Series(values).clip(0, 1))
        for name, values in zip(SHRUNK, shrunk, strict=True)
    ]


def _effects(data: RunData, exchanges: Exchanges, group: Group) -> pl.DataFrame:
    """What drawing a piece is worth, for every piece that can be judged."""
    cells, rows = _counts(data, group), []
    outcome = data.headline if not gains_wins(data) else None
    step, scale = (outcome.step, outcome.scale) if isinstance(outcome, Mean) else (1.0, 1.0)
    for piece in dict.fromkeys(piece for _, found in cells for piece in found):
        total = _total((found[piece] for _, found in cells if piece in found), exchanges.counters)
        games = total[exchanges.games] / len(cells)
        if games >= FEWEST:
            found = mean_gain(exchanges, total, len(cells), step * scale).scaled(scale)
            if found.value is not None:
                rows.append((piece, *found, chance_of_zero(found, games)))
    table = judged(rows, {"piece": pl.String})
    table = table.with_columns(stands_out=out_of_line(table, margin_of(data)))
    ends = pl.col("low", "high", "shrunk_low", "shrunk_high")
    return table.with_columns(ends.clip(-1, 1)) if gains_wins(data) else table


def mean_gain(exchanges: Exchanges, counts: Counts, cells: int = 1, step: float = 1.0) -> Estimate:
    """What a seat got more by a piece that it drew than by the one that came in its place, over all draws. `step` is by
    how much two results differ if they do."""
    games, weight, gained, lost = (
        counts[name] / cells for name in (exchanges.games, exchanges.weight, exchanges.gained, exchanges.lost)
    )
    weight2, gained2, lost2, moved2 = (counts[name] / cells for name in exchanges.squares)
    return weighted_estimate(games, weight, gained - lost, (weight2, gained2 - lost2, moved2), step)
