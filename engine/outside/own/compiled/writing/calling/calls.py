"""Calls: whose function it is."""

import ast
from collections import Counter, defaultdict
from typing import Any

from engine.outside.own.compiled.kit.answers import ONE_ARGUMENT, TWO_ARGUMENTS
from engine.outside.own.compiled.types import (
    DICT,
    FIXED,
    INT,
    LIST,
    SET,
    THING,
    TUPLE,
    ZONE,
    is_zone,
    offset,
)
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.making import Making
from engine.outside.own.compiled.writing.holding.lists import COUNTER
from engine.outside.own.compiled.writing.orders import is_static
from engine.outside.own.compiled.writing.things import DICE, GAME, LUCK, TABLE
from engine.outside.own.hidden import zones


class Calls(Making):
    """The value of a call."""

    def visit_call(self, node: ast.Call) -> Val:
        if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
            return self._call_with_star(node)
        if isinstance(node.func, ast.Attribute):
            return self._call_attribute(node, node.func)
        if not isinstance(node.func, ast.Name):
            raise self.no(node, "a call of what is no name; give it a name")
        found = self.call_named(node, node.func.id)
        if found is not None:
            return found
        kind = self.visit(node.func).kind.now()
        if kind.shape != FIXED or not isinstance(kind.fixed, tuple):
            raise self.no(node, f"{node.func.id}: only functions of the file and of Python can be called")
        return self._call_fixed(kind.fixed, node)

    def _call_with_star(self, node: ast.Call) -> Val:
        """table.win(*winners) and table.tell(…, *what), and no other."""
        func, args = node.func, node.args
        is_tell = isinstance(func, ast.Attribute) and func.attr == "tell" and all(each.arg for each in node.keywords)
        if is_tell and self.visit(func.value).kind.now().fixed == TABLE:  # type: ignore[attr-defined]
            return self.table("tell", node)
        is_win = isinstance(func, ast.Attribute) and func.attr == "win" and len(args) == 1 and not node.keywords
        if not is_win or self.visit(func.value).kind.now().fixed != TABLE:  # type: ignore[attr-defined]
            raise self.no(node, "* or ** in a call; write the arguments out")
        assert isinstance(args[0], ast.Starred)
        many = self.list_from(args[0].value)
        held = self.held(many, node)
        self.emit(f"if length(rec, {held}) == 0:")
        with self.indented():
            self.emit("win_all(rec)")
        self.run_walk(
            self.walk_value(Val(many.kind, held), node), lambda seat: self.emit(f"win(rec, {self.whole(seat, node)})")
        )
        return self.none()

    def _call_fixed(self, fixed: tuple[str, Any], node: ast.Call) -> Val:
        kind, what = fixed
        if kind == "builtin":
            return self.builtin(what, node)
        name = getattr(what, "__name__", "")
        if self.instance.owner == ZONE and getattr(what, "__module__", "") == zones.__name__:
            return self.call_in_zones(what, node)
        if kind == "function" and name in self.source.functions and vars(self.source.module).get(name) is what:
            return self.call_function(self.source.functions[name], "", [], node)
        if kind == "class" and getattr(what, "__module__", "") == self.source.module.__name__:
            return self._make(what, node)
        if what is Counter or what is defaultdict:
            return self.collection(what, node)
        if kind == "function" and getattr(what, "__module__", "") == "math" and name in ("floor", "ceil"):
            is_whole_number, code = self.number(self.visit(node.args[0]), node)
            return self.scalar(code if is_whole_number else f"{name}_of({code})", INT)
        if kind == "function" and getattr(what, "__module__", "") == "math":
            return self._of_math(name, node)
        if name == "deepcopy" or name == "copy":
            raise self.no(node, f"{name}: write list(…), or make the thing anew")
        raise self.no(node, f"{name}: a function of another module cannot be compiled")

    def _of_math(self, name: str, node: ast.Call) -> Val:
        wanted = 2 if name in TWO_ARGUMENTS else 1
        if name == "log" and len(node.args) == 2:
            name, wanted = "log of base", 2
        if name not in (*ONE_ARGUMENT, *TWO_ARGUMENTS) or len(node.args) != wanted or node.keywords:
            raise self.no(node, f"math.{name} cannot be compiled here")
        return self.asked(name, *(self.real(value, node) for value in self.values(node.args)))

    def _call_attribute(self, node: ast.Call, func: ast.Attribute) -> Val:
        value = self.visit(func.value)
        kind = self.known_kind(value, node)
        if kind.shape == FIXED:
            return self._call_of_fixed(kind.fixed, value, node, func)
        if is_zone(kind):
            return self.verb_of_zone(value, func.attr, node)
        if kind.shape == THING and kind.fields.now().named:
            named = kind.fields.now().named
            method = self.source.classes.get(named, {}).get(func.attr)
            if method is None:
                raise self.no(node, f"{named}.{func.attr} cannot be compiled")
            return self.call_function(method, named, [value], node)
        if kind.shape == THING:
            return self._method_of_view(value, func.attr, node)
        if kind.shape == TUPLE and kind.named:
            method = self.source.classes.get(kind.named, {}).get(func.attr)
            if method is not None:
                return self.call_function(method, kind.named, [value], node)
            if func.attr == "_replace":
                return self._replaced(value, node)
        owner = self.enum_of(kind)
        if owner and func.attr in self.source.classes.get(owner, {}):
            return self.call_function(self.source.classes[owner][func.attr], owner, [self.member(value, node)], node)
        if func.attr == "sort" and kind.shape == LIST:
            self.check_changes(kind, node)
            found = self.sorted(Val(kind, self.held(value, node)), node)
            self.emit(f"replace_by(rec, {self.held(value, node)}, {found.code})")
            return self.none()
        if node.keywords:
            raise self.no(node, f".{func.attr}(…) with names of arguments")
        if kind.shape == SET and func.attr == "update" and len(node.args) == 1:
            many = Val(kind, self.held(value, node))
            self.each(node.args[0], lambda each: self.put_in_set(many, each, node))
            return self.none()
        if kind.shape == DICT and kind.named == COUNTER and func.attr in ("update", "subtract") and len(node.args) == 1:
            return self.count_more(value, func.attr, node)
        before, nodes = value, node.args
        if func.attr in ("extend",) and len(nodes) == 1 and kind.shape == LIST:
            self.check_changes(kind, node)
            held = Val(kind, self.held(before, node))
            self.extend(held, self.list_from(nodes[0]), node)
            return self.none()
        value, args = self._with(before, nodes)
        if kind.shape == TUPLE:
            value = self.as_list(value, node)
        methods = {LIST: self.method_of_list, TUPLE: self.method_of_list, SET: self.method_of_set}
        if kind.shape in methods:
            return methods[kind.shape](value, func.attr, args, node)
        if kind.shape == DICT:
            return self.method_of_dict(value, func.attr, args, node)
        raise self.no(node, f".{func.attr}(…) of a text or a number cannot be compiled")

    def _with(self, value: Val, nodes: list[ast.expr]) -> tuple[Val, list[Val]]:
        """A value, and then arguments, computed in this order."""
        with self.aside() as lines:
            args = self.values(nodes)
        if lines and value.code:
            value = value._replace(code=self.fresh(value.code))
        self.lines += lines
        return value, args

    def _call_of_fixed(self, fixed: Any, value: Val, node: ast.Call, func: ast.Attribute) -> Val:
        if fixed == GAME:
            method = self.source.classes[type(self.source.game).__name__].get(func.attr)
            if method is None:
                raise self.no(node, f"self.{func.attr} cannot be compiled")
            owner = type(self.source.game).__name__
            return self.call_function(method, owner, [] if is_static(method) else [value], node)
        if fixed == LUCK:
            return self.luck(func.attr, node)
        if fixed == DICE:
            return self.dice(value, func.attr, node)
        if fixed == TABLE:
            return self.table(func.attr, node)
        if isinstance(fixed, tuple) and fixed[0] == "module":
            return self._call_fixed(self.visit(func).kind.now().fixed, node)
        if isinstance(fixed, tuple) and fixed[0] == "class":
            method = self.source.classes.get(fixed[1].__name__, {}).get(func.attr)
            if method is not None and is_static(method):
                return self.call_function(method, fixed[1].__name__, [], node)
        if fixed == "seats" and func.attr in ("index", "count"):
            raise self.no(node, "table.seats is no list; calculate with the seat")
        raise self.no(node, f".{func.attr}(…) cannot be compiled here")

    def call_in_zones(self, what: Any, node: ast.Call) -> Val:
        raise NotImplementedError

    def verb_of_zone(self, zone: Val, name: str, node: ast.Call) -> Val:
        raise NotImplementedError

    def luck(self, name: str, node: ast.Call) -> Val:
        raise NotImplementedError

    def dice(self, dice: Val, name: str, node: ast.Call) -> Val:
        raise NotImplementedError

    def table(self, name: str, node: ast.Call) -> Val:
        raise NotImplementedError

    def _method_of_view(self, value: Val, name: str, node: ast.Call) -> Val:
        """view.get(…), and what needs a real dict."""
        fields = value.kind.now().fields.now()
        key = node.args[0] if node.args else None
        if name == "get" and isinstance(key, ast.Constant) and isinstance(key.value, str) and not node.keywords:
            if key.value in fields.of and fields.is_always_there(key.value):
                return self.field(value, key.value, node)
            other = self.visit(node.args[1]) if len(node.args) > 1 else self.none()
            if key.value not in fields.of:
                return other
            place = self.place(node, "got")
            self.kinds.flow(other.kind, place)
            self.kinds.flow(fields.of[key.value], place)
            held, found = self.held(value, node), self.fresh(self.coerce(other, place, node))
            self.emit(f"if word(rec, {held}) & {fields.bit(key.value)} != 0:")
            with self.indented():
                inner = Val(
                    fields.of[key.value],
                    self.load(fields.of[key.value], f"{held} + {offset(fields, key.value)}", node),
                )
                self.emit(f"{found} = {self.coerce(inner, place, node)}")
            return Val(place, found)
        if name == "copy" and not node.args and not node.keywords:
            return self.thing_copied(value, node)
        raise self.program.used_as_dict(fields)
