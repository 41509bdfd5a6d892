"""A game file that compiles, and in which much can go wrong in some games, as its option `fault` says."""

TROUBLED = '''"""Troubled: dice until somebody has enough. In one game of thirty, something goes wrong."""

from fatecast.game import Game, Parameter


def hold(view, at=8):
    """rolls until the turn is worth enough"""
    return view["turn"] < at


def eager(view, dice):
    """goes on by chance"""
    return dice.chance(0.6)


class Troubled(Game):
    title = "Troubled"
    players = (2, 3)
    scored = "points"
    draws = True
    parameters = {"fault": Parameter(0, 0, 9, "what goes wrong"), "goal": Parameter(30, 10, 90, "points that win")}
    columns = {"large": "a large number, or what is left of it"}
    policies = [hold, eager]
    turn_limit = 60

    def play(self, table):
        fault = table.rules.fault if table.luck.die("fault", 30) == 1 else 0
        number = 3
        while True:
            for seat in table.seats:
                turn = table.turn(seat)
                points, roll = 0, 0
                while True:
                    roll += 1
                    points += table.luck.die("roll", 6, turn, roll)
                    if not table.ask(seat, {"turn": points}):
                        break
                if turn == 3:
                    number = self.go_wrong(fault, number, points)
                table.scores[seat] += points
                if table.scores[seat] >= table.rules.goal and fault != 5:
                    table.count("large", number % 1000)
                    return table.win(seat)

    def go_wrong(self, fault, number, points):
        while fault == 1:
            points += 0
        if fault == 2:
            raise ValueError("no wind")
        if fault == 3:
            return [number][points]
        if fault == 4:
            for _ in range(50):
                number = number * number % 10**30 + 1
        if fault == 6:
            return len([0] * 3_000_000)
        return number
'''
ENDLESS, RAISES, NO_SUCH_ITEM, LARGE, TIME_OUT, MUCH_MEMORY = range(1, 7)
"""What the option `fault` brings about."""
