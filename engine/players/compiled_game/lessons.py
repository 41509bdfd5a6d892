"""Lessons from compiled games: some decisions of each game, and what each choice gets when the habit plays on.

A rollout that stops at every decision would be far too slow, so the kernel plays on by the habit, a policy of the game:
what is learned is one step better than that.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.errors import BrokenRule
from engine.game.cell import Cell, Json
from engine.players.compiled_game.features import as_pairs, asked
from engine.players.compiled_game.gate import FORKS_AT_ONCE, HABITUAL, MOST_DECISIONS
from engine.players.compiled_game.gated_games import Answer, Due, Way
from engine.players.compiled_game.searching import Searching
from engine.players.compiled_game.worlds import turned
from engine.players.learning.lessons import FROM_A_GAME, Asked, Plan, tried
from engine.players.world_numbers import world_number, world_numbers
from engine.policy.compiled_game.grid import PLAYERS
from engine.policy.compiled_game.play import FORKS, Seated, Tables
from engine.policy.kernel import Seeds, indices_of
from engine.policy.seats.trained_policy import has_habit

HABIT_PART = 0
"""The policy that plays on is the only one at the table."""
ASKED = 25
"""Per cent of the decisions before that a network makes, if the policy has one; the habit makes the others. To stop a
kernel takes long."""
TRIES = 8
"""Decisions of a game that are looked at to find one with a choice."""
PERCENT = 100


class CompiledLessons:
    """Plays games up to a decision, and on from there."""

    def __init__(self, tables: Tables[Any], cell: Cell, policy: Json, plan: Plan, seed: int) -> None:
        self._cell, self._plan, self._tables = cell, plan, tables
        table = {"group": policy, "seats": [policy], FORKS: []}
        self._searching = Searching(tables, Seated(cell, table), Seeds.of(seed))
        self._games = self._searching.games
        self._games.gate.asks_all = 1
        self._asked = ASKED if has_habit(policy) else 0
        self._players = cell.spec[PLAYERS]

    def asked(self, first: int, last: int) -> Iterator[Asked]:
        """The decisions of these numbers: FROM_A_GAME of each game, which takes longer to play than to go on from."""
        indices = indices_of(self._cell, first // FROM_A_GAME, -(-last // FROM_A_GAME)).tolist()
        for game, index in enumerate(indices, first // FROM_A_GAME):
            self._searching.index = index
            made = min(self._play(index), MOST_DECISIONS)
            for number in range(max(game * FROM_A_GAME, first), min((game + 1) * FROM_A_GAME, last)):
                for attempt in range(TRIES if made else 0):
                    found = self._lesson(index, world_number(number, made, attempt) % made, number)
                    if found is not None:
                        yield found
                        break

    def _play(self, index: int) -> int:
        """Plays a game; returns how many decisions it had."""
        dice = world_number(self._searching.dice, index)
        draws = world_numbers(dice, 0, MOST_DECISIONS) % PERCENT

        slips = draws < self._plan.slips

        def decide(due: Due) -> Answer:
            world = self._games.kept_world()
            if slips[due.at]:
                legal = due.legal(world)
                return legal[world_number(dice, due.at) % len(legal)]
            return self._searching.decide(due, world) if self._asked else due.legal_habit(world)

        rows = np.zeros(1, self._tables.row)
        try:
            self._games.play(
                rows, index, decide, np.where(slips | (draws < self._plan.slips + self._asked), 0, HABITUAL)
            )
        except BrokenRule:  # a policy may have planned for another choice than was made
            self._games.play(rows, index, decide)
        return int(self._games.gate.decisions)

    def _lesson(self, index: int, at: int, asked_as: int) -> Asked | None:
        """What is learned from a decision of the game that was just played; None if there was no choice."""
        due = self._games.stop_at(index, at)
        world = self._games.kept_world()
        choices = due.legal(world)
        if len(choices) < 2:
            return None
        places = tried(len(choices), world_number(asked_as, at))
        if due.habit in choices and (habit := choices.index(due.habit)) not in places:
            places = sorted([*places[:-1], habit])
        numbers = [world_number(asked_as, at, number) for number in range(self._plan.worlds)]
        worlds = turned(self._games.decisions, self._tables.dice, world, numbers)
        ways = [Way(choices[place], each) for place in places for each in worlds]
        got: list[int] = []
        for start in range(0, len(ways), FORKS_AT_ONCE):
            rows, _ = self._games.fork(index, at, ways[start : start + FORKS_AT_ONCE], HABIT_PART)
            got += self._searching.payoff(rows, due.seat).tolist()
        results = np.array(got, np.float64).reshape(len(places), len(worlds)).mean(axis=1).tolist()
        answers = [choices[place] for place in places]
        given = asked(due.decision, world, due.given, due.seat, self._players, answers, due.habit)
        return Asked(*as_pairs(given, len(answers)), results)
