"""Sequence of suits: lay cards in a row; each must match the colour or the rank of the one before."""

from enum import Enum, IntEnum
from typing import NamedTuple

from fatecast.game import Game, Mean, Parameter


class Suit(Enum):
    SUN = "sun"
    MOON = "moon"
    STAR = "star"
    SEA = "sea"


class Rank(IntEnum):
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5


class Card(NamedTuple):
    suit: Suit
    rank: Rank

    def fits(self, other):
        return self.suit is other.suit or self.rank == other.rank


DECK = [Card(suit, rank) for suit in Suit for rank in Rank] * 2


def first(view, choices):
    """plays the first card that fits"""
    return choices[0]


def keeper(view, choices, least=2):
    """keeps the suit that it has most of"""
    counts = {suit: sum(card.suit is suit for card in view["hand"]) for suit in Suit}
    cards = [card for card in choices if card is not None]
    if not cards:
        return None
    rare = [card for card in cards if counts[card.suit] <= least]
    return min(rare or cards, key=lambda card: (counts[card.suit], -card.rank))


class Suits(Game):
    title = "Suits"
    players = (2, 4)
    draws = True
    parameters = {"hand": Parameter(6, 3, 9, "cards of a hand")}
    columns = {"passes": "passes", "suns": "suns that were played", "high": "sum of the ranks that were played"}
    outcomes = [Mean(name="passes", meaning="passes of all players", column="passes", unit="passes", margin=0.2)]
    policies = [keeper, first]
    turn_limit = 400

    def play(self, table):
        deck = table.luck.shuffle("deck", DECK, 0)
        hands = []
        for seat in table.seats:
            hands.append([deck.pop() for _ in range(table.rules.hand)])
        top = deck.pop()
        passes = 0
        while passes <= table.players:
            for seat in table.seats:
                table.turn(seat)
                hand = hands[seat]
                fitting = [card for card in hand if card.fits(top)]
                view = {"top": top, "hand": tuple(hand), "others": [len(each) for each in hands]}
                card = table.ask(seat, view, fitting + [None])
                if card is None:
                    passes += 1
                    table.count("passes")
                    if deck:
                        hand.append(deck.pop())
                        passes = 0
                    continue
                passes = 0
                hand.remove(card)
                top = card
                table.count("high", card.rank)
                if card.suit == Suit.SUN:
                    table.count("suns")
                table.tell("Plays {} {}.", card.suit.value, int(card.rank))
                if not hand:
                    table.win(seat)
                    return
