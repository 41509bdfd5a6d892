"""A harvest that yields the same, whichever way one takes.

Policies, seats and cards change what happens, and nothing on average. `edge` and `ash` make differences of a known size.
"""

from fatecast.game import Column, Game, Mean, Parameter


def left(view, choices):
    """goes left"""
    return choices[0]


def right(view, choices):
    """goes right"""
    return choices[1]


class EvenHarvest(Game):
    title = "Even harvest"
    kind = "production"
    players = 1
    columns = {"grain": Column("grain", "<u4", "sacks of grain")}
    outcomes = [Mean(name="grain", meaning="sacks of grain", column="grain", unit="sacks", margin=0.25)]
    policies = [left, right]
    parameters = {
        "edge": Parameter(0.0, 0.0, 1.0, "how often going right last yields a sack more"),
        "ash": Parameter(0, 0, 9, "what every ash yields more"),
    }
    cards = {name: {"name": name, "copies": 3} for name in ("ash", "birch", "cedar", "elm", "fir", "gorse")}

    def play(self, table):
        deck, way = table.deck("wood", table.cards), 0
        for _ in range(2):
            for seat in table.seats:
                turn = table.turn(seat)
                card = deck.deal(seat)
                choice = table.ask(seat, {"turn": turn}, [0, 1])
                table.use(seat, card)
                table.count("grain", table.rules.ash if card.name == "ash" else 0)
                way = 2 * way + (choice + table.luck.die("path", 2, turn, card.number)) % 2
        while table.luck.chance("longer", 0.5, way, table.turns):
            table.turn(0)
        for sack in range(8):
            table.count("grain", table.luck.die("sack", 6, way, sack))
        if choice and table.luck.chance("edge", table.rules.edge):
            table.count("grain")
