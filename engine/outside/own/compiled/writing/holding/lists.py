"""What lists can do."""

import ast

from engine.outside.own.compiled.kit.lists import ALL
from engine.outside.own.compiled.types import BOOL, DICT, FIXED, INT, LIST, SET, THING, TUPLE, Kind, width
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.loops import Loops

COUNTER = "Counter"
"""How the kind of such a dict is named."""
LOST = "what a list cannot do in a kernel; write it with a loop"


class Lists(Loops):
    """Lists, and whether something is in one."""

    def combined(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        one, other = left.kind.now(), right.kind.now()
        if isinstance(op, ast.Mult):
            many, times = (left, right) if one.shape in (LIST, TUPLE) else (right, left)
            return self._repeated(many, times, node)
        if one.shape == other.shape == SET:
            return self.sets(op, left, right, node)
        if one.shape == other.shape == DICT and one.named == other.named == COUNTER:
            return self.counters(op, left, right, node)
        if isinstance(op, ast.Add) and one.shape == other.shape == TUPLE and not one.named and not other.named:
            a, b = self.temp(left.code), self.temp(right.code)
            parts = [f"{a}[{at}]" for at in range(len(one.items))] + [f"{b}[{at}]" for at in range(len(other.items))]
            return Val(self.kinds.tuple_of([*one.items, *other.items]), f"({', '.join(parts)},)")
        if isinstance(op, ast.Add) and {one.shape, other.shape} <= {LIST, TUPLE}:
            left, right = (
                self.as_list(left, node.left if isinstance(node, ast.BinOp) else node),
                self.as_list(right, node),
            )
            item = self.place(node, "joined")
            sorts = {(each.kind.now().is_tuple, each.kind.now().is_list) for each in (left, right)}
            if sorts not in ({(True, False)}, {(False, True)}):
                raise self.no(node, "a list and a tuple or a range together; make both lists")
            return self._joined(left, right, item, node)
        raise self.no(node, "this operator cannot be compiled for lists, dicts and things")

    def sets(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    def counters(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    def _joined(self, left: Val, right: Val, item: Kind, node: ast.expr) -> Val:
        """Two lists as one, which may hold more kinds of things than each of them."""
        self.kinds.flow(left.kind.now().items[0], item)
        self.kinds.flow(right.kind.now().items[0], item)
        kind = self.kinds.list_of(item, left.kind.now().is_tuple)
        left, right = (Val(each.kind, self.fresh(self.held(each, node))) for each in (left, right))
        room = f"length(rec, {left.code}) + length(rec, {right.code}) + 2"
        found = Val(kind, self.fresh(f"new_list(rec, {room}, {width(item)})"))
        self.extend(found, left, node)
        self.extend(found, right, node)
        return found

    def _repeated(self, many: Val, times: Val, node: ast.expr) -> Val:
        many = self.as_list(many, node)
        kind = self.known_kind(many, node)
        if kind.shape != LIST or kind.is_tuple == kind.is_list:
            raise self.no(node, "only lists can be multiplied")
        held, number = self.held(many, node), self.whole(times, node)
        size = width(many.kind.now().items[0])
        return Val(self._new_like(many), self.fresh(f"repeated(rec, {held}, {number}, {size})"))

    def _new_like(self, many: Val) -> Kind:
        """The kind of a new list with the same items."""
        kind = many.kind.now()
        found = self.kinds.list_of(kind.items[0], kind.is_tuple)
        found.is_list = kind.is_list
        return found

    def extend(self, many: Val, more: Val, node: ast.AST) -> None:
        """Add the items of something to a list."""
        more = self.cards_of(more, node)
        kind = self.known_kind(more, node)
        if kind.shape == LIST:
            mine, theirs = many.kind.now().items[0], kind.items[0]
            self.kinds.flow(theirs, mine)
            if self._same_words(mine, theirs, node):
                self.emit(f"extend(rec, {many.code}, {self.held(more, node)}, {width(mine)})")
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
            raise self.no(node, "only a list has slices here")
        codes = [self.whole(given.pop(0), node) if each else str(ALL) for each in ends]
        step = codes[2] if node.slice.step else "1"
        held = self.held(many, node)
        size = width(many.kind.now().items[0])
        return Val(self._new_like(many), self.fresh(f"sliced(rec, {held}, {codes[0]}, {codes[1]}, {step}, {size})"))

    def copied(self, many: Val, node: ast.AST, is_tuple: bool = False) -> Val:
        kind = self.kinds.list_of(many.kind.now().items[0], is_tuple)
        return Val(kind, self.fresh(f"copied(rec, {self.held(many, node)}, {width(kind.items[0])})"))

    def equal_lists(self, a: Val, b: Val, node: ast.AST) -> str:
        one, other = a.kind.now().items[0], b.kind.now().items[0]
        same, at = self.fresh(f"length(rec, {a.code}) == length(rec, {b.code})"), self.fresh("0")
        self.emit(f"while {same} and {at} < length(rec, {a.code}):")
        with self.indented():
            mine = self.fresh(self.load(one, f"nth(rec, {a.code}, {at}, {width(one)})", node))
            theirs = self.fresh(self.load(other, f"nth(rec, {b.code}, {at}, {width(other)})", node))
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
            return self.fresh(f"find_word(rec, {held}, {value.code})")
        wanted = Val(value.kind, self.temp(value.code))
        found, at = self.fresh("-1"), self.fresh("0")
        self.emit(f"while {found} < 0 and {at} < length(rec, {held}):")
        with self.indented():
            each = self.fresh(self.load(item, f"nth(rec, {held}, {at}, {width(item)})", node))
            test = self.equal(Val(item, each), wanted, node)
            self.emit(f"if {test}:")
            with self.indented():
                self.emit(f"{found} = {at}")
            self.emit(f"{at} += 1")
        return found

    def contained(self, item: Val, many: Val, node: ast.expr) -> Val:
        many = self.cards_of(many, node)
        kind = self.known_kind(many, node)
        self.known_kind(item, node)
        if kind.shape == FIXED and kind.fixed == "seats":
            held = self.temp(self.whole(item, node))
            return self.scalar(f"(0 <= {held} < rec.players)", BOOL)
        if kind.shape == DICT:
            many = Val(self.kinds.list_of(kind.items[0]), f"word(rec, {self.held(many, node)})")
        elif kind.shape == THING and not kind.fields.now().named:
            return self._has_field(item, many, node)
        elif kind.shape == TUPLE:
            item = Val(item.kind, self.temp(item.code), item.known)
            value = Val(kind, self.temp(many.code))
            parts = [self.equal(self._part_or_known(value, at, node), item, node) for at in range(len(kind.items))]
            return self.scalar(f"({' or '.join(parts)})", BOOL)
        elif kind.shape not in (LIST, SET):
            raise self.no(node, "in: expected a list, a tuple, a set or a dict")
        return self.scalar(f"({self.position(many, item, node)} >= 0)", BOOL)

    def _part_or_known(self, value: Val, at: int, node: ast.AST) -> Val:
        return self.part(value, at, node)

    def _has_field(self, item: Val, many: Val, node: ast.expr) -> Val:
        fields = many.kind.now().fields.now()
        if not isinstance(item.known, str):
            raise self.program.used_as_dict(fields)
        if item.known not in fields.of:
            return Val(self.kinds.scalar(BOOL), "False", False) if self.program.is_final else self.scalar("False", BOOL)
        if fields.is_always_there(item.known):
            return Val(self.kinds.scalar(BOOL), "True", True)
        return self.scalar(f"(word(rec, {self.held(many, node)}) & {fields.bit(item.known)} != 0)", BOOL)

    def check_changes(self, kind: Kind, node: ast.AST) -> None:
        """Refuse to change what Python may know as a tuple or a range."""
        if kind.now().is_tuple or not kind.now().is_list:
            raise self.no(node, "a tuple or a range cannot be changed; make it a list")

    def method_of_list(self, many: Val, name: str, args: list[Val], node: ast.Call) -> Val:
        if name not in ("count", "index", "copy"):
            self.check_changes(many.kind, node)
        item = many.kind.now().items[0]
        size, held = width(item), self.held(many, node)
        many = Val(many.kind, held)
        match name, len(args):
            case "append", 1:
                self.push(many, args[0], node)
            case "extend", 1:
                self.extend(many, args[0], node)
            case "pop", 0:
                return self._out(item, f"take_last(rec, {held}, {size})", node)
            case "pop", 1:
                return self._out(item, f"take(rec, {held}, {self.whole(args[0], node)}, {size})", node)
            case "insert", 2:
                self.kinds.flow(args[1].kind, item)
                at = self.fresh(self.whole(args[0], node))
                self.store(item, f"insert(rec, {held}, {at}, {size})", self.coerce(args[1], item, node), node)
            case "remove", 1:
                at = self.temp(self.position(many, args[0], node))
                self.emit(f"need({at} >= 0)")
                self.emit(f"take(rec, {held}, {at}, {size})")
            case "index", 1:
                at = self.temp(self.position(many, args[0], node))
                self.emit(f"need({at} >= 0)")
                return self.scalar(at, INT)
            case "count", 1:
                return self._count(many, args[0], node)
            case "clear", 0:
                self.emit(f"empty(rec, {held})")
            case "reverse", 0:
                self.emit(f"turn_round(rec, {held}, {size})")
            case "copy", 0:
                return self.copied(many, node)
            case _:
                raise self.no(node, f".{name}(…): {LOST}")
        return self.none()

    def _out(self, item: Kind, at: str, node: ast.AST) -> Val:
        return Val(item, self.fresh(self.load(item, at, node)))

    def _count(self, many: Val, value: Val, node: ast.AST) -> Val:
        item = many.kind.now().items[0].now()
        if item.is_unknown:
            return self.scalar("0", INT)
        if self.is_word(item, node) and self._same_words(item, value.kind, node):
            return self.scalar(self.fresh(f"count_word(rec, {many.code}, {value.code})"), INT)
        wanted, found = Val(value.kind, self.temp(value.code)), self.fresh("0")

        def look(each: Val) -> None:
            self.emit(f"if {self.equal(each, wanted, node)}:")
            with self.indented():
                self.emit(f"{found} += 1")

        self.run_walk(self.walk_value(many, node), look)
        return self.scalar(found, INT)
