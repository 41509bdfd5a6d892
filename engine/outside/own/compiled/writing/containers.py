"""What lists, sets and dicts can do."""

import ast

from engine.outside.own.compiled.kit.lists import ALL
from engine.outside.own.compiled.types import BOOL, DICT, FIXED, INT, LIST, SET, THING, TUPLE, Kind, width
from engine.outside.own.compiled.writing.loops import Loops
from engine.outside.own.compiled.writing.writer import Val

LOST = "what a list cannot do in a kernel; write it with a loop"


class Containers(Loops):
    """Lists, sets and dicts."""

    # Lists

    def combined(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        one, other = left.kind.now(), right.kind.now()
        if isinstance(op, ast.Mult):
            many, times = (left, right) if one.shape in (LIST, TUPLE) else (right, left)
            return self._repeated(many, times, node)
        if one.shape == other.shape == SET:
            return self._sets(op, left, right, node)
        if isinstance(op, ast.Add) and one.shape == other.shape == TUPLE and not one.named and not other.named:
            a, b = self.temp(left.code), self.temp(right.code)
            parts = [f"{a}[{at}]" for at in range(len(one.items))] + [f"{b}[{at}]" for at in range(len(other.items))]
            return Val(self.kinds.tuple_of([*one.items, *other.items]), f"({', '.join(parts)},)")
        if isinstance(op, ast.Add) and {one.shape, other.shape} <= {LIST, TUPLE}:
            left, right = self.as_list(left, node.left if isinstance(node, ast.BinOp) else node), self.as_list(right, node)
            item = self.place(node, "joined")
            if (left.kind.now().is_tuple and right.kind.now().is_list) or (left.kind.now().is_list and right.kind.now().is_tuple):
                self.no(node, "a list and a tuple together; make both lists")
            return self._joined(left, right, item, node)
        self.no(node, "this operator cannot be compiled for lists, dicts and things")

    def _joined(self, left: Val, right: Val, item: Kind, node: ast.expr) -> Val:
        """Two lists as one, which may hold more kinds of things than each of them."""
        self.kinds.flow(left.kind.now().items[0], item)
        self.kinds.flow(right.kind.now().items[0], item)
        kind = self.kinds.list_of(item, left.kind.now().is_tuple)
        found = Val(kind, self.fresh(f"new_list(A, 6, {width(item)})"))
        self.extend(found, left, node)
        self.extend(found, right, node)
        return found

    def _repeated(self, many: Val, times: Val, node: ast.expr) -> Val:
        many = self.as_list(many, node)
        if self.known_kind(many, node).shape != LIST:
            self.no(node, "only lists can be multiplied")
        held, number = self.held(many, node), self.whole(times, node)
        size = width(many.kind.now().items[0])
        return Val(self._new_like(many), self.fresh(f"repeated(A, {held}, {number}, {size})"))

    def _new_like(self, many: Val) -> Kind:
        """The kind of a new list with the same items."""
        kind = many.kind.now()
        found = self.kinds.list_of(kind.items[0], kind.is_tuple)
        found.is_list = kind.is_list
        return found

    def extend(self, many: Val, more: Val, node: ast.AST) -> None:
        """Add the items of something to a list."""
        kind = self.known_kind(more, node)
        if kind.shape == LIST:
            mine, theirs = many.kind.now().items[0], kind.items[0]
            self.kinds.flow(theirs, mine)
            if self._same_words(mine, theirs, node):
                self.emit(f"extend(A, {many.code}, {self.held(more, node)}, {width(mine)})")
                return
        self.run_walk(self.walk_value(more, node), lambda value: self.push(many, value, node))

    def _same_words(self, one: Kind, other: Kind, node: ast.AST) -> bool:
        """Whether values of two kinds are kept in the same words."""
        one, other = one.now(), other.now()
        if one is other:
            return True
        if one.is_unknown or other.is_unknown or self.how(one, node) != self.how(other, node):
            return False
        if one.shape == TUPLE:
            same = one.is_optional == other.is_optional
            return same and all(self._same_words(a, b, node) for a, b in zip(one.items, other.items, strict=True))
        return True

    def sliced(self, node: ast.Subscript) -> Val:
        assert isinstance(node.slice, ast.Slice)
        ends = [node.slice.lower, node.slice.upper, node.slice.step]
        many, *given = self.values([node.value, *(each for each in ends if each)])
        many = self.as_list(many, node)
        if self.known_kind(many, node).shape != LIST:
            self.no(node, "only a list has slices here")
        codes = [self.whole(given.pop(0), node) if each else str(ALL) for each in ends]
        step = codes[2] if node.slice.step else "1"
        held = self.held(many, node)
        size = width(many.kind.now().items[0])
        return Val(self._new_like(many), self.fresh(f"sliced(A, {held}, {codes[0]}, {codes[1]}, {step}, {size})"))

    def copied(self, many: Val, node: ast.AST, is_tuple: bool = False) -> Val:
        kind = self.kinds.list_of(many.kind.now().items[0], is_tuple)
        return Val(kind, self.fresh(f"copied(A, {self.held(many, node)}, {width(kind.items[0])})"))

    def equal_lists(self, a: Val, b: Val, node: ast.AST) -> str:
        one, other = a.kind.now().items[0], b.kind.now().items[0]
        same, at = self.fresh(f"length(A, {a.code}) == length(A, {b.code})"), self.fresh("0")
        self.emit(f"while {same} and {at} < length(A, {a.code}):")
        with self.indented():
            mine = self.fresh(self.load(one, f"nth(A, {a.code}, {at}, {width(one)})", node))
            theirs = self.fresh(self.load(other, f"nth(A, {b.code}, {at}, {width(other)})", node))
            self.emit(f"{same} = {self.equal(Val(one, mine), Val(other, theirs), node)}")
            self.emit(f"{at} += 1")
        return same

    def position(self, many: Val, value: Val, node: ast.AST) -> str:
        """The index of the first item that is equal to a value, or −1."""
        item = many.kind.now().items[0].now()
        if item.is_unknown:
            return "-1"
        held = self.held(many, node)
        if self.is_word(item, node) and self._same_words(item, value.kind, node):
            return self.fresh(f"find_word(A, {held}, {value.code})")
        wanted = Val(value.kind, self.temp(value.code))
        found, at = self.fresh("-1"), self.fresh("0")
        self.emit(f"while {found} < 0 and {at} < length(A, {held}):")
        with self.indented():
            each = self.fresh(self.load(item, f"nth(A, {held}, {at}, {width(item)})", node))
            test = self.equal(Val(item, each), wanted, node)
            self.emit(f"if {test}:")
            with self.indented():
                self.emit(f"{found} = {at}")
            self.emit(f"{at} += 1")
        return found

    def contained(self, item: Val, many: Val, node: ast.expr) -> Val:
        kind = self.known_kind(many, node)
        self.known_kind(item, node)
        if kind.shape == FIXED and kind.fixed == "seats":
            held = self.temp(self.whole(item, node))
            return self.scalar(f"(0 <= {held} < A.players)", BOOL)
        if kind.shape == DICT:
            many = Val(self.kinds.list_of(kind.items[0]), f"word(A, {self.held(many, node)})")
        elif kind.shape == THING and not kind.fields.now().named:
            return self._has_field(item, many, node)
        elif kind.shape == TUPLE:
            item = Val(item.kind, self.temp(item.code), item.known)
            value = Val(kind, self.temp(many.code))
            parts = [self.equal(self._part_or_known(value, at, node), item, node) for at in range(len(kind.items))]
            return self.scalar(f"({' or '.join(parts)})", BOOL)
        elif kind.shape not in (LIST, SET):
            self.no(node, "in: expected a list, a tuple, a set or a dict")
        return self.scalar(f"({self.position(many, item, node)} >= 0)", BOOL)

    def _part_or_known(self, value: Val, at: int, node: ast.AST) -> Val:
        return self.part(value, at, node)

    def _has_field(self, item: Val, many: Val, node: ast.expr) -> Val:
        fields = many.kind.now().fields.now()
        if not isinstance(item.known, str):
            self.program.use_as_dict(next(iter(fields.makers)))
        if item.known not in fields.of:
            return Val(self.kinds.scalar(BOOL), "False", False) if self.program.is_final else self.scalar("False", BOOL)
        if fields.is_always_there(item.known):
            return Val(self.kinds.scalar(BOOL), "True", True)
        return self.scalar(f"(word(A, {self.held(many, node)}) & {fields.bit(item.known)} != 0)", BOOL)

    def method_of_list(self, many: Val, name: str, args: list[Val], node: ast.Call) -> Val:
        item = many.kind.now().items[0]
        size, held = width(item), self.held(many, node)
        many = Val(many.kind, held)
        match name, len(args):
            case "append", 1:
                self.push(many, args[0], node)
            case "extend", 1:
                self.extend(many, args[0], node)
            case "pop", 0:
                return self._out(item, f"take_last(A, {held}, {size})", node)
            case "pop", 1:
                return self._out(item, f"take(A, {held}, {self.whole(args[0], node)}, {size})", node)
            case "insert", 2:
                self.kinds.flow(args[1].kind, item)
                at = self.fresh(self.whole(args[0], node))
                self.store(item, f"insert(A, {held}, {at}, {size})", self.coerce(args[1], item, node), node)
            case "remove", 1:
                at = self.temp(self.position(many, args[0], node))
                self.emit(f"need({at} >= 0)")
                self.emit(f"take(A, {held}, {at}, {size})")
            case "index", 1:
                at = self.temp(self.position(many, args[0], node))
                self.emit(f"need({at} >= 0)")
                return self.scalar(at, INT)
            case "count", 1:
                return self._count(many, args[0], node)
            case "clear", 0:
                self.emit(f"empty(A, {held})")
            case "reverse", 0:
                self.emit(f"turn_round(A, {held}, {size})")
            case "copy", 0:
                return self.copied(many, node)
            case _:
                self.no(node, f".{name}(…): {LOST}")
        return self.none()

    def _out(self, item: Kind, at: str, node: ast.AST) -> Val:
        return Val(item, self.fresh(self.load(item, at, node)))

    def _count(self, many: Val, value: Val, node: ast.AST) -> Val:
        item = many.kind.now().items[0].now()
        if item.is_unknown:
            return self.scalar("0", INT)
        if self.is_word(item, node) and self._same_words(item, value.kind, node):
            return self.scalar(self.fresh(f"count_word(A, {many.code}, {value.code})"), INT)
        wanted, found = Val(value.kind, self.temp(value.code)), self.fresh("0")

        def look(each: Val) -> None:
            self.emit(f"if {self.equal(each, wanted, node)}:")
            with self.indented():
                self.emit(f"{found} += 1")

        self.run_walk(self.walk_value(many, node), look)
        return self.scalar(found, INT)

    # Sets

    def visit_Set(self, node: ast.Set) -> Val:
        item = self.place(node)
        values = self.values(node.elts)
        found = Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(A, 6, {width(item)})"))
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
        found = Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(A, 6, {width(item)})"))
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
                self.emit(f"take(A, {held}, {at}, {width(many.kind.now().items[0])})")
            return self.none()
        if name == "clear" and not args:
            self.emit(f"empty(A, {held})")
            return self.none()
        if name == "copy" and not args:
            size = width(many.kind.now().items[0])
            return Val(self.kinds.shaped(SET, many.kind.now().items[0]), self.fresh(f"copied(A, {held}, {size})"))
        if name == "pop":
            self.no(node, "a set has no order, so pop takes any of its items; use a list")
        self.no(node, f"a set's .{name}(…) cannot be compiled; write it with | & - or a loop")

    def _sets(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        item = self.place(node, "set")
        for each in (left, right):
            self.kinds.same(each.kind.now().items[0], item)
        found = Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(A, 6, {width(item)})"))
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
            self.no(node, "this operator cannot be compiled for sets")
        return found

    def _check_key(self, kind: Kind, node: ast.AST) -> None:
        if kind.now().shape in (LIST, SET, DICT) and kind.now().is_list:
            self.no(node, "a list cannot be in a set or a key of a dict")
        if kind.now().shape == THING:
            self.no(node, "things with fields in a set or as keys; use a number or a text of theirs")

    # Dicts

    def put_item(self, many: Val, key: Val, value: Val, node: ast.AST) -> None:
        kind = many.kind.now()
        self.kinds.flow(key.kind, kind.items[0])
        self.kinds.flow(value.kind, kind.items[1])
        self._check_key(kind.items[0], node)
        mine = Val(kind.items[0], self.temp(self.coerce(key, kind.items[0], node)))
        code = self.temp(self.coerce(value, kind.items[1], node))
        held = self.temp(many.code)
        self.emit(f"need({held} >= A.start)")
        keys = Val(self.kinds.list_of(kind.items[0]), self.fresh(f"word(A, {held})"))
        values = self.fresh(f"word(A, {held} + 1)")
        at = self.temp(self.position(keys, mine, node))
        self.emit(f"if {at} < 0:")
        with self.indented():
            self.push(keys, mine, node)
            self.push(Val(self.kinds.list_of(kind.items[1]), values), Val(kind.items[1], code), node)
        self.emit("else:")
        with self.indented():
            self.store(kind.items[1], f"nth(A, {values}, {at}, {width(kind.items[1])})", code, node)

    def _place_in_dict(self, many: Val, key: Val, node: ast.AST) -> tuple[str, str]:
        """The address of a dict, and the number of an item by its key, or −1."""
        kind = many.kind.now()
        held = self.held(many, node)
        keys = Val(self.kinds.list_of(kind.items[0]), self.fresh(f"word(A, {held})"))
        return held, self.temp(self.position(keys, Val(key.kind, self.temp(key.code)), node))

    def item_of_dict(self, many: Val, key: Val, node: ast.expr) -> Val:
        self.known_kind(key, node)
        held, at = self._place_in_dict(many, key, node)
        self.emit(f"need({at} >= 0)")
        value = many.kind.now().items[1]
        return Val(value, self.load(value, f"nth(A, word(A, {held} + 1), {at}, {width(value)})", node))

    def method_of_dict(self, many: Val, name: str, args: list[Val], node: ast.Call) -> Val:
        kind = many.kind.now()
        key, value = kind.items
        if name in ("get", "pop", "setdefault") and 1 <= len(args) <= 2:
            place = self.place(node, "got")
            other = args[1] if len(args) == 2 else self.none()
            held, at = self._place_in_dict(many, args[0], node)
            self.kinds.flow(value, place)
            self.kinds.flow(other.kind, place)
            if name == "setdefault":
                self.no(node, ".setdefault(…): write if key not in …")
            if name == "pop":
                self.emit(f"need({held} >= A.start{f' and {at} >= 0' if len(args) == 1 else ''})")
            found = self.fresh(self.coerce(other, place, node))
            self.emit(f"if {at} >= 0:")
            with self.indented():
                where = f"nth(A, word(A, {held} + 1), {at}, {width(value)})"
                self.emit(f"{found} = {self.coerce(Val(value, self.load(value, where, node)), place, node)}")
                if name == "pop":
                    self._drop(held, at, kind)
            return Val(place, found)
        if name in ("keys", "values", "items") and not args:
            return self.list_of_walk(self._walk_dict(many, name, node), node)
        if name == "copy" and not args:
            return self.dict_copied(many, node)
        if name == "clear" and not args:
            held = self.held(many, node)
            self.emit(f"need({held} >= A.start)")
            self.emit(f"empty(A, word(A, {held}))")
            self.emit(f"empty(A, word(A, {held} + 1))")
            return self.none()
        self.no(node, f"a dict's .{name}(…) cannot be compiled; write it with a loop")

    def dict_copied(self, many: Val, node: ast.AST) -> Val:
        kind, held = many.kind.now(), self.held(many, node)
        found = self.fresh("reserve(A, 2)")
        for at, item in enumerate(kind.items):
            part = self.fresh(f"copied(A, word(A, {held} + {at}), {width(item)})")
            self.emit(f"put(A, {found} + {at}, {part})")
        return Val(self.kinds.shaped(DICT, *kind.items), found)

    def _drop(self, held: str, at: str, kind: Kind) -> None:
        for number, item in enumerate(kind.items):
            self.emit(f"take(A, word(A, {held} + {number}), {at}, {width(item)})")

    def delete(self, target: ast.expr) -> None:
        """del x[…]"""
        if not isinstance(target, ast.Subscript):
            self.no(target, "del: only of an item of a list or a dict")
        if isinstance(target.slice, ast.Slice):
            if target.slice.step:
                self.no(target, "del with a step")
            ends = [target.slice.lower, target.slice.upper]
            many, *given = self.values([target.value, *(each for each in ends if each)])
            codes = [self.whole(given.pop(0), target) if each else str(ALL) for each in ends]
            if self.known_kind(many, target).shape != LIST:
                self.no(target, "del: only of items of a list")
            self.emit(f"cut(A, {self.held(many, target)}, {', '.join(codes)}, {width(many.kind.now().items[0])})")
            return
        many, key = self.values([target.value, target.slice])
        kind = self.known_kind(many, target)
        if kind.shape == LIST:
            held = self.held(many, target)
            self.emit(f"take(A, {held}, {self.whole(key, target)}, {width(kind.items[0])})")
        elif kind.shape == DICT:
            held, at = self._place_in_dict(many, key, target)
            self.emit(f"need({at} >= 0 and {held} >= A.start)")
            self._drop(held, at, kind)
        else:
            self.no(target, "del: only of an item of a list or a dict")
