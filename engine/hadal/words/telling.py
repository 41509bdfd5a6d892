"""A game in words: turns the kernel's events into data, and into the lines of a replay."""

from collections.abc import Callable, Sequence

from engine.game.cell import Json
from engine.game.results import Replay, Stood, broken_off, note_table
from engine.hadal.mission.mission import Mission
from engine.hadal.mission.panorama_words import ATTRIBUTE_NAMES, Card, card_words
from engine.hadal.table import events as ev
from engine.hadal.table.results import ENDS
from engine.hadal.table.state import CONFLICT, GROUP, NONE, Log
from engine.language.current import counted, said, word
from engine.policy.compiled_game.telling import Standings

TURN, AGENT = "turn", "agent"
RESULTS = FAILS, SUCCEEDS, _ = ("fails", "succeeds", "is critical")
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
        self.tables: list[Stood] = []
        self.stands: Json = {}
        """The last numbers of the table that an event said."""

    def tell(self, log: Log, broken: str, stands: bool = False) -> Replay:
        """The whole game, as data and as lines. `broken` says why it could not go on; empty if it did. `stands`: how
        the table stood, too, which is told later otherwise."""
        for kind, *numbers in log.event[: log.count].tolist():
            name = _NAMES[kind]
            line, data = _TELL[name](self, numbers)
            self.events.append({TURN: self.turn, "event": name, **data})
            if line:
                self.lines.append((self.turn, line))
            if stands:
                self._stand(name, data)
        if broken:
            self.events.append({TURN: self.turn, "event": "broken", "what": broken})
            self.lines.append((self.turn, broken_off(broken)))
        later = Standings(lambda: Teller(self.mission).tell(log, broken, True))
        return Replay(self.events, self.lines, self.tables if stands else later)

    def _stand(self, name: str, data: Json) -> None:
        """How the table stands, as far as the events say so."""
        self.stands |= {key: data[key] for key in ("points", "vortex", "return_card", "reserves") if key in data}
        if name == "seated" or "points" not in self.stands:
            return
        points = said("{points} of {goal}", points=self.stands["points"], goal=self.mission.goal)
        rows = [(said("Points"), points)]
        rows += [(said("Vortex"), str(self.stands["vortex"])), (said("Return card"), str(self.stands["return_card"]))]
        reserves = zip(self.names, self.stands.get("reserves", ()), self.levels, strict=False)
        rows += [(who, said("{reserve} of {level}", reserve=left, level=level)) for who, left, level in reserves]
        note_table(self.tables, self.events, len(self.lines), tuple(rows))

    def gauge(self, seat: int, reserve: int) -> str:
        """`Tinker [#####...] 5 of 8`"""
        level = self.levels[seat]
        bar = FULL * reserve + EMPTY * (level - reserve)
        return said(
            "{receptacle} [{bar}] {reserve} of {level}",
            receptacle=self.names[seat],
            bar=bar,
            reserve=reserve,
            level=level,
        )

    @staticmethod
    def heaps(vortex: int, returned: int) -> str:
        """`Vortex [###] 3, return card [#] 1.`"""
        return said(
            "Vortex [{vortex_bar}] {vortex}, return card [{returned_bar}] {returned}.",
            vortex_bar=FULL * vortex,
            vortex=vortex,
            returned_bar=FULL * returned,
            returned=returned,
        )

    def reserves(self, numbers: Sequence[int]) -> str:
        return ", ".join(self.gauge(seat, numbers[seat]) for seat in range(len(self.names)))

    def seated(self, numbers: list[int]) -> tuple[str, Json]:
        key = self.mission.seated[numbers[1]]
        self.names.append(word(self.mission.title_of(key)))
        self.levels.append(numbers[2])
        each = self.mission.receptacles[key]
        line = said(
            "Seat {seat} is {receptacle}: technology {technology}, dexterity {dexterity}, strength {strength}, level "
            "{level}.",
            seat=numbers[0] + 1,
            receptacle=self.names[-1],
            technology=each.T,
            dexterity=each.D,
            strength=each.S,
            level=each.level,
        )
        return line, {AGENT: key, "level": numbers[2]}

    def round(self, numbers: list[int]) -> tuple[str, Json]:
        self.turn, captain, location, points, vortex, returned, slack = numbers
        self.state = {"points": points, "vortex": vortex, "return_card": returned}
        line = said(
            "Round {turn}: {receptacle} leads to location {location}. Points {points} of {goal}.",
            turn=self.turn,
            receptacle=self.names[captain],
            location=location + 1,
            points=points,
            goal=self.mission.goal,
        )
        data = {"captain": captain + 1, "location": location + 1, "slack": slack, **self.state}
        return f"{line} {self.heaps(vortex, returned)}", data

    def reserve_line(self, numbers: list[int]) -> tuple[str, Json]:
        agents, free = len(self.names), numbers[4]
        line = self.reserves(numbers)
        if free:
            line = said("{reserves}; free refreshes left: {free}", reserves=line, free=free)
        return f"  {line}", {"reserves": numbers[:agents], "free_refreshes": free}

    def entered(self, numbers: list[int]) -> tuple[str, Json]:
        who = self.names[numbers[0]]
        if numbers[2]:
            line = said("{receptacle} pays 1 Azrak onto the location.", receptacle=who)
        else:
            line = said("{receptacle} pays 1 Azrak onto the return card.", receptacle=who)
        to = "location" if numbers[2] else "return card"
        return f"  {line}", {AGENT: numbers[0] + 1, "location": numbers[1] + 1, "to": to}

    def took(self, numbers: list[int]) -> tuple[str, Json]:
        return "", {AGENT: numbers[0] + 1, "card": numbers[1] + 1}

    def read(self, numbers: list[int]) -> tuple[str, Json]:
        seat, card, kind, attribute, difficulty, is_new = numbers[:6]
        what = card_words(Card(kind, attribute, difficulty))
        told = {"receptacle": self.names[seat], "card": card + 1, "content": word(what)}
        if is_new:
            line = said("{receptacle} reads card {card}: {content}.", **told)
        else:
            line = said("{receptacle} takes card {card}: {content}.", **told)
        return f"  {line}", {AGENT: seat + 1, "card": card + 1, "content": what, "first": bool(is_new)}

    def put_back(self, numbers: list[int]) -> tuple[str, Json]:
        line = said("{receptacle} puts card {card} back.", receptacle=self.names[numbers[0]], card=numbers[1] + 1)
        data = {AGENT: numbers[0] + 1, "card": numbers[1] + 1, "expelled": bool(numbers[2])}
        return "" if numbers[2] else f"  {line}", data

    def explored(self, numbers: list[int]) -> tuple[str, Json]:
        seat, before, card, free = numbers[:4]
        told = {"receptacle": self.names[seat], "card": before + 1}
        if before == NONE:
            line = (
                said("{receptacle} explores for free.", **told)
                if free
                else said("{receptacle} explores for 1 Azrak.", **told)
            )
        elif free:
            line = said("{receptacle} explores for free in place of card {card}.", **told)
        else:
            line = said("{receptacle} explores for 1 Azrak in place of card {card}.", **told)
        data = {AGENT: seat + 1, "card": card + 1, "instead_of": before + 1 if before != NONE else None}
        return f"  {line}", {**data, "free": bool(free)}

    def stayed(self, numbers: list[int]) -> tuple[str, Json]:
        return "", {AGENT: numbers[0] + 1}

    def began_test(self, numbers: list[int]) -> tuple[str, Json]:
        seat, kind, attribute, difficulty, value = numbers[:5]
        whose = {CONFLICT: "conflict", GROUP: "group conflict"}.get(kind, "test")
        name = ATTRIBUTE_NAMES[attribute]
        line = said(
            "{receptacle} has {attribute} {value} against {difficulty} ({kind}).",
            receptacle=self.names[seat],
            attribute=word(name),
            value=value,
            difficulty=difficulty,
            kind=word(whose),
        )
        data = {AGENT: seat + 1, "kind": whose, "attribute": name, "value": value, "difficulty": difficulty}
        return f"  {line}", data

    def paid_extra(self, numbers: list[int]) -> tuple[str, Json]:
        seat, number, tester = numbers[:3]
        if seat == tester:
            line = said("{receptacle} pays {number} extra.", receptacle=self.names[seat], number=number)
        else:
            line = said("{receptacle} pays {number} in support.", receptacle=self.names[seat], number=number)
        return f"    {line}", {AGENT: seat + 1, "azrak": number, "support": seat != tester}

    def fate(self, numbers: list[int]) -> tuple[str, Json]:
        value, total, difficulty, result, left = numbers[:5]
        how = RESULTS[result]
        told = {"drawn": f"{value:+d}" if value else "0", "total": total, "difficulty": difficulty, "left": left}
        if how == FAILS:
            line = said("Fate {drawn}: {total} against {difficulty} fails. Fate cards left: {left}.", **told)
        elif how == SUCCEEDS:
            line = said("Fate {drawn}: {total} against {difficulty} succeeds. Fate cards left: {left}.", **told)
        else:
            line = said("Fate {drawn}: {total} against {difficulty} is critical. Fate cards left: {left}.", **told)
        return f"    {line}", {"fate": value, "sum": total, "difficulty": difficulty, "result": how, "left": left}

    def shuffled(self, numbers: list[int]) -> tuple[str, Json]:
        line = said("The Fate cards are shuffled.")
        return f"  {line}" if self.turn else "", {}

    def scored(self, numbers: list[int]) -> tuple[str, Json]:
        line = counted(
            numbers[0],
            "{count} point: {points} of {goal}.",
            "{count} points: {points} of {goal}.",
            points=numbers[1],
            goal=self.mission.goal,
        )
        return f"    {line}", {"gained": numbers[0], "points": numbers[1]}

    def lost_azrak(self, numbers: list[int]) -> tuple[str, Json]:
        line = said("{receptacle} loses 1 Azrak.", receptacle=self.names[numbers[0]])
        return f"    {line}", {AGENT: numbers[0] + 1}

    def emergency(self, numbers: list[int]) -> tuple[str, Json]:
        seat, taken, free = numbers[:3]
        told = {"receptacle": self.names[seat], "taken": taken}
        if free:
            line = said(
                "{receptacle} makes an emergency refresh (a free one) and takes {taken} from the Vortex.", **told
            )
        else:
            line = said(
                "{receptacle} makes an emergency refresh (the last Azrak goes to the return card) and takes {taken} "
                "from the Vortex.",
                **told,
            )
        return f"    {line}", {AGENT: seat + 1, "taken": taken, "free": bool(free)}

    def lost_connection(self, numbers: list[int]) -> tuple[str, Json]:
        line = said("{receptacle} loses control.", receptacle=self.names[numbers[0]])
        return f"    {line}", {AGENT: numbers[0] + 1}

    def fight(self, numbers: list[int]) -> tuple[str, Json]:
        line = said("The group conflict begins, with a life of {life}.", life=numbers[0])
        return f"  {line}", {"life": numbers[0]}

    def damage(self, numbers: list[int]) -> tuple[str, Json]:
        line = said("Damage {damage} of {life}.", damage=numbers[0], life=numbers[1])
        return f"    {line}", {"damage": numbers[0], "life": numbers[1]}

    def refreshed(self, numbers: list[int]) -> tuple[str, Json]:
        if numbers[0]:
            line = said("A free refresh.")
        else:
            line = said("A refresh: 1 Azrak of the Vortex goes to the return card.")
        return f"  {line}", {"free": bool(numbers[0])}

    def dealt(self, numbers: list[int]) -> tuple[str, Json]:
        line = f"  {self.reserves(numbers)}. {self.heaps(numbers[4], numbers[5])}"
        return line, {"reserves": numbers[: len(self.names)], "vortex": numbers[4], "return_card": numbers[5]}

    def ended(self, numbers: list[int]) -> tuple[str, Json]:
        end, points, returned = numbers[:3]
        told = {"end": word(ENDS[end]), "points": points, "returned": returned, "par": self.mission.par}
        if end == 0 and returned <= self.mission.par:
            line = said(
                "The mission is {end}: {points} points, {returned} Azrak on the return card (par {par}; won).", **told
            )
        else:
            line = said(
                "The mission is {end}: {points} points, {returned} Azrak on the return card (par {par}).", **told
            )
        return line, {"end": ENDS[end], "points": points, "returned": returned}


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
