"""Every difference that a page may speak of about pieces that seats draw."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from sim.report.shared.cell_layout import Group
from sim.report.shared.claims.claim import Claim, equality
from sim.report.shared.pieces.fates import MARGIN, gains_wins, has_winners, kinds_of, margin_of
from sim.report.shared.run_data import RunData, Tables

EFFECTS, WITH_WINS, NAIVE = "pieces", "goes with wins", "naive"
"""Some piece has an effect; the seats of some piece win more often than others; and they do so for another reason."""
MOST_VERSIONS = 4
"""Of the game, beside each other."""


def piece_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """Those of each group whose pieces the page tells about."""
    for group in told_groups(data) if kinds_of(data) else []:
        table, games = tables["fates"].filter(table=group.name), min(map(data.games, data.layout.of(group)))
        judged = table.filter(pl.col("effect").is_not_null())
        if not judged.is_empty():
            yield group_claim(EFFECTS, group, judged, games, margin_of(data))
        if "naive" in table.columns and has_winners(data):
            yield from _naive_claims(data, table.filter(pl.col("naive").is_not_null()), group, games)


def told_groups(data: RunData) -> list[Group]:
    """The players whose pieces are told about, in every version of the game; the first MOST_VERSIONS of them."""
    group = data.layout.even_focus
    found = [each for each in data.layout.groups if (each.who, each.field) == (group.who, group.field)]
    return [group, *(each for each in found if each != group)][:MOST_VERSIONS]


def group_claim(topic: str, group: Group, judged: pl.DataFrame, games: int, margin: float) -> Claim:
    """That some piece of a group has an effect. The interval is that of the piece which is known least."""
    least = judged.row(int((judged["high"] - judged["low"]).arg_max() or 0), named=True)
    chance, ends = float(judged["q"].min()), (least["effect"], least["low"], least["high"])  # type: ignore[arg-type]
    return Claim(topic, group.name, "no effect", None, games, *ends, margin, chance, len(judged))


def _naive_claims(data: RunData, table: pl.DataFrame, group: Group, games: int) -> Iterator[Claim]:
    """That the seats of a piece win more often; or, where its effect is known, that they do so for another reason."""
    known = table.filter(pl.col("effect").is_not_null())
    if known.is_empty() and not table.is_empty():
        rates = list(table.select("naive", "naive_low", "naive_high").iter_rows())
        value, low, high = max(rates, key=lambda each: each[2] - each[1])
        chance = equality(rates)
        yield Claim(WITH_WINS, group.name, "all seats", None, games, value, low, high, MARGIN, chance, len(rates))
    elif not known.is_empty() and gains_wins(data):
        names = (kinds_of(data)[0].seats, "naive", "effect", "naive_low", "naive_high", "low", "high")
        seats, naive, effect, naive_low, naive_high, low, high = known.select(names).to_numpy().astype(float).T
        share = seats / seats.sum()
        gap = float(share @ (naive - effect))
        # The win rates of pieces of one game depend on each other: at the most, they all err in the same way.
        error = float(share @ (naive_high - naive_low) + np.sqrt(((share * (high - low)) ** 2).sum())) / 2
        yield Claim(NAIVE, group.name, "effect", None, games, gap, gap - error, gap + error, MARGIN)
