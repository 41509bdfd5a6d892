"""Loops: over ranges, lists, dicts and tuples, in statements and in comprehensions."""

import ast
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.outside.own.compiled.source import WALKED
from engine.outside.own.compiled.types import BOOL, DICT, FIXED, INT, LIST, SET, THING, TUPLE, Kind, Refused, width
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.expressions import Expressions


@dataclass
class Walk:
    """How something is walked through."""

    test: str
    """Whether there is another item."""
    item: Callable[[], Val]
    step: list[str]
    """What comes after an item was taken."""


class Loops(Expressions):
    """Loops and comprehensions."""

    def walk(self, node: ast.expr, by: str = "iterated") -> Walk:
        """Prepare to walk through what an expression gives."""
        if isinstance(node, ast.Call) and not node.keywords:
            what = self.called_builtin(node.func)
            if what == "range":
                return self._walk_range(node)
            if what == "enumerate" and 1 <= len(node.args) <= 2:
                return self._walk_enumerated(node)
            if what == "zip" and node.args:
                return self._walk_zipped(node)
            if what == "reversed" and len(node.args) == 1:
                return self._walk_reversed(node)
            if what is itertools.count:
                start = self.fresh(self.whole(self.visit(node.args[0]), node)) if node.args else self.fresh("0")
                step = self.temp(self.whole(self.visit(node.args[1]), node)) if len(node.args) > 1 else "1"
                return Walk("True", lambda: self.scalar(start, INT), [f"{start} = add({start}, {step})"])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and self.is_walk(node):
            with self.aside() as lines:
                many = self.visit(node.func.value)
            kind = self.known_kind(many, node)
            if kind.shape == THING and not kind.fields.now().named:
                raise self.program.used_as_dict(kind.fields.now())
            if kind.shape == DICT:
                self.lines += lines
                return self.walk_dict(many, node.func.attr, node)
        return self.walk_value(self.visit(node), node)

    def called_builtin(self, func: ast.expr) -> Any:
        """The built-in function of Python that is called, if one is."""
        if isinstance(func, ast.Name):
            found = self.visit(func).kind.now()
        elif (
            isinstance(func, ast.Attribute)
            and isinstance(func.value, ast.Name)
            and func.value.id in vars(self.source.module)
        ):
            if not isinstance(vars(self.source.module)[func.value.id], type(itertools)):
                return None
            found = self.visit(func).kind.now()
        else:
            return None
        if found.shape != FIXED or not isinstance(found.fixed, tuple):
            return None
        kind, what = found.fixed
        return what if kind in ("builtin", "class", "function") else None

    def walk_value(self, value: Val, node: ast.AST) -> Walk:
        value = self.cards_of(value, node)
        kind = self.known_kind(value, node)
        if kind.shape == FIXED:
            return self._walk_fixed(kind.fixed, node)
        if kind.shape == DICT:
            return self.walk_dict(value, "keys", node)
        if kind.shape == SET:
            raise self.no(node, "a set has no order; write sorted(set(…))")
        if isinstance(value.known, str) and len(value.known) <= WALKED:
            letters = self.program.constants.setdefault(("letters", value.known), list(value.known))
            return self.walk_value(self.constant(letters, node), node)
        if kind.shape == TUPLE:
            value = self.as_list(value, node)
        elif kind.shape != LIST:
            raise self.no(node, f"a {kind.shape or 'text or number'} cannot be walked through; keep a list")
        held, at = self.held(value, node), self.fresh("0")
        item = value.kind.now().items[0]

        def take() -> Val:
            return Val(item, self.load(item, f"nth(rec, {held}, {at}, {width(item)})", node))

        return Walk(f"{at} < length(rec, {held})", take, [f"{at} += 1"])

    def _walk_fixed(self, what: Any, node: ast.AST) -> Walk:
        if what == "seats":
            at = self.fresh("0")
            return Walk(f"{at} < rec.players", lambda: self.scalar(at, INT), [f"{at} += 1"])
        if isinstance(what, tuple) and what[0] == "class" and what[1].__name__ in self.source.enums:
            return self.walk_value(self.constant(self.members_of(what[1]), node), node)
        raise self.no(node, "this cannot be walked through")

    def members_of(self, which: Any) -> list[Any]:
        """All members of an enum of the file."""
        if which.__name__ not in self.source.enums:
            raise Refused(0, f"{which.__name__} cannot be walked through")
        found: list[Any] = self.program.constants.setdefault(("all", which.__name__), list(which))
        return found

    def _walk_range(self, node: ast.Call) -> Walk:
        if not 1 <= len(node.args) <= 3 or any(isinstance(each, ast.Starred) for each in node.args):
            raise self.no(node, "range: expected one to three numbers")
        codes = [self.whole(value, node) for value in self.values(node.args)]
        start = self.fresh(codes[0] if len(codes) > 1 else "0")
        stop = self.fresh(codes[1] if len(codes) > 1 else codes[0])
        if len(codes) < 3:
            return Walk(f"{start} < {stop}", lambda: self.scalar(start, INT), [f"{start} += 1"])
        step = self.fresh(codes[2])
        self.emit(f"need({step} != 0)")
        test = f"({start} < {stop} if {step} > 0 else {start} > {stop})"
        return Walk(test, lambda: self.scalar(start, INT), [f"{start} = add({start}, {step})"])

    def _walk_enumerated(self, node: ast.Call) -> Walk:
        inner = self.walk(node.args[0])
        number = self.fresh(self.whole(self.visit(node.args[1]), node) if len(node.args) > 1 else "0")

        def take() -> Val:
            item = inner.item()
            return Val(self.kinds.tuple_of([self.kinds.scalar(INT), item.kind]), f"({number}, {item.code},)")

        return Walk(inner.test, take, [*inner.step, f"{number} += 1"])

    def _walk_zipped(self, node: ast.Call) -> Walk:
        inner = [self.walk(each) for each in node.args]

        def take() -> Val:
            items = [each.item() for each in inner]
            code = f"({', '.join(item.code for item in items)},)"
            return Val(self.kinds.tuple_of([item.kind for item in items]), code)

        return Walk(" and ".join(each.test for each in inner), take, [step for each in inner for step in each.step])

    def _walk_reversed(self, node: ast.Call) -> Walk:
        many = self.list_from(node.args[0])
        item, held = many.kind.now().items[0], self.held(many, node)
        at = self.fresh(f"length(rec, {held}) - 1")

        def take() -> Val:
            return Val(item, self.load(item, f"spot(rec, {held}, {at}, {width(item)})", node))

        return Walk(f"{at} >= 0", take, [f"{at} -= 1"])

    def list_from(self, node: ast.expr) -> Val:
        """What an expression gives, as a list, which may be the very list."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return self.visit_listcomp(node)
        if not (isinstance(node, ast.Call) and (self.is_walk(node))):
            value = self.cards_of(self.visit(node), node)
            if self.known_kind(value, node).shape == LIST:
                return value
            if value.kind.now().shape == TUPLE:
                return self.as_list(value, node)
            walk = self.walk_value(value, node)
        else:
            walk = self.walk(node)
        return self.list_of_walk(walk, node)

    def is_walk(self, node: ast.Call) -> bool:
        if self.called_builtin(node.func) in ("range", "enumerate", "zip", "reversed"):
            return True
        return isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "keys", "values") and not node.args

    def list_of_walk(self, walk: Walk, node: ast.AST) -> Val:
        item = self.place(node, "walked")
        found = Val(self.kinds.list_of(item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        self.run_walk(walk, lambda value: self.push(found, value, node))
        return found

    def run_walk(self, walk: Walk, body: Callable[[Val], None], stop: str = "") -> None:
        """A loop over all items; it ends early once `stop` is true."""
        self.emit(f"while {walk.test}{f' and not {stop}' if stop else ''}:")
        with self.indented(), self.perhaps():
            item = walk.item()
            item = item._replace(code=self.fresh(item.code)) if item.code else item
            for step in walk.step:
                self.emit(step)
            self.or_stop(lambda: body(item))

    def walk_dict(self, many: Val, which: str, node: ast.AST) -> Walk:
        key, value = many.kind.now().items
        held, at = self.held(many, node), self.fresh("0")
        size = self.fresh(f"length(rec, word(rec, {held}))")

        def part(kind: Kind, number: int) -> str:
            return self.load(kind, f"nth(rec, word(rec, {held} + {number}), {at}, {width(kind)})", node)

        def take() -> Val:
            if which == "keys":
                return Val(key, part(key, 0))
            if which == "values":
                return Val(value, part(value, 1))
            return Val(self.kinds.tuple_of([key, value]), f"({part(key, 0)}, {part(value, 1)},)")

        return Walk(f"same_size(rec, {held}, {size}) and {at} < {size}", take, [f"{at} += 1"])

    # Comprehensions

    def comprehension(
        self, generators: Sequence[ast.comprehension], body: Callable[[], None], node: ast.expr, stop: str = ""
    ) -> None:
        """The loops of a comprehension, with names of their own."""
        scope: dict[str, str] = {}
        first = self.walk(generators[0].iter)  # it knows no name of the comprehension
        self.scopes.append(scope)
        try:
            self._loop(generators, first, scope, body, node, stop)
        finally:
            self.scopes.pop()

    def _loop(
        self,
        generators: Sequence[ast.comprehension],
        walk: Walk,
        scope: dict[str, str],
        body: Callable[[], None],
        node: ast.expr,
        stop: str,
    ) -> None:
        here, rest = generators[0], generators[1:]
        if here.is_async:
            raise self.no(node, "async")

        def inner(item: Val) -> None:
            for each in ast.walk(here.target):
                if isinstance(each, ast.Name):
                    scope[each.id] = f"{each.id}_{self.number_of(node)}"
            self.assign(here.target, item)
            self._tested(here.ifs, deeper)

        def deeper() -> None:
            if rest:
                self._loop(rest, self.walk(rest[0].iter), scope, body, node, stop)
            else:
                body()

        self.run_walk(walk, inner, stop)

    def number_of(self, node: ast.AST) -> int:
        """A number for a place in the text, the same in every round."""
        return self.program.numbers.setdefault(id(node), len(self.program.numbers))

    def _tested(self, tests: Sequence[ast.expr], then: Callable[[], None]) -> None:
        if not tests:
            then()
            return
        test = self.guessed(tests[0])
        if test.is_known:
            if test.known:
                self._tested(tests[1:], then)
            return
        self.emit(f"if {test.code}:")
        with self.indented(), self.perhaps():
            self._tested(tests[1:], then)

    def visit_listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> Val:
        item = self.place(node)
        found = Val(self.kinds.list_of(item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        self.comprehension(node.generators, lambda: self.push(found, self.visit(node.elt), node), node)
        return found

    def visit_setcomp(self, node: ast.SetComp) -> Val:
        item = self.place(node)
        found = Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        self.comprehension(node.generators, lambda: self.put_in_set(found, self.visit(node.elt), node), node)
        return found

    def visit_dictcomp(self, node: ast.DictComp) -> Val:
        kind = self.kinds.shaped(DICT, self.place(node, "key"), self.place(node, "value"))
        found = Val(kind, self.new_dict(kind))

        def body() -> None:
            key, value = self.values([node.key, node.value])
            self.put_item(found, key, value, node)

        self.comprehension(node.generators, body, node)
        return found

    def put_in_set(self, many: Val, value: Val, node: ast.AST) -> None:
        raise NotImplementedError

    def each(self, node: ast.expr, body: Callable[[Val], None], stop: str = "") -> None:
        """Do something with each item of what an expression gives, also of a generator, one after the other."""
        if isinstance(node, ast.GeneratorExp):
            self.comprehension(node.generators, lambda: body(self.visit(node.elt)), node, stop)
            return
        value = None if isinstance(node, ast.Call) and self.is_walk(node) else self.visit(node)
        if value is not None and self.known_kind(value, node).shape == SET:
            value = Val(self.kinds.list_of(value.kind.now().items[0]), value.code)
        walk = self.walk(node) if value is None else self.walk_value(value, node)
        self.run_walk(walk, body, stop)

    def any_or_all(self, node: ast.Call, is_any: bool) -> Val:
        found = self.fresh("False")  # whether the result is known before the end

        def look(value: Val) -> None:
            test = self.truth(value, node)
            self.emit(f"{found} = {test if is_any else f'not {test}'}")

        self.each(node.args[0], look, found)
        return self.scalar(found if is_any else f"(not {found})", BOOL)
