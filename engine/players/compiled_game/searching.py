"""Games in which somebody searches."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.players.compiled_game.gated_games import Answer, Due, GatedGames
from engine.players.compiled_game.payoff import payoff_of
from engine.players.compiled_game.searched_table import WORLDS_AT_ONCE, sitting
from engine.players.compiled_game.worlds import Imagined
from engine.players.search import choose, plan_of
from engine.players.world_numbers import world_number
from engine.policy.compiled_game.play import Played, Seated, Tables
from engine.policy.kernel import Seeds
from engine.policy.seats.search_policy import is_search


class Searching:
    """Plays the games of a table where policies search."""

    def __init__(self, tables: Tables[Any], seated: Seated, seeds: Seeds, log: Any = None) -> None:
        self.games = GatedGames(tables, seated, seeds, log)
        self.payoff = payoff_of(tables.results.OUTCOMES, tables.row.names or ())
        self.plans = [plan_of(policy) if is_search(policy) else None for policy in sitting(seated.policy)]
        luck: Any = self.games.world.luck
        self.dice = world_number(int(luck.dice0), int(luck.dice1))
        """For the luck of imagined worlds: it belongs to who searches."""
        self.index = 0

    def play(self, indices: NDArray[np.int64]) -> Played:
        """Plays the games of these indices."""
        games, tables = self.games, self.games.tables
        rows = np.zeros(len(indices), tables.row)
        if not len(indices):
            games.compile()
        for at, index in enumerate(indices.tolist()):
            self.index = index
            games.play(rows[at : at + 1], index, lambda due: self.decide(due, games.kept_world()))
        content = tables.grid.content_in(games.seated.cell)
        return Played(rows, tables.pieces(games.world, content), tables.counted(games.world))

    def decide(self, due: Due, world: Any) -> Answer:
        """What is chosen in this world, which is kept. The gate has all answers before."""
        choices, plan = due.choices(world), self.plans[due.part]
        if len(choices) < 2 or plan is None:
            return due.habit
        games = self.games
        number = world_number(self.dice, self.index, due.seat + 1, due.own)
        imagined = Imagined(games.decisions, games.tables.dice, world, due.seat, number)

        def results(places: Sequence[int], first: int, last: int) -> list[list[int]]:
            found: list[list[int]] = [[] for _ in places]
            for start in range(first, last, WORLDS_AT_ONCE):
                worlds = imagined.rows(start, min(start + WORLDS_AT_ONCE, last))
                for place, got in zip(places, found, strict=True):
                    rows, _ = games.fork(self.index, due.at, choices[place], due.part, worlds)
                    got += self.payoff(rows, due.seat).tolist()
            return found

        return choices[choose(range(len(choices)), choices.index(due.habit), plan, results)]
