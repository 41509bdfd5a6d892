"""Searches in games that a kernel plays: it stops where a seat must search, and plays the forks, too.

The same decisions as those of `search_seat`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Json
from engine.game.outcomes import Mean
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.cards.played import CardGames
from engine.outside.own.compiled.kit.record import (
    ENDING_ROW,
    FIRST_COLUMN,
    GOT_THERE,
    NEEDS_DECISION,
    OPTIONS,
    THROWN_AWAY,
    TIMED_OUT,
)
from engine.outside.own.compiled.player import Games, GivenUp, Player
from engine.outside.own.declared import Declared
from engine.outside.own.hidden.forks.payoff import DRAW, NOTHING, WIN
from engine.outside.own.hidden.forks.search_seat import most_tries
from engine.players.search import Plan, choose, plan_of
from engine.players.world_numbers import world_number, world_numbers
from engine.policy.seats.search_policy import base_of, is_search

EACH_ITS_OWN = np.arange(OPTIONS)
"""No two choices are equal, unless the kernel says so."""
OF_DECISIONS = ("decider", "shown", "answer", "first_other", "last_other")
OF_SHUFFLES, OF_SLOTS = ("shuffle_first", "shuffle_size"), ("slot_word", "seen")

Payoffs = Callable[[NDArray[np.int64], int], NDArray[np.int64]]
"""What a seat gets in games, from what the kernel has written."""


class KernelSearch:
    """Plays games in which seats search: one player for the true games, one for the forks."""

    def __init__(self, declared: Declared, new_player: Callable[[], Player]) -> None:
        self._declared = declared
        self._true, forks = new_player(), new_player()
        self._payoff = payoffs_of(declared, forks.winners_of)
        true = self._true.field
        self._state, self._decisions = true("state"), true("decisions")
        self._seeker, self._habit, self._options = true("seeker"), true("habit"), true("options")
        self._found, self._first_like = true("found"), true("first_like")
        true("is_recorded")[0] = 1
        self._forks = KernelForks(self._true, forks, lambda base: remembers(declared, base))

    def play(
        self,
        seats: Sequence[Json],
        rules: Mapping[str, Any],
        seed: int,
        indices: NDArray[np.int64],
        pack: Pack = NO_CARDS,
    ) -> Games:
        """Play these games with these cards. `GivenUp` if plain Python must play all of them."""
        self._true.begin([base_of(part) if is_search(part) else part for part in seats], rules, seed, pack)
        self._plans = {seat: (plan_of(part), base_of(part)) for seat, part in enumerate(seats) if is_search(part)}
        self._set_base = partial(self._forks.set_base, len(seats), rules, seed, pack)
        self._forks.base = {}
        self._true.field("searches")[: len(seats)] = [is_search(part) for part in seats]
        arrays, left = self._true.arrays(len(indices)), np.zeros(len(indices), np.bool_)
        for at, index in enumerate(indices.tolist()):
            left[at] = not self._play_game(index, indices, arrays, at)
        cards = CardGames(self._declared, pack, seed, len(indices), searches=True)
        return self._true.games_of(arrays, left, cards)

    def _play_game(self, index: int, indices: NDArray[np.int64], arrays: Sequence[NDArray[np.int64]], at: int) -> bool:
        """Whether a game came to its end. After each decision that was found, it is played again from the start."""
        self._found[:] = 0
        self._first_like[:] = EACH_ITS_OWN
        decided = dict.fromkeys(self._plans, 0)
        heard: dict[int, set[int]] = {seat: set() for seat in self._plans}
        while self._true.call(indices, arrays, at, at + 1) <= at:
            if self._state[0] == NEEDS_DECISION:
                seat = int(self._seeker[0])
                try:
                    place = self._decide(index, seat, decided[seat], heard[seat])
                except GivenUp:
                    return False
                self._found[self._decisions[0] - 1] = 1 + place
                self._first_like[:] = EACH_ITS_OWN
                decided[seat] += 1
            elif not self._true.helped():
                return False
        return True

    def _decide(self, index: int, seat: int, own: int, heard: set[int]) -> int:
        plan, base = self._plans[seat]
        first_like = self._first_like[: self._options[0]].tolist()
        habit: int = first_like[self._habit[0]]
        places = [at for at, first in enumerate(first_like) if first == at]
        if len(places) < 2:
            return habit
        self._set_base(base)
        self._forks.begin(index, seat, int(self._decisions[0]) - 1, heard)
        return choose(
            places, habit, plan, KernelWorlds(self._forks, self._payoff, plan, world_number(index, seat, own))
        )


class KernelForks:
    """Forks from a decision of the true game, which the kernel has stopped at."""

    def __init__(self, true: Player, forks: Player, remembers: Callable[[Json], bool]) -> None:
        self._player, self._remembers = forks, remembers
        field = forks.field
        names = (*OF_DECISIONS, *OF_SHUFFLES, *OF_SLOTS)
        self._mine, self._true = ({name: player.field(name) for name in names} for player in (forks, true))
        self._taken, self._has_zones = true.field("taken"), true.field("has_zones")
        self._slots, self._shuffles = true.field("slots"), true.field("shuffles")
        self._forced, self._forced_count, self._game = field("forced"), field("forced_count"), field("fork_game")
        self._seeker, self._planned = field("seeker"), field("planned")
        self._hidden, self._is_tried, self._listens = field("hidden"), field("is_tried"), field("listens")
        field("is_fork")[0] = 1
        self.base: Json = {}
        self.seat = self._before = 0

    def set_base(self, seats: int, rules: Mapping[str, Any], seed: int, pack: Pack, base: Json) -> None:
        """The base in all seats."""
        if base is not self.base:
            self.set_seats([base] * seats, rules, seed, pack)
            self.base = base

    def set_seats(self, seats: Sequence[Json], rules: Mapping[str, Any], seed: int, pack: Pack) -> None:
        """A policy in each seat."""
        self._player.begin(seats, rules, seed, pack)
        self._hears = any(map(self._remembers, seats))
        self._listens[0] = self._hears

    def begin(self, index: int, seat: int, before: int, heard: set[int] | None) -> None:
        """Forks of a game at the decision of a seat, after a number of others. What the seat has heard of is noted;
        without that, only what nobody has seen lies otherwise."""
        self.seat, self._before = seat, before
        self._game[0], self._forced_count[0], self._seeker[0] = index, before + 1, seat
        self._forced[:before] = self._taken[:before]
        slots, shuffles = int(self._slots[0]), int(self._shuffles[0])
        for names, number in ((OF_DECISIONS, before + 1), (OF_SHUFFLES, shuffles), (OF_SLOTS, slots)):
            for name in names:
                self._mine[name][:number] = self._true[name][:number]
        seen = self._mine["seen"][:slots]
        seen[:] = seen != 0 if heard is None else seen >> seat & 1
        self._planned[0] = shuffles
        self._hidden[:before] = 0
        if self._has_zones[0] and heard is not None:
            self._hidden[self._not_heard(heard)] = 1

    def play(self, choice: int, worlds: NDArray[np.int64]) -> NDArray[np.int64]:
        """What the kernel writes of games that go on with a choice in these worlds."""
        self._forced[self._before] = choice
        return self._player.play_all(worlds)

    def _not_heard(self, heard: set[int]) -> list[int]:
        """The decisions of others that the seat cannot know: it would have been shown the same after the first and the
        last of the other answers."""
        deciders = self._mine["decider"][: self._before].tolist()
        left = [at for at, seat in enumerate(deciders) if seat != self.seat and at not in heard]
        for name in ("first_other", "last_other"):
            places = self._mine[name]
            tried = [at for at in left if places[at] >= 0]
            heard.update(at for at, is_noticed in zip(tried, self._noticed(tried, places), strict=True) if is_noticed)
            left = [at for at in left if at not in heard]
        return left

    def _noticed(self, decisions: list[int], places: NDArray[np.int64]) -> list[bool]:
        """Whether the seat would have been shown something else after another answer."""
        if not decisions:
            return []
        self._is_tried[0], self._listens[0] = 1, 0
        try:
            raw = self._player.play_all(np.array([at * OPTIONS + places[at] for at in decisions]))
        finally:
            self._is_tried[0], self._listens[0] = 0, self._hears
        noticed: list[bool] = (raw[ENDING_ROW] != GOT_THERE).tolist()
        return noticed


class KernelWorlds:
    """The worlds of a decision, one after the other: `engine.players.search.Results`. Whether a world is possible does
    not depend on the choice, so the first choice tells."""

    def __init__(self, forks: KernelForks, payoff: Payoffs, plan: Plan, decision: int) -> None:
        self._forks, self._payoff, self._decision = forks, payoff, decision
        self._tried, self._most = 0, most_tries(plan)

    def __call__(self, choices: Sequence[int], first: int, last: int) -> list[list[int]]:
        seat, wanted = self._forks.seat, last - first
        possible: list[NDArray[np.int64]] = []
        found: list[list[int]] = [[] for _ in choices]
        while wanted and self._tried < self._most:
            number = min(wanted, self._most - self._tried)
            worlds = world_numbers(self._decision, self._tried, self._tried + number)
            self._tried += number
            raw = self._forks.play(choices[0], worlds)
            is_possible = raw[ENDING_ROW] != THROWN_AWAY
            found[0] += self._payoff(raw, seat)[is_possible].tolist()
            possible.append(worlds[is_possible])
            wanted -= len(possible[-1])
        worlds = np.concatenate(possible) if possible else np.zeros(0, np.int64)
        for choice, got in zip(choices[1:], found[1:], strict=True):
            got += self._payoff(self._forks.play(choice, worlds), seat).tolist()
        return found


def remembers(game: Declared, policy: Json) -> bool:
    return game.policies.module(policy["name"], policy.get("code", "")).MEMORY is not None


def payoffs_of(game: Declared, winners_of: Callable[[NDArray[np.int64]], NDArray[np.int64]]) -> Payoffs:
    if game.kind == "production":
        outcome, columns = game.outcomes[0], list(game.file.game.columns)
        if not isinstance(outcome, Mean) or outcome.values or outcome.column not in columns:
            raise GivenUp
        row, sign = FIRST_COLUMN + columns.index(outcome.column), -1 if outcome.better == "less" else 1
        return lambda raw, seat: sign * (raw[row] + outcome.offset)
    draw = DRAW if game.file.game.draws else NOTHING

    def of(raw: NDArray[np.int64], seat: int) -> NDArray[np.int64]:
        nobody = np.where(raw[ENDING_ROW] == TIMED_OUT, NOTHING, draw)
        winners = winners_of(raw)
        found: NDArray[np.int64] = np.where(winners == 0, nobody, WIN * (winners >> seat & 1))
        return found

    return of
