"""What the author of a game writes against: a class `Game` to derive from, and the `Table` that plays it.

    from fatecast.game import Game

    def bold(view, at=20):
        "bold: sails on until it has loot enough"
        return view["loot"] < at

    class Pirates(Game):
        title = "Pirates"
        players = 2, 4
        parameters = {"goal": 50}
        policies = bold,

        def play(self, table):
            ...

A policy is a function of what its seat may know, the view. Its other arguments are its parameters, each a number with a
default. An argument named `choices` gets the choices, one named `dice` gets luck of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.errors import BrokenRule, message
from engine.game.about import Kind
from engine.game.outcomes import Outcome
from engine.game.results import Column
from engine.outside.own.luck import Luck
from engine.policy.parameters import Parameter

Policy = Callable[..., Any]
Decide = Callable[[Any, Sequence[Any]], Any]
"""What decides for a seat, from the view and the choices."""

WON, FINISHED, LOST, TIME_OUT = "won", "finished", "lost", "time-out"
YES_OR_NO = (True, False)
SEQUENCES = (tuple, list)
"""What choices nearly always are."""


class Game:
    """A game of one's own."""

    title: ClassVar[str] = ""
    kind: ClassVar[Kind] = "competitive"
    """`competitive`: somebody wins. `cooperative`: all win or lose together. `production`: nothing is won, something
    is made; then `outcomes` must say what."""
    players: ClassVar[tuple[int, int]] = (2, 4)
    """The fewest and the most."""
    version: ClassVar[int] = 1
    """Raise it when results before and after must not be mixed up: a run of another version is not continued."""
    parameters: ClassVar[Mapping[str, int | float | Parameter]] = {}
    """Numbers of the rules, as `table.rules.NAME`: an experiment can set them, sweep and tune can change them. A
    default is enough; `Parameter(default, lowest, highest, meaning)` says more."""
    axes: ClassVar[Mapping[str, Sequence[int]]] = {}
    """Numbers that span the cells of an experiment, as the number of players does, with all their values."""
    difficulty: ClassVar[str] = ""
    """The axis, if one is, that says how hard the game is; easiest value first."""
    shared_wins: ClassVar[bool] = False
    """Whether several seats of a competitive game can win together."""
    draws: ClassVar[bool] = False
    """Whether a competitive game can end without a winner; a time-out apart."""
    scored: ClassVar[str] = ""
    """What `table.scores` counts (`points`, `gold`), if players score. Then the page also tells who led, and by how
    much."""
    endings: ClassVar[Sequence[str]] = ()
    """How a game can end, for `table.end`; in a cooperative game, how it can be lost."""
    columns: ClassVar[Mapping[str, str | Column]] = {}
    """What else is counted in a game, by `table.count`: the name, and one line of meaning."""
    outcomes: ClassVar[Sequence[Outcome]] = ()
    """What results are judged by, beside what every game of its kind has: `Share` and `Mean`."""
    policies: ClassVar[Sequence[Policy]] = ()
    """Who can play; the first is the default. `random` is there in any case."""
    turn_limit: ClassVar[int] = 1_000
    """A game that takes more turns is broken off, and ends as a time-out."""

    def play(self, table: "Table") -> None:
        """Play one game to its end."""
        raise NotImplementedError


class TimeOut(Exception):  # noqa: N818 - nobody's error: a game that lasts too long ends here
    """The game took more turns than its limit."""


class Rules:
    """The parameters and the numbers of the axes of a cell, each by its name."""

    def __init__(self, numbers: Mapping[str, Any]) -> None:
        self.__dict__.update(numbers)

    def __getattr__(self, name: str) -> Any:
        known = ", ".join(self.__dict__) or "none"
        raise BrokenRule(
            source=f"table.rules.{name}",
            expected=message("one of the parameters and axes that the game declares: {known}", known=known),
        )


class Table:
    """One game, as it is played."""

    def __init__(
        self, game: Game, rules: Mapping[str, Any], deciders: Sequence[Decide], luck: Luck, told: bool = False
    ) -> None:
        self.players = len(deciders)
        self.seats = range(self.players)
        """The seats, from 0 on; in words they are counted from 1."""
        self.luck = luck
        self.rules = Rules(rules)
        """The parameters and the numbers of the axes: `table.rules.goal`."""
        self.scores = [0] * self.players
        """What each seat has."""
        self.counts = dict.fromkeys(game.columns, 0)
        self.winners = 0
        self.ending = ""
        self.turns = self.decisions = self.choices = self.decided_turns = 0
        self.history: list[tuple[int, ...]] = []
        """The scores at the start of each turn."""
        self.lines: list[tuple[int, str]] = []
        """What was told, with the turn."""
        self._game = game
        self._deciders = deciders
        self._keeps_history = bool(game.scored)
        self._told = told
        self._turn_limit = game.turn_limit
        self._decided = 0

    def turn(self, seat: int | None = None) -> int:
        """Begin a turn, perhaps of one seat, and return its number: 1, 2, 3, …"""
        if self.turns >= self._turn_limit:
            raise TimeOut
        self.turns += 1
        if self._keeps_history:
            self.history.append(tuple(self.scores))
        if self._told and seat is not None:
            self.tell("Turn {}, seat {}.", self.turns, seat + 1)
        return self.turns

    def ask(self, seat: int, view: Any, choices: Sequence[Any] = YES_OR_NO) -> Any:
        """Let the policy of a seat decide. It sees the view and the choices, and nothing else."""
        if type(choices) not in SEQUENCES and (not hasattr(choices, "__getitem__") or isinstance(choices, dict)):
            kind = type(choices).__name__
            raise BrokenRule(
                source="ask",
                expected=message("the choices in a list or a tuple, which keep their order, got a {kind}", kind=kind),
            )
        options = len(choices)
        if seat not in self.seats:
            raise BrokenRule(
                source=f"ask {seat!r}", expected=message("seats from 0 to {players}", players=self.players - 1)
            )
        if options < 2:
            return self._only(choices)
        self.decisions += 1
        self.choices += options
        if self._decided != self.turns:
            self._decided = self.turns
            self.decided_turns += 1
        answer = self._deciders[seat](view, choices)
        if answer not in choices:
            expected = ", ".join(map(repr, choices))
            raise BrokenRule(
                message(
                    "seat {seat} decides {answer}; expected one of {expected}",
                    seat=seat + 1,
                    answer=repr(answer),
                    expected=expected,
                )
            )
        return answer

    def tell(self, text: str, *values: object) -> None:
        """Say what happens, for a replay. Values take the places of the {} in the text; they are put there only if
        somebody reads it."""
        if self._told:
            self.lines.append((self.turns, text.format(*values) if values else text))

    def count(self, column: str, by: int = 1) -> None:
        """Add to a column of the result."""
        try:
            self.counts[column] += by
        except KeyError:
            known = ", ".join(self.counts) or "none"
            raise BrokenRule(
                source=f"count {column!r}",
                expected=message("one of the columns that the game declares: {known}", known=known),
            ) from None

    def win(self, *seats: int) -> None:
        """Say which seats won; without a seat, everybody."""
        if seats and self._game.kind == "cooperative":
            raise BrokenRule("win: expected no seat, as all players of a cooperative game win together")
        for seat in seats or self.seats:
            if seat not in self.seats:
                raise BrokenRule(
                    source=f"win {seat!r}", expected=message("seats from 0 to {players}", players=self.players - 1)
                )
            self.winners |= 1 << seat
        if self.winners & (self.winners - 1) and self._game.kind == "competitive" and not self._game.shared_wins:
            raise BrokenRule("win: a second winner; shared_wins = True allows several")

    def end(self, how: str) -> None:
        """Say how the game ended: one of the endings that the game declares."""
        if how not in self._game.endings:
            known = ", ".join(self._game.endings) or "none"
            raise BrokenRule(
                source=f"end {how!r}",
                expected=message("one of the endings that the game declares: {known}", known=known),
            )
        self.ending = how

    def _only(self, choices: Sequence[Any]) -> Any:
        if not choices:
            raise BrokenRule("ask: expected at least one choice")
        return choices[0]
