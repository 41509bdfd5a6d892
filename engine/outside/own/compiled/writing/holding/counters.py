"""Dicts that know what a missing key stands for: Counter and defaultdict."""

import ast
from collections import Counter, defaultdict
from typing import Any

from engine.outside.own.compiled.types import DICT, INT, LIST, SET, THING, Kind, width
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.holding.dicts import DEFAULTS, Dicts
from engine.outside.own.compiled.writing.holding.lists import COUNTER


class Counters(Dicts):
    """What a Counter and a defaultdict do otherwise than a dict."""

    def new_counter(self, node: ast.AST, tag: str = "") -> Val:
        kind = self.kinds.shaped(DICT, self.place(node, f"counted{tag}"), self.place(node, f"number{tag}"))
        kind.named = COUNTER
        self.kinds.flow(self.kinds.scalar(INT), kind.items[1])
        return Val(kind, self.new_dict(kind))

    def collection(self, what: Any, node: ast.Call) -> Val:
        """Counter(…) and defaultdict(…)."""
        if node.keywords or len(node.args) > 1:
            raise self.no(node, f"{what.__name__}: expected at most one argument; add the rest afterwards")
        if what is defaultdict:
            return self._new_defaultdict(node)
        assert what is Counter
        found = self.new_counter(node)
        if node.args:
            self._count_all(found, node.args[0], node, "add")
        return found

    def _new_defaultdict(self, node: ast.Call) -> Val:
        name = node.args[0].id if node.args and isinstance(node.args[0], ast.Name) else ""
        if name not in DEFAULTS or self.called_builtin(node.args[0]) != name:
            raise self.no(node, f"defaultdict: expected one of {', '.join(DEFAULTS)}")
        kind = self.kinds.shaped(DICT, self.place(node, "key"), self.place(node, "value"))
        kind.named = f"defaultdict of {name}"
        if name in ("list", "set"):
            item = self.place(node, "item")
            inner = self.kinds.list_of(item) if name == "list" else self.kinds.shaped(SET, item)
            self.kinds.flow(inner, kind.items[1])
        else:
            self.kinds.flow(self.kinds.scalar(name), kind.items[1])
        return Val(kind, self.new_dict(kind))

    def _count_all(self, many: Val, node: ast.expr, call: ast.Call, how: str) -> None:
        """Count the items of what an expression gives; of a dict, its values count."""
        many = Val(many.kind, self.temp(many.code))
        is_walk = isinstance(node, ast.GeneratorExp) or (isinstance(node, ast.Call) and self.is_walk(node))
        given = None if is_walk else self.visit(node)
        if given is not None and self.known_kind(given, call).shape == THING:
            raise self.program.used_as_dict(given.kind.now().fields.now())
        if given is not None and given.kind.now().shape == DICT:
            self.run_walk(
                self.walk_dict(given, "items", call),
                lambda pair: self._count_one(many, self.part(pair, 0, call), self.part(pair, 1, call), call, how),
            )
            return
        one = self.scalar("1", INT)
        if given is None:
            self.each(node, lambda key: self._count_one(many, key, one, call, how))
            return
        if given.kind.now().shape == SET:
            raise self.no(call, "a Counter of a set, which has no order; write sorted(set(…))")
        self.run_walk(self.walk_value(given, call), lambda key: self._count_one(many, key, one, call, how))

    def _count_one(self, many: Val, key: Val, number: Val, node: ast.Call, how: str) -> None:
        key = Val(key.kind, self.temp(key.code), key.known)
        old = self.item_of_dict(many, key, node)
        new = f"{how}({self.whole(old, node)}, {self.whole(number, node)})"
        self.put_item(many, key, self.scalar(self.fresh(new), INT), node)

    def missing(self, many: Val, key: Val, node: ast.AST) -> None:
        """Put what a defaultdict has for a new key."""
        kind = many.kind.now()
        value = kind.items[1].now()
        if value.shape in (LIST, SET):
            new = Val(value, self.fresh(f"new_list(rec, 6, {width(value.items[0])})"))
        else:
            new = Val(value, self.default(value, node))
        self.put_item(many, key, new, node)

    def method_of_dict(self, many: Val, name: str, args: list[Val], node: ast.Call) -> Val:
        kind = many.kind.now()
        if kind.named != COUNTER:
            return super().method_of_dict(many, name, args, node)
        if name in ("update", "subtract") and len(node.args) == 1:
            raise AssertionError("counted where the call is read")
        if name == "total" and not args:
            found = self.fresh("0")
            self.run_walk(
                self.walk_dict(many, "values", node),
                lambda value: self.emit(f"{found} = add({found}, {self.whole(value, node)})"),
            )
            return self.scalar(found, INT)
        if name == "most_common" and len(args) <= 1:
            return self._most_common(many, args, node)
        if name == "setdefault":
            raise self.no(node, "a Counter's .setdefault(…): what is missing counts as 0")
        return super().method_of_dict(many, name, args, node)

    def count_more(self, many: Val, name: str, node: ast.Call) -> Val:
        """counter.update(…) and counter.subtract(…)"""
        self._count_all(Val(many.kind, self.held(many, node)), node.args[0], node, "add" if name == "update" else "sub")
        return self.none()

    def _most_common(self, many: Val, args: list[Val], node: ast.Call) -> Val:
        found = self.list_of_walk(self.walk_dict(many, "items", node), node)
        item = found.kind.now().items[0]
        keys = self.fresh(f"new_list(rec, length(rec, {found.code}) + 2, 1)")
        self.run_walk(
            self.walk_dict(many, "values", node),
            lambda value: self.emit(f"push_word(rec, {keys}, {self.whole(value, node)})"),
        )
        self.emit(f"sort_by(rec, {found.code}, {width(item)}, {keys}, 1, True)")
        if args and args[0].known is not None:
            number = self.whole(args[0], node)
            cut = f"sliced(rec, {found.code}, 0, max(0, {number}), 1, {width(item)})"
            return Val(found.kind, self.fresh(cut))
        return found

    def counters(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        """The sum or the difference of two Counters: what is more than 0."""
        if not isinstance(op, ast.Add | ast.Sub):
            raise self.no(node, "this operator cannot be compiled for Counters")
        how = "add" if isinstance(op, ast.Add) else "sub"
        found = self.new_counter(node)
        left, right = (Val(each.kind, self.fresh(self.held(each, node))) for each in (left, right))
        for each in (left, right):
            self.kinds.flow(each.kind.now().items[0], found.kind.now().items[0])

        def keep(key: Val, number: str) -> None:
            held = self.fresh(number)
            self.emit(f"if {held} > 0:")
            with self.indented():
                self.put_item(found, key, self.scalar(held, INT), node)

        def of_left(pair: Val) -> None:
            key = self._held_part(pair, 0, node)
            other = self.item_of_dict(right, key, node)
            keep(key, f"{how}({self.whole(self.part(pair, 1, node), node)}, {self.whole(other, node)})")

        def of_right(pair: Val) -> None:
            key = self._held_part(pair, 0, node)
            self.emit(f"if {self.position(self.keys_of(left), key, node)} < 0:")
            with self.indented():
                keep(key, f"{how}(0, {self.whole(self.part(pair, 1, node), node)})")

        self.run_walk(self.walk_dict(left, "items", node), of_left)
        self.run_walk(self.walk_dict(right, "items", node), of_right)
        return found

    def _held_part(self, pair: Val, number: int, node: ast.AST) -> Val:
        part = self.part(pair, number, node)
        return Val(part.kind, self.temp(part.code))

    def keys_of(self, many: Val) -> Val:
        keys: Kind = many.kind.now().items[0]
        return Val(self.kinds.list_of(keys), self.fresh(f"word(rec, {many.code})"))
