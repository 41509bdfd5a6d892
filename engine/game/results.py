"""The results of games: rows of integers, counters, tables of counts, and the replay of one game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text, message
from engine.game.cell import Json
from engine.language.current import said

Rows = NDArray[np.void]
"""One structured row per game, packed, little-endian, in the columns the game declares."""

RANKS = 1 << 16
"""No column that decides between equals has a higher value."""


class ByColumn(Protocol):
    """Rows that are asked only for whole columns, by name, and how many they are. `Rows` are one kind; the laboratory
    has another, whose columns are side by side in memory."""

    def __getitem__(self, name: str, /) -> NDArray[Any]: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True)
class Column:
    """One integer column of a result row."""

    name: str
    dtype: str
    """The NumPy type, with byte order: `<u1`, `<u2`, `<u8`; `<i2` if it can be below 0."""
    meaning: str
    histogram: bool = True
    """False for a column whose values are not a small range of counts (a mask, say)."""
    values: tuple[str, ...] = ()
    """For a code: what 0, 1, 2, … stand for."""
    by_number: bool = False
    """True for a value that names pieces by their number: equal games with different content may differ in it."""
    limits: tuple[int, int] | None = None
    """The least and the most that it can be in any game, as the rules say; not what its type could hold. None if
    nobody has said."""

    @property
    def is_signed(self) -> bool:
        """Whether it can be below 0."""
        return np.dtype(self.dtype).kind == "i"

    @property
    def span(self) -> tuple[int, int]:
        """The least and the most that it can be: its limits, the first and the last of its codes, or what its type
        holds."""
        if self.limits:
            return self.limits
        type_ = np.iinfo(self.dtype)
        return (0, len(self.values) - 1) if self.values else (int(type_.min), int(type_.max))

    @property
    def has_fitting_limits(self) -> bool:
        """Whether its limits, if there are any, are two whole numbers that its type holds."""
        given: object = self.limits
        if given is None:
            return True
        if not isinstance(given, tuple | list) or len(given) != 2 or any(type(end) is not int for end in given):
            return False
        type_ = np.iinfo(self.dtype)
        return bool(type_.min <= given[0] <= given[1] <= type_.max)


TYPES = ("<u1", "<u2", "<u4", "<u8", "<i1", "<i2", "<i4", "<i8")
"""Of columns."""


def below_zero(meaning: str, limits: tuple[int, int] | None = None) -> Column:
    """A column of a game file that can be below 0, from −32,768 to 32,767; the dictionary there gives its name."""
    return Column("", "<i2", meaning, limits=limits)


@dataclass(frozen=True)
class Measure:
    """A number in the summary, computed from exact integer sums over a cell's games. (The mean and the standard
    deviation of every column are there in any case, as `mean_…` and `sd_…`.)

    sum: Σcolumn · mean: Σcolumn / games · ratio: Σcolumn / Σover · low, high: the ends of the interval of an outcome.
    """

    name: str
    kind: Literal["sum", "mean", "ratio", "low", "high"]
    column: str
    """For low and high, the name of the outcome."""
    over: str = ""


@dataclass(frozen=True)
class Notable:
    """A kind of game that is worth a look: of those that qualify, the one that has the most of a column. Of several,
    the one that has the most of the next column, then the first one."""

    by: tuple[str, ...]
    where: Callable[[ByColumn], NDArray[np.bool_]] | None = None
    """Which games qualify; if not said, all do."""
    least: int | None = None
    """If said, the one that has the least of the (only) column is meant, and no game has more than this."""

    def best(self, rows: ByColumn) -> tuple[int, int] | None:
        """The rank and the place of the best of these games. A higher rank is better in other rows, too."""
        lead = rows[self.by[0]]
        values = lead if self.least is None else self.least - lead.astype(np.int64)
        if self.where is None:
            found = np.flatnonzero(values == values.max(initial=0))
        else:
            qualified = self.where(rows)
            found = np.flatnonzero(qualified & (values == (values * qualified).max(initial=0)))
        if not len(found):
            return None
        rank = int(values[found[0]])
        for name in self.by[1:]:
            others = rows[name][found]
            found = found[others == others.max()]
            rank = rank * RANKS + int(others.max())
        return rank, int(found[0])


@dataclass(frozen=True)
class CountTable:
    """Exact counts that games add up beside their rows: some counters for every combination of the keys."""

    name: str
    meaning: str
    keys: tuple[Column, ...]
    shape: tuple[int, ...]
    """For each key: its values are 0, 1, … below this."""
    counters: tuple[Column, ...]


class Batch(NamedTuple):
    """The results of the games [first, last) of a cell."""

    rows: Rows
    pieces: NDArray[np.int64]
    """Counters summed over the batch: one row per piece, one column per counter."""
    tables: Mapping[str, NDArray[np.int64]]
    """The game's count tables: one axis per key, the last axis for the counters."""


class Stood(NamedTuple):
    """The table as it stood at one step of a replay."""

    turn: int = 0
    event: int = 0
    """How many events had happened."""
    line: int = 0
    """How many lines had been told."""
    rows: tuple[tuple[str, ...], ...] = ()
    """Words side by side, in the language of the replay or of the game. The first of a row says what it is about."""
    seat: int | None = None
    """Who was shown it, counted from 1, if the author of the game drew it; None for what everybody can gather."""
    fault: str = ""
    """Why it could not be drawn, in its place."""


class Replay(NamedTuple):
    """One game, step by step."""

    events: list[Json]
    """What happened, step by step, as data; each has its `turn`, 0 before the first. Whole numbers that the last one
    gives under the names of columns are those of the row."""
    lines: list[tuple[int, str]]
    """The same for a person: (turn, line of text)."""
    tables: Sequence[Stood] = ()
    """How the table stood, whenever it changed, as far as the game says."""


def note_table(tables: list[Stood], events: Sequence[Json], lines: int, rows: tuple[tuple[str, ...], ...]) -> None:
    """Add how the table stands after these events and so many lines, if that is new."""
    if rows and (not tables or tables[-1].rows != rows):
        tables.append(Stood(events[-1]["turn"] if events else 0, len(events), lines, rows))


def broken_off(what: str) -> str:
    """The last line of a replay that could not go on."""
    return said("Broken off: {what}", what=what)


@dataclass
class Secrets:
    """What was found when the seats of some games were asked in worlds where what they have not seen lies otherwise."""

    hides: bool = False
    """Whether anything lies where it is known who has seen it."""
    leaks: list[Text] = field(default_factory=list)
    """Where a seat can see what it should not, in lines."""
    asked: int = 0
    """Decisions that were asked about."""
    worlds: int = 0
    """Worlds in which that was done."""
    unasked: int = 0
    """Decisions for which too few worlds were left."""
    told_otherwise: int = 0
    """Worlds that were thrown away, as in them the seat would have been told something else."""

    @classmethod
    def of_all(cls, parts: "Sequence[Secrets]") -> "Secrets":
        """Those of several cells together."""
        return cls(
            any(part.hides for part in parts),
            [leak for part in parts for leak in part.leaks],
            sum(part.asked for part in parts),
            sum(part.worlds for part in parts),
            sum(part.unasked for part in parts),
            sum(part.told_otherwise for part in parts),
        )

    @property
    def told(self) -> Text:
        """How much was asked, in a few words."""
        if not self.hides:
            return message("not asked: what it hides lies in plain lists")
        known = {"asked": self.asked, "worlds": self.worlds, "unasked": self.unasked, "others": self.told_otherwise}
        if not self.asked and not self.unasked:
            return message("not asked: no seat decides while a card is hidden from it")
        if not self.asked and not self.told_otherwise:
            return message("not asked: none of {unasked:,} decisions, as too few worlds were left", **known)
        if not self.asked:
            return message(
                "not asked: none of {unasked:,} decisions, as too few worlds were left (in {others:,} worlds, "
                "table.tell told seats something else)",
                **known,
            )
        if not self.unasked:
            return message("ok ({asked:,} decisions, {worlds:,} worlds)", **known)
        if not self.told_otherwise:
            return message(
                "ok ({asked:,} decisions, {worlds:,} worlds; not asked: {unasked:,}, for which too few worlds were "
                "left)",
                **known,
            )
        return message(
            "ok ({asked:,} decisions, {worlds:,} worlds; not asked: {unasked:,}, for which too few worlds were left "
            "(in {others:,} worlds, table.tell told seats something else))",
            **known,
        )


@dataclass
class ForkFindings:
    """What was found when a program was asked for games that go on from a decision in another way."""

    faults: list[Text] = field(default_factory=list)
    decisions: int = 0
    """Decisions that it was asked about."""
    alike: int = 0
    """Pairs of games that have shown a seat the same, and were compared."""

    @classmethod
    def of_all(cls, parts: "Sequence[ForkFindings]") -> "ForkFindings":
        """Those of several cells together."""
        return cls(
            [fault for part in parts for fault in part.faults],
            sum(part.decisions for part in parts),
            sum(part.alike for part in parts),
        )

    @property
    def told(self) -> Text:
        """How much was asked, in a few words."""
        if not self.decisions:
            return message("not asked: it does not answer fork, or nobody decides")
        if not self.alike:
            return message(
                "ok ({decisions:,} decisions; no two games showed a seat the same, so whether forks know what is "
                "hidden was not asked)",
                decisions=self.decisions,
            )
        return message(
            "ok ({decisions:,} decisions; {alike:,} pairs of games that showed a seat the same)",
            decisions=self.decisions,
            alike=self.alike,
        )
