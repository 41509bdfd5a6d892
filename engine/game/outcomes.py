"""What a game's results are judged by: its outcomes, the first of them the headline.

An outcome is a *share* (of the games, those whose column has one of some codes) or a *mean* (of a column over the
games, or over another column: worth per hour). The laboratory computes, compares and reports outcomes without knowing
what they stand for; how to speak of them is part of their declaration.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.configs import unknown_word
from engine.errors import Text, message
from engine.game.results import Column

MOST_MARGIN = 1e15
"""Of a mean, in its unit. Its square is a number, too."""
MOST_OF_A_SHARE = 0.5

Better = Literal["more", "less", ""]
Labels = Mapping[str, str | int | bool]


@dataclass(frozen=True, kw_only=True)
class _Declared:
    """What a share and a mean have in common."""

    name: str
    """How a person names it, in a sentence and on the command line: `win rate`, `length`, `worth per hour`."""
    meaning: str
    """One line: what is counted."""
    column: str
    title: str = ""
    """What heads a column of it on a page, if that is not its name: `nobody wins` of `cap`."""
    called: str = ""
    """What it is called in the middle of a sentence, after "the", if that is not its name: `wins of seat 1`."""
    more: str = "more"
    """What more of it is called: `easier`."""
    less: str = "less"
    better: Better = ""
    """Which of the two the players want; empty if neither is better."""
    needs: Mapping[str, int] = field(default_factory=dict)
    """The cells that have this outcome: for each of these labels, a number that is at least this, or any word."""

    @property
    def head(self) -> str:
        """What heads a column of it on a page."""
        return self.title or self.name

    @property
    def phrase(self) -> str:
        """What it is called in the middle of a sentence, after "the"."""
        return self.called or self.name

    def applies(self, labels: Labels) -> bool:
        """Whether a cell with these labels has this outcome."""
        return all(_enough(labels.get(axis), least) for axis, least in self.needs.items())


@dataclass(frozen=True, kw_only=True)
class Share(_Declared):
    """The share of the games whose column has one of some codes."""

    codes: tuple[int, ...] = (1,)
    family: str = ""
    """Shares of one family are the categories of one whole (who wins: the first seat, the second, …); no game counts
    for two of them. They are also tested together."""
    kin: str = ""
    """Shares of one kin belong together, and are compared together, but a game can count for several of them (several
    seats can win)."""
    margin: float = 0.005
    """A difference that is too small to matter: where a comparison calls two sides equal."""


@dataclass(frozen=True, kw_only=True)
class Mean(_Declared):
    """The mean of a column: a game, or for each of what another column counts."""

    unit: str
    """`turns`, `gold`, `gold an hour`."""
    margin: float
    """A difference that is too small to matter, in that unit."""
    over: str = ""
    """The column of the denominator: Σ column / Σ over. Empty: the mean of a game."""
    scale: float = 1
    """How many parts of a unit the column counts; 0.01 if one of it counts for a hundred (a share, in 100)."""
    values: tuple[int, ...] = ()
    """For a column of codes: what 0, 1, 2, … are worth, in place of the codes themselves."""
    offset: int = 0
    """What a 0 in the column is worth, in parts of a unit: columns are not negative, but a loss can be. Not for a mean
    over another column."""
    bounds: tuple[int, int] | None = None
    """The least and the most that the column (or a code) can be worth in a game, if that is known. Then a test may
    look while games are played, and a rare large jump that no game showed is limited. By default those that the limits
    of the column give: see `bounded`."""
    over_bounds: tuple[int, int] | None = None
    """The same of the denominator of a mean over another column."""
    apart: int = 1
    """By how many parts of a unit two games usually differ, if they do. Games that were all alike do not prove that the
    next one is, and an interval reaches so far that one like that is possible."""
    below_zero: bool = False
    """Whether its column can be below 0; see `bounded`, which finds out."""
    is_part: bool = False
    """Whether the column counts a part of what `over` counts: then it is never more."""
    length: bool = False
    """Whether it says how long a game takes: then its median and its 95th percentile are shown, too."""
    on_box: bool = False
    """Whether the box of the game says it, in minutes: a length whose 10th and 90th percentile are kept, too."""

    def __post_init__(self) -> None:
        if self.offset and (self.over or self.values or self.length):
            raise ValueError(f"{self.name}: an offset is for the plain mean of a column")

    def worth(self, value: int) -> int:
        """What a value of the column counts for, in parts of a unit."""
        return self.values[value] if self.values else value + self.offset

    @property
    def step(self) -> float:
        """By how much two games differ if they do, as far as the declaration tells: in its unit."""
        return max((abs(value) for value in self.values), default=self.apart) / self.scale


Outcome = Share | Mean


def margin_expected(is_share: bool, margin: float) -> Text:
    """What a declared margin should be; empty if it is."""
    if is_share:
        return (
            "" if 0 < margin < MOST_OF_A_SHARE else message("more than 0 and less than {most:g}", most=MOST_OF_A_SHARE)
        )
    return "" if 0 < margin <= MOST_MARGIN else message("more than 0 and at most {most:g}", most=MOST_MARGIN)


def win_rate(column: str = "won", meaning: str = "games that the players win") -> Share:
    """How often the players of a cooperative game win."""
    return Share(name="win rate", meaning=meaning, column=column, more="easier", less="harder", better="more")


def length_of(
    meaning: str,
    unit: str = "turns",
    column: str = "turns",
    margin: float = 0.25,
    bounds: tuple[int, int] | None = None,
) -> Mean:
    """How long a game takes."""
    return Mean(
        name="length",
        meaning=meaning,
        column=column,
        unit=unit,
        margin=margin,
        bounds=bounds,
        more="longer",
        less="shorter",
        length=True,
    )


def seat_shares(column: str, most: int, size: str, fewest: int) -> tuple[Share, ...]:
    """How often each seat wins, from a column of winners: bit 0 for the first seat, bit 1 for the second, and so on;
    0 if nobody won. `size` is the axis of the number of players. If games have one winner, these are categories."""
    return tuple(
        Share(
            name=f"seat {seat}",
            called=f"wins of seat {seat}",
            meaning=f"games won by the player who goes {_ordinal(seat)}",
            column=column,
            codes=tuple(code for code in range(1 << most) if code >> (seat - 1) & 1),
            family="winner",
            needs={size: seat} if seat > fewest else {},
        )
        for seat in range(1, most + 1)
    )


def bounded(outcomes: Iterable[Outcome], columns: Iterable[Column]) -> tuple[Outcome, ...]:
    """The outcomes, each mean with the bounds that follow from the declared limits of its columns. Bounds that a mean
    declares itself stay; a column without limits gives none, whatever its type could hold."""
    known = {column.name: column for column in columns}
    return tuple(_bounded(outcome, known) if isinstance(outcome, Mean) else outcome for outcome in outcomes)


def _bounded(mean: Mean, columns: Mapping[str, Column]) -> Mean:
    limits = {name: column.limits for name, column in columns.items()}
    bounds, over, known = mean.bounds, mean.over_bounds, limits.get(mean.column)
    if bounds is None and mean.values:
        bounds = min(mean.values), max(mean.values)
    elif bounds is None and known is not None:
        bounds = known[0] + mean.offset, known[1] + mean.offset
    if over is None and mean.over:
        over = limits.get(mean.over)
    below_zero = mean.column in columns and columns[mean.column].is_signed
    return replace(mean, bounds=bounds, over_bounds=over, below_zero=below_zero)


def outcomes_of(outcomes: Sequence[Outcome], cells: Sequence[Labels]) -> list[Outcome]:
    """The outcomes that some of these cells have, in the order of the declaration."""
    return [outcome for outcome in outcomes if any(outcome.applies(labels) for labels in cells)]


def headline_of(outcomes: Sequence[Outcome], cells: Sequence[Labels]) -> Outcome:
    """The first outcome that all of these cells have."""
    return next(outcome for outcome in outcomes if all(outcome.applies(labels) for labels in cells))


def outcome_named(outcomes: Sequence[Outcome], name: str, source: str) -> Outcome:
    """The outcome of this name; spaces, hyphens and underscores are the same."""
    for outcome in outcomes:
        if name.strip().lower().replace("-", " ").replace("_", " ") == outcome.name.lower().replace("-", " "):
            return outcome
    raise unknown_word("outcome", name, [outcome.name for outcome in outcomes], source=source)


def _enough(value: str | int | bool | None, least: int) -> bool:
    return value is not None and (isinstance(value, str) or value >= least)


def _ordinal(number: int) -> str:
    names = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    return names[number - 1] if number <= len(names) else f"at place {number}"
