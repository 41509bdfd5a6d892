"""A game file whose views and choices hold a value of every kind that a network can be told."""

EVERY_KIND = '''
"""Every kind: points for a good choice, and a view with everything in it."""
import enum
from collections import Counter
from dataclasses import dataclass
from fatecast.game import Game, Parameter


class Mood(enum.Enum):
    CALM = 1
    WILD = 2


@dataclass(frozen=True)
class Ware:
    kind: str
    worth: int


@dataclass(frozen=True)
class Offer:
    ware: Ware
    price: float
    last: bool


class Boat:
    flag = "red"

    def __init__(self, crew):
        self.crew = crew
        self.cargo = [crew, 2]


class Raft:
    __slots__ = ("logs",)

    def __init__(self, logs):
        self.logs = logs


def first(view, choices):
    "first: takes what is first"
    return choices[0]


class Kinds(Game):
    title = "Every kind"
    players = 2, 3
    scored = "points"
    draws = True
    parameters = {"goal": Parameter(3, 1, 9, "turns")}
    policies = (first,)

    def play(self, table):
        count, visits = Counter(), {}
        for turn in range(table.rules.goal):
            for seat in table.seats:
                table.turn(seat)
                die = table.luck.die("die", 6, turn, seat)
                kinds = [table.luck.die("kind", 2, turn, seat, at) for at in range(3)]
                wares = [Ware("silk" if kinds[at] == 1 else "salt", at) for at in range(3)]
                view = {
                    "whole": die - 3,
                    "huge": die * 1_000_000,
                    "real": die / 7,
                    "half": die / 2,
                    "truth": die > 3,
                    "text": "oak" if die > 2 else "elm",
                    "none": None,
                    "maybe": die if die > 3 else None,
                    "mood": Mood.WILD if die == 1 else Mood.CALM,
                    "list": [die] * die,
                    "long": [at % 5 for at in range(15 + die)],
                    "seats": list(table.scores),
                    "nested": [[die, turn], [seat]],
                    "tuple": (die, turn, seat) if len(table.seats) == 3 else (seat, die, die),
                    "set": {die, turn},
                    "sets": {ware.kind for ware in wares},
                    "count": count,
                    "visits": visits,
                    "by number": {die: "here"},
                    "by pair": {(turn, seat): die},
                    "ware": wares[0],
                    "wares": wares,
                    "boat": Boat(die),
                    "raft": Raft(die),
                    "mooring": [(die, turn) if die > 3 else None, None],
                    "mixed": [die, "oak", None, Mood.CALM, True],
                    "numbers": [die, die / 2],
                    "by truth": {die > 3: -1, None: 2, Mood.WILD: 3},
                    "by less": {-die: 1},
                    "empty": [],
                }
                offers = [Offer(ware, ware.worth / 3, ware.worth == 2) for ware in wares]
                taken = table.ask(seat, view, offers)
                count[taken.ware.kind] += 1
                visits[turn] = visits.get(turn, 0) + taken.ware.worth
                odd = table.ask(seat, (die, table.scores[seat]), [1, 2, 3])
                table.scores[seat] += taken.ware.worth * (taken.ware.kind == "silk") + (odd == die)
        best = max(table.scores)
        if list(table.scores).count(best) == 1:
            table.win(list(table.scores).index(best))
'''
