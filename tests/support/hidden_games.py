"""Games in which something is hidden that decides everything: what a seat that cannot see it wins is known exactly."""

from typing import NamedTuple

COIN = '''
"""Coin: guess how a coin lies that nobody has seen."""
from fatecast.game import Game


def heads(view):
    "heads: always says heads"
    return "heads"


class Coin(Game):
    title = "Coin"
    kind = "cooperative"
    players = 1, 2
    policies = (heads,)

    def play(self, table):
        table.turn(0)
        coin = table.deck("coin", ["heads", "tails"])
        said = table.ask(0, {"coins": 1}, ["heads", "tails"])
        if coin.draw() == said:
            table.win()
'''

FIVE = '''
"""Five: the second seat holds five of twelve cards; the first guesses one of them, after it has seen two others."""
from fatecast.game import Game


def lowest(view, choices):
    "lowest: says the lowest that it has not seen"
    return choices[0]


class Five(Game):
    title = "Five"
    kind = "cooperative"
    players = 2
    policies = (lowest,)

    def play(self, table):
        table.turn(0)
        deck = table.deck("deck", list(range(12)))
        for _ in range(5):
            deck.deal(1)
        mine = [deck.deal(0), deck.deal(0)]
        said = table.ask(0, {"hand": sorted(mine)}, [card for card in range(12) if card not in mine])
        if said in table.hand(1):
            table.win()
'''

BOTTOM = '''
"""Bottom: three of six cards are turned up; which one lies at the bottom?"""
from fatecast.game import Game


def lowest(view, choices):
    "lowest: says the lowest that is left"
    return choices[0]


class Bottom(Game):
    title = "Bottom"
    kind = "cooperative"
    players = 1
    policies = (lowest,)

    def play(self, table):
        table.turn(0)
        deck = table.deck("deck", list("abcdef"))
        shown = [deck.draw() for _ in range(3)]
        said = table.ask(0, {"shown": tuple(shown)}, [card for card in "abcdef" if card not in shown])
        deck.set_aside()
        deck.set_aside()
        if deck.draw() == said:
            table.win()
'''

PICKS = '''
"""Picks: both seats pick a card at once; the first wins if it picks what the second picks."""
from fatecast.game import Game


def any_card(view, choices, dice):
    "any_card: picks by chance"
    return dice.choose(choices)


class Picks(Game):
    title = "Picks"
    kind = "cooperative"
    players = 2
    policies = (any_card,)

    def play(self, table):
        table.turn(0)
        deck = table.deck("deck", list(range(12)))
        for _ in range(4):
            deck.draw(table.hand(1))
        picked = table.ask(1, {"hand": list(table.hand(1))}, list(table.hand(1)))
        said = table.ask(0, {"theirs": list(table.hand(1))}, list(table.hand(1)))
        if picked == said:
            table.win()
'''

SECRET_COIN = COIN.replace(
    'coin = table.deck("coin", ["heads", "tails"])',
    'table.hand(0)\n        coin = table.luck.choose("coin", ["heads", "tails"])',
).replace("coin.draw()", "coin")
"""With a hand, in which there is nothing, but the coin is plain luck."""
SECRET_DECK = (
    BOTTOM.replace("deck = table.deck(", "table.hand(0)\n        deck = table.luck.shuffle(")
    .replace("deck.draw()", "deck.pop(0)")
    .replace("deck.set_aside()", "deck.pop(0)")
)


class HiddenGame(NamedTuple):
    """One of them, and how often it is won by chance."""

    name: str
    text: str
    base: str
    players: int
    chance: float


HIDDEN_GAMES = {
    game.name: game
    for game in (
        HiddenGame("coin", COIN, "heads", 1, 1 / 2),
        HiddenGame("five", FIVE, "lowest", 2, 1 / 2),
        HiddenGame("bottom", BOTTOM, "lowest", 1, 1 / 3),
        HiddenGame("picks", PICKS, "any_card", 2, 1 / 4),
    )
}
