"""A seat of a game file that searches: it plays each choice on in worlds that it cannot tell from the true one.

Worlds are imagined from the start of the game: shuffles lie by the luck of the world, but for the cards that the seat
has seen; others answer what they answered, unless the seat cannot know that, and then as the base would. A world that
would have shown the seat something else is thrown away. Nothing is concluded from how likely others' answers are.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.game.cell import Json
from engine.outside.own.author import Decide, Game, Table
from engine.outside.own.cards.card import NO_CARDS, Pack
from engine.outside.own.hidden.forks.fork import Fork, Imagined, Players, Reached, Tried
from engine.outside.own.hidden.forks.past import Past, past_of
from engine.outside.own.hidden.forks.payoff import Payoff
from engine.outside.own.hidden.forks.turned_luck import TurnedLuck
from engine.outside.own.hidden.worlds import Impossible, Recorded
from engine.outside.own.luck import WORLDS, Dice, Keys, Luck, dice_in_worlds
from engine.outside.own.policies.policy_set import FunctionPolicies, seated
from engine.players.search import Plan, choose, plan_of
from engine.players.world_numbers import world_number
from engine.policy.seats.search_policy import base_of, is_search

TRIES, MORE_TRIES = 4, 16
"""Worlds that are tried for each one that is wanted, and beside that."""


def most_tries(plan: Plan) -> int:
    """Worlds that are tried for a decision, at most."""
    return TRIES * plan.worlds + MORE_TRIES


Finish = Callable[[Table], bool]
"""Plays a game to its end; whether that was a time-out."""


class Setting(NamedTuple):
    """What all forks of a cell have in common."""

    game: Game
    rules: Mapping[str, Any]
    pack: Pack
    finish: Finish
    payoff: Payoff
    luck: Keys
    """Of the true games."""
    dice_seed: int
    """The luck of imagined worlds belongs to the dice of who imagines them."""


class SearchSeat:
    """Decides for a seat in one game."""

    def __init__(
        self,
        setting: Setting,
        seat: int,
        index: int,
        habit: Decide,
        base: Callable[[int], Players],
        plan: Plan,
        worlds: Keys,
    ) -> None:
        self._setting, self._seat, self._index, self._plan = setting, seat, index, plan
        self._worlds = worlds
        """The keys of imagined luck."""
        self._habit = habit
        self._base = base
        """The base in all seats, with the dice of the world of a number."""
        self.table: Recorded | None = None
        """Where it sits."""
        self._heard: set[int] = set()
        """Decisions of others that the seat knows of."""

    def __call__(self, view: Any, choices: Sequence[Any]) -> Any:
        habit = self._habit(view, choices)
        table = self.table
        if table is None or habit not in choices:
            return habit
        places = [at for at, choice in enumerate(choices) if choices.index(choice) == at]
        if len(places) < 2:
            return habit
        past = past_of(table, self._seat, view, choices)
        own = choices.index(habit)
        chosen = choose(places, own, self._plan, Worlds(self, past, table.has_zones))
        return habit if chosen == own else choices[chosen]

    def hidden(self, past: Past) -> frozenset[int]:
        """The decisions of others that the seat cannot know: it would have been shown the same after other answers."""
        found = set()
        for at, asked in enumerate(past.decisions):
            if asked.seat == self._seat or at in self._heard:
                continue
            if any(self._notices(past, at, place) for place in _others(asked.choices, asked.answer)):
                self._heard.add(at)
            else:
                found.add(at)
        return frozenset(found)

    def _notices(self, past: Past, at: int, place: int) -> bool:
        setting = self._setting
        luck, players = Luck(setting.luck, self._index), self._base(self._index)
        table = Tried(setting.game, setting.rules, players, luck, past, at, place)
        if setting.pack is not NO_CARDS:
            table.lay_out(setting.pack)
        try:
            setting.game.play(table)
        except Reached:
            return False
        except Exception:  # noticed, or no game at all
            return True
        return True

    def play(self, past: Past, world: Imagined, choice: int) -> int:
        """What the seat gets; `Impossible` if this is no world for it."""
        setting = self._setting
        luck = TurnedLuck(setting.luck, self._index)
        table = Fork(setting.game, setting.rules, self._base(world.number), luck, past, choice, world)
        if setting.pack is not NO_CARDS:
            table.lay_out(setting.pack)
        try:
            timed_out = setting.finish(table)
        except Exception as error:
            if table.is_past:  # a game that fails before the decision is none
                raise Impossible from error
            raise
        if table.is_past:
            raise Impossible
        return setting.payoff(table, timed_out, self._seat)

    def world(self, past: Past, number: int, hidden: frozenset[int]) -> Imagined:
        number = world_number(world_number(self._index, self._seat, past.own_decisions), number)
        return Imagined(self._worlds, number, hidden)

    @property
    def most_tries(self) -> int:
        return most_tries(self._plan)


class Worlds:
    """The worlds of a decision, one after the other: `engine.players.search.Results`."""

    def __init__(self, player: SearchSeat, past: Past, has_zones: bool) -> None:
        self._player, self._past = player, past
        self._hidden = player.hidden(past) if has_zones else frozenset[int]()
        self._tried = 0

    def __call__(self, choices: Sequence[int], first: int, last: int) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in choices]
        while len(found[0]) < last - first and self._tried < self._player.most_tries:
            world = self._player.world(self._past, self._tried, self._hidden)
            self._tried += 1
            try:
                got = [self._player.play(self._past, world, choice) for choice in choices]
            except Impossible:
                continue
            for each, value in zip(found, got, strict=True):
                each.append(value)
        return found


def with_searches(
    deciders_of: Callable[[int], list[Decide]],
    seats: Sequence[Json],
    policies: FunctionPolicies,
    rules: Mapping[str, Any],
    setting: Setting,
) -> Callable[[int], list[Decide]]:
    """The deciders of a table, of which some search; those that are given decide by habit there."""
    worlds = Keys(setting.dice_seed, WORLDS)
    dice = [Keys(setting.dice_seed, dice_in_worlds(seat)) for seat in range(len(seats))]

    def everywhere(base: Json) -> Callable[[int], Players]:
        module = policies.module(base["name"], base.get("code", ""))
        found = seated(policies, [base] * len(seats), rules, lambda seat, number: Dice(Luck(dice[seat], number)))
        listens = [module.MEMORY is not None] * len(seats)
        return lambda number: Players(found(number), listens)

    searching = {
        seat: (
            everywhere(base_of(part)),
            plan_of(part),
        )
        for seat, part in enumerate(seats)
        if is_search(part)
    }

    def found(index: int) -> list[Decide]:
        deciders = list(deciders_of(index))
        for seat, (base, plan) in searching.items():
            deciders[seat] = SearchSeat(setting, seat, index, deciders[seat], base, plan, worlds)
        return deciders

    return found


def sit_down(deciders: Sequence[Decide], table: Table) -> None:
    """Those who search get to know the table that they sit at, to play its games on."""
    for decider in deciders:
        if isinstance(decider, SearchSeat):
            assert isinstance(table, Recorded)
            decider.table = table


def _others(choices: Sequence[Any], answer: Any) -> list[int]:
    """The places of two other answers: the first and the last."""
    places = [at for at, choice in enumerate(choices) if choice != answer]
    return list(dict.fromkeys([*places[:1], *places[-1:]]))
