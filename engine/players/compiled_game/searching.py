"""Games in which somebody searches, or plays by what was learned."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.players.compiled_game.features import asked
from engine.players.compiled_game.gate import FORKS_AT_ONCE
from engine.players.compiled_game.gated_games import Answer, Due, GatedGames, Way
from engine.players.compiled_game.payoff import payoff_of
from engine.players.compiled_game.searched_table import sitting
from engine.players.compiled_game.worlds import Imagined
from engine.players.search import choose, plan_of
from engine.players.world_numbers import world_number
from engine.policy.compiled_game.grid import PLAYERS
from engine.policy.compiled_game.play import Played, Seated, Tables
from engine.policy.kernel import Seeds
from engine.policy.seats.search_policy import is_search
from engine.policy.seats.trained_net import Net
from engine.policy.seats.trained_policy import has_habit, net_in


class Searching:
    """Plays the games of a table where some decisions are made outside of the kernel."""

    def __init__(self, tables: Tables[Any], seated: Seated, seeds: Seeds, log: Any = None) -> None:
        self.games = GatedGames(tables, seated, seeds, log)
        self.payoff = payoff_of(tables.results.OUTCOMES, tables.row.names or ())
        self.plans = [plan_of(policy) if is_search(policy) else None for policy in sitting(seated.policy)]
        self.nets = [net_in(policy) if has_habit(policy) else None for policy in sitting(seated.policy)]
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
        net, plan = self.nets[due.part], self.plans[due.part]
        if net is not None:
            return self._by_network(net, due, world)
        choices, games = due.choices(world), self.games
        if len(choices) < 2 or plan is None:
            return due.habit
        number = world_number(self.dice, self.index, due.seat + 1, due.own)
        imagined = Imagined(games.decisions, games.tables.dice, world, due.seat, number)

        def results(places: Sequence[int], first: int, last: int) -> list[list[int]]:
            worlds = imagined.rows(first, last)
            ways = [Way(choices[place], world) for place in places for world in worlds]
            found: list[int] = []
            for start in range(0, len(ways), FORKS_AT_ONCE):
                rows, _ = games.fork(self.index, due.at, ways[start : start + FORKS_AT_ONCE], due.part)
                found += self.payoff(rows, due.seat).tolist()
            number = len(worlds)
            return [found[at * number : (at + 1) * number] for at in range(len(places))]

        return choices[choose(range(len(choices)), choices.index(due.habit), plan, results)]

    def _by_network(self, net: Net, due: Due, world: Any) -> Answer:
        """Only what is legal: the habit may have planned for another choice than was made."""
        legal, players = due.legal(world), self.games.seated.cell.spec[PLAYERS]
        if len(legal) == 1:
            return legal[0]
        given = asked(due.decision, world, due.given, due.seat, players, legal, due.habit)
        return legal[net.choose_of(len(legal), *given)]
