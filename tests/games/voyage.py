"""Voyage: sail for coins or rest. Storms cost coins, and a captain may end in debt; captains remember what befell them."""

from fatecast.game import Game, Mean, Parameter, Share, Switch, Words, below_zero


def bold(view, storms=2):
    """sails as long as it has coins to lose"""
    return view["coins"] > -storms


def burnt(view, choices, memory={"storms": 0, "afraid": False, "last": "calm", "luck": 0.5}):
    """sails until storms have hit it twice, then rests for a while"""
    if view["hit"]:
        memory["storms"] += 1
        memory["last"] = "storm"
    memory["luck"] = memory["luck"] / 2 + (0.25 if view["hit"] else 0)
    if memory["storms"] >= 2 and not memory["afraid"]:
        memory["afraid"] = True
    elif memory["afraid"] and memory["luck"] < 0.1:
        memory["afraid"], memory["storms"], memory["last"] = False, view["hit"], "calm"
    return not memory["afraid"] or memory["last"] == "calm"


def counting(view, dice, rest=3, memory={"turn": 0}):
    """rests in every third of its turns"""
    memory["turn"] = remembered(memory, rest)
    return memory["turn"] > 0 or dice.chance(0.1)


def remembered(memory, rest):
    return (memory["turn"] + 1) % rest


class Voyage(Game):
    title = "Voyage"
    players = (2, 4)
    scored = "coins"
    shared_wins = True
    parameters = {
        "rounds": Parameter(6, 2, 20, "rounds"),
        "storms": True,
        "variant": ("classic", "short", "rough"),
        "harbour": Switch(False, "whether who rests earns a coin"),
        "sea": Words(("north", "south"), "where they sail"),
    }
    columns = {
        "debt": below_zero("coins of all captains together"),
        "poorest": below_zero("coins of the poorest", limits=(-200, 200)),
        "tide": "sailings",
    }
    outcomes = [
        Mean(name="debt", meaning="coins of all captains", column="debt", unit="coins", margin=0.3),
        Share(name="ruin", meaning="games in which the poorest ends at minus 3 or 2", column="poorest", codes=(-3, -2)),
    ]
    policies = [bold, burnt, counting]

    def play(self, table):
        rules = table.rules
        hit = [False] * table.players
        rounds = rules.rounds // 2 if rules.variant == "short" else rules.rounds
        for number in range(rounds):
            for seat in table.seats:
                table.turn(seat)
                view = {"coins": table.scores[seat], "hit": hit[seat]}
                hit[seat] = False
                if table.ask(seat, view):
                    table.count("tide")
                    self.sail(table, seat, number, hit)
                elif rules.harbour:
                    table.scores[seat] += 1
        best = max(table.scores)
        table.count("debt", sum(table.scores))
        table.count("poorest", min(table.scores))
        for seat in table.seats:
            if table.scores[seat] == best:
                table.win(seat)

    def sail(self, table, seat, number, hit):
        face = table.luck.die("wind", 6 if table.rules.sea == "north" else 8, seat, number)
        loss = {"classic": 3, "short": 4, "rough": 6}[table.rules.variant]
        if table.rules.storms and face <= 3:
            table.scores[seat] -= loss
            hit[seat] = True
            table.tell("A storm: seat {} loses {}.", seat + 1, loss)
        else:
            table.scores[seat] += face - 3
