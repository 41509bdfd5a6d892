"""A dive that is won every other time, however deep it goes, and lost in two ways.

Policies, seats and cards change what happens, and nothing on average. `edge` and `skill` make differences of a known size.
"""

from fatecast.game import Game, Parameter


def left(view, choices):
    """goes left"""
    return choices[0]


def right(view, choices):
    """goes right"""
    return choices[1]


class EvenDive(Game):
    title = "Even dive"
    kind = "cooperative"
    players = (2, 4)
    axes = {"depth": (0, 1, 2)}
    difficulty = "depth"
    endings = ["drowned", "crushed"]
    policies = [left, right]
    parameters = {
        "edge": Parameter(0.0, 0.0, 1.0, "how often it is lost because it goes deep"),
        "skill": Parameter(0.0, 0.0, 1.0, "how often it is won because the last diver goes right"),
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
                way = 2 * way + (choice + table.luck.die("path", 2, turn, card.number)) % 2
        while table.luck.chance("longer", 0.5, way, table.turns):
            table.turn(0)
        if choice and table.luck.chance("skill", table.rules.skill):
            return table.win()
        deeper = table.rules.depth > 0 and table.luck.chance("edge", table.rules.edge)
        if deeper or table.luck.chance("drowned", 0.5, way, table.rules.depth):
            return table.end("drowned" if table.luck.chance("how", 0.5, way, table.rules.depth) else "crushed")
        return table.win()
