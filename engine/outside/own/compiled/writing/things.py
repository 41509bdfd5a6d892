"""Values of the file, and things with fields."""

import ast
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from types import FunctionType, ModuleType
from typing import Any

from engine.outside.own.compiled.types import (
    FIXED,
    FLOAT,
    INT,
    ROW,
    THING,
    TUPLE,
    Fields,
    Kind,
    Unknown,
    offset,
    width,
)
from engine.outside.own.compiled.writer import Val, row
from engine.outside.own.compiled.writing.comparisons import Comparisons

TABLE, LUCK, DICE, RULES, GAME, SCORES, COUNTS = "table", "luck", "dice", "rules", "game", "scores", "counts"
ROLES = "roles"


class Things(Comparisons):
    """Constants, lists that grow, and fields."""

    def visit(self, node: ast.expr) -> Val:
        self.program.check_time(node)
        method = getattr(self, f"visit_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.no(node, f"{_word_for(node)} cannot be compiled")
        found: Val = method(node)
        return found

    def constant(self, value: Any, node: ast.AST) -> Val:
        """A value that the file says."""
        fixed = self._fixed(value)
        if fixed is not None:
            return Val(self.kinds.fixed(fixed), "")
        try:
            kind = self.source.kind_of(self.kinds, value)
            if kind.shape == TUPLE:
                parts = [self.constant(each, node) for each in value]
                return Val(kind, row([self.coerce(a, b, node) for a, b in zip(parts, kind.items, strict=True)]))
            if kind.shape:
                return Val(kind, str(self.source.address(value, kind)) if self.program.is_final else "0")
        except ValueError as error:
            raise self.no(
                node, f"{error}: constants are numbers, texts, lists, tuples, dicts, enums and dataclasses"
            ) from None
        if isinstance(value, float):
            return Val(
                kind, f"({value!r})" if abs(value) != float("inf") else f"(1e999 * {1 if value > 0 else -1})", value
            )
        code = self.source.words(value, kind)[0]
        return Val(kind, repr(value) if isinstance(value, bool) else str(code), value)

    def _fixed(self, value: Any) -> Any:
        """What is no value of a game: a class, a function, a module."""
        if isinstance(value, type):
            return "class", value
        if isinstance(value, ModuleType):
            return "module", value.__name__
        if isinstance(value, FunctionType | type(len)) or hasattr(value, "py_func"):
            return "function", value
        return None

    def push(self, many: Val, value: Val, node: ast.AST) -> None:
        """One more item at the end of a list."""
        item = many.kind.now().items[0]
        self.kinds.flow(value.kind, item)
        if value.kind.now().shape == FIXED:
            raise self.no(node, "a table or a class within a list")
        code = self.coerce(value, item, node)
        if width(item) == 1 and self.how(item, node) not in (FLOAT, "real", "bool", ROW):
            self.emit(f"push_word(rec, {many.code}, {code})")
        else:
            held = self.temp(code)
            self.store(item, f"push(rec, {many.code}, {width(item)})", held, node)

    def extend(self, many: Val, more: Val, node: ast.AST) -> None:
        raise NotImplementedError

    def new_dict(self, kind: Kind) -> str:
        found = self.fresh("reserve(rec, 2)")
        for at, item in enumerate(kind.items):
            held = self.fresh(f"new_list(rec, 6, {width(item)})")
            self.emit(f"put(rec, {found} + {at}, {held})")
        return found

    def put_item(self, many: Val, key: Val, value: Val, node: ast.AST) -> None:
        raise NotImplementedError

    def _fields_made(self, node: ast.AST, named: str, values: dict[str, Val]) -> Fields:
        """The fields of what is made at a place in the text."""
        place = self.place(node, "thing")
        if not place.now().shape:
            place.now().shape, place.now().fields = THING, Fields(named)
        fields = place.now().fields.now()
        if fields.makers.get(id(node)) != frozenset(values):
            fields.makers[id(node)] = frozenset(values)
            self.kinds.changes += 1
        for name, value in values.items():
            self.kinds.flow(value.kind, fields.of.setdefault(name, Kind()))
            text = value.known if isinstance(value.known, str) else None
            if fields.texts.setdefault(name, text) != text:
                self.forget_text(fields, name)
        return fields

    def forget_text(self, fields: Fields, name: str) -> None:
        if fields.texts.get(name, "") is not None:
            fields.texts[name] = None
            self.kinds.changes += 1

    def thing(self, fields: Fields, values: dict[str, Val], node: ast.AST) -> Val:
        """A new thing with these fields."""
        codes = {name: self.coerce(value, fields.of[name], node) for name, value in values.items()}
        if len(fields.of) > 60:
            raise self.no(node, "a dict or class of more than 60 fields")
        held = self.fresh(f"reserve(rec, {1 + sum(width(kind) for kind in fields.of.values())})")
        self.emit(f"put(rec, {held}, {sum(fields.bit(name) for name in values)})")
        for name, code in codes.items():
            self.store(fields.of[name], f"({held} + {offset(fields, name)})", code, node)
        return Val(self.kinds.thing(fields), held)

    def thing_copied(self, value: Val, node: ast.AST) -> Val:
        """A copy of a dict with fields."""
        fields, held = value.kind.now().fields.now(), self.held(value, node)
        words = 1 + sum(width(kind) for kind in fields.of.values())
        found, at = self.fresh(f"reserve(rec, {words})"), self.fresh("0")
        self.emit(f"while {at} < {words}:")
        with self.indented():
            self.emit(f"put(rec, {found} + {at}, word(rec, {held} + {at}))")
            self.emit(f"{at} += 1")
        return Val(self.kinds.thing(fields), found)

    def field(self, value: Val, name: str, node: ast.AST) -> Val:
        fields = self.known_kind(value, node).fields.now()
        if name not in fields.of:
            if self.program.is_final:
                return self._stops(node)
            raise Unknown
        if (
            isinstance(fields.texts.get(name), str)
            and fields.is_always_there(name)
            and not value.kind.now().is_optional
        ):
            return self.constant(fields.texts[name], node)
        held = self.held(value, node)
        if not fields.is_always_there(name):
            self.emit(f"need(word(rec, {held}) & {fields.bit(name)} != 0)")
        return Val(fields.of[name], self.load(fields.of[name], f"{held} + {offset(fields, name)}", node))

    def _stops(self, node: ast.AST) -> Val:
        """What plain Python would raise an error for, if a game came here."""
        self.emit("need(False)")
        return self.scalar("0", INT)

    def set_field(self, value: Val, name: str, new: Val, node: ast.AST) -> None:
        fields = self.known_kind(value, node).fields.now()
        if name not in fields.of:
            fields.of[name] = Kind()
            self.kinds.changes += 1
        self.kinds.flow(new.kind, fields.of[name])
        if fields.texts.get(name, None) is not None and fields.texts[name] != new.known:
            self.forget_text(fields, name)
        code = self.temp(self.coerce(new, fields.of[name], node))
        held = self.held(value, node)
        self.emit(f"need({held} >= rec.start)")
        self.store(fields.of[name], f"({held} + {offset(fields, name)})", code, node)
        if not fields.is_always_there(name):
            self.emit(f"put(rec, {held}, word(rec, {held}) | {fields.bit(name)})")

    def item_at(self, many: Val, index: str, node: ast.AST) -> Val:
        """An item of a list, by its index."""
        item = many.kind.now().items[0]
        at = f"spot(rec, {many.code}, {index}, {width(item)})"
        return Val(item, self.load(item, at, node))

    def as_list(self, value: Val, node: ast.AST) -> Val:
        """A tuple as a list; a list as it is."""
        if value.kind.now().shape != TUPLE:
            return self.cards_of(value, node)
        item = self.place(node, "listed")
        for each in value.kind.now().items:
            self.kinds.flow(each, item)
        kind = self.kinds.list_of(item, True)
        return Val(kind, self.listed(value, kind, node))

    def compares_by_identity(self, named: str) -> bool:
        found = vars(self.source.module).get(named)
        params: Any = getattr(found, "__dataclass_params__", None)
        return not (is_dataclass(found) and params.eq)

    def order_of(self, named: str) -> list[str]:
        settings: Any = getattr(vars(self.source.module).get(named), "__dataclass_params__", None)
        return self.compared_fields(named) if settings and settings.order else []

    def compared_fields(self, named: str) -> list[str]:
        """The fields of a dataclass by which its things are told apart."""
        return [each.name for each in fields_of(vars(self.source.module)[named]) if each.compare]

    def assign(self, target: ast.expr, value: Val) -> None:
        raise NotImplementedError

    def local(self, name: str) -> str:
        """The variable that a name stands for here."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name

    names_set: frozenset[str]


def _word_for(node: ast.AST) -> str:
    """What a person calls a piece of Python."""
    words: dict[type[ast.AST], str] = {
        ast.Lambda: "a lambda that is no key of max, min or sorted",
        ast.Yield: "yield",
        ast.YieldFrom: "yield",
        ast.Await: "await",
        ast.Starred: "* here",
        ast.DictComp: "this dict comprehension",
    }
    return words.get(type(node), f"{type(node).__name__} here")
