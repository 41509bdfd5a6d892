"""What is to be learned: a game at its tables, who plays at first, and whom the player sits among."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.game.protocol import Game
from engine.players.learning.lessons import ANYONE, Learnable, Plan, Teaches
from engine.policy.seats.trained_policy import HABIT, LEVEL, NET, TRAINED
from sim.experiment.values import numbers

WORLDS, WORLDS_OVER_A_HABIT, SLIPS = 4, 8, 10
"""In which each choice is played on, and per cent of random decisions on the way to a position. Twice as many positions
in half as many worlds teach more, where the way to a position costs little; over a habit it costs most."""
RANDOM = "random"


class Seating(NamedTuple):
    """Who sits where in the games of some lessons."""

    cell: Cell
    table: Json
    """A policy that has all seats, or one for each."""
    seat: int = ANYONE
    """Whose decisions are asked about."""


class Training(NamedTuple):
    """What is to be learned."""

    game: Game
    tables: Mapping[str, Any]
    """The keys of a grid that say at which tables."""
    others: Sequence[str]
    """Whom the player is tried against; `random` first."""
    seed: int

    def cells(self, policy: Json | str) -> list[Cell]:
        """The tables, with this policy in all seats."""
        return self.game.cells(self.game.resolve({**self.tables, "policies": [policy]}, "training"))

    @property
    def rules(self) -> str:
        """The hash of the rules, to which what is learned belongs."""
        return self._taught.learnable.rules

    @property
    def habit(self) -> str:
        """The policy that plays on from decisions, where a network does not."""
        return self._taught.learnable.habit

    @property
    def worlds(self) -> int:
        """In which each choice is played on."""
        return WORLDS_OVER_A_HABIT if self.habit else WORLDS

    @property
    def beginner(self) -> str:
        """Who plays before anything was learned."""
        return self.habit or RANDOM

    @property
    def _taught(self) -> Teaches:
        assert isinstance(self.game, Teaches)
        return self.game

    def seatings(self, policy: Json | str) -> list[Seating]:
        """The tables at which this policy learns: by turns it has all seats, and one seat among players of another
        policy of the game, against whom it is tried."""
        fields = [{_table_of(cell): cell for cell in self.cells(other)} for other in self._partners]
        found = []
        for cell in self.cells(policy):
            alone = Seating(cell, cell.spec["policy"])
            there = [field[_table_of(cell)] for field in fields if _table_of(cell) in field]
            found += [each for other in there for each in self._seatings_among(alone, other)] or [alone]
        return found

    def _seatings_among(self, alone: Seating, field: Cell) -> Iterator[Seating]:
        """By turns in all seats of a table, and in each among players of another policy."""
        players = self._players_of(field)
        for seat in range(players):
            parts = [field.spec["policy"]] * players
            parts[seat] = alone.table
            yield alone
            yield Seating(alone.cell, {"seats": parts}, seat)

    def _players_of(self, cell: Cell) -> int:
        about = self.game.about
        return int(cell.spec[about.size]) if about.size else numbers("players", about.players)[-1]

    @property
    def _partners(self) -> Sequence[str]:
        """Those it sits among while it learns. A kernel plays on by one policy only."""
        if self.habit or not self.game.about.has_focus:
            return ()
        return [name for name in self.others if name != RANDOM] or self.others

    def compile(self) -> None:
        """Make what workers need, before they are forked, by playing nothing."""
        for cell in self.cells(self.beginner):
            self._taught.lessons(cell, cell.spec["policy"], Plan(self.worlds, SLIPS), self.seed, 0, 0)

    def player(self, net: Json) -> Json:
        """A network as a policy."""
        habit = {HABIT: self.habit} if self.habit else {}
        given = {"name": TRAINED, "parameters": {LEVEL: 0, NET: net, **habit}}
        found: Json = self.game.resolve({**self.tables, "policies": [given]}, "training")["policies"][0]
        return found


def _table_of(cell: Cell) -> tuple[tuple[str, object], ...]:
    """Where it is on all axes but that of who plays: not every policy plays at every table."""
    return tuple((axis, value) for axis, value in cell.labels.items() if axis != "policy")


def learnable(game: Game) -> Learnable:
    """What must be known of a game to learn it; an error that says why, if nobody can."""
    if why := getattr(game, "no_learning", ""):
        raise BadInput(message("{why}", why=why), source=game.name)
    if not isinstance(game, Teaches):
        raise BadInput(message("the game {name} cannot go on from a decision, so nobody can learn it", name=game.name))
    found = game.learnable
    if found.why_not:
        raise BadInput(message("{why}", why=found.why_not), source=game.name)
    if TRAINED in found.policies:
        told = message("has a policy {name} of its own: give it another name to learn the game", name=TRAINED)
        raise BadInput(told, source=game.name)
    return found


def begin(game: Game, tables: Mapping[str, Any], seed: int) -> Training:
    """What there is to learn of a game, at tables that a grid spans."""
    known = learnable(game)
    able = [name for name in known.policies if _plays(game, tables, name)]
    return Training(game, tables, sorted(able, key=lambda name: name != RANDOM), seed)


def _plays(game: Game, tables: Mapping[str, Any], name: str) -> bool:
    """Whether a policy plays at all of these tables."""
    try:
        game.cells(game.resolve({**tables, "policies": [name]}, "training"))
    except BadInput:
        return False
    return True
