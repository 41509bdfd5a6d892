"""Game files for tests: Pig in plain Python, and the same with some of its text replaced."""

from engine.outside.own.declared import Declared
from engine.outside.own.files import load
from engine.outside.own.game import OwnGame

PLAIN_PIG = '''"""Pig: roll as often as you dare; a 1 loses the points of the turn."""

from itertools import count

from fatecast.game import Game, Parameter


def hold(view, at=20):
    """rolls until the points of the turn reach a number"""
    return view["turn"] < at


class PlainPig(Game):
    title = "Pig in plain Python"
    players = (2, 6)
    scored = "points"
    parameters = {"goal": Parameter(100, 10, 200, "points that win")}
    columns = {"rolls": "rolls of the die"}
    policies = [hold]

    def play(self, table):
        while True:
            for seat in table.seats:
                table.scores[seat] += self.points_of_turn(table, seat)
                if table.scores[seat] >= table.rules.goal:
                    return table.win(seat)

    def points_of_turn(self, table, seat):
        turn, points = table.turn(seat), 0
        for roll in count(1):
            face = table.luck.die("roll", 6, turn, roll)
            table.count("rolls")
            table.tell("Rolls {}.", face)
            if face == 1:
                return 0
            points += face
            if table.scores[seat] + points >= table.rules.goal:
                return points
            if not table.ask(seat, {"turn": points, "score": table.scores[seat]}):
                return points
'''

SHORT = ("Parameter(100", "Parameter(20")
"""A game of few turns, for written()."""


def written(*replaced: tuple[str, str]) -> str:
    """The text, with some of it replaced."""
    text = PLAIN_PIG
    for old, new in replaced:
        assert old in text, old
        text = text.replace(old, new)
    return text


def own_game(text: str = PLAIN_PIG, name: str = "plain_pig") -> OwnGame:
    return OwnGame(Declared(load(name, text)))
