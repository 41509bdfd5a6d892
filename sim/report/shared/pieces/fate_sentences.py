"""What a page says about pieces that seats draw: which of them is too strong, and how that is known."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from engine.game.presentation import Fate
from engine.language.current import counted, said, several, word
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.cell_layout import Group
from sim.report.shared.claims.claimed import claim_on, is_clear, open_status
from sim.report.shared.claims.verdict import SURE, Line, not_yet
from sim.report.shared.pieces.claims import EFFECTS, NAIVE, WITH_WINS
from sim.report.shared.pieces.fates import MARGIN, MATTERS, declared_fates, gains_wins, has_winners, kinds_of, margin_of
from sim.report.shared.pieces.unused import HARDLY
from sim.report.shared.run_data import RunData, Tables
from sim.text.clauses import clauses, sentence, sentences
from sim.text.fate_words import fate_word, meaning_word
from sim.text.number_format import (
    Interval,
    bare,
    capital,
    ends,
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
        return word(self.data.presentation.piece)

    @property
    def pieces(self) -> str:
        return several(self.data.presentation.piece)

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
        """What effects are counted in."""
        return said("games in 100") if gains_wins(self.data) else OutcomeFormat(self.data.headline).unit

    @property
    def unit_after(self) -> str:
        """The same behind a number."""
        return self.unit if gains_wins(self.data) else OutcomeFormat(self.data.headline).unit_after

    @property
    def margin(self) -> str:
        """The least effect by which a piece stands out."""
        if gains_wins(self.data):
            return said("{games} games in 100", games=plain_number(100 * MATTERS))
        return OutcomeFormat(self.data.headline).amount(margin_of(self.data))

    def amount(self, value: float, interval: Interval) -> str:
        """`8.1 (6.9 to 9.3)`, `2.53 gold (2.36 to 2.70)`: an effect without its sign."""
        low, high = sorted((abs(interval[0]), abs(interval[1])))
        if gains_wins(self.data):
            digits = points_digits(interval)
            return f"{bare(abs(value), digits)} ({span((low, high), digits)})"
        return OutcomeFormat(self.data.headline, typeset=True).estimate_with_unit(abs(value), (low, high))

    def change(self, value: float, interval: Interval) -> tuple[str, str]:
        """An effect with its sign, and its interval."""
        written = OutcomeFormat(self.data.headline, typeset=True)
        if not gains_wins(self.data):
            return written.difference(value, interval), written.span(interval)
        digits = points_digits(interval)
        low, high = (signed(end, digits) for end in interval)
        return signed(value, digits), ends(low, high)


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
        return Answer(said("No {piece} stands out", piece=source.piece), f": {_nothing_seen(source)}.")
    if strong.is_empty():
        none = said("No {piece} stands out as strong.", piece=source.piece)
        return Answer(_claim(weak), sentences(f": {_worth(source, weak)}.", none))
    more = [f"{word(row['title'])} {source.change(*shrunk(row))[0]}" for row in weak.to_dicts()]
    after = said("On the weak side: {pieces}.", pieces=listed_some(more)) if more else ""
    return Answer(_claim(strong), sentences(f": {_worth(source, strong)}.", after))


def _is_judged(source: FateSource) -> bool:
    """Whether the effects of at least half of the pieces are known."""
    return 2 * len(source.judged) >= max(1, (source.table[source.kinds[0].seats] > 0).sum())


def _sides(source: FateSource) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The pieces that stand out as strong and as weak, the most extreme first."""
    odd = source.named
    return odd.filter(pl.col("shrunk") > 0), odd.filter(pl.col("shrunk") < 0).reverse()


def pieces_line(source: FateSource) -> Line:
    """What the verdict says about pieces that seats draw: their names. The answer has the numbers."""
    strong, weak = _sides(source)
    told = []
    if len(strong):
        told.append(counted(len(strong), "{pieces} is strong", "{pieces} are strong", pieces=_titles(strong)))
    if len(weak):
        told.append(counted(len(weak), "{pieces} is weak", "{pieces} are weak", pieces=_titles(weak)))
    if told:
        return Line(STANDS_OUT, sentence(*told), SURE)
    claim = source.claim(EFFECTS)
    if claim is None or not _is_judged(source):
        return Line(STANDS_OUT, said("Which {piece} is too strong is not known.", piece=source.piece), not_yet())
    if source.judged.filter((pl.col("high") > claim["margin"]) | (pl.col("low") < -claim["margin"])).is_empty():
        return Line(STANDS_OUT, said("No {piece} that is drawn.", piece=source.piece), SURE)
    none = said("No {piece} that is drawn, as far as is known.", piece=source.piece)
    return Line(STANDS_OUT, none, open_status(claim))


def _titles(table: pl.DataFrame) -> str:
    return listed_some([word(title) for title in table["title"]])


def _claim(table: pl.DataFrame) -> str:
    return capital(counted(len(table), "{pieces} stands out", "{pieces} stand out", pieces=_titles(table)))


def _first(table: pl.DataFrame) -> pl.DataFrame:
    """The pieces that are named: never all but one."""
    return table if len(table) == MOST_NAMED + 1 else table.head(MOST_NAMED)


def _worth(source: FateSource, table: pl.DataFrame) -> str:
    """`drawing it wins 8.1 (6.9 to 9.3) more games in 100 than the card drawn in its place`"""
    first, *others = _first(table).to_dicts()
    values = {"amount": source.amount(*shrunk(first)), "other": source.piece}
    told = _worth_of_one(source, first, values) if len(table) == 1 else _worth_of_first(source, first, values)
    return ", ".join([told, *(f"{word(row['title'])} {_number(source, row)}" for row in others)])


def _worth_of_one(source: FateSource, row: Row, values: Mapping[str, str]) -> str:
    if gains_wins(source.data) and row["shrunk"] > 0:
        return said("drawing it wins {amount} more games in 100 than the {other} drawn in its place", **values)
    if gains_wins(source.data):
        return said("drawing it wins {amount} fewer games in 100 than the {other} drawn in its place", **values)
    if row["shrunk"] > 0:
        return said("drawing it yields {amount} more than the {other} drawn in its place", **values)
    return said("drawing it yields {amount} less than the {other} drawn in its place", **values)


def _worth_of_first(source: FateSource, row: Row, values: Mapping[str, str]) -> str:
    named = {"piece": word(row["title"]), **values}
    if gains_wins(source.data) and row["shrunk"] > 0:
        return said("drawing {piece} wins {amount} more games in 100 than the {other} drawn in its place", **named)
    if gains_wins(source.data):
        return said("drawing {piece} wins {amount} fewer games in 100 than the {other} drawn in its place", **named)
    if row["shrunk"] > 0:
        return said("drawing {piece} yields {amount} more than the {other} drawn in its place", **named)
    return said("drawing {piece} yields {amount} less than the {other} drawn in its place", **named)


def _number(source: FateSource, row: Row) -> str:
    """`8.1 (6.9 to 9.3)`: without the unit, which was said before."""
    value, (low, high) = shrunk(row)
    if gains_wins(source.data):
        return source.amount(value, (low, high))
    least, most = sorted((abs(low), abs(high)))
    return OutcomeFormat(source.data.headline, typeset=True).estimate(abs(value), (least, most))


def _nothing_seen(source: FateSource) -> str:
    """The largest effects, if any was seen at all, and what could have been."""
    marked, told = source.judged.filter("marked"), said("no effect can be told from 0")
    claim = source.claim(EFFECTS)
    assert claim is not None
    if is_clear(claim) and not marked.is_empty():
        ends_of = pl.concat([marked.head(1), marked.tail(1)]).unique(maintain_order=True).to_dicts()
        named = listed([f"{word(row['title'])} {' ('.join(source.change(*shrunk(row)))})" for row in ends_of])
        values = {"effects": named, "unit": source.unit_after}
        if len(marked) > 2:
            told = said(
                "the known effects are {effects} {unit}, and {count} more between them", **values, count=len(marked) - 2
            )
        else:
            told = counted(
                len(ends_of), "the known effect is {effects} {unit}", "the known effects are {effects} {unit}", **values
            )
    if claim["needed"] is None:
        return told
    if claim["needed"] <= claim["games"]:
        return clauses(told, said("one of {amount} would probably have been seen", amount=source.margin))
    games = rough_count(claim["needed"])
    return clauses(told, said("about {games} games would show one of {amount}", games=games, amount=source.margin))


def _without_effects(source: FateSource) -> Answer:
    """No game was played again: only who wins with a piece is known, and not why. Or too few were."""
    if source.table["exchanged"].sum() > 0:
        unknown = said("Which {piece} is too strong cannot be told yet", piece=source.piece)
        few = said("too few games were played")
        return Answer(unknown, f": {few}.")
    unknown = said("Which {piece} is too strong is not measured here", piece=source.piece)
    if not has_winners(source.data):
        return Answer(unknown, ".")
    kind = source.kinds[0]
    more = [(row, *_above_usual(row, kind)) for row in source.table.to_dicts() if row["naive"] is not None]
    found = max(more, key=lambda each: each[1], default=None)
    if not is_clear(source.claim(WITH_WINS)):
        none = said("no {piece} is known to go with wins", piece=source.piece)
        return Answer(unknown, f": {none}.")
    if found is None or found[2][0] <= MARGIN:
        none = said("no {piece} goes with wins", piece=source.piece)
        return Answer(unknown, f": {none}.")
    row, value, interval = found
    often = said(
        ", but {piece} goes with wins: if {happened}, the seat wins {amount} more games in 100 than seats usually do.",
        piece=word(row["title"]),
        happened=meaning_said(kind),
        amount=source.amount(value, interval),
    )
    return Answer(unknown, often)


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
        yield said(
            "The win rate when {happened}, less that of all seats, is not clearly different from the effect.",
            happened=fate_said(kind),
        )
    elif abs(claim["value"]) > MARGIN:
        values = {"pieces": source.pieces, "happened": fate_said(kind), "games": _by(claim)}
        if claim["value"] > 0:
            yield said(
                "Seats that draw more {pieces} win more often. The win rate when {happened} counts that, too: it says "
                "too much, by {games} on average. The effect does not.",
                **values,
            )
        else:
            yield said(
                "Seats that draw more {pieces} win less often. The win rate when {happened} counts that, too: it says "
                "too little, by {games} on average. The effect does not.",
                **values,
            )


def _by(claim: Row) -> str:
    """`2.1 games in 100 (1.4 to 2.8)`: how large the difference of a claim is."""
    interval = claim["low"], claim["high"]
    low, high = interval if claim["value"] >= 0 else (-interval[1], -interval[0])
    digits = points_digits(interval)
    return said(
        "{games} games in 100 ({span})", games=bare(abs(claim["value"]), digits), span=span((low, high), digits)
    )


def _never_used(source: FateSource) -> Iterator[str]:
    """What nobody ever used, or hardly ever, though it was there."""
    kind = source.kinds[-1]
    if kind.seats != declared_kinds(source.data)[-1].seats:
        return
    there = source.table.filter(pl.col("in_game") > 0).sort("title")
    never, rare = pl.col(kind.seats) == 0, pl.col("most_used") < HARDLY
    happened = fate_said(kind)
    if titles := there.filter(never)["title"].to_list():
        yield said("Never {happened}: {pieces}.", happened=happened, pieces=_listed(titles))
    if titles := there.filter(rare & ~never)["title"].to_list():
        yield said(
            "Hardly ever {happened} (in less than {share} of the games with it): {pieces}.",
            happened=happened,
            share=short_percent(HARDLY),
            pieces=_listed(titles),
        )


def _listed(titles: Sequence[str]) -> str:
    return listed_some([word(title) for title in titles], MOST_LISTED)


def fate_said(kind: Fate) -> str:
    """What happened to a piece, in a word: `drawn`."""
    return fate_word(kind.name)


def meaning_said(kind: Fate) -> str:
    """The same in the middle of a sentence: `a seat drew it`."""
    return meaning_word(kind.meaning)


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
    what = listed([fate_said(kind) for kind in missing if kind.counted_by in others])
    rules = listed(others)
    if not source.judged.is_empty():
        yield said("{rules} would also count what is {happened}.", rules=rules, happened=what)
        return
    only = said("Only what {rules} says is counted here.", rules=listed(sorted(ways)))
    if source.data.presentation.fates:
        also = said("{rules} would also count what is {happened}, and measure effects.", rules=rules, happened=what)
    else:
        also = said("{rules} would also count what is {happened}.", rules=rules, happened=what)
    yield sentences(only, also)
