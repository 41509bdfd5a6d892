"""The part of an experiment that a game from outside has (who plays, axes, parameters), and the cells it spans."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, NamedTuple

from engine.configs import unknown_word
from engine.content.checked import CheckedContent
from engine.content.errors import bad_field
from engine.content.fields import shown
from engine.content.named_contents import MOST_NAMES, resolve_content
from engine.errors import BadInput, Text, message
from engine.game.cell import Cell, Json, check_size
from engine.game.seats import FIELD, FOCUS
from engine.language.kinds import kind_of_thing
from engine.policy.compiled_game.grid import OPTIONS, PLAYERS, first_repeated
from engine.policy.parameters import RuleParameter
from engine.policy.registry import PolicySet
from engine.policy.seats.seating import (
    SEATINGS,
    check_tables,
    code_of_seating,
    everybody,
    policies_in,
    resolve_seating,
    seatings_of,
)

Values = Sequence[int] | Sequence[str]


class AxisValues(NamedTuple):
    """Something that cells differ in."""

    values: Values
    """All of them, either whole numbers or words."""
    usual: Values
    """Those of an experiment that names none."""
    read: Callable[[str, str], str] | None = None
    """What a text means that is none of them, such as a search; empty if nothing. What it refuses begins with the
    second text."""


class Contents(NamedTuple):
    """Contents that an experiment can name."""

    key: str
    """In a grid: `decks`."""
    one: str
    """What one of them is called, in the labels of a cell and in what decides it."""
    usual: str
    """The name of the one that is played if none is named."""
    checked: Callable[[], CheckedContent[Any]]
    """All of them. They are asked for only where an experiment is read: a worker has those of its cells."""


@dataclass(frozen=True, eq=False, kw_only=True)
class OutsideGrid:
    """How the experiments of one game are read."""

    policies: PolicySet | None = None
    """Who can play; None if the game has no players that we know. The first plays if nobody is named."""
    contents: Contents | None = None
    axes: Mapping[str, AxisValues] = field(default_factory=dict)
    parameters: Mapping[str, RuleParameter] = field(default_factory=dict)
    """What an experiment sets as `options`."""
    seats: int = 0
    """The seats of a game, if all games have as many. They follow from the axis of players if it is there."""
    has_focus: bool = False
    """Whether the options say which seat is in focus."""
    no_contest: Text = ""
    """Why nobody can be in focus; empty if somebody can."""
    pins: Json = field(default_factory=dict)
    """What every grid says about the game that it is for: its hash."""
    head: Json = field(default_factory=dict)
    """What the spec of every cell says about the game."""
    nests_axes: bool = False
    """Whether the spec of a cell has its axes in a table of their own, `axes`."""
    code: Mapping[str, str] = field(default_factory=dict)
    """See `Cell`."""
    code_key: str = ""
    """Where grids and cells name the rules, if a text decides them."""
    code_hash: str = ""
    """The hash of that whole text. Runs from before 0.14 have it, and keep it."""
    rules_for: Callable[[Collection[str]], str] | None = None
    """The hash of the rules in that text, if these policies play."""

    def resolve(self, data: Mapping[str, object], source: str) -> Json:
        """The grid as plain data, with every policy and every parameter complete, and with what identifies the game."""
        lists = [*([self.contents.key] if self.contents else []), *self.axes]
        known = {*(SEATINGS if self.policies else ()), *lists, OPTIONS}
        for key in data:
            if key not in known and key not in self.pins and key != self.code_key:
                raise unknown_word("key", key, known, source)
        resolved = {
            **self._contents(data, source),
            **self._seating(data, source),
            **{name: _values(axis, data.get(name), name, source) for name, axis in self.axes.items()},
        }
        seats = min(resolved.get(PLAYERS, [self.seats]))
        played = [part["name"] for _, part in everybody(resolved)]
        options = self._options(data.get(OPTIONS, {}), seats, source)
        resolved |= {OPTIONS: options, **self.pins, **self._rules(played, data)}
        if self.policies:
            check_tables(self.policies, resolved, seats, source)
        check_size(len(self._seatings(resolved)) * prod(len(resolved[name]) for name in lists), source)
        return resolved

    def _rules(self, played: Collection[str], data: Mapping[str, object]) -> Json:
        """What a grid or a cell says of the rules; `data` is what the grid says."""
        if not self.rules_for:
            return {}
        is_older = data.get(self.code_key) == self.code_hash
        return {self.code_key: self.code_hash if is_older else self.rules_for(played)}

    def _contents(self, data: Mapping[str, object], source: str) -> Json:
        """The contents as data, each with its name."""
        if self.contents is None:
            return {}
        key, one, usual, checked = self.contents
        words: Any = [usual] if data.get(key) is None else data[key]
        if not isinstance(words, list) or not 1 <= len(words) <= MOST_NAMES:
            told = message("expected a list of 1 to {most} {one} names", most=MOST_NAMES, one=kind_of_thing(one))
            raise bad_field(source, (key,), told)
        found = [resolve_content(checked(), word, source) for word in words]
        if (name := first_repeated([each["name"] for each in found])) is not None:
            raise bad_field(source, (key,), message("expected names that differ, got {name!r} twice", name=name))
        return {key: found}

    def _seating(self, data: Mapping[str, object], source: str) -> Json:
        if not self.policies:
            return {}
        given: dict[str, Any] = {key: data[key] for key in SEATINGS if data.get(key) is not None}
        for key, found in given.items():
            if not isinstance(found, list):
                what = message("tables") if key == "tables" else message("policies")
                raise bad_field(
                    source, (key,), message("expected a list of {what}, got {found}", what=what, found=shown(found))
                )
        if self.no_contest and (given.get(FOCUS) or given.get(FIELD)):
            raise bad_field(source, (FOCUS,), self.no_contest)
        return resolve_seating(self.policies, given, [next(iter(self.policies.installed))], source)

    def _options(self, given: object, seats: int, source: str) -> Json:
        """The parameters of the rules and the seat of the focus, checked and complete."""
        if not isinstance(given, Mapping):
            raise bad_field(source, (OPTIONS,), message("expected a table of options, got {given}", given=shown(given)))
        known = [*self.parameters, *([FOCUS] if self.has_focus else [])]
        for name in given:
            if name not in known:
                raise unknown_word("option", str(name), known, source, OPTIONS)
        try:
            found = {name: each.read(name, given.get(name, each.default)) for name, each in self.parameters.items()}
        except BadInput as error:
            raise error.within(source, OPTIONS) from None
        if self.has_focus:
            seat = given.get(FOCUS, 0)
            if type(seat) is not int or not 0 <= seat <= seats:
                raise bad_field(
                    source, (OPTIONS, FOCUS), message("expected a seat from 1 to {seats}, or 0", seats=seats)
                )
            found[FOCUS] = seat
        return found

    def cells(self, grid: Json) -> list[Cell]:
        """The cells of a resolved grid. Only a cell with a focus has a seat for it."""
        found = []
        for (called, content), (labels, who) in product(self._named_contents(grid), self._seatings(grid)):
            code = {**self.code, **(code_of_seating(self.policies, who) if self.policies else {})}
            options = {key: value for key, value in grid[OPTIONS].items() if key != FOCUS or FOCUS in who}
            rules = self._rules([part["name"] for part in policies_in(who)], grid)
            for values in product(*(grid[name] for name in self.axes)):
                point: Json = dict(zip(self.axes, values, strict=True))
                axes = {"axes": point} if self.nests_axes else point
                spec = {**self.head, **rules, **content, **who, **axes, OPTIONS: options}
                found.append(Cell({**called, **labels, **point}, spec, code))
        return found

    def _named_contents(self, grid: Json) -> list[tuple[Json, Json]]:
        """The label and the data of each content."""
        if self.contents is None:
            return [({}, {})]
        key, one = self.contents.key, self.contents.one
        return [({one: each["name"]}, {one: each["content"]}) for each in grid[key]]

    def _seatings(self, grid: Json) -> list[tuple[dict[str, str], Json]]:
        return seatings_of(self.policies, grid) if self.policies else [({}, {})]

    def axes_of(self, cell: Cell) -> Json:
        """The value of a cell on each axis."""
        return {name: cell.labels[name] for name in self.axes}


def _values(axis: AxisValues, given: object, name: str, source: str) -> list[Any]:
    known: list[Any] = list(axis.values)
    if given is None:
        return list(axis.usual)
    if not isinstance(given, list):
        what = message("numbers") if isinstance(known[0], int) else message("words")
        raise bad_field(
            source, (name,), message("expected a list of {what}, got {given}", what=what, given=shown(given))
        )
    found, strange = [], []
    for value in given:
        if type(value) is type(known[0]) and value in known:
            found.append(value)
        elif axis.read and isinstance(value, str) and (meant := axis.read(value, source)):
            found.append(meant)
        else:
            strange.append(value)
    twice = first_repeated(found)
    if strange or not found or twice is not None:
        some = ", ".join(map(str, known[:20])) + (", …" if len(known) > 20 else "")
        got = shown(strange[0]) if strange else f"{twice} twice" if found else "none"
        raise bad_field(source, (name,), message("expected some of {some}, each once, got {got}", some=some, got=got))
    return found
