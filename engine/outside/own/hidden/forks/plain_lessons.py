"""Lessons from a game file: of its kernel, or in plain Python, which gives the same and is slower."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from engine.game.cell import Cell, Json
from engine.outside.own.cards.card import NO_CARDS
from engine.outside.own.cards.played import pack_of
from engine.outside.own.compiled.cards.schema import schema_of
from engine.outside.own.compiled.kernels import kernel_of
from engine.outside.own.declared import PLAYERS, Declared
from engine.outside.own.hidden.forks.fork import Fork, Imagined, Players
from engine.outside.own.hidden.forks.past import Past, past_at
from engine.outside.own.hidden.forks.payoff import payoff_of
from engine.outside.own.hidden.forks.turned_luck import TurnedLuck
from engine.outside.own.hidden.worlds import Impossible, Recorded
from engine.outside.own.luck import WORLDS, Dice, Keys, Luck, dice_in_worlds
from engine.outside.own.play import broken, finish, outsiders_in, rules_of, rules_to_prepare_for, tables
from engine.outside.own.policies.policy_set import careless, seated, seats_of
from engine.outside.own.policies.trained_function import BrokenFeatures, asker
from engine.players.learning.lessons import Asked, Lessons, Plan, lessons_of, tried
from engine.players.world_numbers import world_number


def lessons_from(game: Declared, cell: Cell, policy: Json, plan: Plan, seed: int, indices: Sequence[int]) -> Lessons:
    """A decision of each of these games."""
    pack, rules = pack_of(cell), rules_of(game, cell)
    kernel = kernel_of(game, outsiders_in(cell), schema_of(pack), learns=True)
    kernel.compile()

    def plainly() -> Lessons:
        return lessons_of(plain_lessons(game, cell, policy, plan, seed, indices))

    if not kernel.is_ready:
        return plainly()
    return kernel.lessons(policy, rules, cell.spec[PLAYERS], plan, seed, indices, plainly, pack)


def plain_lessons(
    game: Declared, cell: Cell, policy: Json, plan: Plan, seed: int, indices: Sequence[int]
) -> Iterator[Asked]:
    """A decision of each of these games."""
    seats = seats_of(policy, cell.spec[PLAYERS])
    new_table = tables(game, cell, {"seats": careless(seats, plan.slips)}, seed, Recorded)
    forks = Forks(game, cell, seats, seed)
    known = rules_to_prepare_for(game, cell)
    askers = [asker(seat, known, game.policies.author_features) for seat in range(cell.spec[PLAYERS])]
    for index in indices:
        table = new_table(index, False)
        assert isinstance(table, Recorded)
        try:
            finish(game, table)
        except Exception as error:
            raise broken(game, cell, table, index, error) from None
        made = sum(len(asked.choices) > 1 for asked in table.asked)
        for at in plan.places(index, made):
            past = past_at(table, at)
            if not plan.is_asked(past.seat):
                continue
            places = tried(len(past.choices), world_number(index, at))
            try:
                results = forks.results(past, index, at, places, plan.worlds)
                if not results:
                    continue
                shown, choices = askers[past.seat](past.view, past.choices)
            except BrokenFeatures as error:
                raise broken(game, cell, table, index, error) from None
            yield Asked(shown, [choices[place] for place in places], results)
            break


class Forks:
    """Plays on from decisions."""

    def __init__(self, game: Declared, cell: Cell, seats: Sequence[Json], seed: int) -> None:
        self._game, self._cell, self._seed = game, cell, seed
        self._payoff, self._rules, self._pack = payoff_of(game), rules_of(game, cell), pack_of(cell)
        dice = [Keys(seed, dice_in_worlds(seat)) for seat in range(len(seats))]
        self._deciders = seated(
            game.policies,
            seats,
            rules_to_prepare_for(game, cell),
            lambda seat, number: Dice(Luck(dice[seat], number)),
        )
        # A kernel asks all seats or none for what was before, and dice are counted by who was asked.
        modules = [game.policies.module(seat["name"], seat.get("code", "")) for seat in seats]
        self._listens = [any(module.MEMORY is not None for module in modules)] * len(seats)
        self._luck, self._worlds = Keys(seed, "luck"), Keys(seed, WORLDS)

    def results(self, past: Past, index: int, at: int, places: Sequence[int], worlds: int) -> list[float]:
        """What each choice gets on average; nothing if no world could be played."""
        totals, played = [0] * len(places), 0
        decision = world_number(index, past.seat, at)
        for number in range(worlds):
            with suppress(Impossible):
                play = partial(self._play, past, index, world_number(decision, number))
                got = [play(place) for place in places]
                totals = [total + each for total, each in zip(totals, got, strict=True)]
                played += 1
        return [total / played for total in totals] if played else []

    def _play(self, past: Past, index: int, number: int, choice: int) -> int:
        luck, players = TurnedLuck(self._luck, index), Players(self._deciders(number), self._listens)
        world: Any = Imagined(self._worlds, number)
        table = Fork(self._game.file.game, self._rules, players, luck, past, choice, world)
        if self._pack is not NO_CARDS:
            table.lay_out(self._pack)
        try:
            timed_out = finish(self._game, table)
        except BrokenFeatures:
            raise
        except Exception as error:
            raise Impossible from error
        return self._payoff(table, timed_out, past.seat)
