"""The luck of a game of one's own: every draw has a label and numbers that say which draw it is.

A draw is a function of the seed, the index of the game, its label and its numbers, never of what was drawn before. So
two policies, or two versions of the rules, meet the same luck wherever they ask for the same draw. Two draws under one
key would be the same number, which is nearly always a mistake: it is refused.
"""

from collections.abc import Sequence
from hashlib import sha256
from operator import index
from typing import Any, NamedTuple, TypeVar

import numpy as np

from engine.errors import BrokenRule, message
from engine.kernel.compiled import compiled
from engine.kernel.rng import HALF, STREAM_SHIFT, WORD, philox

T = TypeVar("T")

MOST_NUMBERS = 3
"""Numbers that can follow a label: the turn, the seat, which roll."""
NUMBER_BITS = 20
LIMIT = 1 << NUMBER_BITS
"""Each of these numbers is below this."""
TOGETHER_BITS = 3
AT_ONCE = 1 << TOGETHER_BITS
"""Draws that are made together: those whose last numbers follow each other, as a call costs more than a draw."""
DRAWN = -1
"""In place of a draw that was taken."""
MOST_LABELS = 1 << 16
"""Labels whose keys are remembered."""
MOST_DECKS = 1 << 10
"""Decks whose keys are remembered."""
LARGEST_DECK = 400
"""Items that are sorted by insertion."""
OF_AN_ITEM = ": "
"""Between the label of a shuffle and the text of an item."""
WORLDS = "worlds"
"""The stream of luck in worlds that a seat imagines."""
ADDRESS = " at 0x"
"""In the text of a thing that has no text of its own: where it lies in memory."""


@compiled
def draws(game: int, place: int, numbers: int, low: int, high: int, found: Any) -> None:
    """Random words of 64 bits for a game, from a place among the draws of a label. The label is in the key; how many
    numbers the place is made of stands beside the game."""
    words = np.uint64(game)
    first = words & WORD
    second = words >> HALF | np.uint64(numbers) << STREAM_SHIFT
    for pair in range(len(found) // 2):
        at = np.uint64(place + 2 * pair)
        four = philox(first, second, at & WORD, at >> HALF, np.uint64(low), np.uint64(high))
        found[2 * pair] = four[0] << HALF | four[1]
        found[2 * pair + 1] = four[2] << HALF | four[3]


@compiled
def shuffled_order(game: int, place: int, numbers: int, keys: Any, copies: Any, order: Any) -> None:
    """The order of a whole deck in one call: a draw for each item, which has a key of its own, then an insertion sort.
    Items with equal draws keep their order."""
    words = np.uint64(game)
    first = words & WORD
    second = words >> HALF | np.uint64(numbers) << STREAM_SHIFT
    drawn = np.empty(len(order), np.uint64)
    for each in range(len(order)):
        at = np.uint64(place) << np.uint64(NUMBER_BITS) | np.uint64(copies[each])
        pair = at & ~np.uint64(1)
        four = philox(first, second, pair & WORD, pair >> HALF, keys[each, 0], keys[each, 1])
        mine = four[2] << HALF | four[3] if at & np.uint64(1) else four[0] << HALF | four[1]
        to = each
        while to > 0 and drawn[to - 1] > mine:
            drawn[to] = drawn[to - 1]
            order[to] = order[to - 1]
            to -= 1
        drawn[to] = mine
        order[to] = each


class Deck(NamedTuple):
    """Items that are shuffled together."""

    numbered: frozenset[tuple[str, int]]
    """The text of each item, with how many like it came before."""
    keys: Any
    copies: Any
    order: Any
    """Room for their order."""


class Keys:
    """The keys of all labels of one stream of a seed. None leads back to the seed."""

    def __init__(self, seed: int, stream: str) -> None:
        self._start = f"{stream} of seed {seed}: "
        self._known: dict[str, tuple[int, int]] = {}
        self._decks: dict[tuple[str, ...], Deck] = {}

    def deck(self, label: str, items: Sequence[object]) -> Deck:
        """The keys of all items of a deck, known by the label and their texts."""
        texts = (label, *map(repr, items))
        found = self._decks.get(texts)
        if found is None:
            if len(self._decks) == MOST_DECKS:
                self._decks.clear()
            numbered = _numbered(label, items)
            keys = np.array([self.of(f"{label}: {text}") for text, _ in numbered], np.uint64).reshape(-1, 2)
            copies = np.array([copy for _, copy in numbered], np.int64)
            found = self._decks[texts] = Deck(frozenset(numbered), keys, copies, np.empty(len(numbered), np.int64))
        return found

    def of(self, label: str) -> tuple[int, int]:
        """Two words of 32 bits."""
        found = self._known.get(label)
        if found is None:
            if len(self._known) == MOST_LABELS:
                self._known.clear()
            digest = sha256((self._start + label).encode()).digest()
            found = int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:8], "little")
            self._known[label] = found
        return found


class Luck:
    """The luck of one game, or the dice of one seat."""

    def __init__(self, keys: Keys, game: int) -> None:
        self._keys = keys
        self.game = game
        self._drawn: dict[tuple[Any, ...], list[int]] = {}
        self._found = np.zeros(AT_ONCE, np.uint64)
        self._shuffled: dict[tuple[str, tuple[int, ...]], frozenset[tuple[str, int]]] = {}
        self._is_slow = False
        """Whether a label looks like that of an item, so that each item must be looked up among all draws."""

    def number(self, label: str, below: int, *which: int) -> int:
        """A number from 0 to below − 1."""
        if below < 1:
            raise BrokenRule(
                source=f"luck {label!r}",
                expected=message("a number of 1 or more to stay below, not {below}", below=repr(below)),
            )
        # Off uniform by less than below / 2⁶⁴.
        return self._bits(label, which) * below >> 64

    def die(self, label: str, sides: int, *which: int) -> int:
        """A roll of a die: 1 to sides."""
        if sides < 1:
            raise BrokenRule(
                source=f"luck {label!r}", expected=message("a die of 1 side or more, not {sides}", sides=repr(sides))
            )
        return 1 + (self._bits(label, which) * sides >> 64)

    def chance(self, label: str, share: float, *which: int) -> bool:
        """True with this probability."""
        if not 0 <= share <= 1:
            raise BrokenRule(
                source=f"luck {label!r}", expected=message("a probability from 0 to 1, not {share}", share=repr(share))
            )
        return self._bits(label, which) < share * 2.0**64

    def choose(self, label: str, items: Sequence[T], *which: int) -> T:
        """One of the items, which stay as they are."""
        if not items:
            raise BrokenRule(message("there is nothing to choose from"), source=f"luck {label!r}")
        return items[self.number(label, len(items), *which)]

    def draw(self, label: str, bag: list[T], *which: int) -> T:
        """Take one thing out of a bag."""
        if not bag:
            raise BrokenRule(message("the bag is empty"), source=f"luck {label!r}")
        return bag.pop(self.number(label, len(bag), *which))

    def shuffle(self, label: str, items: Sequence[T], *which: int) -> list[T]:
        """The items in random order, as a new list. Each item has luck of its own, so that a deck with one card less
        keeps the order of the others. Items are told apart by their text (`repr`)."""
        if self._is_slow or not 0 < len(items) <= LARGEST_DECK or len(which) >= MOST_NUMBERS:
            return self._shuffled_one_by_one(label, items, which)
        place = 0
        for given in which:
            if not 0 <= index(given) < LIMIT:
                return self._shuffled_one_by_one(label, items, which)
            place = place << NUMBER_BITS | index(given)
        deck = self._keys.deck(label, items)
        before = self._shuffled.get((label, which))
        if before is not None and before & deck.numbered:
            self._look_up_each()
            return self._shuffled_one_by_one(label, items, which)
        self._shuffled[label, which] = deck.numbered if before is None else before | deck.numbered
        shuffled_order(self.game, place, len(which) + 1, deck.keys, deck.copies, deck.order)
        return [items[at] for at in deck.order.tolist()]

    def _shuffled_one_by_one(self, label: str, items: Sequence[T], which: tuple[int, ...]) -> list[T]:
        """The same, with a look at each item, and an error that names the one that is wrong."""
        keyed = [self._bits(f"{label}{OF_AN_ITEM}{text}", (*which, copy)) for text, copy in _numbered(label, items)]
        return [items[at] for at in sorted(range(len(items)), key=keyed.__getitem__)]

    def _look_up_each(self) -> None:
        """From now on every item of a deck counts as a draw; also those that were shuffled before."""
        self._is_slow = True
        for (label, which), numbered in self._shuffled.items():
            for text, copy in numbered:
                self._bits(f"{label}{OF_AN_ITEM}{text}", (*which, copy))

    def _bits(self, label: str, which: tuple[int, ...]) -> int:
        """64 random bits. It is called for every roll of every game, and short for that."""
        if len(which) == 2:  # the most usual, without a slice
            first, last = which
            key: tuple[Any, ...] = (label, first, last >> TOGETHER_BITS)
        else:
            last = which[-1] if which else 0
            key = (label, *which[:-1], last >> TOGETHER_BITS) if which else (label,)
        row = self._drawn.get(key)
        if row is None:
            row = self._drawn[key] = self._new_row(key, label, which, last)
        at = last % AT_ONCE
        bits = row[at]
        if bits == DRAWN:
            numbers = f" {', '.join(map(str, which))}" if which else ""
            raise BrokenRule(
                message(
                    "luck {label}{numbers} was drawn twice in one game; number the draws",
                    label=repr(label),
                    numbers=numbers,
                )
            )
        row[at] = DRAWN
        return bits

    def _new_row(self, key: tuple[Any, ...], label: str, which: tuple[int, ...], last: int) -> list[int]:
        """The draws around this one, unless a shuffle has made them."""
        if OF_AN_ITEM in label and not self._is_slow:
            self._look_up_each()
            if key in self._drawn:
                return self._drawn[key]
        return self._made(label, which, last)

    def _made(self, label: str, which: tuple[int, ...], last: int) -> list[int]:
        """The draws around this one."""
        if len(which) > MOST_NUMBERS:
            raise BrokenRule(
                source=f"luck {label!r}",
                expected=message(
                    "at most {most_numbers} numbers, not {count}", most_numbers=MOST_NUMBERS, count=len(which)
                ),
            )
        place = 0
        for given in which:
            number = index(given)  # a narrow number of NumPy would lose the digits before it
            if not 0 <= number < LIMIT:
                raise BrokenRule(
                    source=f"luck {label!r}",
                    expected=message("numbers from 0 to {limit}, not {number}", limit=LIMIT - 1, number=number),
                )
            place = place << NUMBER_BITS | number
        low, high = self._keys.of(label)
        getattr(draws, "dispatcher", draws)(
            self.game, place - index(last) % AT_ONCE, len(which), low, high, self._found
        )
        found: list[int] = self._found.tolist()
        return found


def _numbered(label: str, items: Sequence[object]) -> list[tuple[str, int]]:
    """The text of each item, with how many like it came before."""
    seen: dict[str, int] = {}
    found = []
    for item in items:
        text = repr(item)
        if ADDRESS in text:
            kind = type(item).__name__
            raise BrokenRule(
                source=f"luck {label!r}",
                expected=message("items with a text of their own"),
                hint=message("give {kind} a __repr__", kind=kind),
            )
        found.append((text, seen.get(text, 0)))
        seen[text] = seen.get(text, 0) + 1
    return found


def dice_in_worlds(seat: int) -> str:
    """The stream of the dice of a seat in imagined worlds."""
    return f"{WORLDS}, dice of seat {seat + 1}"


class Dice:
    """Luck for a policy that decides at random: its draws are numbered by themselves, anew for each decision."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        self._decision = 0
        self._draw = 0

    def begin(self) -> None:
        """The next decision."""
        self._decision += 1
        self._draw = 0

    def number(self, below: int) -> int:
        """A number from 0 to below − 1."""
        self._draw += 1
        return self._luck.number("decision", below, self._decision, self._draw)

    def die(self, sides: int) -> int:
        """A roll of a die: 1 to sides."""
        return 1 + self.number(sides)

    def chance(self, share: float) -> bool:
        """True with this probability."""
        self._draw += 1
        return self._luck.chance("decision", share, self._decision, self._draw)

    def choose(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.number(len(items))]
