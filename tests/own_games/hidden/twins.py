"""Files of tests/games on decks and hands: the same games as on plain lists, and how fast they are, compiled.

python -m tests.own_games.hidden.twins
"""

import sys
from statistics import median
from time import process_time

from engine.outside.own.game import OwnGame
from tests.own_games.cells import game_of, text_of
from tests.own_games.rows import ready, wanted

LISTS: dict[str, list[tuple[str, str]]] = {
    "cards": [],
    "tricks": [
        (
            "hands = [sorted(deck[seat * size:(seat + 1) * size]) for seat in table.seats]",
            "hands = [[deck.pop() for _ in range(size)] for seat in table.seats]",
        ),
        ("trump = deck[n * size].suit", "trump = deck.pop().suit"),
    ],
}
"""What is replaced in a file so that it deals as a deck does, from the top."""
ZONES = {
    "cards": [
        ('deck = table.luck.shuffle("deck", DECK)', 'deck = table.deck("deck", DECK)'),
        (
            "hands = [[deck.pop() for _ in range(HAND)] if len(deck) >= HAND else [] for _ in table.seats]",
            "self.deal(table, deck)",
        ),
        ("len(hands[0]) > 1", "len(table.hand(0)) > 1"),
        (
            "self.pick(table, seat, hands[seat], streets, left)",
            "self.pick(table, seat, table.hand(seat), streets, left)",
        ),
        ("hands[seat].remove(shop)", "table.hand(seat).play(shop)"),
        (
            "hands = hands[1:] + hands[:1] if season % 2 else hands[-1:] + hands[:-1]",
            "table.pass_hands(-1 if season % 2 else 1)",
        ),
        (
            "    def pick(",
            "    def deal(self, table, deck):\n"
            "        for seat in table.seats:\n"
            "            if table.hand(seat):\n"
            "                table.hand(seat).set_aside()\n"
            "            if len(deck) >= HAND:\n"
            "                for _ in range(HAND):\n"
            "                    deck.deal(seat)\n\n"
            "    def pick(",
        ),
    ],
    "tricks": [
        ('deck = table.luck.shuffle("deck", DECK, number)', 'deck = table.deck("deck", DECK, number)'),
        (
            "        hands = [[deck.pop() for _ in range(size)] for seat in table.seats]\n",
            "        for seat in table.seats:\n            for _ in range(size):\n                deck.deal(seat)\n",
        ),
        ("trump = deck.pop().suit", "trump = deck.draw().suit"),
        ("hands[seat].remove(card)", "table.hand(seat).play(card)"),
        ("hands[seat]", "table.hand(seat)"),
    ],
}
GAMES, TIMES, LEAST = 1024, 80, 0.8


def on_lists(name: str) -> OwnGame:
    return game_of(name, _replaced(text_of(name), LISTS[name]))


def on_zones(name: str) -> OwnGame:
    return game_of(name, _replaced(_replaced(text_of(name), LISTS[name]), ZONES[name]))


def _replaced(text: str, pairs: list[tuple[str, str]]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def speeds(name: str) -> tuple[float, float]:
    """Games a second on lists, and how many times as fast they are on zones: both are medians of many short turns, as
    the processor has others to serve."""
    games = [on_lists(name), on_zones(name)]
    cells = [game.cells(game.resolve({"players": [4]}, "test"))[0] for game in games]
    took: list[list[float]] = [[], []]
    with wanted():
        for game, cell in zip(games, cells, strict=True):
            ready(game)
            game.simulate(cell, 1, 0, GAMES)
        for turn in range(TIMES):
            for game, cell, times in zip(games, cells, took, strict=True):
                began = process_time()
                game.simulate(cell, 1, turn * GAMES, (turn + 1) * GAMES)
                times.append(process_time() - began)
    ratio = median(one / other for one, other in zip(*took, strict=True))
    return GAMES / median(took[0]), ratio


def main() -> int:
    least = 1.0
    for name in ZONES:
        speed, ratio = speeds(name)
        least = min(least, ratio)
        print(f"{name}: {speed:,.0f} games a second on lists, {ratio:.2f} times as many on zones")
    return least < LEAST


if __name__ == "__main__":
    sys.exit(main())
