"""Wolves in the village: secret roles, which a thief and a storm can move, and one vote a day.

Every night a wolf looks at a neighbour, and the seer does. The thief may take the role of somebody else, who becomes the
thief. By day everybody accuses somebody; who is accused most leaves the village. The village wins when no wolf is left,
the wolves win when they are half of it. Who has been accused least is thought of as the best liar.
"""

from fatecast.game import Game, Mean, Parameter


def careful(view, choices):
    """accuses wolves that it knows, else whoever was accused most"""
    if view["night"]:
        return choices[-1] if view["accused"][view["seat"]] > 2 else choices[0]
    for seat in choices:
        if view["knows"][seat] == "wolf" and view["role"] != "wolf":
            return seat
    return max(choices, key=lambda seat: (view["accused"][seat], -seat))


def bold(view, choices, at=3):
    """accuses its left neighbour, and steals whenever somebody was accused often"""
    if view["night"]:
        often = [seat for seat in choices if seat >= 0 and view["accused"][seat] >= at]
        return often[0] if often else choices[0]
    return choices[0]


class Wolves(Game):
    title = "Wolves in the village"
    players = 4, 7
    roles = "wolf", "seer", "villager", "thief"
    teams = {"pack": ("wolf",), "village": ["villager", "seer"], "thief": "thief"}
    scored = "accusations"
    fewest_wins = True
    minutes = {"decision": 0.4, "turn": 1 / 3}
    endings = "hunted down", "overrun", "fooled"
    parameters = {"storm": Parameter(20, 0, 100, "nights in 100 in which two neighbours change their roles")}
    columns = {"stolen": "roles that were stolen"}
    outcomes = [Mean(name="thefts", meaning="roles that were stolen", column="stolen", unit="thefts", margin=0.1)]
    policies = careful, bold
    turn_limit = 9

    def play(self, table):
        deck = ["wolf", "seer", "thief"] + ["villager"] * (table.players - 3)
        if table.players > 5:
            deck[3] = "wolf"
        table.roles = table.luck.shuffle("roles", deck)
        self.alive = [True] * table.players
        self.knows = [["" for _ in table.seats] for _ in table.seats]
        while True:
            day = table.turn()
            self.night(table, day)
            self.accuse(table, day)
            wolves = [seat for seat in table.seats if self.alive[seat] and table.roles[seat] == "wolf"]
            others = [seat for seat in table.seats if self.alive[seat] and table.roles[seat] != "wolf"]
            if not wolves:
                thief = table.roles.index("thief")
                fooled = self.alive[thief] and table.scores[thief] == 0
                table.end("fooled" if fooled else "hunted down")
                table.win_team("thief" if fooled else "village")
                return
            if len(wolves) >= len(others):
                table.end("overrun")
                table.win_team("pack")
                return

    def night(self, table, day):
        if table.luck.chance("storm", table.rules.storm / 100, day):
            seat = table.luck.number("struck", table.players, day)
            other = (seat + 1) % table.players
            table.roles[seat], table.roles[other] = table.roles[other], table.roles[seat]
            table.tell("A storm: seats {} and {} change their roles.", seat + 1, other + 1)
        for seat in table.seats:
            if not self.alive[seat]:
                continue
            if table.roles[seat] in ("seer", "wolf"):
                seen = table.luck.number("seen", table.players, day, seat)
                self.knows[seat][seen] = table.roles[seen]
            elif table.roles[seat] == "thief":
                others = [-1] + [other for other in table.seats if other != seat and self.alive[other]]
                target = table.ask(seat, self.view(table, seat, True), others)
                if target >= 0:
                    table.roles[seat], table.roles[target] = table.roles[target], "thief"
                    table.count("stolen")
                    break

    def accuse(self, table, day):
        votes = [0] * table.players
        for seat in table.seats:
            if self.alive[seat]:
                others = [other for other in table.seats if other != seat and self.alive[other]]
                votes[table.ask(seat, self.view(table, seat, False), others)] += 1
        for seat in table.seats:
            table.scores[seat] += votes[seat]
        most = max(votes)
        gone = table.luck.choose("gone", [seat for seat in table.seats if votes[seat] == most], day)
        self.alive[gone] = False
        table.tell("Seat {} leaves, who was the {}.", gone + 1, table.roles[gone])

    def view(self, table, seat, night):
        return {
            "night": night,
            "seat": seat,
            "role": table.roles[seat],
            "knows": list(self.knows[seat]),
            "accused": list(table.scores),
        }
