"""What a page says about pieces that seats draw: which of them is too strong, and how that is known."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from engine.game.presentation import Fate
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.cell_layout import Group
from sim.report.shared.claims.claimed import claim_on, is_clear, open_status
from sim.report.shared.claims.verdict import SURE, Line, not_yet
from sim.report.shared.pieces.claims import EFFECTS, NAIVE, WITH_WINS
from sim.report.shared.pieces.fates import MARGIN, MATTERS, declared_fates, gains_wins, has_winners, kinds_of, margin_of
from sim.report.shared.pieces.unused import HARDLY
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import (
    Interval,
    bare,
    capital,
    cost,
    listed,
    listed_some,
    plain_number,
    points_digits,
    rough_count,
    short_percent,
    signed,
    span,
)

MOST_NAMED = 3
"""Pieces that the answer names on either side."""
MOST_LISTED = 12
"""Pieces of a list."""

STANDS_OUT = "What stands out?"
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
    """What the texts are made of: the run, the tables of the page, and what one of them says about a group."""

    data: RunData
    tables: Tables
    group: Group
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

    def claim(self, topic: str) -> Row | None:
        """What the page claims about the pieces of the group."""
        return claim_on(self.tables, topic, self.group.name)

    @property
    def named(self) -> pl.DataFrame:
        """The pieces that stand out, if the page may say so."""
        return self.judged.filter(pl.col("stands_out") & is_clear(self.claim(EFFECTS)))

    @property
    def unit(self) -> str:
        """What effects are counted in, after a number."""
        return "games in 100" if gains_wins(self.data) else OutcomeFormat(self.data.headline).unit

    @property
    def margin(self) -> str:
        """The least effect by which a piece stands out."""
        if gains_wins(self.data):
            return f"{plain_number(100 * MATTERS)} games in 100"
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
    return FateSource(data, tables, group, table) if kinds_of(data) and not table.is_empty() else None


# The answer.


def answer(source: FateSource) -> Answer:
    """Which piece is too strong."""
    if not _is_judged(source):
        return _without_effects(source)
    strong, weak = _sides(source)
    if strong.is_empty() and weak.is_empty():
        return Answer(f"No {source.piece} stands out", f": {_nothing_seen(source)}.")
    if strong.is_empty():
        return Answer(_claim(weak), f": {_worth(source, weak)}. No {source.piece} stands out as strong.")
    more = [f"{row['title']} {source.change(*shrunk(row))[0]}" for row in weak.to_dicts()]
    after = f" On the weak side: {listed_some(more)}." if more else ""
    return Answer(_claim(strong), f": {_worth(source, strong)}.{after}")


def _is_judged(source: FateSource) -> bool:
    """Whether the effects of at least half of the pieces are known."""
    return 2 * len(source.judged) >= max(1, (source.table[source.kinds[0].seats] > 0).sum())


def _sides(source: FateSource) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The pieces that stand out as strong and as weak, the most extreme first."""
    odd = source.named
    return odd.filter(pl.col("shrunk") > 0), odd.filter(pl.col("shrunk") < 0).reverse()


def pieces_line(source: FateSource) -> Line:
    """What the verdict says about pieces that seats draw: their names. The answer has the numbers."""
    sides = zip(_sides(source), ("strong", "weak"), strict=True)
    told = [
        f"{listed_some(side['title'].to_list())} {'is' if len(side) == 1 else 'are'} {word}"
        for side, word in sides
        if len(side)
    ]
    if told:
        return Line(STANDS_OUT, f"{capital('; '.join(told))}.", SURE)
    claim, none = source.claim(EFFECTS), f"No {source.piece} that is drawn"
    if claim is None or not _is_judged(source):
        return Line(STANDS_OUT, f"Which {source.piece} is too strong is not known.", not_yet())
    if source.judged.filter((pl.col("high") > claim["margin"]) | (pl.col("low") < -claim["margin"])).is_empty():
        return Line(STANDS_OUT, f"{none}.", SURE)
    return Line(STANDS_OUT, f"{none}, as far as is known.", open_status(claim))


def _claim(table: pl.DataFrame) -> str:
    return capital(f"{listed_some(table['title'].to_list())} {'stands' if len(table) == 1 else 'stand'} out")


def _first(table: pl.DataFrame) -> pl.DataFrame:
    """The pieces that are named: never all but one."""
    return table if len(table) == MOST_NAMED + 1 else table.head(MOST_NAMED)


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
    claim = source.claim(EFFECTS)
    assert claim is not None
    if is_clear(claim) and not marked.is_empty():
        ends = pl.concat([marked.head(1), marked.tail(1)]).unique(maintain_order=True).to_dicts()
        named = [f"{row['title']} {' ('.join(source.change(*shrunk(row)))})" for row in ends]
        more = f", and {len(marked) - 2} more between them" if len(marked) > 2 else ""
        told = f"the known {'effect is' if len(named) == 1 else 'effects are'} {listed(named)} {source.unit}{more}"
    if claim["needed"] is None:
        return told
    if claim["needed"] <= claim["games"]:
        return f"{told}; one of {source.margin} would probably have been seen"
    return f"{told}; about {rough_count(claim['needed'])} games would show one of {source.margin}"


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
    if not is_clear(source.claim(WITH_WINS)):
        return Answer(unknown, f": no {source.piece} is known to go with wins.")
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
    claim, kind = source.claim(NAIVE), source.kinds[0]
    if claim is None:
        return
    if not is_clear(claim):
        yield f"The win rate when {kind.name}, less that of all seats, is not clearly different from the effect."
    elif abs(claim["value"]) > MARGIN:
        often, much = ("more", "much") if claim["value"] > 0 else ("less", "little")
        by = cost(claim["value"], (claim["low"], claim["high"])).replace("points", "games in 100")
        yield (
            f"Seats that draw more {source.piece}s win {often} often. The win rate when {kind.name} counts that, too: "
            f"it says too {much}, by {by} on average. The effect does not."
        )


def _never_used(source: FateSource) -> Iterator[str]:
    """What nobody ever used, or hardly ever, though it was there."""
    kind = source.kinds[-1]
    if kind.seats != declared_kinds(source.data)[-1].seats:
        return
    there = source.table.filter(pl.col("in_game") > 0).sort("title")
    never, rare = pl.col(kind.seats) == 0, pl.col("most_used") < HARDLY
    less = f" (in less than {short_percent(HARDLY)} of the games with it)"
    for word, how, some in (("Never", "", never), ("Hardly ever", less, rare & ~never)):
        if titles := there.filter(some)["title"].to_list():
            yield f"{word} {kind.name}{how}: {listed_some(titles, MOST_LISTED)}."


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
