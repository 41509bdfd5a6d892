"""A text that identifies a game from outside: its name, the version of its rules and the start of a hash of it, who
plays, the axes, the seed and the index: `pirates:rules1@5d41402a:bold,at=25:players3:seed1:game17`. A game with cards
has its deck and the start of the hash of that before who plays: `:base@1f0c9a3e`. The policies of several seats are
joined with +, a focus and its field with /. Parameters follow if they are not the usual ones: `:goal=50`,
`:focus=2`."""

import re
from dataclasses import dataclass
from functools import cached_property

from engine.errors import BadInput, NotComparable, message
from engine.game.cell import Cell, Json
from engine.game.seats import FOCUS
from engine.language.current import said
from engine.outside.grid import OutsideGrid
from engine.policy.compiled_game.grid import OPTIONS
from engine.policy.naming import shown_number
from engine.policy.seats.in_ids import (
    CONTENT,
    HASH_DIGITS,
    WHO,
    check_content,
    content_word,
    seating_in,
    seed_and_index,
    word_of,
)
from engine.policy.seats.seating import policies_named

NUMBER = re.compile(r"-?\d{1,20}", re.ASCII)


@dataclass(frozen=True, eq=False, kw_only=True)
class OutsideIds:
    """The ids of one game."""

    name: str
    rules: int
    """The version of its rules."""
    code: str = ""
    """The start of the hash of what plays it, if one hash tells. Of a game in a file, it depends on who plays: see
    `OutsideGrid.rules_for`."""
    where: str
    """What a person knows the game by that plays here."""
    grid: OutsideGrid
    joint: str = ""
    """Between the name of an axis and its value; if it is left out, the values are numbers. Commas stand for the spaces
    of a value."""

    def _version(self, code: str) -> str:
        return f"rules{self.rules}" + (f"@{code[:HASH_DIGITS]}" if code else "")

    def _versions(self, who: Json) -> dict[str, Json]:
        """How ids of games that are played here name their rules, the usual way last, and what the grid says then."""
        if not self.grid.rules_for:
            return {self._version(self.code): {}}
        today, older = self.grid.rules_for(policies_named(who)), self.grid.code_hash
        return {self._version(older): {self.grid.code_key: older}, self._version(today): {}}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        version = r"(?P<version>rules[0-9]+" + (r"@[0-9a-f]{8})" if self.code or self.grid.rules_for else ")")
        who = f":{WHO}" if self.grid.policies else ""
        content = f":{CONTENT}" if self.grid.contents else ""
        axis = r":[^:=]+=[^:]+" if self.joint else r":[^\W\d]\w*?-?[0-9]+"
        axes = f"(?P<axes>(?:{axis})*?)" if self.grid.axes else ""
        tail = r":seed(?P<seed>[0-9]{1,40}):game(?P<index>[0-9]{1,40})(?P<rest>(?::\w+=[^:=]+)*)"
        return re.compile(f"{re.escape(self.name)}:{version}{content}{who}{axes}{tail}")

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        policies, options = self.grid.policies, cell.spec[OPTIONS]
        who = [word_of(policies, cell.spec)] if policies else []
        usual = {name: each.default for name, each in self.grid.parameters.items()} | {FOCUS: 0}
        rest = [f"{key}={shown_number(value)}" for key, value in options.items() if value != usual[key]]
        contents = self.grid.contents
        content = [content_word(cell, contents.one, contents.checked().of_data)] if contents else []
        version = self._version(cell.spec.get(self.grid.code_key, self.code))
        head = [self.name, version, *content, *who, *self._axes(self.grid.axes_of(cell))]
        return ":".join([*head, f"seed{seed}", f"game{index}", *rest])

    def _axes(self, point: Json) -> list[str]:
        return [f"{name}{self.joint}{str(value).replace(' ', ',')}" for name, value in point.items()]

    def plays(self, text: str) -> bool:
        """Whether a game id is of a game that is played here."""
        match = self.pattern.fullmatch(text)
        return match is not None and match["version"] in self._versions(self._who(match))

    def _who(self, match: re.Match[str]) -> Json:
        return seating_in(match["who"]) if self.grid.policies else {}

    def find_game(self, text: str) -> tuple[Cell, int, int]:
        """The cell, seed and index of a game id."""
        match, grid = self.pattern.fullmatch(text), self.grid
        who = self._who(match) if match else {}
        versions = self._versions(who)
        here = list(versions)[-1]
        played = re.match(rf"{re.escape(self.name)}:(rules(\d+)(?:@[0-9a-f]{{8}})?):", text, re.ASCII)
        if played and (played[1] not in versions if match else played[2] != str(self.rules)):
            raise NotComparable(
                message("played by {version}, {where} is {here}", version=played[1], where=self.where, here=here),
                source=said("game id {text!r}", text=text),
            )
        if match is None:
            first = self._axes({name: axis.values[0] for name, axis in grid.axes.items()})
            words = [f"{grid.contents.one.upper()}@HASH"] if grid.contents else []
            words += ["POLICY"] if grid.policies else []
            shape = [self.name, here, *words, *first, "seed1", "game17"]
            raise BadInput(
                source=said("game id {text!r}", text=text),
                expected=message("{shape}, as the commands print it", shape=":".join(shape)),
            )
        seed, index = seed_and_index(match, text)
        options = {key: _number(value) if key == FOCUS else value for key, value in _pairs(match["rest"])}
        data: Json = {**self._point(match, text), OPTIONS: options, **who, **versions[match["version"]]}
        if grid.contents:
            check_content(match, grid.contents.one, grid.contents.checked().load)
            data[grid.contents.key] = [match["content"]]
        return grid.cells(grid.resolve(data, said("game id {text!r}", text=text)))[0], seed, index

    def _point(self, match: re.Match[str], text: str) -> Json:
        """The axes of a grid with this one game."""
        if not self.grid.axes:
            return {}
        words = match["axes"].split(":")[1:]
        found = dict(word.split("=", 1) if self.joint else re.split(r"(?=-?\d+$)", word, maxsplit=1) for word in words)
        if missing := [name for name in self.grid.axes if name not in found]:
            raise BadInput(
                source=said("game id {text!r}", text=text), expected=message("a value of {missing}", missing=missing[0])
            )
        numbers = {name for name, axis in self.grid.axes.items() if isinstance(axis.values[0], int)}
        return {name: [_number(value) if name in numbers else value.replace(",", " ")] for name, value in found.items()}


def _pairs(words: str) -> list[list[str]]:
    return [word.split("=") for word in words.split(":") if word]


def _number(text: str) -> int | str:
    return int(text) if NUMBER.fullmatch(text) else text
