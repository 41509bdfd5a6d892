"""Lighthouse: keep the lamp burning until the ships are home. Storms break things, and oil runs out."""

from fatecast.game import Game, Mean, Parameter


def careful(view, choices):
    """repairs first, then looks after the oil"""
    if "repair" in choices and view["damage"] >= 2:
        return "repair"
    if view["oil"] < 4 and "fetch" in choices:
        return "fetch"
    return "signal" if "signal" in choices else choices[0]


def bold(view, choices, reserve=2):
    """signals whenever there is oil left"""
    if view["oil"] > reserve and "signal" in choices:
        return "signal"
    for wish in ("fetch", "repair"):
        if wish in choices:
            return wish
    return choices[0]


class Lighthouse(Game):
    title = "Lighthouse"
    kind = "cooperative"
    players = (1, 4)
    axes = {"storm": (0, 1, 2, 3)}
    difficulty = "storm"
    endings = ["dark", "broken", "late"]
    parameters = {"ships": Parameter(8, 2, 20, "ships to bring home"), "nights": Parameter(12, 4, 40, "nights")}
    columns = {"home": "ships that came home", "oil": "oil at the end"}
    outcomes = [Mean(name="ships", meaning="ships that came home", column="home", unit="ships", margin=0.1)]
    policies = [careful, bold]

    def play(self, table):
        state = {"oil": 6, "damage": 0, "home": 0}
        for night in range(1, table.rules.nights + 1):
            weather = table.luck.die("weather", 6, night) + table.rules.storm
            for seat in table.seats:
                table.turn(seat)
                self.act(table, seat, state, night, weather)
                if state["home"] >= table.rules.ships:
                    return self.finish(table, state, None)
            state["oil"] -= 1
            if weather >= 6:
                state["damage"] += 1 if table.luck.chance("gust", 0.6, night) else 2
                table.tell("The storm breaks something.")
            if state["oil"] < 0:
                return self.finish(table, state, "dark")
            if state["damage"] > 4:
                return self.finish(table, state, "broken")
        return self.finish(table, state, "late")

    def act(self, table, seat, state, night, weather):
        choices = ["fetch"]
        if state["oil"] > 0:
            choices.append("signal")
        if state["damage"]:
            choices.insert(0, "repair")
        view = dict(state)
        view = {"oil": state["oil"], "damage": state["damage"], "weather": weather, "home": state["home"]}
        what = table.ask(seat, view, choices)
        if what == "repair":
            state["damage"] -= 1
        elif what == "fetch":
            state["oil"] += 2 if weather < 5 else 1
        else:
            state["oil"] -= 1
            if table.luck.number("ship", 10, night, seat) >= weather:
                state["home"] += 1
                table.tell("A ship comes home; {} so far.", state["home"])

    def finish(self, table, state, how):
        table.count("home", state["home"])
        table.count("oil", max(state["oil"], 0))
        if how is None:
            table.win()
        else:
            table.end(how)
