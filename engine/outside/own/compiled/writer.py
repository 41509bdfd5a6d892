"""What all parts of the pass share: lines of the kernel, values, and how values are kept in memory."""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from engine.outside.own.compiled.kit.record import NONE
from engine.outside.own.compiled.program import Instance, Program
from engine.outside.own.compiled.types import (
    ADDRESS,
    AIR,
    BOOLS,
    CODE,
    NOTHING,
    REAL,
    ROW,
    TUPLE,
    WHOLE,
    Kind,
    Refused,
    Unknown,
    representation,
    width,
)

UNKNOWN = object()
FOLLOWS = "cannot be compiled, as nothing says what this is"
INDENT = "    "


class Val(NamedTuple):
    """A value: what it can be, the expression that gives it, and the value itself if the file says it."""

    kind: Kind
    code: str
    known: Any = UNKNOWN

    @property
    def is_known(self) -> bool:
        return self.known is not UNKNOWN


class Writer:
    """Writes one function of the kernel."""

    def __init__(self, program: Program, instance: Instance) -> None:
        self.program = program
        self.kinds = program.kinds
        self.source = program.source
        self.instance = instance
        self.lines: list[str] = []
        self.depth = 1
        self.scopes: list[dict[str, str]] = []
        """Names of comprehensions, which hide others."""
        self.assigned: set[str] = set(instance.parameters)
        self.has_ended = False
        """Whether the lines that follow cannot be reached."""
        self.is_incomplete = False
        """Whether something was left out, so that nobody knows how the function ends."""
        self.views: set[int] = set()
        """Calls of .keys(), .values() and .items() that are used at once."""
        self._temps = 0

    # Lines

    def emit(self, line: str) -> None:
        self.lines.append(INDENT * self.depth + line)

    def temp(self, code: str) -> str:
        """A name for a value, which is computed here and once."""
        if is_simple(code):
            return code
        return self.fresh(code)

    def new_name(self) -> str:
        self._temps += 1
        return f"t{self._temps}"

    def fresh(self, code: str) -> str:
        name = self.new_name()
        self.emit(f"{name} = {code}")
        return name

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """What is written meanwhile goes to lines of its own."""
        lines, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = lines

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        before = len(self.lines)
        try:
            yield
            if len(self.lines) == before:
                self.emit("pass")
        finally:
            self.depth -= 1

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """What is set meanwhile may not be set afterwards."""
        before = set(self.assigned)
        try:
            yield
        finally:
            self.assigned = before

    def or_stop(self, write: Callable[[], None]) -> bool:
        """Write something, and whether it could be written. If nobody knows what a value in it can be, there is none,
        so no game should get there: one that does stops the kernel."""
        is_known, depth, scopes = True, self.depth, list(self.scopes)
        with self.aside() as lines:
            try:
                write()
            except Unknown:
                is_known, self.depth, self.scopes = False, depth, scopes
                self.is_incomplete = self.program.is_stuck = True
                lines[:] = [f"{INDENT * self.depth}need(False)"]
        self.lines += lines
        return is_known

    def no(self, node: ast.AST, why: str) -> Refused:
        """Why a line cannot be compiled."""
        return Refused(self.instance.at or getattr(node, "lineno", 0), why)

    # Values

    def visit(self, node: ast.expr) -> Val:
        raise NotImplementedError

    def values(self, nodes: Sequence[ast.expr]) -> list[Val]:
        """The values of several expressions, which are computed in their order."""
        found: list[Val] = []
        pieces: list[list[str]] = []
        for node in nodes:
            with self.aside() as lines:
                found.append(self.visit(node))
            pieces.append(lines)
        for at, value in enumerate(found):
            self.lines += pieces[at]
            if any(pieces[at + 1 :]) and value.code and not is_constant(value.code):
                found[at] = value._replace(code=self.fresh(value.code))
        return found

    def place(self, node: ast.AST, tag: str = "") -> Kind:
        """The kind of what is made at a place in the text."""
        return self.instance.made.setdefault((id(node), tag), Kind())

    def variable(self, name: str) -> Kind:
        return self.instance.variables.setdefault(name, Kind())

    def scalar(self, code: str, *scalars: str) -> Val:
        return Val(self.kinds.scalar(*scalars), code)

    def none(self) -> Val:
        return Val(self.kinds.scalar(NOTHING), str(NONE), None)

    def how(self, kind: Kind, node: ast.AST) -> str:
        """How values of a kind are represented."""
        try:
            return representation(kind)
        except ValueError as error:
            raise self.no(node, f"{error}; use two variables") from None

    def known_kind(self, value: Val, node: ast.AST) -> Kind:
        """The kind of a value, if anything is known of it by now."""
        kind = value.kind.now()
        if kind.is_unknown:
            if self.program.is_final:
                line = getattr(node, "lineno", 0)
                self.program.doubts.setdefault(line, f"line {line}: {FOLLOWS}")
            raise Unknown
        return kind

    def default(self, kind: Kind, node: ast.AST) -> str:
        """A value of a kind, to have one."""
        kind = kind.now()
        how = self.how(kind, node)
        if how == ROW:
            return row(["0"] * kind.is_optional + [self.default(item, node) for item in kind.items])
        return {BOOLS: "False", WHOLE: "0", REAL: "0.0", CODE: str(NONE), ADDRESS: "0", AIR: ""}[how]

    def coerce(self, value: Val, kind: Kind, node: ast.AST) -> str:
        """A value as its place represents it."""
        mine, kind = value.kind.now(), kind.now()
        if mine is kind:
            return value.code
        to = self.how(kind, node)
        if mine.is_unknown:
            return value.code or self.default(kind, node)
        of = self.how(mine, node)
        if to in (ADDRESS, ROW):
            return self._coerce_many(value, mine, kind, node)
        if of == to or to == AIR:
            return value.code
        if of == BOOLS:
            return f"(1.0 if {value.code} else 0.0)" if to == REAL else f"(1 if {value.code} else 0)"
        if to == REAL and of == WHOLE:
            return repr(float(value.known)) if type(value.known) is int else f"real_of({value.code})"
        if to == CODE and of == WHOLE:
            return value.code if type(value.known) is int and abs(value.known) < -NONE else f"code_of({value.code})"
        raise self.no(node, "a value changes its kind here; use two variables")

    def _coerce_many(self, value: Val, mine: Kind, kind: Kind, node: ast.AST) -> str:
        if not mine.shape:  # None
            return self.default(kind, node)
        if mine.shape == TUPLE and kind.shape == TUPLE:
            same = [self.how(a, node) == self.how(b, node) for a, b in zip(mine.items, kind.items, strict=True)]
            if all(same) and mine.is_optional == kind.is_optional and not any(self._is_row(a) for a in mine.items):
                return value.code
            held = self.temp(value.code)
            parts = [
                self.coerce(Val(a, f"{held}[{at + mine.is_optional}]"), b, node)
                for at, (a, b) in enumerate(zip(mine.items, kind.items, strict=True))
            ]
            return row([f"{held}[0]" if mine.is_optional else "1"] * kind.is_optional + parts)
        if mine.shape == TUPLE:
            return self.listed(value, kind, node)
        return value.code

    def _is_row(self, kind: Kind) -> bool:
        return kind.now().shape == TUPLE

    def listed(self, value: Val, kind: Kind, node: ast.AST) -> str:
        """A tuple as a list of this kind."""
        mine, item = value.kind.now(), kind.now().items[0]
        held = self.temp(value.code)
        found = self.fresh(f"new_list(rec, {len(mine.items) + 2}, {width(item)})")
        for at, each in enumerate(mine.items):
            part = Val(each, f"{held}[{at + mine.is_optional}]")
            self.store(item, f"push(rec, {found}, {width(item)})", self.coerce(part, item, node), node)
        return found

    # Memory

    def load(self, kind: Kind, at: str, node: ast.AST) -> str:
        """The value of a kind at an address."""
        kind = kind.now()
        how = self.how(kind, node)
        if how == ROW:
            held, parts, offset = self.temp(at), [], 0
            if kind.is_optional:
                parts, offset = [f"word(rec, {held})"], 1
            for item in kind.items:
                parts.append(self.load(item, f"{held} + {offset}" if offset else held, node))
                offset += width(item)
            return row(parts)
        if how == REAL:
            return f"real_from(word(rec, {at}))"
        return f"(word(rec, {at}) != 0)" if how == BOOLS else f"word(rec, {at})"

    def store(self, kind: Kind, at: str, code: str, node: ast.AST) -> None:
        """Put a value, as its kind is represented, at an address. The value is computed first."""
        kind = kind.now()
        how = self.how(kind, node)
        if how != ROW:
            word = {REAL: f"bits_of({code})", BOOLS: f"1 if {code} else 0"}.get(how, code)
            if is_simple(at):
                self.emit(f"put(rec, {at}, {word})")
            else:
                held = self.fresh(word)
                self.emit(f"put(rec, {at}, {held})")
            return
        held = self.temp(code)
        address, offset = self.fresh(at), 0
        if kind.is_optional:
            self.emit(f"put(rec, {address}, {held}[0])")
            offset = 1
        for number, item in enumerate(kind.items):
            self.store(item, f"({address} + {offset})", f"{held}[{number + kind.is_optional}]", node)
            offset += width(item)

    def part(self, value: Val, number: int, node: ast.AST) -> Val:
        """One item of a tuple."""
        kind = value.kind.now()
        item = kind.items[number]
        if kind.is_optional:
            held = self.temp(value.code)
            self.emit(f"need({held}[0] == 1)")
            return Val(item, f"{held}[{number + 1}]")
        return Val(item, f"{value.code}[{number}]")

    def held(self, value: Val, node: ast.AST) -> str:
        """The address of something, which is not None."""
        if value.kind.now().is_optional:
            return self.fresh(f"there({value.code})")
        return self.temp(value.code)


def row(parts: Sequence[str]) -> str:
    """A tuple of expressions."""
    return f"({', '.join(parts)},)"


def is_constant(code: str) -> bool:
    return code.lstrip("-").replace(".", "", 1).isdigit() or code in ("True", "False")


def is_simple(code: str) -> bool:
    """Whether it is a name or a number, which may be written twice."""
    return code.isidentifier() or is_constant(code)
