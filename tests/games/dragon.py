"""Dragon: take gems out of the bag while the dragon sleeps. Three claws wake it, and everything in your hands is lost."""

from fatecast.game import Column, Game, Mean, Parameter

GEMS = {"ruby": 5, "opal": 3, "quartz": 1}
CLAW = "claw"


def timid(view, stop=6):
    """stops as soon as it holds enough"""
    return view["worth"] < stop and view["claws"] < 2


def greedy(view, stop=12, dare=Parameter(0.35, 0.0, 1.0, "chance of a claw that it dares")):
    """weighs what it holds against the claws that are left in the bag"""
    if view["worth"] >= stop:
        return False
    left = view["claws_left"]
    danger = left / view["bag"] if view["claws"] == 2 else 0
    return danger <= dare


def moody(view, dice):
    """takes another one three times of four"""
    return dice.chance(0.75) if view["worth"] else True


class Dragon(Game):
    title = "Sleeping dragon"
    players = (1, 5)
    scored = "gems"
    shared_wins = True
    parameters = {"rounds": Parameter(4, 1, 10, "rounds of a game"), "claws": 4}
    columns = {
        "woken": "times that the dragon woke",
        "lost": Column("lost", "<u4", "worth of the gems that were lost"),
        "rubies": "rubies that were taken home",
    }
    outcomes = [Mean(name="woken", meaning="times that the dragon woke", column="woken", unit="times", margin=0.1)]
    policies = [timid, greedy, moody]
    turn_limit = 500

    def play(self, table):
        for round_number in range(table.rules.rounds):
            for seat in table.seats:
                self.visit(table, seat, round_number)
        best = max(table.scores)
        for seat in table.seats:
            if table.scores[seat] == best:
                table.win(seat)

    def visit(self, table, seat, round_number):
        turn = table.turn(seat)
        bag = [gem for gem in GEMS for _ in range(6)] + [CLAW] * table.rules.claws
        hands, claws, number = [], 0, 0
        while bag:
            if hands or claws:
                view = {
                    "worth": sum(GEMS[gem] for gem in hands),
                    "claws": claws,
                    "claws_left": bag.count(CLAW),
                    "bag": len(bag),
                    "last": round_number == table.rules.rounds - 1,
                }
                if not table.ask(seat, view):
                    break
            thing = table.luck.draw("bag", bag, turn, number)
            number += 1
            if thing == CLAW:
                claws += 1
                table.tell(f"A claw! That makes {claws}.")
                if claws == 3:
                    table.count("woken")
                    table.count("lost", sum(GEMS[gem] for gem in hands))
                    table.tell("The dragon wakes.")
                    return
            else:
                hands.append(thing)
                table.tell("Takes a {}.", thing)
        table.scores[seat] += sum(GEMS[gem] for gem in hands)
        table.count("rubies", hands.count("ruby"))
