"""Every difference that the page of a cooperative game may speak of."""

from collections.abc import Iterator

import polars as pl

from sim.report.cooperative.joint_outcomes import ALL
from sim.report.shared.cell_layout import Group
from sim.report.shared.claims.by_policy import outcome_claims
from sim.report.shared.claims.claim import Claim
from sim.report.shared.numbers.answers import answer_claims
from sim.report.shared.numbers.differences import difference
from sim.report.shared.numbers.outcomes import lengths, notable
from sim.report.shared.pieces.claims import group_claim, piece_claims
from sim.report.shared.run_data import RunData, Tables

STEP, GROWTH, SIZE = "step", "growth", "size"
"""The topics that are kinds of the table `steps`, too."""
SKILL, LOST, CALIBRATION, OPENING = "skill", "lost", "calibration", "opening"


def cooperative_claims(data: RunData, tables: Tables) -> Iterator[Claim]:
    """All of them, in the order of the sentences."""
    layout = data.layout
    place = layout.at(layout.focus, layout.levels[-1], layout.middle)
    yield from outcome_claims(data, tables, place, (data.headline, *lengths(data)[:1]))
    focus, margin = data.layout.focus, notable(data.headline)
    games = min(data.games(place) for place in data.layout.of(focus))
    for kind in (STEP, GROWTH, SIZE):
        for row in tables["steps"].filter(table=focus.name, kind=kind).to_dicts():
            yield Claim(kind, row["of"], "", None, games, row["value"], row["low"], row["high"], margin)
    yield from _skill(data, margin)
    yield from answer_claims(data, tables)
    openings = tables["opening_effects"].filter(table=focus.name, level=ALL)
    if not openings.is_empty():
        yield group_claim(OPENING, focus, openings, games, margin)
    yield from piece_claims(data, tables)
    yield from _losses(data, tables, margin)
    yield from _calibration(data, tables, margin)


def beginners(data: RunData) -> list[Group]:
    """The group that the focus is compared with, if there is one."""
    layout = data.layout
    others = [group for group in layout.groups if group.who == data.presentation.beginner and group != layout.focus]
    return others[:1]


def _skill(data: RunData, margin: float) -> Iterator[Claim]:
    """How much better the focus is than beginners, at the highest difficulty and the size in the middle."""
    layout = data.layout
    for group in beginners(data):
        base, place = (layout.at(each, layout.levels[-1], layout.middle) for each in (group, layout.focus))
        if base and place and (found := difference(data, base, place, data.headline)):
            games = min(data.games(base), data.games(place))
            yield Claim(SKILL, layout.focus.called, group.called, place.number, games, *found[:3], margin)


def _losses(data: RunData, tables: Tables, margin: float) -> Iterator[Claim]:
    """That most games of the focus are lost in one way, at the highest difficulty: more than half of them.
    Nothing, if there is one way only."""
    place = data.layout.at(data.layout.focus, data.layout.levels[-1], data.layout.middle)
    known = tables["ends"].drop_nulls("share_of_losses").sort("games", descending=True)
    known = known.filter(cell=place.number if place else -1)
    for row in known.head(1 if len(known) > 1 else 0).to_dicts():
        value, low, high = (row[name] - 0.5 for name in ("share_of_losses", "low", "high"))
        games = int(known["games"].sum())
        yield Claim(LOST, row["end"], "half", row["cell"], games, value, low, high, margin)


def _calibration(data: RunData, tables: Tables, margin: float) -> Iterator[Claim]:
    """How much more often players are right than they say, on average over their predictions. Those of one game depend
    on each other: at the most, all bins err in the same way."""
    for group in data.layout.groups:
        mine = tables["calibration"].filter(pl.col("predictions") > 0, table=group.name)
        if not mine.is_empty():
            weight = pl.col("predictions") / pl.col("predictions").sum()
            gaps = [(pl.col(name) - pl.col("stated")) * weight for name in ("observed", "low", "high")]
            value, low, high = (mine.select(gap.sum()).item() for gap in gaps)
            games = min(data.games(place) for place in data.layout.of(group))
            yield Claim(CALIBRATION, group.name, "what they say", None, games, value, low, high, margin)
