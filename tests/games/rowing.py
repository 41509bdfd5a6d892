"""Rowing: two boats, strokes as few as possible, and a helmsman who gets tired.

North has the first and the third seat, south the second and the fourth. Each boat has one helmsman; the others row. With
three or fewer a boat may have only a helmsman. Somebody may come down with a cold, and is a passenger from then on.
"""

from fatecast.game import Game


def steady(view, choices):
    """never hurries, and hands over when it is tired"""
    return choices[view["tired"] // 4 % len(choices)]


def hasty(view, choices, dice, nerve=0.6):
    """hurries, if it dares"""
    return choices[-1] if dice.chance(nerve) else choices[0]


class Rowing(Game):
    title = "Rowing"
    players = 2, 4
    roles = ["helmsman", "rower", "sick passenger"]
    teams = {"south": (1, 3), "north": (0, 2)}
    shared_wins = True
    draws = True
    scored = "strokes"
    fewest_wins = True
    minutes = {"turn": 0.7}
    policies = steady, hasty
    turn_limit = 30

    def play(self, table):
        for seat in table.seats:
            table.roles[seat] = "helmsman" if seat < 2 else "rower"
        way, tired = [0, 0], [0] * table.players
        for number in range(1, 31):
            for seat in table.seats:
                if table.roles[seat] != "helmsman":
                    continue
                boat = seat % 2
                mates = [other for other in table.seats if other % 2 == boat and other != seat]
                choices = ["row", "hurry"] if not mates or table.roles[mates[0]] != "rower" else ["row", "swap", "hurry"]
                how = table.ask(seat, {"tired": tired[seat], "way": way[boat]}, choices)
                strokes = table.luck.die("strokes", 3, number, boat)
                if how == "swap":
                    table.roles[seat], table.roles[mates[0]] = "rower", "helmsman"
                    tired[seat] = 0
                    break
                tired[seat] += 2 if how == "hurry" else 1
                way[boat] += 4 if how == "hurry" else 2
                for other in [seat, *mates]:
                    table.scores[other] += strokes + (how == "hurry") * (tired[seat] > 3) + (other != seat)
            table.turn()
            if table.players > 2 and number == 4 and table.luck.chance("cold", 0.2):
                table.roles[2] = "sick passenger" if table.roles[2] == "rower" else table.roles[2]
            if max(way) >= 20:
                break
        if min(way) >= 20 and table.scores[0] == table.scores[1]:
            table.win()
        elif way[0] != way[1]:
            winner = int(way[1] > way[0])
            table.win(*[seat for seat in table.seats if seat % 2 == winner])
