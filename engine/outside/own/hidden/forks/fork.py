"""A game that is played as before up to a decision, and goes on from there in another way."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.outside.own.author import Decide, Game, Table
from engine.outside.own.hidden.forks.past import Past
from engine.outside.own.hidden.forks.turned_luck import TurnedLuck
from engine.outside.own.hidden.worlds import Impossible
from engine.outside.own.luck import Keys, Luck


class Noticed(Exception):  # noqa: N818 - what is looked for
    """The seat is shown something else than in the true game."""


class Reached(Exception):  # noqa: N818 - nobody's error
    """The decision came, and the seat was shown the same by then."""


class Players(NamedTuple):
    """Who plays on."""

    deciders: Sequence[Decide]
    listens: Sequence[bool]
    """For each seat: whether it is asked before the decision, too, as it remembers. Its answers do not count there."""


class Imagined(NamedTuple):
    """A world that a seat cannot tell from the true one."""

    keys: Keys
    number: int
    """Its luck is that of a game with these keys and this number."""
    hidden: Collection[int] = ()
    """Decisions of others that the seat cannot know: they are taken anew."""


class Fork(Table):
    """The game of a past, which goes on with a choice of the seat that decides. In an imagined world everything that
    was shuffled and that the seat has not seen lies otherwise, and what comes after the decision has new luck."""

    def __init__(
        self,
        game: Game,
        rules: Mapping[str, Any],
        players: Players,
        luck: TurnedLuck,
        past: Past,
        choice: int,
        world: Imagined | None = None,
    ) -> None:
        seats = range(len(players.deciders))
        super().__init__(game, rules, [partial(self.decide, seat) for seat in seats], luck)
        self._players, self._turned, self._past, self._choice = players, luck, past, choice
        self._world = world
        self._at = 0
        self._shuffles = 0
        self.is_past = True
        """Whether the decision is still to come."""
        self._imagined = Luck(world.keys, world.number) if world else luck

    def decide(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        if not self.is_past:
            return self._players.deciders[seat](view, choices)
        at, past = self._at, self._past
        self._at += 1
        own = self._players.deciders[seat](view, choices) if self._players.listens[seat] else None
        if seat == past.seat and self._world and not past.is_shown(at, view, choices):
            raise Impossible
        if at == len(past.decisions):
            return self._go_on(seat, choices)
        before = past.decisions[at]
        if before.seat != seat:
            raise Impossible
        if self._world is not None and at in self._world.hidden:
            return own if self._players.listens[seat] else self._players.deciders[seat](view, choices)
        if before.answer not in choices:
            raise Impossible
        return before.answer

    def _go_on(self, seat: int, choices: Sequence[Any]) -> Any:
        if seat != self._past.seat:
            raise Impossible
        self.is_past = False
        if self._world is not None:
            self._turned.turn_over(self._world.keys, self._world.number)
        return choices[self._choice]

    def shuffled(self, label: str, cards: Sequence[Any], number: int, times: int, marks: list[int]) -> list[Any]:
        """Before the decision, a deck lies as it did, or in an imagined world by the luck of that world, but for the
        cards that the seat has seen. The luck of a shuffle belongs to the cards, whatever order they come in: nothing
        of the true one is in it."""
        if not self.is_past:
            return super().shuffled(label, cards, number, times, marks)
        at = self._shuffles
        self._shuffles += 1
        planned = self._past.shuffles[at] if at < len(self._past.shuffles) else None
        if self._world is None and planned is not None:
            return list(planned.cards)
        which = [number] * (number >= 0) + [times] * (times > 0)
        found = self._imagined.shuffle(label, cards, *which)
        if self._world is None:
            return found
        if planned is None or (planned.first, len(planned.cards)) != (self._slots, len(cards)):
            raise Impossible
        known = self._past.cards
        for slot in planned.slots:
            if slot in known:
                if known[slot] not in found:
                    raise Impossible
                found.remove(known[slot])
        return [known[slot] if slot in known else found.pop(0) for slot in planned.slots]


class Tried(Table):
    """The true game with another answer of somebody: does the seat that decides notice it?"""

    def __init__(
        self, game: Game, rules: Mapping[str, Any], players: Players, luck: Luck, past: Past, at: int, place: int
    ) -> None:
        seats = range(len(players.deciders))
        super().__init__(game, rules, [partial(self.decide, seat) for seat in seats], luck)
        self._players, self._past, self._other = players, past, (at, place)
        self._at = 0
        self._shuffles = 0

    def decide(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        at, past = self._at, self._past
        self._at += 1
        is_own = seat == past.seat
        if at == len(past.decisions):
            if not is_own or not past.is_shown(at, view, choices):
                raise Noticed
            raise Reached
        if past.decisions[at].seat != seat or (is_own and not past.is_shown(at, view, choices)):
            raise Noticed
        if (at, len(choices) > self._other[1]) == (self._other[0], True):
            return choices[self._other[1]]
        answer = past.decisions[at].answer
        return answer if answer in choices else self._players.deciders[seat](view, choices)

    def shuffled(self, label: str, cards: Sequence[Any], number: int, times: int, marks: list[int]) -> list[Any]:
        """The order of the true game, as far as there are such cards."""
        at, found = self._shuffles, super().shuffled(label, cards, number, times, marks)
        self._shuffles += 1
        if at >= len(self._past.shuffles):
            return found
        left, planned = list(found), self._past.shuffles[at].cards
        if len(planned) != len(found):
            return found
        places: list[list[Any]] = []
        for card in planned:
            is_there = card in left
            places.append([card] if is_there else [])
            if is_there:
                left.remove(card)
        return [place[0] if place else left.pop(0) for place in places]
