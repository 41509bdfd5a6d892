"""Worlds that a seat cannot tell apart: the same choices are made, and what the seat has not seen by a decision lies
otherwise. Cards are known by their slots, the places that they were shuffled to. Where two cards have exchanged their
places, a choice of one of them becomes that of the other."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from engine.outside.own.author import YES_OR_NO, Game, Table
from engine.outside.own.hidden.zones import SEAT_BITS, Zone
from engine.outside.own.luck import Keys, Luck


class Impossible(Exception):  # noqa: N818 - nobody's error: this world is thrown away
    """The choices of the game cannot be made in this world, or the seat would have noticed that it is another."""


class Shuffle(NamedTuple):
    """A deck in its new order, from the bottom up."""

    first: int
    """The slot of the lowest card; the others follow."""
    cards: tuple[Any, ...]

    @property
    def slots(self) -> range:
        return range(self.first, self.first + len(self.cards))


class Exchange(NamedTuple):
    """Two different cards, each in the place of the other from a shuffle on."""

    shuffle: int
    """Its number."""
    one: Any
    other: Any

    def of(self, thing: Any) -> Any:
        """A thing with each of the cards in the place of the other."""
        if thing == self.one:
            return self.other
        if thing == self.other:
            return self.one
        if isinstance(thing, list | tuple):
            parts = map(self.of, thing)
            return type(thing)(*parts) if hasattr(thing, "_fields") else type(thing)(parts)
        return thing


class Orders(NamedTuple):
    """How the decks of a world lie."""

    shuffles: Sequence[Shuffle]
    exchange: Exchange | None = None
    """What alone is different, if that is all."""


class Asked(NamedTuple):
    """A question to a seat, and its answer; also if there was but one choice."""

    seat: int
    turn: int
    view: Any
    choices: Any
    answer: Any
    seen: frozenset[int]
    """The slots whose cards the seat had seen by then."""
    shuffles: int
    """How many there had been."""
    lines: int
    """How many lines had been told, to anybody."""
    seen_by_some: frozenset[int] = frozenset()
    """The slots whose cards anybody had seen by then."""


class Recorded(Table):
    """A game that is played, and written down."""

    def __init__(self, game: Game, rules: Mapping[str, Any], deciders: Sequence[Any], luck: Luck, told: bool) -> None:
        super().__init__(game, rules, deciders, luck, told)
        self.shuffles: list[Shuffle] = []
        self.asked: list[Asked] = []
        self._seen: dict[int, int] = {}
        """By the slot: which seats have ever seen its card."""
        self._zones: list[Zone] = []

    def seen_by(self, seat: int) -> frozenset[int]:
        """The slots whose cards a seat has seen by now."""
        for zone in (*self._zones, *self._hands):
            self._note(zone._marks)
        return frozenset(slot for slot, seats in self._seen.items() if seats >> seat & 1)

    def heard_by(self, seat: int, lines: int | None = None) -> list[tuple[int, str]]:
        """What a seat was told, of so many lines."""
        return [(line.turn, line.text) for line in self.lines[:lines] if line.to in (None, seat)]

    def ask(self, seat: int, view: Any, choices: Sequence[Any] = YES_OR_NO) -> Any:
        if isinstance(choices, Zone):
            choices = list(choices)
        shown = deepcopy((view, choices))
        answer = self.answer(seat, view, choices)
        seen = self.seen_by(seat)
        some = frozenset(slot for slot, seats in self._seen.items() if seats)
        self.asked.append(Asked(seat, self.turns, *shown, answer, seen, len(self.shuffles), len(self.lines), some))
        return answer

    def answer(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        return super().ask(seat, view, choices)

    def shuffled(self, label: str, cards: Sequence[Any], number: int, times: int, marks: list[int]) -> list[Any]:
        self._note(marks)
        found = self.ordered(super().shuffled(label, cards, number, times, marks))
        self.shuffles.append(Shuffle(self._slots, tuple(found)))
        return found

    def ordered(self, cards: list[Any]) -> list[Any]:
        """The cards of a deck in the order of this world."""
        return cards

    def mark_lost(self, mark: int) -> None:
        self._note([mark])

    def _filled(self, lay: Any, zone: Zone, cards: Sequence[Any]) -> Zone:
        self._zones.append(zone)
        return super()._filled(lay, zone, cards)

    def _note(self, marks: Sequence[int]) -> None:
        for mark in marks:
            slot = mark >> SEAT_BITS
            self._seen[slot] = self._seen.get(slot, 0) | mark & (1 << SEAT_BITS) - 1


class World(Recorded):
    """The game of a record, in which the decks lie otherwise."""

    def __init__(
        self,
        game: Game,
        rules: Mapping[str, Any],
        deciders: Sequence[Any],
        luck: Luck,
        told: bool,
        record: Recorded,
        orders: Orders,
        fixed: frozenset[int],
    ) -> None:
        super().__init__(game, rules, deciders, luck, told)
        self.record, self._orders, self._fixed = record, orders.shuffles, fixed
        self.exchange = orders.exchange

    def answer(self, seat: int, view: Any, choices: Sequence[Any]) -> Any:
        """What the seat answered in the record, or the card that lies in its place."""
        before = self.now()
        if (before.seat, before.turn) != (seat, self.turns):
            raise Impossible
        if before.answer in choices:
            return before.answer
        if self.exchange is None or len(self.shuffles) <= self.exchange.shuffle:
            raise Impossible
        if sorted(map(repr, choices)) != sorted(repr(self.exchange.of(choice)) for choice in before.choices):
            raise Impossible
        return self.exchange.of(before.answer)

    def now(self) -> Asked:
        """What was asked in the record at this time."""
        at = len(self.asked)
        if at >= len(self.record.asked):
            raise Impossible
        return self.record.asked[at]

    def ordered(self, cards: list[Any]) -> list[Any]:
        """The order that was planned, as far as there are such cards. What the seat has seen must be there."""
        at = len(self.shuffles)
        if at >= len(self._orders):
            return cards
        planned = self._orders[at]
        if len(planned.cards) != len(cards) or planned.first != self._slots:
            raise Impossible
        left, found = list(cards), dict[int, Any]()
        by_need = sorted(zip(planned.slots, planned.cards, strict=True), key=lambda each: each[0] not in self._fixed)
        for slot, card in by_need:
            if card in left:
                left.remove(card)
                found[slot] = card
            elif slot in self._fixed:
                raise Impossible
        return [found[slot] if slot in found else left.pop() for slot in planned.slots]


def orders_unlike(record: Recorded, asked: Asked, keys: Keys, worlds: int) -> Iterator[Orders]:
    """Other orders of the decks that had been shuffled by a question, each with the same cards where the seat has seen
    them. Every second one only exchanges two cards, as that leaves more of the choices possible."""
    shuffles = record.shuffles[: asked.shuffles]
    hidden = [[slot for slot in shuffle.slots if slot not in asked.seen] for shuffle in shuffles]
    many = [at for at, slots in enumerate(hidden) if len({repr(card_of(shuffles[at], slot)) for slot in slots}) > 1]
    if not many:
        return
    for world in range(worlds):
        luck = Luck(keys, world)
        if world % 2:
            again = [_dealt_again(shuffles[at], hidden[at], luck, at) for at in range(len(shuffles))]
            if again != shuffles:
                yield Orders(again)
            continue
        at = luck.choose("deck", many)
        one = luck.choose("card", hidden[at])
        others = [slot for slot in hidden[at] if repr(card_of(shuffles[at], slot)) != repr(card_of(shuffles[at], one))]
        yield _exchanged(shuffles, at, one, luck.choose("other card", others))


def card_of(shuffle: Shuffle, slot: int) -> Any:
    return shuffle.cards[slot - shuffle.first]


def _exchanged(shuffles: Sequence[Shuffle], at: int, one: int, other: int) -> Orders:
    """The same orders, but in one of them the cards of two slots are exchanged."""
    shuffle = shuffles[at]
    a, b = card_of(shuffle, one), card_of(shuffle, other)
    cards = list(shuffle.cards)
    cards[one - shuffle.first], cards[other - shuffle.first] = b, a
    return Orders([*shuffles[:at], shuffle._replace(cards=tuple(cards)), *shuffles[at + 1 :]], Exchange(at, a, b))


def _dealt_again(shuffle: Shuffle, slots: list[int], luck: Luck, number: int) -> Shuffle:
    cards = list(shuffle.cards)
    places = luck.shuffle("places", slots, number)
    for slot, place in zip(slots, places, strict=True):
        cards[slot - shuffle.first] = card_of(shuffle, place)
    return shuffle._replace(cards=tuple(cards))
