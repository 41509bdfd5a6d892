"""Names, constants, tuples, lists, dicts, fields and items."""

import ast
import builtins
import enum
from dataclasses import is_dataclass
from types import FunctionType, ModuleType
from typing import Any

from engine.outside.own.author import Game
from engine.outside.own.compiled.types import (
    ADDRESS,
    BOOL,
    DICT,
    FIXED,
    FLOAT,
    INT,
    LIST,
    NOTHING,
    ROW,
    SET,
    TEXT,
    THING,
    TUPLE,
    Fields,
    Kind,
    Unknown,
    width,
)
from engine.outside.own.compiled.writing.operators import Operators
from engine.outside.own.compiled.writing.writer import UNKNOWN, Val, row

TABLE, LUCK, DICE, RULES, GAME, SCORES, COUNTS = "table", "luck", "dice", "rules", "game", "scores", "counts"


class Expressions(Operators):
    """The value of an expression."""

    def visit(self, node: ast.expr) -> Val:
        self.program.check_time(node)
        method = getattr(self, f"visit_{type(node).__name__}", None)
        if method is None:
            self.no(node, f"{_word_for(node)} cannot be compiled")
        found: Val = method(node)
        return found

    # Constants and names

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
            self.no(node, f"{error}: constants are numbers, texts, lists, tuples, dicts, enums and dataclasses")
        if isinstance(value, float):
            return Val(kind, f"({value!r})" if abs(value) != float("inf") else f"(1e999 * {1 if value > 0 else -1})", value)
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

    def visit_Constant(self, node: ast.Constant) -> Val:
        if isinstance(node.value, int | float | str | None):
            return self.constant(node.value, node)
        self.no(node, "only numbers, texts, True, False and None can be compiled")

    def visit_Name(self, node: ast.Name) -> Val:
        name = self.local(node.id)
        if name in self.instance.variables or name in self.names_set:
            kind = self.variable(name)
            if kind.now().shape == FIXED and kind.now().fixed != DICE:
                return Val(kind, "")
            if name not in self.assigned:
                self.instance.unsure.add(name)
                self.emit(f"need(is_{name})")
            return Val(kind, f"v_{name}")
        module = vars(self.source.module)
        if node.id in module:
            return self.constant(module[node.id], node)
        if hasattr(builtins, node.id):
            return Val(self.kinds.fixed(("builtin", node.id)), "")
        self.no(node, f"{node.id}: there is no such name")

    names_set: frozenset[str]
    """All variables that the function sets."""

    def local(self, name: str) -> str:
        """The variable that a name stands for here."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name

    # What holds other values

    def visit_Tuple(self, node: ast.Tuple) -> Val:
        if not node.elts or any(isinstance(each, ast.Starred) for each in node.elts):
            return self._made_list(node, node.elts, True)
        values = self.values(node.elts)
        for value, each in zip(values, node.elts, strict=True):
            if value.kind.now().shape == FIXED:
                self.no(each, "a table or a class within a tuple")
        code = row([value.code for value in values])
        known = tuple(value.known for value in values)
        return Val(self.kinds.tuple_of([value.kind for value in values]), code, UNKNOWN if UNKNOWN in known else known)

    def visit_List(self, node: ast.List) -> Val:
        return self._made_list(node, node.elts, False)

    def _made_list(self, node: ast.expr, items: list[ast.expr], is_tuple: bool) -> Val:
        item = self.place(node)
        values = self.values([each.value if isinstance(each, ast.Starred) else each for each in items])
        for value, each in zip(values, items, strict=True):
            if not isinstance(each, ast.Starred):
                self.kinds.flow(value.kind, item)
        found = self.fresh(f"new_list(A, {len(items) + 4}, {width(item)})")
        kind = self.kinds.list_of(item, is_tuple)
        for value, each in zip(values, items, strict=True):
            if isinstance(each, ast.Starred):
                self.extend(Val(kind, found), value, each)
            else:
                self.push(Val(kind, found), value, each)
        return Val(kind, found)

    def push(self, many: Val, value: Val, node: ast.AST) -> None:
        """One more item at the end of a list."""
        item = many.kind.now().items[0]
        self.kinds.flow(value.kind, item)
        if value.kind.now().shape == FIXED:
            self.no(node, "a table or a class within a list")
        code = self.coerce(value, item, node)
        if width(item) == 1 and self.how(item, node) not in (FLOAT, "real", "bool", ROW):
            self.emit(f"push_word(A, {many.code}, {code})")
        else:
            held = self.temp(code)
            self.store(item, f"push(A, {many.code}, {width(item)})", held, node)

    def extend(self, many: Val, more: Val, node: ast.AST) -> None:
        raise NotImplementedError

    def visit_Dict(self, node: ast.Dict) -> Val:
        keys = [key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None for key in node.keys]
        if not node.keys or None in keys or id(node) in self.program.dicts:
            return self._made_dict(node)
        names = [key for key in keys if key is not None]
        if len(set(names)) < len(names):
            self.no(node, "a key that stands twice in a dict")
        values = self.values(node.values)
        for value, each in zip(values, node.values, strict=True):
            if value.kind.now().shape == FIXED:
                self.no(each, "a table or a class within a dict; give it as an argument")
        fields = self._fields_made(node, "", dict(zip(names, values, strict=True)))
        return self.thing(fields, dict(zip(names, values, strict=True)), node)

    def _made_dict(self, node: ast.Dict) -> Val:
        if any(key is None for key in node.keys):
            self.no(node, "** in a dict: write its keys out")
        kind = self.kinds.shaped(DICT, self.place(node, "key"), self.place(node, "value"))
        pairs = [each for key, value in zip(node.keys, node.values, strict=True) for each in (key, value) if each]
        values = self.values(pairs)
        found = Val(kind, self.new_dict(kind))
        for key, value in zip(values[::2], values[1::2], strict=True):
            self.put_item(found, key, value, node)
        return found

    def new_dict(self, kind: Kind) -> str:
        found = self.fresh("reserve(A, 2)")
        for at, item in enumerate(kind.items):
            held = self.fresh(f"new_list(A, 6, {width(item)})")
            self.emit(f"put(A, {found} + {at}, {held})")
        return found

    def put_item(self, many: Val, key: Val, value: Val, node: ast.AST) -> None:
        raise NotImplementedError

    # Things with fields

    def _fields_made(self, node: ast.AST, named: str, values: dict[str, Val]) -> Fields:
        """The fields of what is made at a place in the text."""
        place = self.place(node, "thing")
        if not place.now().shape:
            fields = Fields(named)
            fields.makers[id(node)] = frozenset(values)
            place.now().shape, place.now().fields = THING, fields
        fields = place.now().fields.now()
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
            self.no(node, "a dict or class of more than 60 fields")
        held = self.fresh(f"reserve(A, {1 + sum(width(kind) for kind in fields.of.values())})")
        self.emit(f"put(A, {held}, {sum(fields.bit(name) for name in values)})")
        for name, code in codes.items():
            self.store(fields.of[name], f"({held} + {self.offset(fields, name)})", code, node)
        return Val(self.kinds.thing(fields), held)

    def offset(self, fields: Fields, name: str) -> int:
        found = 1
        for each, kind in fields.of.items():
            if each == name:
                break
            found += width(kind)
        return found

    def field(self, value: Val, name: str, node: ast.AST) -> Val:
        fields = self.known_kind(value, node).fields.now()
        if name not in fields.of:
            if self.program.is_final:
                return self._stops(node)
            raise Unknown
        if isinstance(fields.texts.get(name), str) and fields.is_always_there(name) and not value.kind.now().is_optional:
            return self.constant(fields.texts[name], node)
        held = self.held(value, node)
        if not fields.is_always_there(name):
            self.emit(f"need(word(A, {held}) & {fields.bit(name)} != 0)")
        return Val(fields.of[name], self.load(fields.of[name], f"{held} + {self.offset(fields, name)}", node))

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
        self.emit(f"need({held} >= A.start)")
        self.store(fields.of[name], f"({held} + {self.offset(fields, name)})", code, node)
        if not fields.is_always_there(name):
            self.emit(f"put(A, {held}, word(A, {held}) | {fields.bit(name)})")

    def visit_Attribute(self, node: ast.Attribute) -> Val:
        value = self.visit(node.value)
        kind = self.known_kind(value, node)
        if kind.shape == FIXED:
            return self._of_fixed(kind.fixed, node)
        if kind.shape == TUPLE and kind.named:
            names = getattr(vars(self.source.module)[kind.named], "_fields", ())
            if node.attr in names:
                return self.part(value, names.index(node.attr), node)
        if kind.shape == THING and kind.fields.now().named:
            fields = kind.fields.now()
            method = self.source.classes.get(fields.named, {}).get(node.attr)
            if method is not None and _is_property(method):
                return self.call_method(method, fields.named, value, node)
            if node.attr not in fields.of and hasattr(vars(self.source.module).get(fields.named), node.attr):
                return self.constant(getattr(vars(self.source.module)[fields.named], node.attr), node)
            return self.field(value, node.attr, node)
        if not kind.shape and any(each.startswith(("enum ", "int enum ")) for each in kind.scalars):
            return self._of_member(value, kind, node)
        self.no(node, f".{node.attr} cannot be compiled here")

    def call_method(self, method: ast.FunctionDef, owner: str, value: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    def _of_member(self, value: Val, kind: Kind, node: ast.Attribute) -> Val:
        """The name or the value of a member of an enum."""
        if len(kind.scalars) != 1 or node.attr not in ("name", "value"):
            self.no(node, f".{node.attr} of a member of an enum; only .name and .value can be compiled")
        members = list(self.source.enums[next(iter(kind.scalars)).rpartition(" ")[2]])
        numbers = [int(each) if isinstance(each, int) else self.source.member(each) for each in members]
        wanted = tuple(getattr(each, node.attr) for each in members)
        if isinstance(value.known, enum.Enum):
            return self.constant(getattr(value.known, node.attr), node)
        key = ("members", tuple(numbers), node.attr)
        kept = self.program.constants.setdefault(key, (tuple(numbers), list(wanted)))
        index = self.fresh(f"find_word(A, {self.constant(kept[0], node).code}, {value.code})")
        return self.item_at(self.constant(kept[1], node), index, node)

    def item_at(self, many: Val, index: str, node: ast.AST) -> Val:
        """An item of a list, by its index."""
        item = many.kind.now().items[0]
        at = f"spot(A, {many.code}, {index}, {width(item)})"
        return Val(item, self.load(item, at, node))

    def _of_fixed(self, what: Any, node: ast.Attribute) -> Val:
        if what == TABLE:
            return self._of_table(node)
        if what == RULES:
            return self._rule(node)
        if what == GAME:
            return self._of_game(node)
        if isinstance(what, tuple) and what[0] == "class":
            found = getattr(what[1], node.attr, UNKNOWN)
            if found is not UNKNOWN and (not callable(found) or isinstance(found, enum.Enum)):
                return self.constant(found, node)
        if what == ("module", "math") and node.attr == "inf":
            return self.constant(float("inf"), node)
        if isinstance(what, tuple) and what[0] == "module":
            import sys

            return self.constant(getattr(sys.modules[what[1]], node.attr, None), node)
        self.no(node, f".{node.attr} cannot be compiled here")

    def _of_table(self, node: ast.Attribute) -> Val:
        name = node.attr
        if name in (LUCK, RULES, COUNTS):
            return Val(self.kinds.fixed(name), "")
        if name == SCORES:
            return Val(self.kinds.list_of(self.program.scores), "A.scores")
        if name in ("players", "turns", "decisions"):
            return self.scalar(f"A.{name}", INT)
        if name == "seats":
            return Val(self.kinds.fixed("seats"), "")
        self.no(node, f"table.{name} cannot be compiled")

    def _rule(self, node: ast.Attribute) -> Val:
        game = self.source.game
        names = [*game.axes, *game.parameters]
        if node.attr not in names:
            return self._stops(node)
        given = game.parameters.get(node.attr, 0)
        default = getattr(given, "default", given)
        at = names.index(node.attr)
        if isinstance(default, int):
            return self.scalar(f"A.rules[{at}]", INT)
        return self.scalar(f"A.real_rules[{at}]", FLOAT)

    def _of_game(self, node: ast.Attribute) -> Val:
        kept = self.program.kept
        if node.attr in kept.of:
            return self.field(Val(self.kinds.thing(kept), "word(A, 1)"), node.attr, node)
        found = getattr(self.source.game, node.attr, UNKNOWN)
        if found is UNKNOWN or (callable(found) and not isinstance(found, type)):
            if self.program.is_final:
                self.no(node, f"self.{node.attr} cannot be compiled here")
            raise Unknown
        return self.constant(found, node)

    # Items

    def visit_Subscript(self, node: ast.Subscript) -> Val:
        if isinstance(node.slice, ast.Slice):
            return self.sliced(node)
        many, key = self.values([node.value, node.slice])
        return self.subscript(many, key, node)

    def subscript(self, many: Val, key: Val, node: ast.expr) -> Val:
        kind = self.known_kind(many, node)
        if kind.shape == FIXED:
            return self._of_fixed_by_key(kind.fixed, key, node)
        if kind.shape == THING and not kind.fields.now().named:
            if not isinstance(key.known, str):
                self.program.use_as_dict(next(iter(kind.fields.now().makers)))
            return self.field(many, key.known, node)
        if kind.shape == DICT:
            return self.item_of_dict(many, key, node)
        if kind.shape == TUPLE:
            if type(key.known) is int and -len(kind.items) <= key.known < len(kind.items):
                return self.part(many, key.known % len(kind.items), node)
            many = self.as_list(many, node)
        if many.kind.now().shape == LIST:
            held = self.held(many, node)
            return self.item_at(Val(many.kind, held), self.whole(key, node), node)
        self.no(node, f"an item of a {kind.shape or 'text'} cannot be compiled; keep a list")

    def as_list(self, value: Val, node: ast.AST) -> Val:
        """A tuple as a list; a list as it is."""
        if value.kind.now().shape != TUPLE:
            return value
        item = self.place(node, "listed")
        for each in value.kind.now().items:
            self.kinds.flow(each, item)
        kind = self.kinds.list_of(item, True)
        return Val(kind, self.listed(value, kind, node))

    def _of_fixed_by_key(self, what: Any, key: Val, node: ast.expr) -> Val:
        if what == COUNTS:
            return self.scalar(f"count_of(A, {key.code})", INT)
        if what == "seats":
            index = self.temp(self.whole(key, node))
            self.emit(f"need(0 <= {index} < A.players)")
            return self.scalar(index, INT)
        if isinstance(what, tuple) and what[0] == "class" and isinstance(key.known, str):
            try:
                return self.constant(what[1][key.known], node)
            except (KeyError, TypeError):
                pass
        self.no(node, "an item of this cannot be compiled")

    def item_of_dict(self, many: Val, key: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    def sliced(self, node: ast.Subscript) -> Val:
        raise NotImplementedError

    def compares_by_identity(self, named: str) -> bool:
        found = vars(self.source.module).get(named)
        params: Any = getattr(found, "__dataclass_params__", None)
        return not (is_dataclass(found) and params.eq)

    # Operators

    def visit_BinOp(self, node: ast.BinOp) -> Val:
        left, right = self.values([node.left, node.right])
        return self.binary(node.op, left, right, node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Val:
        value = self.visit(node.operand)
        if isinstance(node.op, ast.Not):
            if value.is_known and not value.kind.now().shape and value.known is not None:
                return Val(self.kinds.scalar(BOOL), repr(not value.known), not value.known)
            return self.scalar(f"(not {self.truth(value, node)})", BOOL)
        if type(value.known) in (int, float) and isinstance(node.op, ast.USub):
            return self.constant(-value.known, node)
        is_whole_number, code = self.number(value, node)
        if isinstance(node.op, ast.UAdd):
            return self.scalar(code, INT if is_whole_number else FLOAT)
        if isinstance(node.op, ast.USub):
            return self.scalar(f"negative({code})", INT) if is_whole_number else self.scalar(f"(-{code})", FLOAT)
        return self.scalar(f"(~{self.whole(value, node)})", INT)

    def visit_Compare(self, node: ast.Compare) -> Val:
        return self.compare(node)

    def test(self, node: ast.expr) -> Val:
        """Whether an expression is true."""
        if isinstance(node, ast.BoolOp):
            return self._both_or_either(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.test(node.operand)
            if inner.is_known:
                return Val(inner.kind, repr(not inner.known), not inner.known)
            return self.scalar(f"(not {inner.code})", BOOL)
        value = self.visit(node)
        if value.is_known and isinstance(value.known, bool | int | str | None) and not isinstance(value.known, enum.Enum):
            return Val(self.kinds.scalar(BOOL), repr(bool(value.known)), bool(value.known))
        return self.scalar(self.truth(value, node), BOOL)

    def _both_or_either(self, node: ast.BoolOp) -> Val:
        """`and` and `or` of tests: the rest is not looked at once the result is known."""
        is_and = isinstance(node.op, ast.And)
        parts: list[tuple[list[str], Val]] = []
        for each in node.values:
            self.depth += 1
            with self.aside() as lines, self.perhaps():
                found = self.test(each)
            self.depth -= 1
            if found.is_known:
                if found.known != is_and:
                    parts.append((lines, found))
                    break
                continue
            parts.append((lines, found))
        if not parts:
            return Val(self.kinds.scalar(BOOL), repr(is_and), is_and)
        if len(parts) == 1 and parts[0][1].is_known:
            return parts[0][1]
        if not any(lines for lines, _ in parts):
            return self.scalar(f"({(' and ' if is_and else ' or ').join(part.code for _, part in parts)})", BOOL)
        held = self.fresh(repr(is_and))
        for lines, part in parts:
            self.emit(f"if {held}:" if is_and else f"if not {held}:")
            self.lines += lines
            self.depth += 1
            self.emit(f"{held} = {part.code}")
            self.depth -= 1
        return self.scalar(held, BOOL)

    def visit_BoolOp(self, node: ast.BoolOp) -> Val:
        """`and` and `or` as values: one of the values itself."""
        place, is_and = self.place(node), isinstance(node.op, ast.And)
        first = self.visit(node.values[0])
        self.kinds.flow(first.kind, place)
        held = self.fresh(self.coerce(first, place, node))
        for each in node.values[1:]:
            test = self.truth(Val(place, held), node)
            self.emit(f"if {test}:" if is_and else f"if not {test}:")
            with self.indented(), self.perhaps():
                value = self.visit(each)
                self.kinds.flow(value.kind, place)
                self.emit(f"{held} = {self.coerce(value, place, node)}")
        return Val(place, held)

    def visit_IfExp(self, node: ast.IfExp) -> Val:
        test = self.test(node.test)
        if test.is_known:
            return self.visit(node.body if test.known else node.orelse)
        place = self.place(node)
        held = self.new_name()
        for branch, head in ((node.body, f"if {test.code}:"), (node.orelse, "else:")):
            self.emit(head)
            with self.indented(), self.perhaps():
                value = self.visit(branch)
                self.kinds.flow(value.kind, place)
                self.emit(f"{held} = {self.coerce(value, place, node)}")
        return Val(place, held)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Val:
        value = self.visit(node.value)
        self.assign(node.target, value)
        kind = self.variable(self.local(node.target.id))
        return Val(kind, self.fresh(f"v_{self.local(node.target.id)}"), value.known)

    def assign(self, target: ast.expr, value: Val) -> None:
        raise NotImplementedError

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Val:
        self.no(node, "a text that is made while a game is played; only table.tell can have one")

    def is_list(self, value: Val) -> bool:
        return value.kind.now().shape in (LIST, SET)


def _is_property(method: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "property" for each in method.decorator_list)


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


__all__ = ["ADDRESS", "NOTHING", "TEXT", "Expressions", "Game"]
