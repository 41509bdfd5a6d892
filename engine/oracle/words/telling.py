"""A game in words: turns the kernel's events into data, and into the lines of a replay, with drawings of the board."""

from collections.abc import Callable
from typing import Any

from engine.game.cell import Json
from engine.game.results import Replay, Stood, broken_off, note_table
from engine.language.current import counted, joined, said, word
from engine.oracle.layout.board import cross_of
from engine.oracle.layout.boxes import NAMES_OF_COLOURS
from engine.oracle.layout.layout import Layout
from engine.oracle.table import events as ev
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from engine.oracle.table.state import FIRST_MOVE, NONE, X_WRITTEN, Log
from engine.oracle.words.drawings import (
    RUNE_NAMES,
    colour_name,
    horoscope_lines,
    legend,
    map_lines,
    plate_line,
)
from engine.policy.compiled_game.telling import Standings

GOOD_NAMES = ("amulet", "tablet")
REWARD_NAMES = ("nothing", "amulet", "tablet", "x", "market", "cleanse")
SOURCES = ("stars", "prediction", "horoscope")
WHY = {0: "all runes lie in one half", 1: "the coin shows a skull", 2: "the area touches the cross"}
KIND_NAMES = ("±1", "Move")
ROW_NAMES = ("upper", "lower")
GOODS_OF_COLOURS = tuple(tuple(f"{colour} {good}" for colour in NAMES_OF_COLOURS) for good in GOOD_NAMES)
AREAS = tuple(f"{colour} area" for colour in NAMES_OF_COLOURS)
FACTIONS = tuple(f"{colour} faction" for colour in NAMES_OF_COLOURS)
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
        self.tables: list[Stood] = []
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

    def tell(self, log: Log, broken: str, stands: bool = False) -> Replay:
        """The whole game, as data and as lines; `stands`: how the table stood, too, which is told later otherwise."""
        board = said("The board: {layout}.", layout=word(self._layout.title))
        self._say(f"{board} {legend()}")
        self._draw_map()
        self._draw_rows()
        for kind, *numbers in log.event[: log.count].tolist():
            if kind in (ev.THREW, ev.DAY, ev.MARKET, ev.RIVAL, ev.DREW):
                self._show_changes()
            if kind != ev.ARRIVED:
                self._say_arrivals()
            self._tells[kind](*numbers)
            if stands:
                note_table(self.tables, self.events, len(self.lines), self._standing())
        if broken:
            self._note("broken", what=broken)
            self._say(broken_off(broken))
        later = Standings(lambda: Teller(self._layout).tell(log, broken, True))
        return Replay(self.events, self.lines, self.tables if stands else later)

    def _standing(self) -> tuple[tuple[str, ...], ...]:
        """How the table stands."""
        drawn = [*map_lines(self._layout, self._drawn, self._filled), *horoscope_lines(self._layout, self._written)]
        plus, move = self._boxes
        numbers = [(said("±1 boxes"), plus), (said("Move boxes"), move), (said("Strip"), self._strip)]
        numbers.append((said("Corruption"), self._corruption))
        goods = said("Goods"), ", ".join(map(word, self._counter)) or said("nothing")
        return (*((line,) for line in drawn), *((name, str(number)) for name, number in numbers), goods)

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
        self._say(said("Day {day}.", day=day))

    def _arrived(self, colour: int, *_: int) -> None:
        self._note("arrival", colour=colour_name(colour))
        self._arrivals.append(colour_name(colour))

    def _say_arrivals(self) -> None:
        """Those who arrive one after the other, on one line."""
        if self._arrivals:
            self._add(said("Arrive: {adventurers}.", adventurers=", ".join(map(word, self._arrivals))))
        self._arrivals.clear()

    def _drew(self, seat: int, hour: int, first: int, second: int, *_: int) -> None:
        drawn = [colour_name(colour) for colour in (first, second) if colour != NONE]
        self._note("draw", seat=seat, hour=hour, drawn=drawn)
        named = joined([word(colour) for colour in drawn])
        if seat == 0:
            self._add(said("The Oracle's clock reaches hour {hour} and draws {drawn}.", hour=hour, drawn=named))
        else:
            self._add(
                said(
                    "The clock of rival {rival} reaches hour {hour} and draws {drawn}.",
                    rival=seat,
                    hour=hour,
                    drawn=named,
                )
            )

    def _struck(self, at: int, colour: int, left: int, *_: int) -> None:
        self._note("strike", prediction=at, colour=colour_name(colour), left=left)
        name = word(colour_name(colour))
        if not left:
            self._add(said("The prediction of {colour} loses an icon: it has failed.", colour=name))
            return
        self._add(
            counted(
                left,
                "The prediction of {colour} loses an icon: {count} icon left.",
                "The prediction of {colour} loses an icon: {count} icons left.",
                colour=name,
            )
        )

    def _hit(self, at: int, colour: int, icons: int, *_: int) -> None:
        self._note("hit", prediction=at, colour=colour_name(colour), icons=icons)
        self._add(
            counted(
                icons,
                "The prediction of {colour} comes true with {count} icon.",
                "The prediction of {colour} comes true with {count} icons.",
                colour=word(colour_name(colour)),
            )
        )

    def _threw(self, turn: int, hour: int, plate: int, die_1: int, die_2: int, skull: int, *_: int) -> None:
        self._turn, self._skull = turn, skull
        self._note("throw", hour=hour, second_half=_runes(plate), dice=[die_1, die_2], skull=bool(skull))
        plus, move = self._boxes
        self._say(
            said(
                "Turn {turn}, hour {hour}: {plate} ±1 {plus}, Move {move}, strip {strip}, corruption {corruption}",
                turn=turn,
                hour=hour,
                plate=plate_line(plate, (die_1, die_2), skull),
                plus=plus,
                move=move,
                strip=self._strip,
                corruption=self._corruption,
            )
        )

    def _modified(self, modifier: int, plate: int, die_1: int, die_2: int, *_: int) -> None:
        self._note("modifier", modifier=_modifier(modifier), second_half=_runes(plate), dice=[die_1, die_2])
        self._boxes[modifier >= FIRST_MOVE] -= 1
        self._add(f"{word(_modifier(modifier))}: {plate_line(plate, (die_1, die_2), self._skull)}")

    def _acted(self, action: int, hours: int, *_: int) -> None:
        self._note("action", action=ACTION_NAMES[action], hours=hours)
        self._add(said("Action: {action}, {hours}.", action=word(ACTION_NAMES[action]), hours=_hours(hours)))

    def _idled(self, hours: int, *_: int) -> None:
        self._note("idle", hours=hours)
        self._add(said("Nothing is legal: {hours} idle.", hours=_hours(hours)))

    def _line(self, edge: int, *_: int) -> None:
        self._drawn.add(edge)
        self._redraw_map = True
        self._note("line", edge=edge)

    def _closed(self, good: int, colour: int, first: int, second: int, *_: int) -> None:
        cells = [cell for cell in (first, second) if cell != NONE]
        self._filled.update(cells)
        places = [[cell // self._layout.width + 1, cell % self._layout.width + 1] for cell in cells]
        self._note("area", good=GOOD_NAMES[good], colour=NAMES_OF_COLOURS[colour], cells=places)
        where = joined([said("row {row}, column {column}", row=row, column=column) for row, column in places])
        self._add(said("Closes a {area}: {places}.", area=word(AREAS[colour]), places=where))

    def _gained(self, good: int, colour: int, source: int, *_: int) -> None:
        self._note("good", good=GOOD_NAMES[good], colour=NAMES_OF_COLOURS[colour], paid_by=SOURCES[source])
        named = GOODS_OF_COLOURS[good][colour]
        self._counter.append(named)
        self._add(said("Gains a {good}.", good=word(named)))

    def _lost(self, good: int, *_: int) -> None:
        self._note("lost good", good=GOOD_NAMES[good])
        self._add(said("The {good} is sold out, and lost.", good=word(GOOD_NAMES[good])))

    def _corrupted(self, why: int, *_: int) -> None:
        self._note("corruption", why=WHY[why])
        self._corruption += 1
        self._add(said("Draws 1 corruption: {why}.", why=word(WHY[why])))

    def _cleansed(self, left: int, *_: int) -> None:
        self._note("cleanse", left=left)
        self._corruption = left
        self._add(said("Discards 1 corruption, {left} left.", left=left))

    def _wrote(self, row: int, box: int, number: int, *_: int) -> None:
        self._written[row].append(number)
        self._redraw_rows = True
        what = "X" if number == X_WRITTEN else str(number)
        self._note("write", row=ROW_NAMES[row], box=box + 1, what=what)
        if ROW_NAMES[row] == "upper":
            self._add(said("Writes {what} into box {box} of the upper row.", what=what, box=box + 1))
        else:
            self._add(said("Writes {what} into box {box} of the lower row.", what=what, box=box + 1))

    def _dropped(self, number: int, *_: int) -> None:
        self._note("drop", number=number)
        self._add(said("{number} fits nowhere, and is dropped.", number=number))

    def _box_pays(self, reward: int, *_: int) -> None:
        if REWARD_NAMES[reward] != "nothing":
            self._note("box", reward=REWARD_NAMES[reward])
            self._add(said("The box pays: {reward}.", reward=word(REWARD_NAMES[reward])))

    def _put_x(self, faction: int, *_: int) -> None:
        self._note("fund", faction=NAMES_OF_COLOURS[faction], by="x")
        self._add(
            said(
                "An X on a funding icon of the {faction}: a sponsorship now.",
                faction=word(FACTIONS[faction]),
            )
        )

    def _marked(self, faction: int, *_: int) -> None:
        self._note("fund", faction=NAMES_OF_COLOURS[faction], by="market icon")
        self._add(
            said(
                "A market icon for the {faction}: a sponsorship at the market.",
                faction=word(FACTIONS[faction]),
            )
        )

    def _no_place(self, reward: int, *_: int) -> None:
        self._note("no place", reward=REWARD_NAMES[reward])
        self._add(said("There is no place for it."))

    def _foretold(self, colour: int, icons: int, *_: int) -> None:
        self._note("prediction", colour=NAMES_OF_COLOURS[colour], icons=icons)
        self._strip -= icons
        self._add(
            counted(
                icons,
                "Predicts {colour} with {count} icon.",
                "Predicts {colour} with {count} icons.",
                colour=word(NAMES_OF_COLOURS[colour]),
            )
        )

    def _filled_box(self, kind: int, number: int, *_: int) -> None:
        self._note("boxes", kind=KIND_NAMES[kind], filled=number)
        self._boxes[kind] += number
        if KIND_NAMES[kind] == "±1":
            self._add(counted(number, "Fills {count} ±1 box.", "Fills {count} ±1 boxes."))
        else:
            self._add(counted(number, "Fills {count} Move box.", "Fills {count} Move boxes."))

    def _hired(self, ability: int, *_: int) -> None:
        self._note("hire", ability=ABILITY_NAMES[ability])
        self._add(said("Hires the {ability}.", ability=word(ABILITY_NAMES[ability])))

    def _used(self, ability: int, *_: int) -> None:
        self._note("staff", ability=ABILITY_NAMES[ability])
        self._add(said("Uses the {ability}.", ability=word(ABILITY_NAMES[ability])))

    def _rival(self, seat: int, hours: int, *_: int) -> None:
        self._note("rival", seat=seat, hours=hours)
        self._add(said("Rival {rival} takes {hours}.", rival=seat, hours=_hours(hours)))

    def _market(self, sponsorships: int, *_: int) -> None:
        self._note("market", sponsorships=sponsorships, sold=list(self._counter))
        goods = ", ".join(map(word, self._counter)) or said("nothing")
        self._say(
            counted(
                sponsorships,
                "Market: {count} sponsorship; sold: {goods}.",
                "Market: {count} sponsorships; sold: {goods}.",
                goods=goods,
            )
        )
        self._counter.clear()

    def _ended(self, worth: int, corruption: int, *_: int) -> None:
        self._note("end", worth=worth, corruption=corruption)
        told = {"worth": worth, "par": self._layout.par, "corruption": corruption}
        if worth >= self._layout.par:
            line = said("The end: worth {worth}, which reaches the par of {par}; corruption {corruption}.", **told)
        else:
            line = said("The end: worth {worth}, which misses the par of {par}; corruption {corruption}.", **told)
        self._say(line)


def _hours(number: int) -> str:
    return counted(number, "{count} hour", "{count} hours")


def _runes(plate: int) -> list[str]:
    return [name for rune, name in enumerate(RUNE_NAMES) if (plate >> rune) & 1]


def _modifier(modifier: int) -> str:
    if modifier >= FIRST_MOVE:
        return f"{RUNE_NAMES[modifier - FIRST_MOVE]} to the other half"
    return f"die {modifier // 2 + 1} − 1" if modifier & 1 else f"die {modifier // 2 + 1} + 1"
