"""A game with cards for tests: three cards each, one a round; the strongest takes the round."""

from collections.abc import Mapping
from typing import Any

from engine.outside.own.declared import Declared
from engine.outside.own.files import load
from engine.outside.own.game import OwnGame

CARDS: dict[str, dict[str, Any]] = {
    "anchor": {"name": "Anchor", "power": 3, "copies": 3, "sort": "tool"},
    "dragon": {"name": "Dragon", "power": 8, "copies": 2},
    "gull": {"power": 2, "copies": 4},
    "kraken": {"name": "Kraken", "power": 9},
    "rope": {"power": 1, "copies": 4, "sort": "tool"},
    "whale": {"power": 6, "copies": 2},
}

REEF = '''"""Reef: the strongest card takes the round."""

from fatecast.game import Game


def high(view, choices):
    """plays the strongest card"""
    return max(choices, key=lambda card: card.power)


def low(view, choices):
    """plays the weakest card"""
    return min(choices, key=lambda card: card.power)


class Reef(Game):
    title = "Reef"
    players = (2, 4)
    scored = "rounds"
    shared_wins = True
    cards = DECLARED
    policies = [high, low]

    def play(self, table):
        deck = table.deck("sea", table.cards)
        for _ in range(3):
            for seat in table.seats:
                deck.deal(seat)
        for _ in range(2):
            table.turn()
            best, winner = -1, 0
            for seat in table.seats:
                hand = table.hand(seat)
                card = table.ask(seat, {"hand": sorted(hand)}, sorted(hand))
                hand.play(card)
                table.use(seat, card)
                table.tell("Seat {} plays {}.", seat + 1, card)
                if card.power > best:
                    best, winner = card.power, seat
            table.scores[winner] += 1
        for seat in table.seats:
            if table.scores[seat] == max(table.scores):
                table.win(seat)
'''
BESIDE = REEF.replace("DECLARED", '"cards.toml"')


def with_cards(cards: Mapping[str, object]) -> str:
    """The text of the game with these cards in it."""
    return REEF.replace("DECLARED", repr(dict(cards)))


def card_game(cards: Mapping[str, object] = CARDS, text: str = "", name: str = "reef") -> OwnGame:
    return OwnGame(Declared(load(name, text or with_cards(cards))))


def as_toml(cards: Mapping[str, Mapping[str, Any]], head: str = "") -> str:
    """Cards as a file has them."""
    lines = [head] if head else []
    for key, card in cards.items():
        lines += [f"[cards.{key}]", *(f"{name} = {_toml(value)}" for name, value in card.items()), ""]
    return "\n".join(lines)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
