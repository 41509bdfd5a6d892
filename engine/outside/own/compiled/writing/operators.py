"""Arithmetic, comparisons and truth, as Python has them."""

import ast

from engine.outside.own.compiled.kit.answers import NUMBERS
from engine.outside.own.compiled.types import (
    ADDRESS,
    BOOL,
    BOOLS,
    CODE,
    DICT,
    FLOAT,
    INT,
    LIST,
    REAL,
    ROW,
    SET,
    TEXT,
    THING,
    WHOLE,
    is_whole,
    is_zone,
)
from engine.outside.own.compiled.writer import Val, Writer

CHECKED = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floor_div",
    ast.Mod: "modulo",
    ast.Pow: "power",
    ast.LShift: "shift_left",
    ast.RShift: "shift_right",
}
BITS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
REALS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
ASKED = {ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"}


class Operators(Writer):
    """Values made of others by operators."""

    def number(self, value: Val, node: ast.AST) -> tuple[bool, str]:
        """Whether a number is whole, and its expression. What is no number stops the kernel, or is refused."""
        kind = self.known_kind(value, node)
        how = self.how(kind, node)
        if how == WHOLE:
            return True, value.code
        if how == BOOLS:
            return True, f"(1 if {value.code} else 0)"
        if how == REAL:
            return False, value.code
        if how == CODE and any(map(is_whole, kind.scalars)):
            return True, f"number_of({value.code})"
        what = "a text" if TEXT in kind.scalars else f"a {kind.shape or 'None'}"
        raise self.no(node, f"{what} in a calculation: calculate with numbers only")

    def whole(self, value: Val, node: ast.AST) -> str:
        """A whole number, such as an index needs."""
        is_whole_number, code = self.number(value, node)
        if not is_whole_number:
            raise self.no(node, "a fraction where a whole number is needed; write int(…)")
        return code

    def real(self, value: Val, node: ast.AST) -> str:
        is_whole_number, code = self.number(value, node)
        if not is_whole_number:
            return code
        return repr(float(value.known)) if type(value.known) is int else f"real_of({code})"

    def binary(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        kinds = [self.known_kind(left, node), self.known_kind(right, node)]
        shapes = [kind.shape for kind in kinds]
        if any(shapes):
            return self.combined(op, left, right, node)
        if TEXT in kinds[0].scalars and isinstance(op, ast.Mod | ast.Add) and not any(map(is_whole, kinds[0].scalars)):
            raise self.no(node, "a text that is made while a game is played; tell it in table.tell, or write it out")
        (one, a), (other, b) = self.number(left, node), self.number(right, node)
        if isinstance(op, ast.Div):
            return self.scalar(f"true_div({self.real(left, node)}, {self.real(right, node)})", FLOAT)
        if one and other:
            if type(op) in BITS:
                if all(kind.scalars == {BOOL} for kind in kinds):
                    return self.scalar(f"({left.code} {BITS[type(op)]} {right.code})", BOOL)
                return self.scalar(f"({a} {BITS[type(op)]} {b})", INT)
            if type(op) not in CHECKED:
                raise self.no(node, "this operator cannot be compiled")
            return self.scalar(f"{CHECKED[type(op)]}({a}, {b})", INT)
        if type(op) in ASKED:
            return self.asked(ASKED[type(op)], self.real(left, node), self.real(right, node))
        if type(op) not in REALS:
            raise self.no(node, "this operator cannot be compiled")
        return self.scalar(f"({self.real(left, node)} {REALS[type(op)]} {self.real(right, node)})", FLOAT)

    def asked(self, name: str, a: str, b: str = "0.0") -> Val:
        """What only Python calculates, from two floats."""
        return self.scalar(self.fresh(f"answer(rec, {NUMBERS[name]}, {a}, {b})"), FLOAT)

    def combined(self, op: ast.operator, left: Val, right: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    # Truth

    def truth(self, value: Val, node: ast.AST) -> str:
        """Whether a value counts as true."""
        value = self.cards_of(value, node)
        kind = self.known_kind(value, node)
        how = self.how(kind, node)
        if how == BOOLS:
            return value.code
        if how in (WHOLE, REAL):
            return f"({value.code} != 0)"
        if how == CODE:
            return f"is_true({value.code})"
        if how == ROW:
            held = self.temp(value.code)
            return f"({held}[0] == 1)" if kind.is_optional else "True"
        if how == ADDRESS and kind.shape in (LIST, SET, DICT):
            held = self.temp(value.code)
            size = self.size_of(Val(kind, held), node)
            return f"({held} != 0 and {size} != 0)" if kind.is_optional else f"({size} != 0)"
        if kind.shape == THING:
            named = kind.fields.now().named
            if named and {"__bool__", "__len__"} & set(self.source.classes.get(named, ())):
                raise self.no(node, f"whether a {named} is true: compare it with something")
            return f"({value.code} != 0)"
        raise self.no(node, "whether this is true cannot be compiled; compare it with something")

    def cards_of(self, value: Val, node: ast.AST) -> Val:
        """The list of the cards of a deck, a hand or a pile, to be read; anything else as it is."""
        return self.field(value, "_cards", node) if is_zone(value.kind) else value

    def field(self, value: Val, name: str, node: ast.AST) -> Val:
        raise NotImplementedError

    def size_of(self, value: Val, node: ast.AST) -> str:
        """The number of items of a list, a set or a dict."""
        code = value.code
        if value.kind.now().shape == DICT:
            code = f"word(rec, {code})"
        return f"length(rec, {code})"
