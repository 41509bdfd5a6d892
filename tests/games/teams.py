"""Tug of war: two teams pull a rope; players may rest, pull or heave, and tired players pull less."""

from fatecast.game import Game, Mean, Parameter

REST, PULL, HEAVE = "rest", "pull", "heave"
COST = {REST: -3, PULL: 1, HEAVE: 3}
FORCE = {REST: 0, PULL: 2, HEAVE: 5}


def steady(view, choices):
    """pulls as long as it has strength"""
    return PULL if PULL in choices else REST


def bursts(view, choices, spare=4):
    """heaves while the others are tired, else rests"""
    if HEAVE in choices and (sum(view["theirs"]) < sum(view["ours"]) or view["strength"] > spare):
        return HEAVE
    if view["rope"] < -view["goal"] // 2 and PULL in choices:
        return PULL
    return REST


class TugOfWar(Game):
    title = "Tug of war"
    players = (2, 8)
    shared_wins = True
    draws = True
    endings = ["pulled over", "night"]
    parameters = {
        "goal": Parameter(12, 4, 40, "steps to pull"),
        "slip": Parameter(0.1, 0.0, 0.5, "chance that a heave slips"),
        "rounds": 30,
    }
    columns = {"heaves": "heaves", "slips": "heaves that slipped"}
    outcomes = [Mean(name="heaves", meaning="heaves of all players", column="heaves", unit="heaves", margin=0.5)]
    policies = [steady, bursts]

    def play(self, table):
        strength = [10] * table.players
        rope = 0
        for round_ in range(1, table.rules.rounds + 1):
            for seat in table.seats:
                table.turn(seat)
                rope += self.effort(table, seat, strength, rope, round_) * self.side(seat)
                if abs(rope) >= table.rules.goal:
                    table.end("pulled over")
                    self.team_wins(table, 1 if rope > 0 else -1)
                    return
        table.end("night")

    @staticmethod
    def side(seat):
        return 1 if seat % 2 == 0 else -1

    def effort(self, table, seat, strength, rope, round_):
        mine = self.side(seat)
        choices = [act for act, cost in COST.items() if cost <= strength[seat]]
        view = {
            "rope": rope * mine,
            "goal": table.rules.goal,
            "strength": strength[seat],
            "ours": [strength[other] for other in table.seats if self.side(other) == mine],
            "theirs": [strength[other] for other in table.seats if self.side(other) != mine],
        }
        act = table.ask(seat, view, choices)
        strength[seat] = min(12, strength[seat] - COST[act])
        force = FORCE[act]
        if act == HEAVE:
            table.count("heaves")
            if table.luck.chance("slip", table.rules.slip, round_, seat):
                table.count("slips")
                table.tell("Slips!")
                force = 0
        return force

    def team_wins(self, table, side):
        for seat in table.seats:
            if self.side(seat) == side:
                table.win(seat)
