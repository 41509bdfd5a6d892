"""A game in words: turns the kernel's events into data, and into the lines of a replay."""

from collections.abc import Callable, Sequence

from engine.game.cell import Json
from engine.game.results import Replay
from engine.hadal.mission.mission import Mission
from engine.hadal.mission.panorama_words import ATTRIBUTE_NAMES, Card, card_words
from engine.hadal.table import events as ev
from engine.hadal.table.results import ENDS
from engine.hadal.table.state import CONFLICT, GROUP, NONE, Log

TURN, AGENT = "turn", "agent"
RESULTS = ("fails", "succeeds", "is critical")
FULL, EMPTY = "#", "."
"""An Azrak in a reserve, and the room for one."""


class Teller:
    """Tells one game of a mission."""

    def __init__(self, mission: Mission) -> None:
        self.mission = mission
        self.names: list[str] = []
        self.levels: list[int] = []
        self.turn = 0
        self.state: Json = {}
        self.events: list[Json] = []
        self.lines: list[tuple[int, str]] = []

    def tell(self, log: Log, broken: str) -> Replay:
        """The whole game, as data and as lines. `broken` says why it could not go on; empty if it did."""
        for kind, *numbers in log.event[: log.count].tolist():
            name = _NAMES[kind]
            line, data = _TELL[name](self, numbers)
            self.events.append({TURN: self.turn, "event": name, **data})
            if line:
                self.lines.append((self.turn, line))
        if broken:
            self.events.append({TURN: self.turn, "event": "broken", "what": broken})
            self.lines.append((self.turn, f"Broken off: {broken}"))
        return Replay(self.events, self.lines)

    def gauge(self, seat: int, reserve: int) -> str:
        """`Tinker [#####...] 5 of 8`"""
        level = self.levels[seat]
        return f"{self.names[seat]} [{FULL * reserve}{EMPTY * (level - reserve)}] {reserve} of {level}"

    @staticmethod
    def heaps(vortex: int, returned: int) -> str:
        """`Vortex [###] 3, return card [#] 1.`"""
        return f"Vortex [{FULL * vortex}] {vortex}, return card [{FULL * returned}] {returned}."

    def reserves(self, numbers: Sequence[int]) -> str:
        return ", ".join(self.gauge(seat, numbers[seat]) for seat in range(len(self.names)))

    def card(self, number: int) -> str:
        return f"card {number + 1}"

    def seated(self, numbers: list[int]) -> tuple[str, Json]:
        key = self.mission.seated[numbers[1]]
        self.names.append(self.mission.title_of(key))
        self.levels.append(numbers[2])
        each = self.mission.receptacles[key]
        what = f"technology {each.T}, dexterity {each.D}, strength {each.S}, level {each.level}"
        return f"Seat {numbers[0] + 1} is {self.names[-1]}: {what}.", {AGENT: key, "level": numbers[2]}

    def round(self, numbers: list[int]) -> tuple[str, Json]:
        self.turn, captain, location, points, vortex, returned, slack = numbers
        self.state = {"points": points, "vortex": vortex, "return_card": returned}
        line = f"Round {self.turn}: {self.names[captain]} leads to location {location + 1}."
        table = f" Points {points} of {self.mission.goal}. {self.heaps(vortex, returned)}"
        return line + table, {"captain": captain + 1, "location": location + 1, "slack": slack, **self.state}

    def reserve_line(self, numbers: list[int]) -> tuple[str, Json]:
        agents = len(self.names)
        free = f"; free refreshes left: {numbers[4]}" if numbers[4] else ""
        return f"  {self.reserves(numbers)}{free}", {"reserves": numbers[:agents], "free_refreshes": numbers[4]}

    def entered(self, numbers: list[int]) -> tuple[str, Json]:
        where = "the location" if numbers[2] else "the return card"
        line = f"  {self.names[numbers[0]]} pays 1 Azrak onto {where}."
        return line, {AGENT: numbers[0] + 1, "location": numbers[1] + 1, "to": where.removeprefix("the ")}

    def took(self, numbers: list[int]) -> tuple[str, Json]:
        return "", {AGENT: numbers[0] + 1, "card": numbers[1] + 1}

    def read(self, numbers: list[int]) -> tuple[str, Json]:
        seat, card, kind, attribute, difficulty, is_new = numbers[:6]
        what = card_words(Card(kind, attribute, difficulty))
        verb = "reads" if is_new else "takes"
        data = {AGENT: seat + 1, "card": card + 1, "content": what, "first": bool(is_new)}
        return f"  {self.names[seat]} {verb} {self.card(card)}: {what}.", data

    def put_back(self, numbers: list[int]) -> tuple[str, Json]:
        line = f"  {self.names[numbers[0]]} puts {self.card(numbers[1])} back."
        return "" if numbers[2] else line, {AGENT: numbers[0] + 1, "card": numbers[1] + 1, "expelled": bool(numbers[2])}

    def explored(self, numbers: list[int]) -> tuple[str, Json]:
        seat, before, card, free = numbers[:4]
        how = "for free" if free else "for 1 Azrak"
        instead = f" in place of {self.card(before)}" if before != NONE else ""
        data = {AGENT: seat + 1, "card": card + 1, "instead_of": before + 1 if before != NONE else None}
        return f"  {self.names[seat]} explores {how}{instead}.", {**data, "free": bool(free)}

    def stayed(self, numbers: list[int]) -> tuple[str, Json]:
        return "", {AGENT: numbers[0] + 1}

    def began_test(self, numbers: list[int]) -> tuple[str, Json]:
        seat, kind, attribute, difficulty, value = numbers[:5]
        whose = {CONFLICT: "conflict", GROUP: "group conflict"}.get(kind, "test")
        name = ATTRIBUTE_NAMES[attribute]
        line = f"  {self.names[seat]} has {name} {value} against {difficulty} ({whose})."
        data = {AGENT: seat + 1, "kind": whose, "attribute": name, "value": value, "difficulty": difficulty}
        return line, data

    def paid_extra(self, numbers: list[int]) -> tuple[str, Json]:
        seat, number, tester = numbers[:3]
        what = "extra" if seat == tester else "in support"
        line = f"    {self.names[seat]} pays {number} {what}."
        return line, {AGENT: seat + 1, "azrak": number, "support": seat != tester}

    def fate(self, numbers: list[int]) -> tuple[str, Json]:
        value, total, difficulty, result, left = numbers[:5]
        drawn = f"{value:+d}" if value else "0"
        line = f"    Fate {drawn}: {total} against {difficulty} {RESULTS[result]}. Fate cards left: {left}."
        return line, {"fate": value, "sum": total, "difficulty": difficulty, "result": RESULTS[result], "left": left}

    def shuffled(self, numbers: list[int]) -> tuple[str, Json]:
        return "  The Fate cards are shuffled." if self.turn else "", {}

    def scored(self, numbers: list[int]) -> tuple[str, Json]:
        more = "1 point" if numbers[0] == 1 else f"{numbers[0]} points"
        return f"    {more}: {numbers[1]} of {self.mission.goal}.", {"gained": numbers[0], "points": numbers[1]}

    def lost_azrak(self, numbers: list[int]) -> tuple[str, Json]:
        return f"    {self.names[numbers[0]]} loses 1 Azrak.", {AGENT: numbers[0] + 1}

    def emergency(self, numbers: list[int]) -> tuple[str, Json]:
        seat, taken, free = numbers[:3]
        price = "a free one" if free else "the last Azrak goes to the return card"
        line = f"    {self.names[seat]} makes an emergency refresh ({price}) and takes {taken} from the Vortex."
        return line, {AGENT: seat + 1, "taken": taken, "free": bool(free)}

    def lost_connection(self, numbers: list[int]) -> tuple[str, Json]:
        return f"    {self.names[numbers[0]]} loses control.", {AGENT: numbers[0] + 1}

    def fight(self, numbers: list[int]) -> tuple[str, Json]:
        return f"  The group conflict begins, with a life of {numbers[0]}.", {"life": numbers[0]}

    def damage(self, numbers: list[int]) -> tuple[str, Json]:
        return f"    Damage {numbers[0]} of {numbers[1]}.", {"damage": numbers[0], "life": numbers[1]}

    def refreshed(self, numbers: list[int]) -> tuple[str, Json]:
        how = "A free refresh." if numbers[0] else "A refresh: 1 Azrak of the Vortex goes to the return card."
        return f"  {how}", {"free": bool(numbers[0])}

    def dealt(self, numbers: list[int]) -> tuple[str, Json]:
        line = f"  {self.reserves(numbers)}. {self.heaps(numbers[4], numbers[5])}"
        return line, {"reserves": numbers[: len(self.names)], "vortex": numbers[4], "return_card": numbers[5]}

    def ended(self, numbers: list[int]) -> tuple[str, Json]:
        end, points, returned = numbers[:3]
        won = "; won" if end == 0 and returned <= self.mission.par else ""
        line = f"The mission is {ENDS[end]}: {points} points, {returned} Azrak on the return card"
        return f"{line} (par {self.mission.par}{won}).", {"end": ENDS[end], "points": points, "returned": returned}


_NAMES = {
    ev.SEATED: "seated",
    ev.ROUND: "round",
    ev.RESERVES: "reserves",
    ev.ENTERED: "entered",
    ev.TOOK: "took",
    ev.READ: "read",
    ev.PUT_BACK: "put back",
    ev.EXPLORED: "explored",
    ev.STAYED: "stayed",
    ev.BEGAN_TEST: "test",
    ev.PAID_EXTRA: "paid",
    ev.FATE: "fate",
    ev.SHUFFLED: "shuffled",
    ev.SCORED: "scored",
    ev.LOST_AZRAK: "lost Azrak",
    ev.EMERGENCY_REFRESH: "emergency refresh",
    ev.LOST_CONNECTION: "lost control",
    ev.FIGHT: "group conflict",
    ev.DAMAGE: "damage",
    ev.REFRESHED: "refresh",
    ev.DEALT: "dealt",
    ev.ENDED: "end",
}
"""Every event, as the data of a replay names it."""

_TELL: dict[str, Callable[[Teller, list[int]], tuple[str, Json]]] = {
    "seated": Teller.seated,
    "round": Teller.round,
    "reserves": Teller.reserve_line,
    "entered": Teller.entered,
    "took": Teller.took,
    "read": Teller.read,
    "put back": Teller.put_back,
    "explored": Teller.explored,
    "stayed": Teller.stayed,
    "test": Teller.began_test,
    "paid": Teller.paid_extra,
    "fate": Teller.fate,
    "shuffled": Teller.shuffled,
    "scored": Teller.scored,
    "lost Azrak": Teller.lost_azrak,
    "emergency refresh": Teller.emergency,
    "lost control": Teller.lost_connection,
    "group conflict": Teller.fight,
    "damage": Teller.damage,
    "refresh": Teller.refreshed,
    "dealt": Teller.dealt,
    "end": Teller.ended,
}
