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

FAIR = '''
"""Fair: sealed offers for what lies open, cards of which there are several, and a deck that is shuffled again."""
from collections import Counter
from dataclasses import dataclass
from fatecast.game import Game


@dataclass(frozen=True)
class Ware:
    kind: str
    worth: int


WARES = [Ware(kind, worth) for kind in ("silk", "salt", "wool") for worth in (1, 2, 2, 3)]


def modest(view, choices, dice):
    "modest: offers what is of little worth"
    if view["open"] is None:
        return dice.choose(choices)
    return min(choices, key=lambda ware: ware.worth)


def mindful(view, choices, dice, memory={"asked": 0}):
    "mindful: offers what it happens to be at, and now and then anything"
    memory["asked"] += 1
    return dice.choose(choices) if dice.chance(0.3) else choices[memory["asked"] % len(choices)]


class Fair(Game):
    title = "Fair"
    players = 2, 3
    draws = True
    policies = (modest, mindful)

    def play(self, table):
        deck, seen, gone = table.deck("wares", WARES), table.pile(), table.pile()
        for seat in table.seats:
            for _ in range(2):
                deck.deal(seat)
        count, share = Counter(), 0.0
        for _ in range(3):
            table.turn()
            if not len(deck):
                deck.shuffle_in(gone)
            ware = deck.draw(seen)
            offers = []
            for seat in table.seats:
                hand = list(table.hand(seat))
                view = {"open": ware, "hand": hand, "count": count, "share": share, "kinds": {w.kind for w in hand}}
                offers.append(table.ask(seat, view, hand))
            for seat in table.seats:
                table.hand(seat).lay(offers[seat], gone)
            count[ware.kind] += 1
            share = count["silk"] / count.total()
            best = max(offer.worth for offer in offers)
            for seat in table.seats:
                if offers[seat].worth == best and offers[seat].kind == ware.kind:
                    table.scores[seat] += ware.worth
                if len(deck):
                    deck.deal(seat)
                view = {"open": None, "hand": list(table.hand(seat)), "count": count, "share": share, "kinds": set()}
                hand = list(table.hand(seat))
                if len(deck) and table.ask(seat, view, hand) == hand[0]:
                    top = deck.look(seat)
                    if table.ask(seat, {**view, "open": top[0]}, [top[0], *hand]) == top[0]:
                        deck.bury(top[0])
        best = max(table.scores)
        if list(table.scores).count(best) == 1:
            table.win(list(table.scores).index(best))
'''
TEAMS = FAIR.replace("    draws = True", '    draws = True\n    teams = {"town": (0, 2), "lone": (1,)}').replace(
    "table.win(list(table.scores).index(best))", 'table.win_team("lone" if table.scores[1] == best else "town")'
)
"""The same, with one seat against the others."""

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
