"""What a page says about pieces that seats draw: which of them is too strong, and how that is known."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy.special import ndtri

from engine.game.presentation import Fate
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.cell_layout import Group
from sim.report.shared.pieces.fates import (
    MARGIN,
    MATTERS,
    declared_fates,
    gains_wins,
    has_winners,
    kinds_of,
    margin_of,
)
from sim.report.shared.run_data import RunData, Tables
from sim.statistics.intervals import CONFIDENCE, Interval, z_of
from sim.statistics.paired import POWER
from sim.text.number_format import bare, capital, listed, points_digits, signed, span

MOST_NAMED = 3
"""Pieces that the answer names on either side."""
MOST_LISTED = 12
"""Pieces of a list."""

SHRUNK = ("shrunk", "shrunk_low", "shrunk_high")
Row = Mapping[str, Any]


class Answer(NamedTuple):
    """One answer: what is claimed, and what supports it."""

    claim: str
    """`Dragon stands out`"""
    says: str
    """The rest of the sentence, with its colon."""


@dataclass(frozen=True)
class FateSource:
    """What the texts are made of: the run, and the table of one group."""

    data: RunData
    table: pl.DataFrame

    @property
    def piece(self) -> str:
        return self.data.presentation.piece

    @property
    def judged(self) -> pl.DataFrame:
        """The pieces with an effect, the strongest first."""
        return self.table.filter(pl.col("effect").is_not_null())

    @property
    def kinds(self) -> list[Fate]:
        return kinds_of(self.data)

    @property
    def unit(self) -> str:
        """What effects are counted in, after a number."""
        return "games in 100" if gains_wins(self.data) else OutcomeFormat(self.data.headline).unit

    @property
    def margin(self) -> str:
        """The least effect by which a piece stands out."""
        if gains_wins(self.data):
            return f"{100 * MATTERS:g} games in 100"
        return OutcomeFormat(self.data.headline).amount(margin_of(self.data))

    def amount(self, value: float, interval: Interval) -> str:
        """`8.1 (6.9 to 9.3)`: an effect without its sign."""
        low, high = sorted((abs(interval[0]), abs(interval[1])))
        if gains_wins(self.data):
            digits = points_digits(interval)
            return f"{bare(abs(value), digits)} ({span((low, high), digits)})"
        return OutcomeFormat(self.data.headline, typeset=True).estimate(abs(value), (low, high))

    def change(self, value: float, interval: Interval) -> tuple[str, str]:
        """An effect with its sign, and its interval."""
        written = OutcomeFormat(self.data.headline, typeset=True)
        if not gains_wins(self.data):
            return written.difference(value, interval), written.span(interval)
        digits = points_digits(interval)
        low, high = (signed(end, digits) for end in interval)
        return signed(value, digits), f"{low} to {high}"


def shrunk(row: Row) -> tuple[float, Interval]:
    """The effect that is printed."""
    return row["shrunk"], (row["shrunk_low"], row["shrunk_high"])


def source_of(data: RunData, tables: Tables, group: Group) -> FateSource | None:
    """What is known of one group; None if nothing happened to its pieces."""
    table = tables["fates"].filter(table=group.name)
    return FateSource(data, table) if kinds_of(data) and not table.is_empty() else None


# The answer.


def answer(source: FateSource) -> Answer:
    """Which piece is too strong."""
    if source.judged.is_empty() or 2 * len(source.judged) < (source.table[source.kinds[0].seats] > 0).sum():
        return _without_effects(source)
    odd = source.judged.filter("stands_out")
    strong, weak = odd.filter(pl.col("shrunk") > 0), odd.filter(pl.col("shrunk") < 0).reverse()
    if strong.is_empty() and weak.is_empty():
        return Answer(f"No {source.piece} stands out", f": {_nothing_seen(source)}.")
    if strong.is_empty():
        return Answer(_claim(weak), f": {_worth(source, weak)}. No {source.piece} stands out as strong.")
    more = [f"{row['title']} {source.change(*shrunk(row))[0]}" for row in _first(weak).to_dicts()]
    after = f" On the weak side: {_and_more(more, len(weak))}." if more else ""
    return Answer(_claim(strong), f": {_worth(source, strong)}.{after}")


def _claim(table: pl.DataFrame) -> str:
    names = _first(table)["title"].to_list()
    return capital(f"{_and_more(names, len(table))} {'stands' if len(table) == 1 else 'stand'} out")


def _first(table: pl.DataFrame) -> pl.DataFrame:
    """The pieces that are named: never all but one."""
    return table if len(table) == MOST_NAMED + 1 else table.head(MOST_NAMED)


def _and_more(words: list[str], of: int) -> str:
    return listed([*words, f"{of - len(words)} more"] if of > len(words) else words)


def _worth(source: FateSource, table: pl.DataFrame) -> str:
    """`drawing it wins 8.1 (6.9 to 9.3) more games in 100 than the card drawn in its place`"""
    first, *others = _first(table).to_dicts()
    word = "more" if first["shrunk"] > 0 else "fewer" if gains_wins(source.data) else "less"
    amount = source.amount(*shrunk(first))
    what = (
        f"wins {amount} {word} games in 100"
        if gains_wins(source.data)
        else f"yields {_with_unit(source, amount, word)}"
    )
    it = "it" if len(table) == 1 else first["title"]
    told = f"drawing {it} {what} than the {source.piece} drawn in its place"
    rest = [f"{row['title']} {source.amount(*shrunk(row))}" for row in others]
    return ", ".join([told, *rest])


def _with_unit(source: FateSource, amount: str, word: str) -> str:
    """`2.53 gold (2.36 to 2.70) more`"""
    text, bracket, ends = amount.partition(" (")
    return f"{text} {source.unit}{bracket}{ends} {word}"


def _nothing_seen(source: FateSource) -> str:
    """The largest effects, if any was seen at all, and what could have been."""
    marked, told = source.judged.filter("marked"), "no effect can be told from 0"
    if not marked.is_empty():
        ends = pl.concat([marked.head(1), marked.tail(1)]).unique(maintain_order=True).to_dicts()
        named = [f"{row['title']} {' ('.join(source.change(*shrunk(row)))})" for row in ends]
        told = f"the largest {'effect is' if len(named) == 1 else 'effects are'} {listed(named)} {source.unit}"
    needed = games_needed(source.judged, margin_of(source.data))
    if needed <= source.judged["games"][0]:
        return f"{told}; one of {source.margin} would probably have been seen"
    return f"{told}; about {rounded(needed):,} games would show one of {source.margin}"


def games_needed(judged: pl.DataFrame, size: float) -> float:
    """How many games would probably show an effect of this size, whichever piece has it."""
    error = float((judged["high"] - judged["low"]).max()) / (2 * z_of())  # type: ignore[arg-type]
    visible = error * (z_of(1 - (1 - CONFIDENCE) / len(judged)) + float(ndtri(POWER)))
    return float(judged["games"][0]) * (visible / size) ** 2


def rounded(games: float) -> int:
    """Two digits of a large number."""
    step: int = 10 ** max(0, floor(log10(max(games, 1))) - 1)
    return round(games / step) * step


def _without_effects(source: FateSource) -> Answer:
    """No game was played again: only who wins with a piece is known, and not why. Or too few were."""
    if source.table["exchanged"].sum() > 0:
        return Answer(f"Which {source.piece} is too strong cannot be told yet", ": too few games were played.")
    unknown = f"Which {source.piece} is too strong is not measured here"
    if not has_winners(source.data):
        return Answer(unknown, ".")
    kind = source.kinds[0]
    more = [(row, *_above_usual(row, kind)) for row in source.table.to_dicts() if row["naive"] is not None]
    found = max(more, key=lambda each: each[1], default=None)
    if found is None or found[2][0] <= MARGIN:
        return Answer(unknown, f": no {source.piece} goes with wins.")
    row, value, interval = found
    often = f"if {kind.meaning}, the seat wins {source.amount(value, interval)} more games in 100 than seats usually do"
    return Answer(unknown, f", but {row['title']} goes with wins: {often}.")


def _above_usual(row: Row, kind: Fate) -> tuple[float, Interval]:
    """How much more often than usual seats win at which this happened to a piece; shrunk, as the largest is picked."""
    usual = row[f"{kind.name}_rate"] - row["naive"]
    value, low, high = (row[f"{kind.name}_{name}"] - usual for name in SHRUNK)
    return value, (low, high)


# What else there is to say.


def notes(source: FateSource) -> Iterator[str]:
    """Why the win rate of those who drew a piece is no effect; what nobody used; what was not counted."""
    yield from _against_naive(source)
    yield from _never_used(source)
    yield from _not_counted(source)


def _against_naive(source: FateSource) -> Iterator[str]:
    if not gains_wins(source.data) or not has_winners(source.data):
        return
    kind, table = source.kinds[0], source.judged.filter(pl.col("naive").is_not_null())
    if table.is_empty():
        return
    numbers = (kind.seats, "naive", "effect", "naive_low", "naive_high", "low", "high")
    seats, naive, effect, naive_low, naive_high, low, high = (table[name].to_numpy().astype(float) for name in numbers)
    share = seats / seats.sum()
    gap = float(share @ (naive - effect))
    # The win rates of pieces of one game depend on each other: at the most, they all err in the same way.
    error = float(share @ (naive_high - naive_low) + np.sqrt(((share * (high - low)) ** 2).sum())) / 2
    rate = f"the win rate when {kind.name}"
    if abs(gap) > max(error, MARGIN):
        often, much = ("more", "much") if gap > 0 else ("less", "little")
        by = bare(abs(gap))
        yield (
            f"Seats that draw more {source.piece}s win {often} often. {rate.capitalize()} counts that, too: it says "
            f"too {much}, by {by} games in 100 on average. The effect does not."
        )
        return
    row = table.row(int(np.abs(naive - effect).argmax()), named=True)
    told = f"{row['title']}: {signed(row['naive'], 1)} against {signed(row['shrunk'], 1)} games in 100"
    if row["naive_low"] > row["high"] or row["naive_high"] < row["low"]:
        differs = "is not the effect"
    else:
        differs = "is not clearly different from the effect"
    yield f"{rate.capitalize()}, less that of all seats, {differs}; furthest apart is {told}."


def _never_used(source: FateSource) -> Iterator[str]:
    used = source.kinds[-1].seats
    if used != declared_kinds(source.data)[-1].seats:
        return
    never = source.table.filter((pl.col("in_game") > 0) & (pl.col(used) == 0))["title"].sort().to_list()
    if never:
        yield f"Never {source.kinds[-1].name}: {_and_more(never[:MOST_LISTED], len(never))}."


def declared_kinds(data: RunData) -> Sequence[Fate]:
    found = declared_fates(data)
    return found.kinds if found else ()


def _not_counted(source: FateSource) -> Iterator[str]:
    """What the rules of the game would have to use, so that more is counted."""
    counted = [kind for kind in source.kinds if kind.counted_by]
    missing = [kind for kind in declared_kinds(source.data) if kind.counted_by and kind not in counted]
    ways = {kind.counted_by for kind in counted}
    others = list(dict.fromkeys(kind.counted_by for kind in missing if kind.counted_by not in ways))
    if not others:
        return
    what = listed([kind.name for kind in missing if kind.counted_by in others])
    only = f"Only what {listed(sorted(ways))} says is counted here. " if source.judged.is_empty() else ""
    effects = ", and measure effects" if source.judged.is_empty() and source.data.presentation.fates else ""
    yield f"{only}{listed(others)} would also count what is {what}{effects}."
