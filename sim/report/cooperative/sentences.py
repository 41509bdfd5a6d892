"""The sentences of a report. Each is written only if an interval supports it."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl
from scipy.special import ndtri

from sim.experiment.labels import Label
from sim.report.cooperative.joint_outcomes import ALL
from sim.report.cooperative.tables import NOT_WON
from sim.report.shared.cell_layout import Group, PlacedCell
from sim.report.shared.page.answer_sentences import answer_sentences
from sim.report.shared.page.places import at_place, on_content
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.intervals import CONFIDENCE, Interval, wilson, z_of
from sim.statistics.paired import POWER
from sim.text.number_format import bare, capital, cost, estimate, listed, points

NOTABLE_MOVE = 0.05
"""A smaller difference may be called small."""

MOST_PIECES = 3
"""Pieces named in one sentence."""


@dataclass(frozen=True)
class SentenceSource:
    """What sentences are made of: the run and its tables."""

    data: RunData
    tables: Tables

    @property
    def focus(self) -> Group:
        return self.data.layout.focus

    def rate(self, place: PlacedCell) -> tuple[float, Interval]:
        games, wins = self.data.games(place), self.data.wins(place)
        return wins / games, wilson(wins, games)

    def steps(self, kind: str) -> list[tuple[str, float, float, float]]:
        """What the table `steps` says about the focus: (of what, value, low, high)."""
        mine = self.tables["steps"].filter(table=self.focus.name, kind=kind)
        return list(mine.select("of", "value", "low", "high").iter_rows())

    def place(self, level: Label, size: Label, group: Group | None = None) -> PlacedCell | None:
        found = self.data.layout.at(group or self.focus, level, size)
        return found if found is not None and self.data.games(found) else None


def headline(source: SentenceSource) -> list[str]:
    """The sentences of the first screen."""
    parts = (
        hardness(source),
        difficulty(source),
        sizes(source),
        skill(source),
        answer_sentences(source.data, source.tables),
        pieces(source),
    )
    return [capital(sentence) for part in parts for sentence in part]


def hardness(source: SentenceSource) -> Iterator[str]:
    """The two corners of the grid: fixed in advance, so that no cell is chosen because it is extreme."""
    layout = source.data.layout
    ends = [source.place(layout.levels[0], layout.sizes[0]), source.place(layout.levels[-1], layout.sizes[-1])]
    played = dict.fromkeys(place for place in ends if place is not None)
    told = [f"{estimate(*source.rate(place))}{_at(source, place)}" for place in played]
    if told:
        yield f"{source.focus.called} wins {listed(told)}."


def _at(source: SentenceSource, place: PlacedCell) -> str:
    return at_place(source.data.layout, place)


def difficulty(source: SentenceSource) -> Iterator[str]:
    """Whether each step of difficulty costs wins, and more than the step before."""
    steps, growth = source.steps("step"), source.steps("growth")
    if not steps or any(low <= 0 for _, _, low, _ in steps):
        return
    costs = listed([cost(value, (low, high)) for _, value, low, high in steps])
    unit = source.data.presentation.unit
    step = f"step of {unit}" if unit else "step of difficulty"
    if len(steps) == 1:
        yield f"the step from {steps[0][0]} costs it {costs}."
    elif all(low > 0 for _, _, low, _ in growth):
        yield f"each {step} costs it more than the one before: {costs}."
    elif all(high < 0 for _, _, _, high in growth):
        yield f"each {step} costs it less than the one before: {costs}."
    else:
        yield f"each {step} costs it wins: {costs}."


def sizes(source: SentenceSource) -> Iterator[str]:
    """How much the number of players matters: the most that any interval allows, or the changes that are certain."""
    found = source.steps("size")
    if not found:
        return
    layout = source.data.layout
    wider = z_of(1 - (1 - CONFIDENCE) / len(found)) / z_of()  # so that all intervals hold at once
    most = max(abs(value) + wider * (high - low) / 2 for _, value, low, high in found)
    ends = f"from {layout.sizes[0]} to {layout.size_name(layout.sizes[-1])}"
    if most < NOTABLE_MOVE:
        by = f"at most {bare(most)} points at any difficulty"
        yield f"going {ends} changes its {source.data.headline.phrase} by {by}{on_content(layout, source.focus)}."
        return
    for level, value, low, high in found:
        if low > NOTABLE_MOVE / 2 or high < -NOTABLE_MOVE / 2:
            at = f" at {level}" if layout.difficulty else ""
            by = f"{points(value, (low, high))}{at}{on_content(layout, source.focus)}"
            yield f"going {ends} changes its {source.data.headline.phrase} by {by}."


def skill(source: SentenceSource) -> Iterator[str]:
    """How much better the focus is than beginners at the highest difficulty."""
    layout, presentation = source.data.layout, source.data.presentation
    beginners = next(
        (group for group in layout.groups if group.who == presentation.beginner and group != source.focus), None
    )
    if beginners is None:
        return
    level, size = layout.levels[-1], layout.middle
    mine, theirs = source.place(level, size), source.place(level, size, beginners)
    if mine is None or theirs is None:
        return
    (mine_rate, mine_range), (their_rate, their_range) = source.rate(mine), source.rate(theirs)
    if their_range[1] < mine_range[0]:
        yield (
            f"skill matters:{_at(source, theirs)} {beginners.called} wins {estimate(their_rate, their_range)}, "
            f"{source.focus.called} {estimate(mine_rate, mine_range)}."
        )


def pieces(source: SentenceSource) -> Iterator[str]:
    """Which pieces stand out, after the correction for their number; in shrunk effects, because they are picked for
    being extreme."""
    piece = source.data.presentation.piece
    table = source.tables["opening_effects"].filter(table=source.focus.name, level=ALL)
    if table.is_empty():
        return
    if not table["marked"].any():
        error = float((table["high"] - table["low"]).max()) / (2 * z_of())  # type: ignore[arg-type]
        visible = error * (z_of(1 - (1 - CONFIDENCE) / len(table)) + float(ndtri(POWER)))
        seen = f"one of {bare(visible)} points would probably have been seen"
        yield f"no {piece} in the opening has a significant effect on the {source.data.headline.phrase}; {seen}."
        return
    hurting, helping, ends = named_pieces(table)
    for side, one, many in ((hurting, "it hurts", "they hurt"), (helping, "it helps", "they help")):
        if not side.is_empty():
            does = one if len(side) == 1 else many
            yield f"out of line: {listed(_named(side))}; in the opening {does} more than a {piece} usually does."
    if not ends.is_empty():
        yield f"no {piece} is out of line; the largest effects in the opening are {listed(_named(ends))}."


def named_pieces(table: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The pieces that the sentences name, most extreme first: those out of line that hurt, those that help, and, if
    there are none, the best and the worst that are significant."""
    odd, marked = table.filter("out_of_line"), table.filter("marked")
    ends = pl.concat([marked.head(1), marked.tail(1)]).unique(maintain_order=True)
    return odd.filter(pl.col("shrunk") < 0).reverse(), odd.filter(pl.col("shrunk") > 0), ends.head(0 if len(odd) else 2)


def _named(table: pl.DataFrame) -> list[str]:
    rows = table.head(MOST_PIECES).iter_rows(named=True)
    words = [f"{row['title']} {points(row['shrunk'], (row['shrunk_low'], row['shrunk_high']))}" for row in rows]
    return words + ([f"{len(table) - MOST_PIECES} more"] if len(table) > MOST_PIECES else [])


def notes(source: SentenceSource) -> dict[str, list[str]]:
    """The sentences of the other sections, by section."""
    parts = {"games": (losses(source), comebacks(source)), "calibration": (calibration(source),)}
    return {name: [capital(sentence) for part in told for sentence in part] for name, told in parts.items()}


def losses(source: SentenceSource) -> Iterator[str]:
    """How the focus loses at the highest difficulty."""
    layout = source.data.layout
    place = source.place(layout.levels[-1], layout.middle)
    if place is None:
        return
    mine = source.tables["ends"].filter((pl.col("cell") == place.number) & pl.col("share_of_losses").is_not_null())
    if not mine.is_empty():
        row = mine.sort("games", descending=True).row(0, named=True)
        if row["low"] > 0.5:
            share = estimate(row["share_of_losses"], (row["low"], row["high"]))
            lost = f"of the games that {source.focus.called} loses{_at(source, place)}"
            end = row["end"]
            yield f"{lost}, {share} are {end if end.endswith(NOT_WON) else f'lost by a {end}'}."


def comebacks(source: SentenceSource) -> Iterator[str]:
    """How often a game that looked lost was won."""
    layout, comeback = source.data.layout, source.data.presentation.comeback
    for level in layout.levels[:1]:
        place = source.place(level, layout.middle)
        if place is None or comeback is None:
            continue
        for row in source.tables["comebacks"].filter(cell=place.number).iter_rows(named=True):
            if row["share"] is not None:
                share = estimate(row["share"], (row["low"], row["high"]))
                yield f"{share} of its wins{_at(source, place)} were comebacks: {comeback.meaning}."


def calibration(source: SentenceSource) -> Iterator[str]:
    """Which players are right more or less often than they say."""
    table = source.tables["calibration"]
    for group in source.data.layout.groups:
        mine = table.filter((pl.col("table") == group.name) & (pl.col("predictions") > 0))
        off = mine.filter((pl.col("stated") < pl.col("low")) | (pl.col("stated") > pl.col("high")))
        if len(mine) > 1 and len(off) > len(mine) / 2:
            modest = (off["stated"] < off["low"]).all()
            bold = (off["stated"] > off["high"]).all()
            word = "is right more often than it says" if modest else "is right less often than it says" if bold else ""
            if word:
                yield f"{group.called} {word}, in {len(off)} of {len(mine)} bins."
