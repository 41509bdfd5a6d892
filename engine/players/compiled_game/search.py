"""How the tables of a compiled game are played at which somebody searches."""

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.players.compiled_game.dealt_again import search_after_other_deals
from engine.players.compiled_game.gated_games import CannotCompile
from engine.players.compiled_game.searched_table import played_by, searched_table, sitting
from engine.players.compiled_game.searching import Searching
from engine.policy.checking.asked_again import Finding
from engine.policy.compiled_game.decisions import decisions_of
from engine.policy.compiled_game.play import FORKS, Played, Seated, Tables
from engine.policy.kernel import Seeds
from engine.policy.seats.mixed_kernel import decided_in
from engine.policy.seats.mixed_table import module_of


class Search:
    """Implements `engine.policy.compiled_game.play.PlaysSearched`."""

    def module_of(self, tables: Tables[Any], seated: Seated) -> ModuleType:
        """The module that decides at a searched table."""
        policy, policies, code = seated.policy, tables.grid.policies, dict(seated.cell.code)
        everybody = map(played_by, [*sitting(policy), *policy.get(FORKS, [])])
        parts = tuple(decided_in(tables.hooks, module_of(policies, each, code)) for each in everybody)
        hidden = decisions_of(tables.hooks).hidden
        return searched_table(tables.hooks, parts, tuple((name, tables.records[name]) for name in hidden), tables.dice)

    def play(
        self, tables: Tables[Any], seated: Seated, seeds: Seeds, indices: NDArray[np.int64], log: Any
    ) -> Played | None:
        """Plays games; None if a policy of somebody's own turned out not to compile."""
        try:
            return Searching(tables, seated, seeds, log).play(indices)
        except CannotCompile:
            return None

    def redeal(
        self,
        tables: Tables[Any],
        seated: Seated,
        seed: int,
        games: int,
        deals: int,
        shorten: Callable[[Any], None],
    ) -> Finding:
        """Plays some games, and deals again some times at every search."""
        searching = Searching(tables, seated, Seeds.of(seed))
        shorten(searching.games.world)
        return search_after_other_deals(searching, games, deals, Random(f"{seated.cell.name} {seed}"))
