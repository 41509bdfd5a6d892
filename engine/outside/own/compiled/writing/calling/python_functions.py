"""Python's own functions."""

import ast

from engine.outside.own.compiled.types import (
    BOOL,
    DICT,
    FIXED,
    FLOAT,
    INT,
    LIST,
    REAL,
    SET,
    THING,
    TUPLE,
    width,
)
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.orders import Orders


class PythonFunctions(Orders):
    """len, range, sum and others."""

    def builtin(self, name: str, node: ast.Call) -> Val:
        method = getattr(self, f"_py_{name}", None)
        if method is None:
            raise self.no(node, f"{name}(…) cannot be compiled")
        found: Val = method(node)
        return found

    def _one(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1 or node.keywords:
            raise self.no(node, "expected one argument")
        return node.args[0]

    def _py_len(self, node: ast.Call) -> Val:
        self.views.add(id(self._one(node)))
        value = self.cards_of(self.visit(self._one(node)), node)
        kind = self.known_kind(value, node)
        if kind.shape == FIXED and kind.fixed == "seats":
            return self.scalar("rec.players", INT)
        if kind.shape == FIXED and isinstance(kind.fixed, tuple) and kind.fixed[0] == "class":
            return self.constant(len(kind.fixed[1]), node)
        if kind.shape == TUPLE:
            return self.constant(len(kind.items), node)
        if kind.shape == THING and not kind.fields.now().named:
            raise self.program.used_as_dict(kind.fields.now())
        if kind.shape not in (LIST, SET, DICT):
            raise self.no(node, "len: expected a list, a tuple, a set or a dict")
        return self.scalar(self.size_of(Val(kind, self.held(value, node)), node), INT)

    def _py_abs(self, node: ast.Call) -> Val:
        is_whole_number, code = self.number(self.visit(self._one(node)), node)
        held = self.temp(code)
        if is_whole_number:
            return self.scalar(f"({held} if {held} >= 0 else negative({held}))", INT)
        return self.scalar(f"abs({held})", FLOAT)

    def _py_int(self, node: ast.Call) -> Val:
        is_whole_number, code = self.number(self.visit(self._one(node)), node)
        return self.scalar(code if is_whole_number else f"whole_of({code})", INT)

    def _py_round(self, node: ast.Call) -> Val:
        if len(node.args) == 2 and not node.keywords:
            value, digits = self.values(node.args)
            if self.number(value, node)[0]:
                raise self.no(node, "round of a whole number with digits")
            return self.asked("round", self.real(value, node), f"real_of({self.whole(digits, node)})")
        is_whole_number, code = self.number(self.visit(self._one(node)), node)
        return self.scalar(code if is_whole_number else f"round_of({code})", INT)

    def _py_float(self, node: ast.Call) -> Val:
        return self.scalar(self.real(self.visit(self._one(node)), node), FLOAT)

    def _py_bool(self, node: ast.Call) -> Val:
        return self.scalar(self.truth(self.visit(self._one(node)), node), BOOL)

    def _py_divmod(self, node: ast.Call) -> Val:
        if len(node.args) != 2:
            raise self.no(node, "divmod: expected two numbers")
        a, b = (self.fresh(self.whole(value, node)) for value in self.values(node.args))
        kind = self.kinds.tuple_of([self.kinds.scalar(INT), self.kinds.scalar(INT)])
        return Val(kind, f"(floor_div({a}, {b}), modulo({a}, {b}),)")

    def _py_list(self, node: ast.Call) -> Val:
        return self._new_sequence(node, False)

    def _py_tuple(self, node: ast.Call) -> Val:
        return self._new_sequence(node, True)

    def _py_set(self, node: ast.Call) -> Val:
        if not node.args:
            item = self.place(node)
            return Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        return self.set_of(self._one(node), node)

    def _py_frozenset(self, node: ast.Call) -> Val:
        raise self.no(node, "frozenset(…): use set(…), or tuple(sorted(…))")

    def _py_dict(self, node: ast.Call) -> Val:
        if not node.args and not node.keywords:
            kind = self.kinds.shaped(DICT, self.place(node, "key"), self.place(node, "value"))
            return Val(kind, self.new_dict(kind))
        value = self.visit(self._one(node))
        if self.known_kind(value, node).shape == THING and not value.kind.now().fields.now().named:
            return self.thing_copied(value, node)
        if value.kind.now().shape != DICT:
            raise self.no(node, "dict(…): expected a dict to copy")
        return self.dict_copied(value, node)

    def _py_range(self, node: ast.Call) -> Val:
        found = self.list_of_walk(self.walk(node), node)
        found.kind.is_list = False
        return found

    def _py_reversed(self, node: ast.Call) -> Val:
        raise self.no(node, "reversed(…) is no list; write list(reversed(…))")

    def _py_any(self, node: ast.Call) -> Val:
        self._one(node)
        return self.any_or_all(node, True)

    def _py_all(self, node: ast.Call) -> Val:
        self._one(node)
        return self.any_or_all(node, False)

    def _py_sum(self, node: ast.Call) -> Val:
        if not 1 <= len(node.args) <= 2 or node.keywords:
            raise self.no(node, "sum: expected what to add up, and perhaps a start")
        start = self.whole(self.visit(node.args[1]), node) if len(node.args) == 2 else "0"
        found = self.fresh(start)

        def add(value: Val) -> None:
            if self.how(self.known_kind(value, node), node) == REAL:
                raise self.no(node, "sum of fractions differs between versions of Python; add them in a loop")
            self.emit(f"{found} = add({found}, {self.whole(value, node)})")

        self.each(node.args[0], add)
        return self.scalar(found, INT)

    def _py_isinstance(self, node: ast.Call) -> Val:
        raise self.no(node, "isinstance: what a value is, the pass must know; keep different things in different lists")

    def _py_print(self, node: ast.Call) -> Val:
        raise self.no(node, "print: say it with table.tell")

    def _new_sequence(self, node: ast.Call, is_tuple: bool) -> Val:
        if not node.args and not node.keywords:
            item = self.place(node)
            return Val(self.kinds.list_of(item, is_tuple), self.fresh(f"new_list(rec, 6, {width(item)})"))
        return self.copied(self.list_from(self._one(node)), node, is_tuple)
