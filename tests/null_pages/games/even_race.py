"""A race that is fair: every seat wins equally often, whoever plays.

Policies, seats and cards change what happens, and nothing on average. `edge` and `late` make differences of a known size.
"""

from fatecast.game import Game, Parameter


def left(view, choices):
    """goes left"""
    return choices[0]


def right(view, choices):
    """goes right"""
    return choices[1]


class EvenRace(Game):
    title = "Even race"
    players = (2, 4)
    policies = [left, right]
    turn_limit = 60
    parameters = {
        "edge": Parameter(0.0, 0.0, 1.0, "how often the first seat wins in place of the second"),
        "late": Parameter(0.0, 0.0, 1.0, "how often it never ends"),
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
        never = table.luck.chance("late", table.rules.late)
        while never:
            table.turn(0)
        winner = table.luck.die("winner", table.players, way) - 1
        return table.win(0 if winner == 1 and table.luck.chance("edge", table.rules.edge) else winner)
