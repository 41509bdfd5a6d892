"""How a game presents itself: which of its columns and counters play which part in a report.

The laboratory counts without knowing what it counts. To write "at Doomed with five players an attentive group wins
82 %", it needs to know what the steps of difficulty are called, and who the attentive players are. A game says so here,
as data. Its title and the parts that its axes play are in its `About`. What the game leaves out, a report leaves out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.game.cell import Json
from engine.game.differences import plain_changes


@dataclass(frozen=True)
class Rung:
    """One level of skill."""

    label: str
    """The beginning of the labels of the axis of skill that stand on this level."""
    table: str
    """What such players are called in the middle of a sentence: `an attentive table`."""


@dataclass(frozen=True)
class Ratio:
    """Σ over / Σ under: a number of a report. Over columns of games it gets an interval, over counters it is exact."""

    name: str
    title: str
    """The head of its column."""
    meaning: str
    over: str
    under: str = "games"
    """`games`: per game."""
    kind: Literal["share", "number"] = "number"
    scale: int = 1
    """How many parts of a unit `over` is counted in."""


@dataclass(frozen=True)
class Shape:
    """A column whose distribution shows how games go."""

    column: str
    title: str
    won: int | None = None
    """1: of the games won only, 0: of those lost; None: of all."""


@dataclass(frozen=True)
class Calibration:
    """Where a game stores how sure its players were, and how often they were right."""

    table: str
    """A count table: one key, the bin of the stated probability; counters `predictions`, `stated`, `right`."""
    made: str
    """The column of a game's predictions."""
    right: str
    """The column of those that were right."""
    stated: str
    """The column of the probabilities they were stated with, summed."""
    scale: int
    """How many parts of 1 a stated probability is counted in."""


@dataclass(frozen=True)
class Comeback:
    """When a win counts as a comeback."""

    column: str
    """The most by which the team was behind in a game."""
    least: int
    meaning: str
    """`the doom gained had been ahead of the score by 2 or more`"""


@dataclass(frozen=True)
class Contest:
    """Where a competitive game stores what the measures of its page are computed from. Each is a column; one that the
    game does not have is empty, and the measure is left out."""

    winners: str
    """One bit a seat, 1 for the first seat, 2 for the second, and so on; 0 if nobody won. Empty if games have no
    winner."""
    time_outs: tuple[int, ...] = ()
    """The codes of `Presentation.end` of games that a limit ended."""
    turns: str = ""
    """The turns of all players together."""
    decided_turns: str = ""
    """Those of `turns` in which the player had a choice at least once."""
    decisions: str = ""
    """The times that a player had a choice."""
    choices: str = ""
    """The number of choices of all `decisions`, summed."""
    behind: str = ""
    """Those of `turns` at whose start the later winner was behind another player; 0 if nobody won."""
    behind_most: str = ""
    """The most by which the later winner was behind at the start of a turn; 0 if never or if nobody won."""
    lead_changes: str = ""
    """How often another player took the lead."""
    margin: str = ""
    """By how much the winner was ahead of the second at the end."""
    points: str = "points"
    """What `behind_most` and `margin` are counted in."""
    focus: str = ""
    """For a cell with one policy in a seat of focus and another in its field: whether the seat of focus won. 0: with
    neither policy, 1: only with the policy of the field, 2: only with that of the focus, 3: with both."""


@dataclass(frozen=True)
class RolesAtSeats:
    """Where a competitive game stores what each seat was when the game ended, and whether it won."""

    roles: Sequence[str]
    columns: Sequence[str]
    """One for each seat, the first seat first: 0 for none, 1 for the first role and a loss, 2 for the first role and a
    win, 3 and 4 for the second role, and so on."""


@dataclass(frozen=True)
class Contrast:
    """A change that a question asks about: two cells with these labels, and otherwise the same ones."""

    title: str
    """What changes: `without free refreshes`."""
    before: Mapping[str, str | int]
    after: Mapping[str, str | int]


@dataclass(frozen=True)
class Question:
    """Something that a reader asks beside who wins, and the outcomes that answer it, by their names."""

    title: str
    says: str
    """One sentence: what the numbers are, and how to read them."""
    outcomes: Sequence[str]
    contrasts: Sequence[Contrast] = ()
    """The changes whose effect on the outcomes is the answer, on every content. Without any, the answer is what the
    outcomes are."""
    within: Sequence[str] = ()
    """The labels, beside content, difficulty and size, for each of whose values the changes are shown. Others are as
    in the first cell; who plays is who the page is about."""
    at_first: bool = False
    """Whether difficulty and size are as in the first cell, too."""


@dataclass(frozen=True)
class Returns:
    """For a competitive game in which it matters how much each seat gets, and not only who wins: the outcomes that say
    so, by their names. Each is the mean of a column."""

    seats: Sequence[str]
    """What each seat gets, the first seat first. All count in the same parts of the same unit."""
    focus: str = ""
    """What the seat in focus gets."""
    gain: str = ""
    """That less what a player of the field would get in the same seat, on the same luck."""
    total: str = ""
    """What all seats get together, if that is not always the same."""
    equal_share: float | None = None
    """What each seat gets if all get the same; None if what there is differs from game to game."""


@dataclass(frozen=True)
class Feature:
    """Something that the rules of a cell contain, and the counter that shows whether it ever happened."""

    kind: str
    name: str
    piece: str
    counter: str


@dataclass(frozen=True)
class Fate:
    """Something that can happen to a piece at a seat, and the counters of pieces that tell how often it did. In a game,
    it happens at some seats, and some of these win."""

    name: str
    """The start of the names of its counters, and a word for it: `drawn`."""
    meaning: str
    """Of a piece, in the middle of a sentence: `a seat drew it`."""
    counted_by: str = ""
    """What the rules of a game use, so that it is counted: `table.hand`. Empty if it always is."""

    @property
    def seats(self) -> str:
        """The counter of the seats at which it happened, summed over all games."""
        return self.name

    @property
    def winners(self) -> str:
        """That of those among them that won."""
        return f"{self.name}_won"

    @property
    def squares(self) -> tuple[str, str, str]:
        """For the error of their ratio: sums over all games of seats², seats · winners, winners²."""
        return f"{self.name}_seats2", f"{self.name}_mixed", f"{self.name}_won2"

    @property
    def counters(self) -> tuple[str, ...]:
        return self.seats, self.winners, *self.squares


@dataclass(frozen=True)
class Exchanges:
    """Counters of pieces about games that were played again, on the same luck, with one piece exchanged for another
    just before a seat drew it. Each such game stands for as many draws as the game has: that is its weight."""

    games: str = "exchanged"
    """Games that were played again."""
    weight: str = "exchanged_weight"
    """Σ weight"""
    gained: str = "exchanged_gained"
    """Σ weight · what the seat got more by the piece than by the other: 1 for a win instead of none. Counters are not
    negative, so what it got less is counted apart."""
    lost: str = "exchanged_lost"
    """Σ weight · what it got less."""
    squares: tuple[str, str, str, str] = (
        "exchanged_weight2",
        "exchanged_gained2",
        "exchanged_lost2",
        "exchanged_moved2",
    )
    """Σ weight², Σ weight² · gained, Σ weight² · lost, Σ weight² · (gained² + lost²)"""

    @property
    def counters(self) -> tuple[str, ...]:
        return self.games, self.weight, self.gained, self.lost, *self.squares


@dataclass(frozen=True)
class Fates:
    """What is counted about pieces that seats draw, hold and use."""

    in_game: str
    """The counter of the games in which a piece was there."""
    kinds: Sequence[Fate]
    unused: str
    """The counter of the games in which it was there, and nobody used it."""
    exchanges: Exchanges
    gain: str
    """What a gain of 1 is, after a number: `wins`; empty if no game is played again."""


def nothing_set(spec: Json) -> list[str]:
    """Of a game that does not say what is set."""
    return []


def untitled(spec: Json) -> str:
    """Of a content without a title."""
    return ""


def as_labelled(spec: Json, label: str) -> str:
    """Of a content that needs no other word than its label."""
    return label


def always(before: Json, after: Json) -> bool:
    """Of a game whose contents are all versions of one."""
    return True


@dataclass(frozen=True)
class Presentation:
    """Which part each of a game's columns and counters plays in a report."""

    unit: str = ""
    """The unit of one step of difficulty: `doom`."""
    levels: Mapping[int | str, str] = field(default_factory=dict)
    """The names of the values of the axis of difficulty, if they have any."""
    ladder: Sequence[Rung] = ()
    """The levels of skill, weakest first."""
    focus: Sequence[str] = ()
    """The labels of the axis of skill that a report speaks about, the most important first."""
    beginner: str = ""
    """The label of players in their first game."""
    piece: str = "piece"
    """What the rows of `Batch.pieces` are: a card."""
    opening: str = ""
    """A column: the pieces a game begins with, one bit each in the order of `Pieces.names`. It is random, and the same
    for equal indices in all cells with the same pieces."""
    end: str = ""
    """A column of codes: how a game ended. In a cooperative game, code 0 is a win."""
    shape: Sequence[Shape] = ()
    """The columns whose distribution shows how games go."""
    feel: Sequence[Ratio] = ()
    """Numbers over columns of games."""
    pieces: Sequence[Ratio] = ()
    """Numbers over counters of pieces."""
    fates: Fates | None = None
    """What is counted about pieces that seats draw."""
    comeback: Comeback | None = None
    calibration: Calibration | None = None
    course: str = ""
    """A count table with two keys, how far a game was to a win and to a loss, and the counters `games` and `wins`."""
    contest: Contest | None = None
    """For a competitive game."""
    teams: bool = False
    """For a competitive game: whether seats win together as a rule. Then only a game that nobody wins is a draw."""
    roles: RolesAtSeats | None = None
    """For a competitive game whose seats have roles."""
    questions: Sequence[Question] = ()
    """What else its page answers, each in a section of its own."""
    answered_by: str = ""
    """The experiment that plays all that the questions need."""
    returns: Returns | None = None
    """For a competitive game in which points count. Its page is about them, and not about wins."""
    content_title: Callable[[Json], str] = untitled
    """The title of the content that a cell plays, from what decides it; empty if it has none but its label."""
    content_label: Callable[[Json, str], str] = as_labelled
    """What a page calls the content of a cell: its label, or more words where the label alone would mislead
    (`stand-in layout A`)."""
    is_version: Callable[[Json, Json], bool] = always
    """Whether the contents of two cells are versions of one, from what decides them. If not, nobody asks what changed
    from one to the other, and a run that plays both shows them side by side only."""
    leading: Sequence[str] = ()
    """The names of some of `pieces`: the page says which piece leads by each, and whether that holds for every
    content."""
    settings: Callable[[Json], list[str]] = nothing_set
    """What the rules of a cell are set to, where that is not as usual, in a few words each: `storms off`."""
    changes: Callable[[Json, Json], list[str]] = plain_changes
    """What differs between what decides two cells (`Cell.spec`), in words, one line each: `The Blind Man: no doom →
    doom`. By default every value that differs, by its path."""
