"""Two games of one file whose exact values are known whoever plays: one in which all lies open, and one of a deck."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tests.support.advantages import Choice

HEAP = '''
"""Heap: take one, two or three stones in turn; who takes the last one wins."""
from fatecast.game import Game


def one(view):
    "takes one stone"
    return 1


def greedy(view, choices):
    "takes as many as it can"
    return choices[-1]


def fours(view, choices):
    "leaves a multiple of four, if it can"
    return view["stones"] % 4 or 1


class Heap(Game):
    title = "Heap"
    players = 2
    open_information = True
    policies = (one, greedy, fours)

    def play(self, table):
        stones = 13
        while True:
            for seat in table.seats:
                table.turn(seat)
                stones -= table.ask(seat, {"stones": stones}, [1, 2, 3][:stones])
                if stones == 0:
                    return table.win(seat)
'''

HIGHER = '''
"""Higher: cards from 1 to 9 are turned up one by one; say four times whether the next one is higher."""
from fatecast.game import Game


def middle(view, at=5):
    "says higher below a card"
    return view["card"] < at


class Higher(Game):
    title = "Higher"
    kind = "cooperative"
    players = 1
    policies = (middle,)

    def play(self, table):
        table.turn(0)
        deck = table.deck("deck", list(range(1, 10)))
        shown = [deck.draw()]
        for _ in range(4):
            says_higher = table.ask(0, {"card": shown[-1], "shown": tuple(shown)})
            shown.append(deck.draw())
            if (shown[-1] > shown[-2]) != says_higher:
                return
        table.win()
'''

STONES, CARDS, GUESSES = 13, range(1, 10), 4
Chances = Callable[[Any], Mapping[Any, float]]
"""What a base does: how often it takes each choice, by the stones that are left or the card that lies open."""


class Solved(NamedTuple):
    """A game of one file in which everybody plays a base."""

    name: str
    base: str
    chances: Chances

    @property
    def text(self) -> str:
        return HEAP if self.name == "heap" else HIGHER

    @property
    def players(self) -> int:
        return 2 if self.name == "heap" else 1

    def advantage(self, choice: Choice) -> float:
        """How much more often a choice wins than the base does."""
        if self.name == "heap":
            stones = choice.view["stones"]
            return self._taken(stones, choice.answer) - self._heap(stones)
        shown = choice.view["shown"]
        return self._said(shown, choice.answer) - self._higher(shown)

    def _heap(self, stones: int) -> float:
        """How often the player wins who is about to take some of them."""
        return sum(chance * self._taken(stones, take) for take, chance in self.chances(stones).items())

    def _taken(self, stones: int, take: int) -> float:
        return 1.0 if take == stones else 1.0 - self._heap(stones - take)

    def _higher(self, shown: tuple[int, ...]) -> float:
        """How often the game is won in which these cards lie open."""
        return sum(chance * self._said(shown, says) for says, chance in self.chances(shown[-1]).items())

    def _said(self, shown: tuple[int, ...], says_higher: bool) -> float:
        left = [card for card in CARDS if card not in shown]
        right = [card for card in left if (card > shown[-1]) == says_higher]
        if len(shown) == GUESSES:
            return len(right) / len(left)
        return sum(self._higher((*shown, card)) for card in right) / len(left)


def any_stones(stones: int) -> Mapping[int, float]:
    most = min(3, stones)
    return dict.fromkeys(range(1, most + 1), 1 / most)


SOLVED = (
    Solved("heap", "random", any_stones),
    Solved("heap", "one", lambda stones: {1: 1.0}),
    Solved("heap", "greedy", lambda stones: {min(3, stones): 1.0}),
    Solved("heap", "fours", lambda stones: {stones % 4 or 1: 1.0}),
    Solved("higher", "random", lambda card: {True: 0.5, False: 0.5}),
    Solved("higher", "middle at=3", lambda card: {card < 3: 1.0}),
    Solved("higher", "middle", lambda card: {card < 5: 1.0}),
)
