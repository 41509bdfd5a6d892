"""Lessons from games that a kernel plays: it stops at a decision of each, tells what that looks like to a network, and
plays on from every choice. The same as `plain_lessons`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engine.game.cell import Json
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.compiled.kit.record import ENDING_ROW, NEEDS_DECISION, THROWN_AWAY
from engine.outside.own.compiled.player import GivenUp, Player
from engine.outside.own.declared import Declared
from engine.outside.own.hidden.forks.kernel_search import KernelForks, payoffs_of, remembers
from engine.outside.own.policies.policy_set import careless, seats_of
from engine.players.learning.features import Pair, situation_pairs
from engine.players.learning.lessons import Asked, Plan, tried
from engine.players.world_numbers import world_number, world_numbers

NEVER = -1


class KernelLessons:
    """Plays games up to a decision: one player for them, one for the forks."""

    def __init__(self, declared: Declared, new_player: Callable[[], Player]) -> None:
        self._declared = declared
        self._true, forks = new_player(), new_player()
        self._payoff = payoffs_of(declared, forks.winners_of)
        field = self._true.field
        self._state, self._decisions, self._seeker = field("state"), field("decisions"), field("seeker")
        self._options, self._sampled_at, self._is_recorded = field("options"), field("sampled_at"), field("is_recorded")
        self._first, self._keys, self._numbers = field("thing_first"), field("pair_key"), field("pair_number")
        self._forks = KernelForks(self._true, forks, lambda base: remembers(declared, base))

    def asked(
        self,
        policy: Json,
        rules: Mapping[str, Any],
        players: int,
        plan: Plan,
        seed: int,
        indices: Sequence[int],
        pack: Pack = NO_CARDS,
    ) -> Iterator[Asked]:
        """A decision of each of these games. `GivenUp` if plain Python must play them."""
        true, seats = self._true, seats_of(policy, players)
        true.begin(careless(seats, plan.slips), rules, seed, pack)
        true.field("searches")[:players] = 1
        self._forks.set_seats(seats, rules, seed, pack)
        known = {name: value for name, value in rules.items() if name in self._names}
        situations = [situation_pairs(seat, players, known) for seat in range(players)]
        games = np.array(indices, np.int64)
        self._arrays = true.arrays(1)
        self._sampled_at[0] = NEVER
        self._is_recorded[0] = 0
        whole = true.decisions_of(games)
        for at, index in enumerate(indices):
            for place in plan.places(index, int(whole[at])):
                self._sampled_at[0] = place
                self._is_recorded[0] = 1
                asked = self._lesson(index, place, games, at, plan, situations)
                if asked is not None:
                    yield asked
                    break

    @property
    def _names(self) -> list[str]:
        game = self._declared.file.game
        return [*game.axes, *game.parameters]

    def _lesson(
        self, index: int, place: int, games: Any, at: int, plan: Plan, situations: Sequence[list[Pair]]
    ) -> Asked | None:
        while True:
            if self._true.call(games[at : at + 1], self._arrays, 0, 1):
                return None  # it took another way than before: it needs something of the host
            if self._state[0] == NEEDS_DECISION:
                break
            if not self._true.helped():
                raise GivenUp
        seat, options = int(self._seeker[0]), int(self._options[0])
        if not plan.is_asked(seat):
            return None
        first = self._first[: options + 2].tolist()
        keys, numbers = self._keys[: first[-1]].tolist(), self._numbers[: first[-1]].tolist()
        pairs = list(zip(keys, numbers, strict=True))
        places = tried(options, world_number(index, place))
        self._forks.begin(index, seat, place, None)
        worlds = world_numbers(world_number(index, seat, place), 0, plan.worlds)
        results = []
        for choice in places:
            raw = self._forks.play(choice, worlds)
            if choice == places[0]:
                possible = raw[ENDING_ROW] != THROWN_AWAY
                if not possible.any():
                    return None
            results.append(float(self._payoff(raw, seat)[possible].mean()))
        things = [pairs[first[thing] : first[thing + 1]] for thing in range(options + 1)]
        return Asked([*situations[seat], *things[0]], [things[1 + choice] for choice in places], results)
