"""Bakery: how many loaves does a night yield? Ovens break, dough rises as it likes."""

from fatecast.game import Column, Game, Mean, Parameter

OVEN_TEMPERATURES = (180, 200, 220)


def by_the_book(view, choices):
    """bakes at the middle temperature"""
    return choices[len(choices) // 2]


def hot(view, choices, patience=3):
    """bakes hot, unless the dough has waited long"""
    if view["waiting"] > patience:
        return min(choices)
    return max(choices)


class Oven:
    def __init__(self, number, capacity):
        self.number = number
        self.capacity = capacity
        self.broken_until = 0
        self.loaves = 0

    def works(self, hour):
        return hour >= self.broken_until

    def bake(self, dough):
        batch = min(self.capacity, dough)
        self.loaves += batch
        return batch


class Bakery(Game):
    title = "Bakery"
    kind = "production"
    players = 1
    parameters = {
        "ovens": Parameter(3, 1, 6, "ovens"),
        "hours": Parameter(10, 1, 24, "hours of a night"),
        "rising": Parameter(1.5, 0.5, 3.0, "how fast dough rises"),
    }
    columns = {
        "loaves": Column("loaves", "<u4", "loaves baked"),
        "burnt": "loaves burnt",
        "idle": "hours that an oven stood still",
    }
    outcomes = [
        Mean(name="loaves", meaning="loaves of a night", column="loaves", unit="loaves", margin=1.0),
        Mean(
            name="burnt",
            meaning="burnt loaves, for each loaf",
            column="burnt",
            over="loaves",
            unit="a loaf",
            margin=0.01,
        ),
    ]
    policies = [by_the_book, hot]

    def play(self, table):
        ovens = [Oven(number, 8 + 2 * number) for number in range(table.rules.ovens)]
        dough, waiting = 10.0, 0
        for hour in range(table.rules.hours):
            table.turn(0)
            dough = dough * table.rules.rising if dough < 40 else dough + 4.5
            for oven in ovens:
                if not oven.works(hour):
                    table.count("idle")
                    waiting += 1
                    continue
                heat = table.ask(0, {"waiting": waiting, "dough": int(dough), "hour": hour}, OVEN_TEMPERATURES)
                batch = oven.bake(int(dough))
                dough -= batch
                waiting = 0
                burnt = 0
                for loaf in range(batch):
                    if table.luck.chance("burn", (heat - 170) / 400, hour, oven.number, loaf):
                        burnt += 1
                table.count("burnt", burnt)
                if heat == 220 and table.luck.die("break", 6, hour, oven.number) == 1:
                    oven.broken_until = hour + 3
                    table.tell("Oven {} breaks.", oven.number + 1)
        table.count("loaves", sum(oven.loaves for oven in ovens))
