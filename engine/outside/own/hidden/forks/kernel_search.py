"""Searches in games that a kernel plays: it stops where a seat must search, and plays the forks, too.

The same decisions as those of `search_seat`. For games without decks and hands, in which nothing is dealt again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Json
from engine.game.outcomes import Mean
from engine.game.results import Rows
from engine.outside.own.compiled.kit.record import FIRST_COLUMN, NEEDS_DECISION, OPTIONS
from engine.outside.own.compiled.player import GivenUp, Player
from engine.outside.own.declared import Declared
from engine.outside.own.hidden.forks.payoff import DRAW, NOTHING, WIN
from engine.players.search import choose, plan_of
from engine.players.world_numbers import world_number, world_numbers
from engine.policy.seats.search_policy import base_of, is_search

ENDING_ROW, TIMED_OUT = 5, -2
EACH_ITS_OWN = np.arange(OPTIONS)
"""No two choices are equal, unless the kernel says so."""


class KernelSearch:
    """Plays games in which seats search: one player for the true games, one for the forks."""

    def __init__(self, declared: Declared, new_player: Callable[[], Player]) -> None:
        self._declared = declared
        self._payoff = _payoff_of(declared)
        self._true, self._forks = new_player(), new_player()
        true, forks = self._true.field, self._forks.field
        self._state, self._decisions = true("state"), true("decisions")
        self._seeker, self._habit, self._options = true("seeker"), true("habit"), true("options")
        self._taken, self._found, self._first_like = true("taken"), true("found"), true("first_like")
        self._forced, self._forced_count, self._game = forks("forced"), forks("forced_count"), forks("fork_game")
        true("is_recorded")[0] = forks("is_fork")[0] = 1

    def play(
        self, seats: Sequence[Json], rules: Mapping[str, Any], seed: int, indices: NDArray[np.int64]
    ) -> tuple[Rows, NDArray[np.bool_]]:
        """The rows of these games, and which of them plain Python must play. `GivenUp` if it must play all."""
        bases = [base_of(part) for part in seats if is_search(part)]
        if any(self._declared.policies.module(base["name"], base.get("code", "")).MEMORY for base in bases):
            raise GivenUp  # it would have to be asked before the decision, too
        self._true.begin([base_of(part) if is_search(part) else part for part in seats], rules, seed)
        self._plans = {seat: (plan_of(part), base_of(part)) for seat, part in enumerate(seats) if is_search(part)}
        self._set_base = partial(self._seat_base, len(seats), rules, seed)
        self._base: Json = {}
        self._true.field("searches")[: len(seats)] = [is_search(part) for part in seats]
        raw, left = self._true.columns(len(indices)), np.zeros(len(indices), np.bool_)
        for at, index in enumerate(indices.tolist()):
            left[at] = not self._play_game(index, indices, raw, at)
        rows, odd = self._true.rows_of(raw)
        return rows, left | odd

    def _play_game(self, index: int, indices: NDArray[np.int64], raw: NDArray[np.int64], at: int) -> bool:
        """Whether a game came to its end. After each decision that was found, it is played again from the start."""
        self._found[:] = 0
        self._first_like[:] = EACH_ITS_OWN
        decided = dict.fromkeys(self._plans, 0)
        while self._true.call(indices, raw, at, at + 1) <= at:
            if self._state[0] == NEEDS_DECISION:
                seat = int(self._seeker[0])
                self._found[self._decisions[0] - 1] = 1 + self._decide(index, seat, decided[seat])
                self._first_like[:] = EACH_ITS_OWN
                decided[seat] += 1
            elif not self._true.helped():
                return False
        return True

    def _decide(self, index: int, seat: int, own: int) -> int:
        plan, base = self._plans[seat]
        before = int(self._decisions[0]) - 1
        first_like = self._first_like[: self._options[0]].tolist()
        habit: int = first_like[self._habit[0]]
        places = [at for at, first in enumerate(first_like) if first == at]
        if len(places) < 2:
            return habit
        self._set_base(base)
        self._game[0], self._forced_count[0] = index, before + 1
        self._forced[:before] = self._taken[:before]
        return choose(places, habit, plan, partial(self._results, seat, world_number(index, seat, own), before))

    def _results(
        self, seat: int, decision: int, before: int, choices: Sequence[int], first: int, last: int
    ) -> list[list[int]]:
        worlds, found = world_numbers(decision, first, last), []
        for choice in choices:
            self._forced[before] = choice
            found.append(self._payoff(self._forks.play_all(worlds), seat).tolist())
        return found

    def _seat_base(self, seats: int, rules: Mapping[str, Any], seed: int, base: Json) -> None:
        """The base in all seats of the forks."""
        if base is not self._base:
            self._forks.begin([base] * seats, rules, seed)
            self._base = base


Payoffs = Callable[[NDArray[np.int64], int], NDArray[np.int64]]
"""What a seat gets in games, from what the kernel has written."""


def _payoff_of(game: Declared) -> Payoffs:
    if game.sides:
        raise GivenUp
    if game.kind == "production":
        outcome, columns = game.outcomes[0], list(game.file.game.columns)
        if not isinstance(outcome, Mean) or outcome.values or outcome.column not in columns:
            raise GivenUp
        row, sign = FIRST_COLUMN + columns.index(outcome.column), -1 if outcome.better == "less" else 1
        return lambda raw, seat: sign * (raw[row] + outcome.offset)
    draw = DRAW if game.file.game.draws else NOTHING

    def of(raw: NDArray[np.int64], seat: int) -> NDArray[np.int64]:
        nobody = np.where(raw[ENDING_ROW] == TIMED_OUT, NOTHING, draw)
        found: NDArray[np.int64] = np.where(raw[0] == 0, nobody, WIN * (raw[0] >> seat & 1))
        return found

    return of
