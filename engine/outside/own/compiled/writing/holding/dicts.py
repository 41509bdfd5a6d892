"""What sets and dicts can do, and del."""

import ast
from typing import Any

from engine.outside.own.compiled.kit.lists import ALL
from engine.outside.own.compiled.types import CARD, DICT, LIST, SET, THING, Kind, width
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.holding.lists import COUNTER, Lists

DEFAULTS = ("list", "int", "float", "set")
"""What a defaultdict may have for a missing key."""


class Dicts(Lists):
    """Sets and dicts."""

    def visit_set(self, node: ast.Set) -> Val:
        item = self.place(node)
        values = self.values(node.elts)
        found = Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        for value in values:
            self.put_in_set(found, value, node)
        return found

    def put_in_set(self, many: Val, value: Val, node: ast.AST) -> None:
        item = many.kind.now().items[0]
        self.kinds.flow(value.kind, item)
        self._check_key(item, node)
        held = Val(item, self.temp(self.coerce(value, item, node)))
        self.emit(f"if {self.position(many, held, node)} < 0:")
        with self.indented():
            self.push(many, held, node)

    def set_of(self, node: ast.expr, call: ast.Call) -> Val:
        item = self.place(call)
        found = Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        self.each(node, lambda value: self.put_in_set(found, value, call))
        return found

    def method_of_set(self, many: Val, name: str, args: list[Val], node: ast.Call) -> Val:
        held = self.held(many, node)
        many = Val(many.kind, held)
        if name == "add" and len(args) == 1:
            self.put_in_set(many, args[0], node)
            return self.none()
        if name in ("discard", "remove") and len(args) == 1:
            at = self.temp(self.position(many, args[0], node))
            if name == "remove":
                self.emit(f"need({at} >= 0)")
            self.emit(f"if {at} >= 0:")
            with self.indented():
                self.emit(f"take(rec, {held}, {at}, {width(many.kind.now().items[0])})")
            return self.none()
        if name == "clear" and not args:
            self.emit(f"empty(rec, {held})")
            return self.none()
        if name == "copy" and not args:
            size = width(many.kind.now().items[0])
            return Val(self.kinds.shaped(SET, many.kind.now().items[0]), self.fresh(f"copied(rec, {held}, {size})"))
        if name == "pop":
            raise self.no(node, "a set has no order, so pop takes any of its items; use a list")
        raise self.no(node, f"a set's .{name}(…) cannot be compiled; write it with | & - or a loop")

    def sets(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        item = self.place(node, "set")
        for each in (left, right):
            self.kinds.same(each.kind.now().items[0], item)
        found = Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        left, right = (Val(each.kind, self.held(each, node)) for each in (left, right))

        def add_some(source: Val, other: Val, wanted: str) -> None:
            def look(value: Val) -> None:
                self.emit(f"if {self.position(other, value, node)} {wanted}:" if wanted else "if True:")
                with self.indented():
                    self.push(found, value, node)

            self.run_walk(self.walk_value(Val(self.kinds.list_of(item), source.code), node), look)

        if isinstance(op, ast.BitOr):
            add_some(left, right, "")
            add_some(right, left, "< 0")
        elif isinstance(op, ast.BitAnd):
            add_some(left, right, ">= 0")
        elif isinstance(op, ast.Sub):
            add_some(left, right, "< 0")
        else:
            raise self.no(node, "this operator cannot be compiled for sets")
        return found

    def _check_key(self, kind: Kind, node: ast.AST) -> None:
        if kind.now().shape in (LIST, SET, DICT) and kind.now().is_list:
            raise self.no(node, "a list cannot be in a set or a key of a dict")
        if kind.now().shape == THING and not self.is_frozen(kind.now().fields.now().named):
            raise self.no(
                node,
                "things with fields in a set or as keys; use a number of theirs, or @dataclass(frozen=True)",
            )

    def is_frozen(self, named: str) -> bool:
        """Whether things of a class are told apart by their fields, for good."""
        if named == CARD:
            return True
        settings: Any = getattr(vars(self.source.module).get(named), "__dataclass_params__", None)
        return settings is not None and settings.frozen and settings.eq

    def put_item(self, many: Val, key: Val, value: Val, node: ast.AST) -> None:
        kind = many.kind.now()
        self.kinds.flow(key.kind, kind.items[0])
        self.kinds.flow(value.kind, kind.items[1])
        self._check_key(kind.items[0], node)
        mine = Val(kind.items[0], self.temp(self.coerce(key, kind.items[0], node)))
        code = self.temp(self.coerce(value, kind.items[1], node))
        held = self.temp(many.code)
        self.emit(f"need({held} >= rec.start)")
        keys = Val(self.kinds.list_of(kind.items[0]), self.fresh(f"word(rec, {held})"))
        values = self.fresh(f"word(rec, {held} + 1)")
        at = self.temp(self.position(keys, mine, node))
        self.emit(f"if {at} < 0:")
        with self.indented():
            self.push(keys, mine, node)
            self.push(Val(self.kinds.list_of(kind.items[1]), values), Val(kind.items[1], code), node)
        self.emit("else:")
        with self.indented():
            self.store(kind.items[1], f"nth(rec, {values}, {at}, {width(kind.items[1])})", code, node)

    def _place_in_dict(self, many: Val, key: Val, node: ast.AST) -> tuple[str, str]:
        """The address of a dict, and the number of an item by its key, or −1."""
        kind = many.kind.now()
        held = self.held(many, node)
        keys = Val(self.kinds.list_of(kind.items[0]), self.fresh(f"word(rec, {held})"))
        return held, self.fresh(self.position(keys, Val(key.kind, self.temp(key.code)), node))

    def item_of_dict(self, many: Val, key: Val, node: ast.expr) -> Val:
        self.known_kind(key, node)
        kind = many.kind.now()
        value = kind.items[1]
        key = Val(key.kind, self.temp(key.code), key.known)
        held, at = self._place_in_dict(many, key, node)
        where = f"nth(rec, word(rec, {held} + 1), {at}, {width(value)})"
        if kind.named == COUNTER:
            found = self.fresh(self.default(value, node))
            self.emit(f"if {at} >= 0:")
            with self.indented():
                self.emit(f"{found} = {self.load(value, where, node)}")
            return Val(value, found)
        if kind.named:
            self.emit(f"if {at} < 0:")
            with self.indented():
                self.missing(Val(kind, held), key, node)
                self.emit(f"{at} = length(rec, word(rec, {held})) - 1")
        else:
            self.emit(f"need({at} >= 0)")
        return Val(value, self.load(value, where, node))

    def missing(self, many: Val, key: Val, node: ast.AST) -> None:
        raise NotImplementedError

    def method_of_dict(self, many: Val, name: str, args: list[Val], node: ast.Call) -> Val:
        kind = many.kind.now()
        value = kind.items[1]
        if name in ("get", "pop", "setdefault") and 1 <= len(args) <= 2:
            place = self.place(node, "got")
            other = args[1] if len(args) == 2 else self.none()
            args = [Val(each.kind, self.temp(each.code), each.known) if each.code else each for each in args]
            held, at = self._place_in_dict(many, args[0], node)
            self.kinds.flow(value, place)
            self.kinds.flow(other.kind, place)
            if name == "setdefault":
                return self._set_default(Val(kind, held), at, args[0], other, node)
            if name == "pop":
                self.emit(f"need({held} >= rec.start{f' and {at} >= 0' if len(args) == 1 else ''})")
            found = self.fresh(self.coerce(other, place, node))
            self.emit(f"if {at} >= 0:")
            with self.indented():
                where = f"nth(rec, word(rec, {held} + 1), {at}, {width(value)})"
                self.emit(f"{found} = {self.coerce(Val(value, self.load(value, where, node)), place, node)}")
                if name == "pop":
                    self._drop(held, at, kind)
            return Val(place, found)
        if name in ("keys", "values", "items") and not args:
            if id(node) not in self.views:
                raise self.no(node, f".{name}() that is kept changes with the dict; write list(….{name}())")
            return self.list_of_walk(self.walk_dict(many, name, node), node)
        if name == "update" and len(args) == 1 and self.known_kind(args[0], node).shape == DICT:
            mine = Val(kind, self.held(many, node))
            self.run_walk(
                self.walk_dict(args[0], "items", node),
                lambda pair: self.put_item(mine, self.part(pair, 0, node), self.part(pair, 1, node), node),
            )
            return self.none()
        if name == "copy" and not args:
            return self.dict_copied(many, node, kind.named)
        if name == "clear" and not args:
            held = self.held(many, node)
            self.emit(f"need({held} >= rec.start)")
            self.emit(f"empty(rec, word(rec, {held}))")
            self.emit(f"empty(rec, word(rec, {held} + 1))")
            return self.none()
        raise self.no(node, f"a dict's .{name}(…) cannot be compiled; write it with a loop")

    def _set_default(self, many: Val, at: str, key: Val, other: Val, node: ast.Call) -> Val:
        value = many.kind.now().items[1]
        self.kinds.flow(other.kind, value)
        self.emit(f"if {at} < 0:")
        with self.indented():
            self.put_item(many, key, other, node)
            self.emit(f"{at} = length(rec, word(rec, {many.code})) - 1")
        where = f"nth(rec, word(rec, {many.code} + 1), {at}, {width(value)})"
        return Val(value, self.fresh(self.load(value, where, node)))

    def dict_copied(self, many: Val, node: ast.AST, named: str = "") -> Val:
        kind, held = many.kind.now(), self.held(many, node)
        found = self.fresh("reserve(rec, 2)")
        for at, item in enumerate(kind.items):
            part = self.fresh(f"copied(rec, word(rec, {held} + {at}), {width(item)})")
            self.emit(f"put(rec, {found} + {at}, {part})")
        copy = self.kinds.shaped(DICT, *kind.items)
        copy.named = named
        return Val(copy, found)

    def _drop(self, held: str, at: str, kind: Kind) -> None:
        for number, item in enumerate(kind.items):
            self.emit(f"take(rec, word(rec, {held} + {number}), {at}, {width(item)})")

    def delete(self, target: ast.expr) -> None:
        """del x[…]"""
        if not isinstance(target, ast.Subscript):
            raise self.no(target, "del: only of an item of a list or a dict")
        if isinstance(target.slice, ast.Slice):
            if target.slice.step:
                raise self.no(target, "del with a step")
            ends = [target.slice.lower, target.slice.upper]
            many, *given = self.values([target.value, *(each for each in ends if each)])
            codes = [self.whole(given.pop(0), target) if each else str(ALL) for each in ends]
            if self.known_kind(many, target).shape != LIST:
                raise self.no(target, "del: only of items of a list")
            self.check_changes(many.kind, target)
            self.emit(f"cut(rec, {self.held(many, target)}, {', '.join(codes)}, {width(many.kind.now().items[0])})")
            return
        many, key = self.values([target.value, target.slice])
        kind = self.known_kind(many, target)
        if kind.shape == LIST:
            self.check_changes(kind, target)
            held = self.held(many, target)
            self.emit(f"take(rec, {held}, {self.whole(key, target)}, {width(kind.items[0])})")
        elif kind.shape == DICT:
            held, at = self._place_in_dict(many, key, target)
            self.emit(f"need({at} >= 0 and {held} >= rec.start)")
            self._drop(held, at, kind)
        else:
            raise self.no(target, "del: only of an item of a list or a dict")
