"""Comparisons: what is equal, what comes first, what is in what."""

import ast

from engine.outside.own.compiled.types import (
    BOOL,
    BOOLS,
    CODE,
    DICT,
    ENUM,
    FLOAT,
    LIST,
    NOTHING,
    REAL,
    SET,
    TEXT,
    THING,
    TUPLE,
    WHOLE,
    Kind,
    is_card,
    is_whole,
    width,
)
from engine.outside.own.compiled.writer import Val, row
from engine.outside.own.compiled.writing.operators import Operators

SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Comparisons(Operators):
    """Truths about two values."""

    def equal(self, a: Val, b: Val, node: ast.AST) -> str:
        """Whether two values are equal; each is named by a simple expression."""
        one, other = a.kind.now(), b.kind.now()
        if one.is_unknown or other.is_unknown:
            return "False"
        if one.shape and other.shape:
            return self._equal_many(a, b, node)
        if one.shape or other.shape:
            many, few = (a, b) if one.shape else (b, a)
            if not many.kind.now().is_optional or NOTHING not in few.kind.now().scalars:
                return "False"
            none = f"({many.code}[0] == 0)" if many.kind.now().shape == TUPLE else f"({many.code} == 0)"
            if few.kind.now().scalars == {NOTHING}:
                return none
            raise self.no(node, "a comparison of a list with what may be None; compare with None first")
        return self._equal_scalars(a, b, node)

    def _equal_scalars(self, a: Val, b: Val, node: ast.AST) -> str:
        hows = {self.how(a.kind, node), self.how(b.kind, node)}
        if hows in ({BOOLS}, {WHOLE}, {REAL}, {CODE}):
            return f"({a.code} == {b.code})"
        if hows <= {BOOLS, WHOLE}:
            return f"({self.whole(a, node)} == {self.whole(b, node)})"
        if REAL in hows:
            if CODE in hows:
                raise self.no(node, "a comparison of a fraction with what may be a text or None")
            return f"({self.real(a, node)} == {self.real(b, node)})"
        coded, plain = (a, b) if self.how(a.kind, node) == CODE else (b, a)
        if not any(map(is_whole, coded.kind.now().scalars)):
            return f"same_never({coded.code}, {self.whole(plain, node)})"
        return f"same_number({coded.code}, {self.whole(plain, node)})"

    def _equal_many(self, a: Val, b: Val, node: ast.AST) -> str:
        one, other = a.kind.now(), b.kind.now()
        if one.shape == other.shape == TUPLE:
            return self._equal_tuples(a, b, node)
        if one.shape == other.shape == LIST:
            if (one.is_tuple, one.is_list) != (other.is_tuple, other.is_list):
                raise self.no(node, "a comparison of a list with a tuple")
            same = self.equal_lists(a, b, node)
            if one.is_optional or other.is_optional:
                return f"(({a.code} == 0) == ({b.code} == 0) and {same})"
            return same
        if one.shape == other.shape == THING:
            return self._equal_things(a, b, node)
        if {one.shape, other.shape} == {LIST, TUPLE} and not one.is_optional and not other.is_optional:
            seq, tup = (a, b) if one.shape == LIST else (b, a)
            if seq.kind.now().is_list:
                raise self.no(node, "a comparison of a list with a tuple")
            self.kinds.flow(tup.kind, seq.kind)
            listed = self.listed(tup, seq.kind, node)
            return self.equal_lists(seq, Val(seq.kind, listed), node)
        raise self.no(node, "a comparison of two things that cannot be compiled; compare their parts")

    def _equal_tuples(self, a: Val, b: Val, node: ast.AST) -> str:
        """Of tuples that may be None, the first word says whether they are there."""
        one, other = a.kind.now(), b.kind.now()
        parts = ["False"]
        if len(one.items) == len(other.items):
            parts = [
                self.equal(
                    Val(x, f"{a.code}[{at + one.is_optional}]"), Val(y, f"{b.code}[{at + other.is_optional}]"), node
                )
                for at, (x, y) in enumerate(zip(one.items, other.items, strict=True))
            ]
        same = " and ".join(parts) or "True"
        flags = [f"{each.code}[0]" if each.kind.now().is_optional else "1" for each in (a, b)]
        if flags == ["1", "1"]:
            return f"({same})"
        return f"({flags[0]} == {flags[1]} and ({flags[0]} == 0 or ({same})))"

    def equal_lists(self, a: Val, b: Val, node: ast.AST) -> str:
        raise NotImplementedError

    def _equal_things(self, a: Val, b: Val, node: ast.AST) -> str:
        mine, theirs = a.kind.now().fields.now(), b.kind.now().fields.now()
        if not mine.named or not theirs.named:
            raise self.no(node, "a comparison of two dicts; compare their parts")
        if mine.named != theirs.named or (self.compares_by_identity(mine.named) and mine is not theirs):
            return f"({a.code} == 0 and {b.code} == 0)"
        if self.compares_by_identity(mine.named):
            return f"({a.code} == {b.code})"
        one, other = self.kinds.thing(mine), self.kinds.thing(theirs)
        found, both = self.fresh(f"{a.code} == {b.code}"), f"{a.code} != 0 and {b.code} != 0"
        self.emit(f"if not {found} and {both}:")
        with self.indented():
            pairs = [
                (self.field(Val(one, a.code), name, node), self.field(Val(other, b.code), name, node))
                for name in self.compared_fields(mine.named)
            ]
            parts = [self.equal(self._named(x), self._named(y), node) for x, y in pairs]
            self.emit(f"{found} = {' and '.join(parts) or 'True'}")
        return found

    def _named(self, value: Val) -> Val:
        return value._replace(code=self.temp(value.code))

    def compares_by_identity(self, named: str) -> bool:
        raise NotImplementedError

    def compared_fields(self, named: str) -> list[str]:
        raise NotImplementedError

    def order_of(self, named: str) -> list[str]:
        """The fields by which things of a class are in order."""
        raise NotImplementedError

    def field(self, value: Val, name: str, node: ast.AST) -> Val:
        raise NotImplementedError

    def ranked(self, value: Val, node: ast.AST) -> list[str]:
        """Whole numbers that are in the order of the values, one after the other."""
        kind = self.known_kind(value, node)
        if kind.shape == TUPLE and not kind.is_optional:
            held = self.temp(value.code)
            return [
                word for at, item in enumerate(kind.items) for word in self.ranked(Val(item, f"{held}[{at}]"), node)
            ]
        if is_card(kind):  # they lie in the order of their ids
            return [f"there({value.code})" if kind.is_optional else value.code]
        if kind.shape == THING and not kind.is_optional and (names := self.order_of(kind.fields.now().named)):
            thing = Val(kind, self.temp(value.code))
            parts = [self._named(self.field(thing, name, node)) for name in names]
            return [word for part in parts for word in self.ranked(part, node)]
        how = self.how(kind, node)
        if how in (WHOLE, BOOLS):
            return [self.whole(value, node)]
        if how == REAL:
            return [f"rank_of({value.code})"]
        if how == CODE and kind.scalars <= {TEXT, NOTHING}:
            return [f"text_of({value.code})"]
        if how == CODE and not any(each == TEXT or each.startswith(ENUM) for each in kind.scalars):
            return [f"number_of({value.code})"]
        raise self.no(node, "things of different kinds in one order; sort by a number: key=lambda …")

    def ordered(self, sign: str, a: Val, b: Val, node: ast.AST) -> str:
        """Whether a comes before b, or after."""
        one, other = self.known_kind(a, node), self.known_kind(b, node)
        if not one.shape and not other.shape:
            if all(map(self._has_numbers, (one, other))):
                if REAL in {self.how(one, node), self.how(other, node)}:
                    return f"({self.real(a, node)} {sign} {self.real(b, node)})"
                return f"({self.whole(a, node)} {sign} {self.whole(b, node)})"
            if {TEXT} & (one.scalars ^ other.scalars) and not one.scalars & other.scalars & {TEXT}:
                raise self.no(node, "a comparison of a text with a number")
        if _has_list(one):
            return f"({self._three_way(a, b, node)} {sign} 0)"
        mine, theirs = self.ranked(a, node), self.ranked(b, node)
        if len(mine) != len(theirs) or any(
            (self.how(x, node) == REAL) != (self.how(y, node) == REAL) for x, y in _parts(one, other)
        ):
            raise self.no(node, "a comparison of tuples of different kinds")
        return self._lexically(sign, [self.temp(each) for each in mine], [self.temp(each) for each in theirs])

    def _three_way(self, a: Val, b: Val, node: ast.AST) -> str:
        """−1, 0 or 1: which of two tuples with lists in them comes first."""
        one, other = self.known_kind(a, node), self.known_kind(b, node)
        if one.shape == other.shape == TUPLE and len(one.items) == len(other.items):
            a, b = self._named(a), self._named(b)
            found = self.fresh("0")
            for at in range(len(one.items)):
                self.emit(f"if {found} == 0:")
                with self.indented():
                    mine, theirs = (self._named(self.part(each, at, node)) for each in (a, b))
                    self.emit(f"{found} = {self._three_way(mine, theirs, node)}")
            return found
        if one.shape == other.shape == LIST:
            if one.is_optional or other.is_optional or not self._is_ranked_word(one.items[0], other.items[0], node):
                raise self.no(node, "an order of such lists; sort by a number: key=lambda …")
            return self.fresh(f"compared_lists(rec, {a.code}, {b.code})")
        before, after = (self.ordered(sign, a, b, node) for sign in "<>")
        return self.fresh(f"(-1 if {before} else (1 if {after} else 0))")

    def _is_ranked_word(self, one: Kind, other: Kind, node: ast.AST) -> bool:
        hows = {self.how(each, node) for each in (one, other)}
        return hows == {WHOLE} or one.now().scalars == other.now().scalars == {TEXT}

    def ranked_as_far(self, value: Val, node: ast.AST) -> tuple[list[str], bool]:
        """What a tuple is sorted by, up to the first list in it; and whether that is all of it."""
        kind = self.known_kind(value, node)
        if kind.shape != TUPLE or kind.is_optional or not _has_list(kind):
            return self.ranked(value, node), True
        held, words = self.temp(value.code), list[str]()
        for at, item in enumerate(kind.items):
            if item.now().shape == LIST:
                break
            more, is_all = self.ranked_as_far(Val(item, f"{held}[{at}]"), node)
            words += more
            if not is_all:
                break
        if not words:
            raise self.no(node, "an order of lists; sort by a number: key=lambda …")
        return words, False

    def _has_numbers(self, kind: Kind) -> bool:
        """Whether a value is a number, or None."""
        others = [each for each in kind.scalars if not is_whole(each) and each not in (FLOAT, NOTHING)]
        return not others and kind.scalars != {NOTHING}

    def _lexically(self, sign: str, mine: list[str], theirs: list[str]) -> str:
        if len(mine) == 1:
            return f"({mine[0]} {sign} {theirs[0]})"
        rest = self._lexically(sign, mine[1:], theirs[1:])
        return f"({mine[0]} {sign[0]} {theirs[0]} or ({mine[0]} == {theirs[0]} and {rest}))"

    def compare(self, node: ast.Compare) -> Val:
        for op, each in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.In | ast.NotIn):
                self.views.add(id(each))
        if len(node.ops) == 1:
            a, b = self.values([node.left, node.comparators[0]])
            return self.compared(node.ops[0], a, b, node)
        left, right = (
            value._replace(code=self.fresh(value.code)) for value in self.values([node.left, node.comparators[0]])
        )
        found = self.fresh(self.compared(node.ops[0], left, right, node).code)
        for op, each in zip(node.ops[1:], node.comparators[1:], strict=True):
            self.emit(f"if {found}:")
            with self.indented(), self.perhaps():
                left = right
                value = self.visit(each)
                right = value._replace(code=self.fresh(value.code))
                self.emit(f"{found} = {self.compared(op, left, right, node).code}")
        return self.scalar(found, BOOL)

    def compared(self, op: ast.cmpop, a: Val, b: Val, node: ast.Compare) -> Val:
        if isinstance(op, ast.In | ast.NotIn):
            found = self.contained(a, b, node)
            if isinstance(op, ast.In):
                return found
            return self._negated(found)
        if isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
            if isinstance(op, ast.Is | ast.IsNot):
                found = self._identical(a, b, node)
            elif a.is_known and b.is_known:
                found = Val(self.kinds.scalar(BOOL), repr(a.known == b.known), a.known == b.known)
            else:
                self.known_kind(a, node)
                self.known_kind(b, node)
                a, b = self._simple(a), self._simple(b)
                found = self.scalar(self.equal(a, b, node), BOOL)
            return self._negated(found) if isinstance(op, ast.IsNot | ast.NotEq) else found
        a, b = self._simple(a), self._simple(b)
        return self.scalar(self.ordered(SIGNS[type(op)], a, b, node), BOOL)

    def _simple(self, value: Val) -> Val:
        """A value that may be written twice, if it is more than a number."""
        if value.kind.now().shape and value.code:
            return value._replace(code=self.temp(value.code))
        return value

    def _negated(self, value: Val) -> Val:
        if value.is_known:
            return Val(value.kind, repr(not value.known), not value.known)
        return self.scalar(f"(not {value.code})", BOOL)

    def contained(self, item: Val, many: Val, node: ast.expr) -> Val:
        raise NotImplementedError

    def _identical(self, a: Val, b: Val, node: ast.Compare) -> Val:
        one, other = self.known_kind(a, node), self.known_kind(b, node)
        for x, y in ((one, other), (other, one)):
            if x.scalars == {NOTHING} and not x.shape:
                if y.scalars == {NOTHING} and not y.shape and self.program.is_final:
                    return Val(self.kinds.scalar(BOOL), "True", True)
                if NOTHING not in y.scalars:
                    return (
                        Val(self.kinds.scalar(BOOL), "False", False)
                        if self.program.is_final
                        else self.scalar("False", BOOL)
                    )
                return self.scalar(self.equal(self._simple(a), self._simple(b), node), BOOL)
        if one.shape == other.shape and one.shape in (LIST, SET, DICT, THING):
            return self.scalar(f"({a.code} == {b.code})", BOOL)
        members = all(each.startswith(ENUM) or each == NOTHING for each in one.scalars | other.scalars)
        if not one.shape and not other.shape and (members or one.scalars == other.scalars == {BOOL}):
            return self.scalar(self.equal(a, b, node), BOOL)
        raise self.no(node, "is: write ==")

    def smallest(self, values: list[Val], sign: str, node: ast.expr) -> Val:
        """The first of those values that no other one is before."""
        place = self.place(node, "best")
        for value in values:
            self.kinds.flow(value.kind, place)
        held = [self.fresh(self.coerce(value, place, node)) for value in values]
        best = self.fresh(held[0])
        for each in held[1:]:
            test = self.ordered(sign, Val(place, each), Val(place, best), node)
            self.emit(f"if {test}:")
            with self.indented():
                self.emit(f"{best} = {each}")
        return Val(place, best)

    def ranks_row(self, value: Val, node: ast.AST) -> tuple[str, int]:
        """What a value is sorted by, as a tuple of words."""
        words = self.ranked(value, node)
        return row(words), len(words)

    def is_word(self, kind: Kind, node: ast.AST) -> bool:
        """Whether values of a kind are equal if and only if their words are."""
        return width(kind) == 1 and (self.how(kind, node) in (WHOLE, CODE) or is_card(kind))


def _has_list(kind: Kind) -> bool:
    kind = kind.now()
    return kind.shape == LIST or (kind.shape == TUPLE and any(map(_has_list, kind.items)))


def _parts(one: Kind, other: Kind) -> list[tuple[Kind, Kind]]:
    if one.shape == other.shape == TUPLE and len(one.items) == len(other.items):
        return [pair for x, y in zip(one.items, other.items, strict=True) for pair in _parts(x.now(), y.now())]
    return [(one, other)]
