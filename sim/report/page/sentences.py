"""Plain sentences, each written only where an interval carries it."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from sim.display.number_format import bare, capital, cost, estimate, listed, points
from sim.report.cell_layout import Group, Label, Place
from sim.report.numbers.joint_outcomes import ALL
from sim.report.run_data import Material
from sim.statistics.intervals import CONFIDENCE, Interval, wilson, z_of

NOTABLE_MOVE = 0.05
"""A difference of fewer points than this may be called small."""

MOST_PIECES = 3
"""Pieces named in a sentence, of the good and of the bad."""


@dataclass(frozen=True)
class Telling:
    """What sentences are made of: the run and its tables."""

    material: Material
    tables: dict[str, pl.DataFrame]

    @property
    def focus(self) -> Group:
        return self.material.axes.focus

    def rate(self, place: Place) -> tuple[float, Interval]:
        games, wins = self.material.games(place), self.material.wins(place)
        return wins / games, wilson(wins, games)

    def steps(self, kind: str) -> list[tuple[str, float, float, float]]:
        """What the table `steps` has of the focus: (of what, value, low, high)."""
        mine = self.tables["steps"].filter(table=self.focus.name, kind=kind)
        return list(mine.select("of", "value", "low", "high").iter_rows())

    def place(self, level: Label, size: Label, group: Group | None = None) -> Place | None:
        found = self.material.axes.at(group or self.focus, level, size)
        return found if found is not None and self.material.games(found) else None


def headline(telling: Telling) -> list[str]:
    """What the first screen says."""
    parts = (hardness(telling), difficulty(telling), sizes(telling), skill(telling), pieces(telling))
    return [capital(sentence) for part in parts for sentence in part]


def hardness(telling: Telling) -> Iterator[str]:
    """The ends of the grid: fixed beforehand, so that nothing is picked for being extreme."""
    axes = telling.material.axes
    ends = [telling.place(axes.levels[0], axes.sizes[0]), telling.place(axes.levels[-1], axes.sizes[-1])]
    played = dict.fromkeys(place for place in ends if place is not None)
    told = [f"{estimate(*telling.rate(place))}{_at(telling, place)}" for place in played]
    if told:
        yield f"{telling.focus.table} wins {listed(told)}."


def _at(telling: Telling, place: Place) -> str:
    """` at Doomed with 5 players`"""
    axes, story = telling.material.axes, telling.material.story
    level = f" at {axes.level_name(place.level)}" if story.difficulty else ""
    return level + (f" with {axes.size_name(place.size)}" if story.size else "")


def difficulty(telling: Telling) -> Iterator[str]:
    """Whether each step costs wins, and more than the one before."""
    steps, growth = telling.steps("step"), telling.steps("growth")
    if not steps or any(low <= 0 for _, _, low, _ in steps):
        return
    costs = listed([cost(value, (low, high)) for _, value, low, high in steps])
    unit = telling.material.story.unit
    step = f"step of {unit}" if unit else "step of difficulty"
    if len(steps) == 1:
        yield f"the step from {steps[0][0]} costs it {costs}."
    elif all(low > 0 for _, _, low, _ in growth):
        yield f"each {step} costs it more than the one before: {costs}."
    elif all(high < 0 for _, _, _, high in growth):
        yield f"each {step} costs it less than the one before: {costs}."
    else:
        yield f"each {step} costs it wins: {costs}."


def sizes(telling: Telling) -> Iterator[str]:
    """How much the size of the table matters: the widest end of any interval, or the steps that are sure."""
    found = telling.steps("size")
    if not found:
        return
    axes, story = telling.material.axes, telling.material.story
    wider = z_of(1 - (1 - CONFIDENCE) / len(found)) / z_of()  # so that all of them hold together
    most = max(abs(value) + wider * (high - low) / 2 for _, value, low, high in found)
    ends = f"from {axes.sizes[0]} to {axes.size_name(axes.sizes[-1])}"
    if most < NOTABLE_MOVE:
        yield f"going {ends} moves its win rate by no more than {bare(most)} points at any difficulty."
        return
    for level, value, low, high in found:
        if low > NOTABLE_MOVE / 2 or high < -NOTABLE_MOVE / 2:
            at = f" at {level}" if story.difficulty else ""
            yield f"going {ends} changes its win rate by {points(value, (low, high))}{at}."


def skill(telling: Telling) -> Iterator[str]:
    """What practice is worth where the game is hardest."""
    axes, story = telling.material.axes, telling.material.story
    beginners = next((group for group in axes.groups if group.who == story.beginner and group != telling.focus), None)
    if beginners is None:
        return
    level, size = axes.levels[-1], axes.middle
    mine, theirs = telling.place(level, size), telling.place(level, size, beginners)
    if mine is None or theirs is None:
        return
    (mine_rate, mine_range), (their_rate, their_range) = telling.rate(mine), telling.rate(theirs)
    if their_range[1] < mine_range[0]:
        yield (
            f"skill decides:{_at(telling, theirs)} {beginners.table} wins {estimate(their_rate, their_range)}, "
            f"{telling.focus.table} {estimate(mine_rate, mine_range)}."
        )


def pieces(telling: Telling) -> Iterator[str]:
    """Which pieces stand out, after correction for their number."""
    piece = telling.material.story.piece
    table = telling.tables["opening_effects"].filter(table=telling.focus.name, level=ALL)
    if table.is_empty():
        return
    if not table["marked"].any():
        reach = float((table["high"] - table["low"]).max()) / 2  # type: ignore[arg-type]
        known = f"each effect is known to {bare(reach)} points or better"
        yield f"no {piece} in the opening moves the win rate measurably: {known}."
        return
    odd = table.filter("out_of_line")
    for side, verb in (
        (odd.filter(pl.col("effect") < 0).reverse(), "hurt"),
        (odd.filter(pl.col("effect") > 0), "help"),
    ):
        if not side.is_empty():
            yield f"out of line: {listed(_named(side))}; in the opening they {verb} more than a {piece} usually does."
    if odd.is_empty():
        ends = pl.concat([table.filter("marked").head(1), table.filter("marked").tail(1)]).unique(maintain_order=True)
        yield f"no {piece} is out of line; the largest effects in the opening are {listed(_named(ends))}."


def _named(table: pl.DataFrame) -> list[str]:
    rows = table.head(MOST_PIECES).iter_rows(named=True)
    words = [f"{row['title']} {points(row['effect'], (row['low'], row['high']))}" for row in rows]
    return words + ([f"{len(table) - MOST_PIECES} more"] if len(table) > MOST_PIECES else [])


def notes(telling: Telling) -> dict[str, list[str]]:
    """What the other sections say, by section."""
    parts = {"games": (losses(telling), comebacks(telling)), "calibration": (sureness(telling),)}
    return {name: [capital(sentence) for part in told for sentence in part] for name, told in parts.items()}


def losses(telling: Telling) -> Iterator[str]:
    """How the focus loses where the game is hardest."""
    axes = telling.material.axes
    place = telling.place(axes.levels[-1], axes.middle)
    if place is None:
        return
    mine = telling.tables["ends"].filter((pl.col("cell") == place.number) & pl.col("share_of_losses").is_not_null())
    if not mine.is_empty():
        row = mine.sort("games", descending=True).row(0, named=True)
        if row["low"] > 0.5:
            share = estimate(row["share_of_losses"], (row["low"], row["high"]))
            lost = f"of the games that {telling.focus.table} loses{_at(telling, place)}"
            yield f"{lost}, {share} are lost by a {row['end']}."


def comebacks(telling: Telling) -> Iterator[str]:
    """How often a game that looked lost was won."""
    axes, comeback = telling.material.axes, telling.material.story.comeback
    for level in axes.levels[:1]:
        place = telling.place(level, axes.middle)
        if place is None or comeback is None:
            continue
        for row in telling.tables["comebacks"].filter(cell=place.number).iter_rows(named=True):
            if row["share"] is not None:
                share = estimate(row["share"], (row["low"], row["high"]))
                yield f"{share} of its wins{_at(telling, place)} were comebacks: {comeback.meaning}."


def sureness(telling: Telling) -> Iterator[str]:
    """Which tables say how sure they are and are wrong about it."""
    table = telling.tables["calibration"]
    for group in telling.material.axes.groups:
        mine = table.filter((pl.col("table") == group.name) & (pl.col("predictions") > 0))
        off = mine.filter((pl.col("stated") < pl.col("low")) | (pl.col("stated") > pl.col("high")))
        if len(mine) > 1 and len(off) > len(mine) / 2:
            modest = (off["stated"] < off["low"]).all()
            bold = (off["stated"] > off["high"]).all()
            word = "is right more often than it says" if modest else "is right less often than it says" if bold else ""
            if word:
                yield f"{group.table} {word}, in {len(off)} of {len(mine)} bins."
