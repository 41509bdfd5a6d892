"""Tuples, lists, dicts, operators and conditions."""

import ast
import enum
from contextlib import suppress

from engine.outside.own.compiled.types import (
    BOOL,
    DICT,
    FIXED,
    FLOAT,
    INT,
    THING,
    Kind,
    Unknown,
    width,
)
from engine.outside.own.compiled.writer import UNKNOWN, Val, row
from engine.outside.own.compiled.writing.names import Names


class Expressions(Names):
    """The value of an expression."""

    def visit_constant(self, node: ast.Constant) -> Val:
        if isinstance(node.value, int | float | str | None):
            return self.constant(node.value, node)
        raise self.no(node, "only numbers, texts, True, False and None can be compiled")

    def visit_tuple(self, node: ast.Tuple) -> Val:
        if not node.elts or any(isinstance(each, ast.Starred) for each in node.elts):
            return self._made_list(node, node.elts, True)
        values = self.values(node.elts)
        for value, each in zip(values, node.elts, strict=True):
            if value.kind.now().shape == FIXED:
                raise self.no(each, "a table or a class within a tuple")
        code = row([value.code for value in values])
        known = tuple(value.known for value in values)
        return Val(self.kinds.tuple_of([value.kind for value in values]), code, UNKNOWN if UNKNOWN in known else known)

    def visit_list(self, node: ast.List) -> Val:
        return self._made_list(node, node.elts, False)

    def _made_list(self, node: ast.expr, items: list[ast.expr], is_tuple: bool) -> Val:
        item = self.place(node)
        values = self.values([each.value if isinstance(each, ast.Starred) else each for each in items])
        for value, each in zip(values, items, strict=True):
            if not isinstance(each, ast.Starred):
                self.kinds.flow(value.kind, item)
        found = self.fresh(f"new_list(rec, {len(items) + 4}, {width(item)})")
        kind = self.kinds.list_of(item, is_tuple)
        for value, each in zip(values, items, strict=True):
            if isinstance(each, ast.Starred):
                self.extend(Val(kind, found), value, each)
            else:
                self.push(Val(kind, found), value, each)
        return Val(kind, found)

    def visit_dict(self, node: ast.Dict) -> Val:
        if any(key is None for key in node.keys):
            return self._spread_dict(node)
        keys = [
            key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None for key in node.keys
        ]
        if not node.keys or None in keys or id(node) in self.program.dicts:
            return self._made_dict(node)
        names = [key for key in keys if key is not None]
        if len(set(names)) < len(names):
            raise self.no(node, "a key that stands twice in a dict")
        values = self.values(node.values)
        for value, each in zip(values, node.values, strict=True):
            if value.kind.now().shape == FIXED:
                raise self.no(each, "a table or a class within a dict; give it as an argument")
        fields = self._fields_made(node, "", dict(zip(names, values, strict=True)))
        return self.thing(fields, dict(zip(names, values, strict=True)), node)

    def _spread_dict(self, node: ast.Dict) -> Val:
        """{**view, "more": 1}"""
        found: dict[str, Val] = {}
        values = [Val(value.kind, self.temp(value.code), value.known) for value in self.values(node.values)]
        for key, value in zip(node.keys, values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                found[key.value] = value
                continue
            kind = self.known_kind(value, node)
            fields = kind.fields.now()
            is_dict = key is None and kind.shape == THING and not fields.named
            if not is_dict or not all(map(fields.is_always_there, fields.of)):
                raise self.no(node, "** of this dict; write its keys out")
            for name in fields.of:
                part = self.field(value, name, node)
                found[name] = part._replace(code=self.temp(part.code))
        return self.thing(self._fields_made(node, "", found), found, node)

    def _made_dict(self, node: ast.Dict) -> Val:
        kind = self.kinds.shaped(DICT, self.place(node, "key"), self.place(node, "value"))
        pairs = [each for key, value in zip(node.keys, node.values, strict=True) for each in (key, value) if each]
        values = self.values(pairs)
        found = Val(kind, self.new_dict(kind))
        for key, value in zip(values[::2], values[1::2], strict=True):
            self.put_item(found, key, value, node)
        return found

    def visit_binop(self, node: ast.BinOp) -> Val:
        left, right = self.values([node.left, node.right])
        return self.binary(node.op, left, right, node)

    def visit_unaryop(self, node: ast.UnaryOp) -> Val:
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

    def visit_compare(self, node: ast.Compare) -> Val:
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
        if (
            value.is_known
            and isinstance(value.known, bool | int | str | None)
            and not isinstance(value.known, enum.Enum)
        ):
            return Val(self.kinds.scalar(BOOL), repr(bool(value.known)), bool(value.known))
        return self.scalar(self.truth(value, node), BOOL)

    def guessed(self, node: ast.expr) -> Val:
        """A test. If nobody knows yet what is tested, it may be true or false."""
        try:
            return self.test(node)
        except Unknown:
            if not self.program.is_guessing:
                raise
            self.is_incomplete = self.program.is_stuck = True
            return self.scalar("False", BOOL)

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

    def visit_boolop(self, node: ast.BoolOp) -> Val:
        """`and` and `or` as values: one of the values itself."""
        place, is_and = self.place(node), isinstance(node.op, ast.And)
        if self.program.is_guessing:
            self._look_at_each(node, place)
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

    def _look_at_each(self, node: ast.BoolOp, place: Kind) -> None:
        """What `a or b` can be, if only one of them is known."""
        for each in node.values:
            with self.aside(), self.perhaps(), suppress(Unknown):
                self.kinds.flow(self.visit(each).kind, place)

    def visit_ifexp(self, node: ast.IfExp) -> Val:
        test = self.guessed(node.test)
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

    def visit_namedexpr(self, node: ast.NamedExpr) -> Val:
        value = self.visit(node.value)
        self.assign(node.target, value)
        kind = self.variable(self.local(node.target.id))
        return Val(kind, self.fresh(f"v_{self.local(node.target.id)}"), value.known)

    def visit_joinedstr(self, node: ast.JoinedStr) -> Val:
        raise self.no(
            node, "a text that is made while a game is played; use a tuple such as (kind, number), or texts of the file"
        )
