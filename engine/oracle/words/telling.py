"""A game in words: turns the kernel's events into data, and into the lines of a replay, with drawings of the board."""

from collections.abc import Callable
from typing import Any

from engine.game.cell import Json
from engine.game.results import Replay
from engine.oracle.layout.board import cross_of
from engine.oracle.layout.boxes import NAMES_OF_COLOURS
from engine.oracle.layout.layout import Layout
from engine.oracle.table import events as ev
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from engine.oracle.table.state import FIRST_MOVE, NONE, X_WRITTEN, Log
from engine.oracle.words.drawings import (
    LEGEND,
    RUNE_NAMES,
    colour_name,
    horoscope_lines,
    map_lines,
    plate_line,
)

GOOD_NAMES = ("amulet", "tablet")
REWARD_NAMES = ("nothing", "amulet", "tablet", "x", "market", "cleanse")
SOURCES = ("stars", "prediction", "horoscope")
WHY = {0: "all runes lie in one half", 1: "the coin shows a skull", 2: "the area touches the cross"}
KIND_NAMES = ("±1", "Move")
ROW_NAMES = ("upper", "lower")
INDENT = "    "


class Teller:
    """Tells one game. It keeps as much of the table as the drawings need."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._turn = 0
        self._drawn = set(cross_of(layout))
        self._filled: set[int] = set()
        self._written: tuple[list[int], list[int]] = ([], [])
        self._skull = 0
        self._redraw_map = self._redraw_rows = False
        self._arrivals: list[str] = []
        self._counter: list[str] = []
        self._boxes = [min(1, layout.boxes)] * 2
        self._strip, self._corruption = layout.strip, 0
        self.events: list[Json] = []
        self.lines: list[tuple[int, str]] = []
        self._tells: dict[int, Callable[..., None]] = {
            int(ev.DAY): self._day,
            int(ev.ARRIVED): self._arrived,
            int(ev.DREW): self._drew,
            int(ev.STRUCK): self._struck,
            int(ev.HIT): self._hit,
            int(ev.THREW): self._threw,
            int(ev.MODIFIED): self._modified,
            int(ev.ACTED): self._acted,
            int(ev.IDLED): self._idled,
            int(ev.DREW_LINE): self._line,
            int(ev.CLOSED): self._closed,
            int(ev.GAINED): self._gained,
            int(ev.LOST): self._lost,
            int(ev.CORRUPTED): self._corrupted,
            int(ev.CLEANSED): self._cleansed,
            int(ev.WROTE): self._wrote,
            int(ev.DROPPED): self._dropped,
            int(ev.BOX_PAYS): self._box_pays,
            int(ev.PUT_X): self._put_x,
            int(ev.MARKED): self._marked,
            int(ev.NO_PLACE): self._no_place,
            int(ev.FORETOLD): self._foretold,
            int(ev.FILLED_BOX): self._filled_box,
            int(ev.HIRED): self._hired,
            int(ev.USED): self._used,
            int(ev.RIVAL): self._rival,
            int(ev.MARKET): self._market,
            int(ev.ENDED): self._ended,
        }

    def tell(self, log: Log, broken: str) -> Replay:
        """The whole game, as data and as lines."""
        self._say(f"The board: {self._layout.title}. {LEGEND}")
        self._draw_map()
        self._draw_rows()
        for kind, *numbers in log.event[: log.count].tolist():
            if kind in (ev.THREW, ev.DAY, ev.MARKET, ev.RIVAL, ev.DREW):
                self._show_changes()
            if kind != ev.ARRIVED:
                self._say_arrivals()
            self._tells[kind](*numbers)
        if broken:
            self._note("broken", what=broken)
            self._say(f"Broken off: {broken}")
        return Replay(self.events, self.lines)

    def _note(self, event: str, **data: Any) -> None:
        self.events.append({"turn": self._turn, "event": event, **data})

    def _say(self, text: str) -> None:
        self.lines.append((self._turn, text))

    def _add(self, text: str) -> None:
        self._say(INDENT + text)

    def _draw_map(self) -> None:
        for line in map_lines(self._layout, self._drawn, self._filled):
            self._add(line)

    def _draw_rows(self) -> None:
        for line in horoscope_lines(self._layout, self._written):
            self._add(line)

    def _show_changes(self) -> None:
        """Draws what has changed since it was drawn last."""
        if self._redraw_map:
            self._draw_map()
        if self._redraw_rows:
            self._draw_rows()
        self._redraw_map = self._redraw_rows = False

    def _day(self, day: int, *_: int) -> None:
        self._note("day", day=day)
        self._say(f"Day {day}.")

    def _arrived(self, colour: int, *_: int) -> None:
        self._note("arrival", colour=colour_name(colour))
        self._arrivals.append(colour_name(colour))

    def _say_arrivals(self) -> None:
        """Those who arrive one after the other, on one line."""
        if self._arrivals:
            self._add(f"Arrive: {', '.join(self._arrivals)}.")
        self._arrivals.clear()

    def _drew(self, seat: int, hour: int, first: int, second: int, *_: int) -> None:
        drawn = [colour_name(colour) for colour in (first, second) if colour != NONE]
        self._note("draw", seat=seat, hour=hour, drawn=drawn)
        who = "The Oracle's clock" if seat == 0 else f"The clock of rival {seat}"
        self._add(f"{who} reaches hour {hour} and draws {' and '.join(drawn)}.")

    def _struck(self, at: int, colour: int, left: int, *_: int) -> None:
        self._note("strike", prediction=at, colour=colour_name(colour), left=left)
        outcome = f"{left} icon{'' if left == 1 else 's'} left" if left else "it has failed"
        self._add(f"The prediction of {colour_name(colour)} loses an icon: {outcome}.")

    def _hit(self, at: int, colour: int, icons: int, *_: int) -> None:
        self._note("hit", prediction=at, colour=colour_name(colour), icons=icons)
        self._add(f"The prediction of {colour_name(colour)} comes true with {icons} icon{'' if icons == 1 else 's'}.")

    def _threw(self, turn: int, hour: int, plate: int, die_1: int, die_2: int, skull: int, *_: int) -> None:
        self._turn, self._skull = turn, skull
        self._note("throw", hour=hour, second_half=_runes(plate), dice=[die_1, die_2], skull=bool(skull))
        plus, move = self._boxes
        stock = f"±1 {plus}, Move {move}, strip {self._strip}, corruption {self._corruption}"
        self._say(f"Turn {turn}, hour {hour}: {plate_line(plate, (die_1, die_2), skull)} {stock}")

    def _modified(self, modifier: int, plate: int, die_1: int, die_2: int, *_: int) -> None:
        self._note("modifier", modifier=_modifier(modifier), second_half=_runes(plate), dice=[die_1, die_2])
        self._boxes[modifier >= FIRST_MOVE] -= 1
        self._add(f"{_modifier(modifier)}: {plate_line(plate, (die_1, die_2), self._skull)}")

    def _acted(self, action: int, hours: int, *_: int) -> None:
        self._note("action", action=ACTION_NAMES[action], hours=hours)
        self._add(f"Action: {ACTION_NAMES[action]}, {_number(hours, 'hour')}.")

    def _idled(self, hours: int, *_: int) -> None:
        self._note("idle", hours=hours)
        self._add(f"Nothing is legal: {_number(hours, 'hour')} idle.")

    def _line(self, edge: int, *_: int) -> None:
        self._drawn.add(edge)
        self._redraw_map = True
        self._note("line", edge=edge)

    def _closed(self, good: int, colour: int, first: int, second: int, *_: int) -> None:
        cells = [cell for cell in (first, second) if cell != NONE]
        self._filled.update(cells)
        places = [[cell // self._layout.width + 1, cell % self._layout.width + 1] for cell in cells]
        self._note("area", good=GOOD_NAMES[good], colour=NAMES_OF_COLOURS[colour], cells=places)
        where = " and ".join(f"row {row}, column {column}" for row, column in places)
        self._add(f"Closes a {NAMES_OF_COLOURS[colour]} area: {where}.")

    def _gained(self, good: int, colour: int, source: int, *_: int) -> None:
        self._note("good", good=GOOD_NAMES[good], colour=NAMES_OF_COLOURS[colour], paid_by=SOURCES[source])
        self._counter.append(f"{NAMES_OF_COLOURS[colour]} {GOOD_NAMES[good]}")
        self._add(f"Gains a {NAMES_OF_COLOURS[colour]} {GOOD_NAMES[good]}.")

    def _lost(self, good: int, *_: int) -> None:
        self._note("lost good", good=GOOD_NAMES[good])
        self._add(f"The {GOOD_NAMES[good]} is sold out, and lost.")

    def _corrupted(self, why: int, *_: int) -> None:
        self._note("corruption", why=WHY[why])
        self._corruption += 1
        self._add(f"Draws 1 corruption: {WHY[why]}.")

    def _cleansed(self, left: int, *_: int) -> None:
        self._note("cleanse", left=left)
        self._corruption = left
        self._add(f"Discards 1 corruption, {left} left.")

    def _wrote(self, row: int, box: int, number: int, *_: int) -> None:
        self._written[row].append(number)
        self._redraw_rows = True
        what = "X" if number == X_WRITTEN else str(number)
        self._note("write", row=ROW_NAMES[row], box=box + 1, what=what)
        self._add(f"Writes {what} into box {box + 1} of the {ROW_NAMES[row]} row.")

    def _dropped(self, number: int, *_: int) -> None:
        self._note("drop", number=number)
        self._add(f"{number} fits nowhere, and is dropped.")

    def _box_pays(self, reward: int, *_: int) -> None:
        if REWARD_NAMES[reward] != "nothing":
            self._note("box", reward=REWARD_NAMES[reward])
            self._add(f"The box pays: {REWARD_NAMES[reward]}.")

    def _put_x(self, faction: int, *_: int) -> None:
        self._note("fund", faction=NAMES_OF_COLOURS[faction], by="x")
        self._add(f"An X on a funding icon of the {NAMES_OF_COLOURS[faction]} faction: a sponsorship now.")

    def _marked(self, faction: int, *_: int) -> None:
        self._note("fund", faction=NAMES_OF_COLOURS[faction], by="market icon")
        self._add(f"A market icon for the {NAMES_OF_COLOURS[faction]} faction: a sponsorship at the market.")

    def _no_place(self, reward: int, *_: int) -> None:
        self._note("no place", reward=REWARD_NAMES[reward])
        self._add("There is no place for it.")

    def _foretold(self, colour: int, icons: int, *_: int) -> None:
        self._note("prediction", colour=NAMES_OF_COLOURS[colour], icons=icons)
        self._strip -= icons
        self._add(f"Predicts {NAMES_OF_COLOURS[colour]} with {_number(icons, 'icon')}.")

    def _filled_box(self, kind: int, number: int, *_: int) -> None:
        self._note("boxes", kind=KIND_NAMES[kind], filled=number)
        self._boxes[kind] += number
        self._add(f"Fills {_number(number, f'{KIND_NAMES[kind]} box', 'es')}.")

    def _hired(self, ability: int, *_: int) -> None:
        self._note("hire", ability=ABILITY_NAMES[ability])
        self._add(f"Hires the {ABILITY_NAMES[ability]}.")

    def _used(self, ability: int, *_: int) -> None:
        self._note("staff", ability=ABILITY_NAMES[ability])
        self._add(f"Uses the {ABILITY_NAMES[ability]}.")

    def _rival(self, seat: int, hours: int, *_: int) -> None:
        self._note("rival", seat=seat, hours=hours)
        self._add(f"Rival {seat} takes {_number(hours, 'hour')}.")

    def _market(self, sponsorships: int, *_: int) -> None:
        self._note("market", sponsorships=sponsorships, sold=list(self._counter))
        goods = ", ".join(self._counter) or "nothing"
        self._say(f"Market: {_number(sponsorships, 'sponsorship')}; sold: {goods}.")
        self._counter.clear()

    def _ended(self, worth: int, corruption: int, *_: int) -> None:
        self._note("end", worth=worth, corruption=corruption)
        par = "reaches" if worth >= self._layout.par else "misses"
        self._say(f"The end: worth {worth}, which {par} the par of {self._layout.par}; corruption {corruption}.")


def _number(number: int, unit: str, plural: str = "s") -> str:
    return f"{number} {unit}{'' if number == 1 else plural}"


def _runes(plate: int) -> list[str]:
    return [name for rune, name in enumerate(RUNE_NAMES) if (plate >> rune) & 1]


def _modifier(modifier: int) -> str:
    if modifier >= FIRST_MOVE:
        return f"{RUNE_NAMES[modifier - FIRST_MOVE]} to the other half"
    return f"die {modifier // 2 + 1} {'−' if modifier & 1 else '+'} 1"
