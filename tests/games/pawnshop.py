"""Pawnshop: draw a thing, then keep it or pawn it. Curses cost coins, and a month can end below zero. Whoever keeps an eye
on what came already decides better.
"""

from fatecast.game import Game, Mean, Share, Words, below_zero


def greedy(view, choices):
    """keeps whatever is worth more than its pawn"""
    return "keep" if view["worth"] >= view["pawn"] else "pawn"


def counter(view, choices, careful=2, memory={"seen": 0, "curses": 0, "worst": 0, "mood": "calm", "rate": 0.0}):
    """remembers how many curses it has seen, and pawns more when they are rare"""
    memory["seen"] += 1
    if view["worth"] < 0:
        memory["curses"] += 1
    memory["worst"] = min(memory["worst"], view["worth"])
    memory["rate"] = memory["curses"] / memory["seen"]
    if memory["worst"] <= -careful * 2:
        memory["mood"] = "angry"
    if memory["mood"] == "angry" and memory["rate"] > 0.25:
        memory["mood"] = "calm"
        return "pawn"
    return choices[memory["seen"] % 2] if view["worth"] == view["pawn"] else greedy(view, choices)


def grudge(view, choices, memory={"shut": False, "left": 3}):
    """after a curse, it pawns three things whatever they are"""
    note_curse(view, memory)
    if memory["shut"]:
        memory["left"] -= 1
        memory["shut"] = memory["left"] > 0
        return "pawn"
    return "keep"


def note_curse(view, memory):
    if view["worth"] < 0 and not memory["shut"]:
        memory["shut"], memory["left"] = True, 3


class Pawnshop(Game):
    title = "Pawnshop"
    kind = "production"
    players = (1, 3)
    parameters = {
        "things": 6,
        "curses": True,
        "pawn": Words(("fair", "mean"), "what a pawn pays"),
        "end": ("count", "sell"),
    }
    columns = {
        "coins": below_zero("coins of all at the end"),
        "low": below_zero("coins of the poorest at the end"),
        "pawned": "things pawned",
    }
    outcomes = [
        Mean(name="coins", meaning="coins of all at the end", column="coins", unit="coins", margin=0.3, better="more"),
        Share(name="broke", meaning="games in which somebody owes a coin or two", column="low", codes=(-1, -2)),
    ]
    policies = [greedy, counter, grudge]
    cards = {
        "ring": {"name": "Ring", "copies": 4, "worth": 3},
        "clock": {"name": "Clock", "copies": 3, "worth": 5},
        "skull": {"name": "Skull", "copies": 5, "worth": -4, "cursed": True},
        "letter": {"name": "Letter", "copies": 4, "worth": 1},
        "mirror": {"name": "Mirror", "copies": 3, "worth": -2, "cursed": True},
    }

    def play(self, table):
        deck = table.deck("attic", table.cards)
        coins = [0] * table.players
        for _ in range(table.rules.things):
            for seat in table.seats:
                if not deck:
                    continue
                table.turn(seat)
                card = deck.deal(seat)
                worth = card.worth
                if card.cursed and not table.rules.curses:
                    worth = 0
                pawn = 1 if table.rules.pawn == "fair" else -1
                answer = table.ask(seat, {"worth": worth, "pawn": pawn, "coins": coins[seat]}, ["keep", "pawn"])
                if answer == "keep":
                    coins[seat] += worth
                    table.use(seat, card)
                else:
                    coins[seat] += pawn
                    table.count("pawned")
                table.hand(seat).play(card)
        if table.rules.end == "sell":
            coins = [each // 2 for each in coins]
        table.count("coins", sum(coins))
        table.count("low", min(coins))
