"""Digests of what a seat is shown and of what it can choose: functions of a kernel that tell whether a world looks to a
seat as the true one did. Things have the same digest if plain Python calls them equal."""

import ast
from collections.abc import Callable
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from hashlib import sha256

from engine.outside.own.compiled.kit.record import NONE
from engine.outside.own.compiled.types import (
    DICT,
    FIXED,
    LIST,
    REAL,
    SET,
    THING,
    TUPLE,
    Kind,
    Refused,
    is_card,
    width,
)
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.telling import Telling
from engine.outside.own.compiled.writing.holding.lists import COUNTER

START = "np.uint64(1)"
DEEPEST = 8
"""Things within things."""


class Digests(Telling):
    """How things are told apart in forks."""

    def digests(self, view: Kind, choices: Kind, node: ast.Call, name: str) -> None:
        """Write the functions for what is asked at a place: `shown_NAME` and `choice_NAME`."""
        shown = [] if view.now().shape == FIXED else ["view"]
        self._digest_function(
            f"shown_{name}", [*shown, "choices"], lambda found: self._shown(view, choices, found, node)
        )
        self._digest_function(f"choice_{name}", ["choices", "at"], lambda found: self._choice(choices, found, node))

    def _digest_function(self, name: str, given: list[str], write: Callable[[str], None]) -> None:
        lines, self.lines, depth, self.depth = self.lines, [], self.depth, 1
        temps, self._temps = self._temps, 0  # so that two functions that do the same are one
        try:
            found = self.fresh(START)
            try:
                write(found)
            except Refused as refused:
                self.program.no_forks = refused.told
                self.lines = []
                self.emit(f"{found} = {START}")
            self.emit(f"return {found}")
            head = f"def {name}({', '.join(['rec', *given])}):"
            self.program.extra[name] = "\n".join(["@compiled", head, *self.lines])
        finally:
            self.lines, self.depth, self._temps = lines, depth, temps

    def _shown(self, view: Kind, choices: Kind, found: str, node: ast.AST) -> None:
        if view.now().shape != FIXED:
            self._digest(Val(view, "view"), found, node)
        self._digest(Val(choices, "choices"), found, node)

    def _choice(self, choices: Kind, found: str, node: ast.AST) -> None:
        item = choices.now().items[0]
        held = self.fresh(self.load(item, f"nth(rec, choices, at, {width(item)})", node))
        self._digest(Val(item, held), found, node)

    def _digest(self, value: Val, found: str, node: ast.AST, depth: int = 0) -> None:
        """Mix a value, which has a name, into a digest."""
        kind = value.kind.now()
        if depth > DEEPEST:
            raise self.no(node, "what a seat is shown is nested too deeply to be compared in a fork")
        if not kind.is_optional:
            self._digest_there(value, found, node, depth)
            return
        self.emit(f"if {value.code}{'[0]' * (kind.shape == TUPLE)} == 0:")
        with self.indented():
            self.emit(f"{found} = mixed({found}, {NONE})")
        self.emit("else:")
        with self.indented():
            self._digest_there(value, found, node, depth)

    def _digest_there(self, value: Val, found: str, node: ast.AST, depth: int) -> None:
        kind = value.kind.now()
        if kind.shape == TUPLE:
            self.emit(f"{found} = mixed({found}, {-len(kind.items) - 1})")
            for at, item in enumerate(kind.items):
                self._digest(Val(item, self.fresh(f"{value.code}[{at + kind.is_optional}]")), found, node, depth + 1)
        elif kind.shape == LIST:
            if kind.is_tuple and kind.is_list:
                raise self.no(node, "what a seat is shown is sometimes a list and sometimes a tuple")
            sign = "-" if kind.is_tuple else ""
            self.emit(f"{found} = mixed({found}, {sign}length(rec, {value.code}) {sign or '+'} 1)")
            self._each(kind.items[0], value.code, node, lambda each: self._digest(each, found, node, depth + 1))
        elif kind.shape == SET:
            self._digest_any_order(kind.items[:1], [value.code], found, node, depth)
        elif kind.shape == DICT:
            parts = [self.fresh(f"word(rec, {value.code} + {at})") for at in range(2)]
            self._digest_any_order(kind.items, parts, found, node, depth, is_counter=kind.named == COUNTER)
        elif kind.shape == THING:
            self._digest_thing(value, found, node, depth)
        elif kind.shape == FIXED:
            raise self.no(node, "what a seat is shown holds a class or the table")
        else:
            self.emit(f"{found} = mixed({found}, {self._word(value, node)})")

    def _word(self, value: Val, node: ast.AST) -> str:
        if self.how(value.kind, node) == REAL:
            return f"real_word({value.code})"
        return f"1 if {value.code} else 0" if self.how(value.kind, node) == "bool" else value.code

    def _each(self, item: Kind, many: str, node: ast.AST, body: Callable[[Val], None]) -> None:
        """A loop over a list; what nobody knows anything of is never in one."""
        if item.now().is_unknown:
            self.emit(f"need(length(rec, {many}) == 0)")
            return
        at = self.fresh("0")
        self.emit(f"while {at} < length(rec, {many}):")
        with self.indented():
            each = self.fresh(self.load(item, f"nth(rec, {many}, {at}, {width(item)})", node))
            self.emit(f"{at} += 1")
            body(Val(item, each))

    def _digest_any_order(
        self, items: list[Kind], parts: list[str], found: str, node: ast.AST, depth: int, is_counter: bool = False
    ) -> None:
        """Of a set or a dict: the same in any order. A Counter does not tell 0 from nothing."""
        total = self.fresh("np.uint64(0)")
        if any(item.now().is_unknown for item in items):
            self.emit(f"need(length(rec, {parts[0]}) == 0)")
        else:
            at = self.fresh("0")
            self.emit(f"while {at} < length(rec, {parts[0]}):")
            with self.indented():
                mine = self.fresh(START)
                held = [
                    Val(item, self.fresh(self.load(item, f"nth(rec, {part}, {at}, {width(item)})", node)))
                    for item, part in zip(items, parts, strict=True)
                ]
                for each in held:
                    self._digest(each, mine, node, depth + 1)
                self.emit(f"{at} += 1")
                self.emit(f"if {held[-1].code} != 0:" if is_counter else "if True:")
                with self.indented():
                    self.emit(f"{total} += {mine}")
        self.emit(f"{found} = mixed_with({found}, {total})")

    def _digest_thing(self, value: Val, found: str, node: ast.AST, depth: int) -> None:
        """Fields by their names, in any order."""
        fields = value.kind.now().fields.now()
        if not is_card(value.kind) and fields.named and not self._is_all_compared(fields.named):
            raise self.no(node, f"{fields.named}: what tells its things apart cannot be compared in a fork")
        names = ("id",) if is_card(value.kind) else tuple(fields.of)
        self.emit(f"{found} = mixed({found}, {_number_of(fields.named)})")
        total, there = self.fresh("np.uint64(0)"), self.kinds.thing(fields)
        for name in names:
            if fields.of[name].now().is_unknown:
                raise self.no(node, f"nothing says what {name} is")
            test = "True" if is_card(value.kind) or fields.is_always_there(name) else self._has(value, name)
            self.emit(f"if {test}:")
            with self.indented():
                mine = self.fresh(f"mixed({START}, {_number_of(name)})")
                part = self.field(Val(there, value.code), name, node)
                self._digest(Val(part.kind, self.fresh(part.code)), mine, node, depth + 1)
                self.emit(f"{total} += {mine}")
        self.emit(f"{found} = mixed_with({found}, {total})")

    def _has(self, value: Val, name: str) -> str:
        return f"word(rec, {value.code}) & {value.kind.now().fields.now().bit(name)} != 0"

    def _is_all_compared(self, named: str) -> bool:
        """Whether things of a class are equal if all their fields are."""
        what = vars(self.source.module).get(named)
        if what is None or self.compares_by_identity(named) or not is_dataclass(what):
            return False
        return all(each.compare for each in fields_of(what))


def _number_of(name: str) -> int:
    """A number that stands for the name of a field."""
    return int.from_bytes(sha256(name.encode()).digest()[:7], "little")
