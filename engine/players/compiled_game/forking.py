"""Games of a kernel that go on from a decision in another way, for who looks back at them."""

from typing import Any, Generic, NamedTuple, Protocol

import numpy as np

from engine.content.checked import Model
from engine.errors import BadInput, message
from engine.game.cell import Cell, Json
from engine.game.protocol import Decided
from engine.game.results import Rows
from engine.game.seats import ANYWHERE, FOCUS, who_won
from engine.kernel.records import Ints
from engine.players.compiled_game.gate import AS_BEFORE
from engine.players.compiled_game.gated_games import Answer, Due, Way
from engine.players.compiled_game.lessons import CompiledLessons
from engine.players.compiled_game.searched_table import sitting
from engine.players.compiled_game.searching import Searching
from engine.players.compiled_game.worlds import turned
from engine.players.fork_bounds import check_fork
from engine.players.learning.lessons import Learnable, Lessons, Plan, lessons_of
from engine.players.world_numbers import world_number
from engine.policy.compiled_game.as_game import CompiledGame, GameWithSecrets
from engine.policy.compiled_game.play import FORKS, WINNERS, Seated, Tables
from engine.policy.kernel import Seeds
from engine.policy.registry import PolicySet
from engine.policy.seats.seating import policies_in
from engine.policy.seats.trained_policy import beneath


class Choice(NamedTuple):
    """A decision of a game that was played."""

    at: int
    """Its number among all, also those without a choice."""
    seat: int
    choices: list[Answer]
    chosen: int
    world: Any
    """As it was then."""


class HasTables(Protocol):
    """What a game must have to be forked."""

    played: Tables[Any]


class Forking:
    """Implements the protocol `engine.game.protocol.Forks` for a compiled game."""

    def decided(self: HasTables, cell: Cell, seed: int, index: int) -> list[Decided]:
        return decided(PlayedGame(self.played, cell, seed, index).choices)

    def forked(
        self: HasTables,
        cell: Cell,
        seed: int,
        index: int,
        at: int,
        choice: int,
        luck: int | None = None,
        by: Json | None = None,
    ) -> Rows:
        who = [by] if by else policies_in(cell.spec)
        if any(beneath(each) for each in who):
            raise BadInput(
                message("a fork is played on by policies that do not search, and by no network"), source=cell.name
            )
        played = PlayedGame(self.played, cell, seed, index, by)
        check_fork(decided(played.choices), cell, index, at, choice)
        return played.forked(played.choices[at], choice, luck)

    @property
    def learnable(self: HasTables) -> Learnable:
        policies = self.played.grid.policies
        return Learnable(policies.learned_rules, policies.no_learning, playing_for(policies), policies.habit)

    def lessons(self: HasTables, cell: Cell, policy: Json, plan: Plan, seed: int, first: int, last: int) -> Lessons:
        """See `engine.players.learning.lessons.Teaches`. A policy that has not learned is the habit."""
        return lessons_of(CompiledLessons(self.played, cell, policy, plan, seed).asked(first, last))


class ForkingGame(Forking, CompiledGame[Model], Generic[Model]):
    """A compiled game that can go on from any decision in another way."""


class ForkingGameWithSecrets(Forking, GameWithSecrets[Model], Generic[Model]):
    """The same, if its replay can be told as one player knows it."""


def playing_for(policies: PolicySet) -> tuple[str, ...]:
    """The policies that a player can be measured by: not those that see all, or that play a script."""
    modules = {name: policies.module(name) for name in policies.installed}
    cheats = ("SEES_ALL", "PLAYS_ALONE")
    return tuple(name for name, module in modules.items() if not any(getattr(module, each, 0) for each in cheats))


def decided(choices: list[Choice]) -> list[Decided]:
    return [Decided(each.seat, len(each.choices), each.chosen) for each in choices]


class PlayedGame:
    """A game that was played with a stop at each decision."""

    def __init__(self, tables: Tables[Any], cell: Cell, seed: int, index: int, by: Json | None = None) -> None:
        self.tables, self.cell, self.seeds, self.index = tables, cell, Seeds.of(seed), index
        self.focus = ANYWHERE
        if FOCUS in cell.spec:
            self.focus = int(tables.focus_seats(cell, seed, np.array([index]))[0])
        self.who, self.by = tables.seat(cell, self.focus).policy, by
        table = self.who if "seats" in self.who else {"group": self.who, "seats": [self.who]}
        seated = Seated(cell, table | {FORKS: [by] if by else []})
        self.searching = Searching(tables, seated, self.seeds)
        self.searching.index = index
        self.games = self.searching.games
        self.games.gate.asks_all = 1
        self.choices: list[Choice] = []
        self.games.play(np.zeros(1, tables.row), index, self._decide)

    def _decide(self, due: Due) -> Answer:
        world = self.games.kept_world()
        answer, choices = self.searching.decide(due, world), due.choices(world)
        if len(choices) > 1:
            self.choices.append(Choice(due.at, due.seat, choices, choices.index(answer), world))
        return answer

    def forked(self, made: Choice, choice: int, luck: int | None) -> Rows:
        """The row of the game that goes on in another way."""
        by = len(sitting(self.who)) if self.by else AS_BEFORE
        way = Way(made.choices[choice], None if luck is None else self._turned(made, luck))
        rows, is_whole = self.games.fork(self.index, made.at, [way], by)
        if not is_whole:
            rows = self.games.mended_fork(self.index, made.at, way, by)
        if self.focus != ANYWHERE:
            indices, seats = np.array([self.index]), np.array([self.focus])
            field = self.tables.play(self.tables.seat(self.cell), self.seeds, indices).rows
            rows[self.tables.paired.name] = who_won(rows, field, WINNERS, seats)
        return rows

    def _turned(self, made: Choice, luck: int) -> Ints:
        """The world of a decision with other luck."""
        number = world_number(self.searching.dice, self.index, made.at, luck)
        return turned(self.games.decisions, self.tables.dice, made.world, [number])[0]
