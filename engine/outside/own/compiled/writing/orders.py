"""The best and the order of things: max, min, sorted; and calls of functions of the file."""

import ast
from typing import Any

from engine.outside.own.compiled.types import (
    DICT,
    FIXED,
    LIST,
    SET,
    ZONE,
    Kind,
    width,
)
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.calling.functions import Functions
from engine.outside.own.compiled.writing.things import DICE, GAME

ORDERS = {"max": ">", "min": "<"}


class Orders(Functions):
    """What is sorted, and by what."""

    def call_with(
        self, function: ast.FunctionDef, owner: str, given: dict[str, Val], node: ast.expr, mark: Any = None
    ) -> Val:
        if function.decorator_list and not (is_static(function) or _is_harmless(function)):
            raise self.no(function, f"{function.name}: a decorator cannot be compiled")
        is_within = isinstance(mark, tuple) and mark[0] == "within"
        if owner != ZONE and not is_within and not self.source.is_as_written(function, owner):
            raise self.no(function, f"{function.name}: the name stands for something else than its def")
        for value in given.values():
            self.known_kind(value, node)
        instance = self.program.instance(function, owner, [(name, value.kind) for name, value in given.items()], mark)
        if is_within:
            instance.inner.update(self.instance.inner)
        if owner == ZONE:
            instance.at = instance.at or self.instance.at or node.lineno
        codes = [
            self.coerce(value, instance.variables[name], node)
            for name, value in given.items()
            if passes(instance.variables[name])
        ]
        self.program.calls.setdefault(self.instance.name, {})[instance.name] = instance.function
        call = f"{instance.name}({', '.join(['rec', *codes])})"
        return Val(instance.result, self.fresh(call))

    def _best(self, node: ast.Call, name: str) -> Val:
        keywords = {each.arg: each.value for each in node.keywords}
        key, other = keywords.pop("key", None), keywords.pop("default", None)
        if keywords or not node.args or (len(node.args) > 1 and other is not None):
            raise self.no(node, f"{name}: expected a list, and perhaps key= and default=")
        if len(node.args) > 1 and key is None:
            return self.smallest(self.values(node.args), ORDERS[name], node)
        default = None if other is None else self.visit(other)
        ranked = self.keyed(key, node)
        best, mark = self.place(node, "best"), self.place(node, "mark")
        some = self.fresh("False")
        found = self.fresh(self.default(best, node))
        rank = self.fresh(self.default(mark, node))

        def look(value: Val) -> None:
            self.kinds.flow(value.kind, best)
            held = Val(best, self.fresh(self.coerce(value, best, node)))
            mine = ranked(Val(value.kind, held.code if value.kind.now() is best.now() else self.temp(value.code)))
            self.kinds.flow(mine.kind, mark)
            new = Val(mark, self.fresh(self.coerce(mine, mark, node)))
            test = self.new_name()
            self.emit(f"{test} = not {some}")
            self.emit(f"if {some}:")
            with self.indented():
                self.emit(f"{test} = {self.ordered(ORDERS[name], new, Val(mark, rank), node)}")
            self.emit(f"if {test}:")
            with self.indented():
                self.emit(f"{some} = True")
                self.emit(f"{found} = {held.code}")
                self.emit(f"{rank} = {new.code}")

        if len(node.args) > 1:
            for value in self.values(node.args):
                look(Val(value.kind, self.temp(value.code)))
        else:
            if key is not None:
                self.no_set(node.args[0], f"{name} of a set with a key: a set has no order; write sorted(set(…))")
            self.each(node.args[0], look)
        if default is None:
            self.emit(f"need({some})")
            return Val(best, found)
        place = self.place(node, "or default")
        self.kinds.flow(best, place)
        self.kinds.flow(default.kind, place)
        result = self.fresh(self.coerce(default, place, node))
        self.emit(f"if {some}:")
        with self.indented():
            self.emit(f"{result} = {self.coerce(Val(best, found), place, node)}")
        return Val(place, result)

    def no_set(self, node: ast.expr, why: str) -> None:
        """Refuse an expression that gives a set."""
        if isinstance(node, ast.GeneratorExp) or (isinstance(node, ast.Call) and self.is_walk(node)):
            return
        with self.aside():
            if self.visit(node).kind.now().shape == SET:
                raise self.no(node, why)

    def keyed(self, key: ast.expr | None, node: ast.Call) -> Any:
        """The function that gives what a value is sorted by."""
        if key is None or (isinstance(key, ast.Constant) and key.value is None):
            return lambda value: value
        found = key if isinstance(key, ast.Lambda) else self.own_lambda(key)
        if found is not None:
            self._check_key_lambda(found)
            return lambda value: self.inlined(found, [value])
        inner = self.own_function(key.id) if isinstance(key, ast.Name) else None
        if inner is not None:
            return lambda value: self.by_inner(inner, value, node)
        if isinstance(key, ast.Name) and key.id in self.source.functions and self.local(key.id) not in self.names_set:
            function = self.source.functions[key.id]
            names = self.arguments_of(function)
            return lambda value: self.call_with(function, "", {names[0]: value}, node)
        if isinstance(key, ast.Attribute):
            return self._by_method(key, node)
        raise self.no(key, "key=: expected a lambda, or a function of the file")

    def _check_key_lambda(self, key: ast.Lambda) -> None:
        if len(key.args.args) != 1:
            raise self.no(key, "key=: expected a lambda with one argument")

    def _by_method(self, key: ast.Attribute, node: ast.Call) -> Any:
        """key=hand.count, key=PRICE.get, key=self.worth"""
        value = self.visit(key.value)
        kind = self.known_kind(value, key)
        if kind.shape == FIXED and kind.fixed == GAME:
            method = self.source.classes[type(self.source.game).__name__].get(key.attr)
            if method is not None:
                names = self.arguments_of(method)
                return lambda each: self.call_with(
                    method, type(self.source.game).__name__, {names[0]: value, names[1]: each}, node
                )
        if kind.shape == LIST and key.attr in ("count", "index", "__getitem__"):
            held = Val(kind, self.fresh(self.held(value, key)))
            if key.attr == "__getitem__":
                return lambda each: self.subscript(held, each, key)
            return lambda each: self.method_of_list(held, key.attr, [each], node)
        if kind.shape == DICT and key.attr in ("get", "__getitem__"):
            held = Val(kind, self.fresh(self.held(value, key)))
            if key.attr == "__getitem__":
                return lambda each: self.subscript(held, each, key)
            return lambda each: self.method_of_dict(held, "get", [each], node)
        raise self.no(key, "key=: expected a lambda, or a function of the file")

    def sorted(self, many: Val, node: ast.Call) -> Val:
        """A new list with the same items in order."""
        keywords = {each.arg: each.value for each in node.keywords}
        key, down = keywords.pop("key", None), keywords.pop("reverse", None)
        if keywords:
            raise self.no(node, "sorted: expected key= and reverse=")
        code = "False" if down is None else self.fresh(self.test(down).code)
        item = many.kind.now().items[0]
        kind = self.kinds.list_of(item)
        if item.now().is_unknown:
            return Val(kind, self.fresh(f"copied(rec, {many.code}, 1)"))
        if key is None and self.is_word(item, node) and not item.now().is_optional:
            self.ranked(Val(item, "0"), node)  # refuses what has no order
            if item.now().scalars != {"text"} and self.how(item, node) == "code":
                raise self.no(node, "things of different kinds in one order; sort by a number: key=lambda …")
            return Val(kind, self.fresh(f"sorted_words(rec, {many.code}, {code})"))
        ranked = self.keyed(key, node)
        keys = self.fresh("0")
        size = self.program.key_sizes.get(id(node), 1)
        self.emit(f"{keys} = new_list(rec, length(rec, {many.code}) + 2, {size})")

        is_whole = True

        def note(value: Val) -> None:
            nonlocal is_whole
            words, is_whole = self.ranked_as_far(ranked(value), node)
            self.program.key_sizes[id(node)] = len(words)
            held = [self.temp(word) for word in words]
            at = self.fresh(f"push(rec, {keys}, {size})")
            for number, word in enumerate(held):
                self.emit(f"put(rec, {at} + {number}, {word})")

        self.run_walk(self.walk_value(many, node), note)
        found = self.fresh(f"copied(rec, {many.code}, {width(item)})")
        self.emit(f"sort_by(rec, {found}, {width(item)}, {keys}, {size}, {code})")
        if not is_whole:  # nobody has to compare the lists
            self.emit(f"need(all_differ(rec, {keys}, {size}))")
        return Val(kind, found)

    def _py_sorted(self, node: ast.Call) -> Val:
        if len(node.args) != 1:
            raise self.no(node, "sorted: expected one list")
        inner = node.args[0]
        if any(each.arg == "key" for each in node.keywords):
            self.no_set(inner, "sorted of a set with a key: equal items would be in no order; sort the set first")
        value = (
            None
            if isinstance(inner, ast.GeneratorExp) or (isinstance(inner, ast.Call) and self.is_walk(inner))
            else self.cards_of(self.visit(inner), node)
        )
        if value is not None and self.known_kind(value, node).shape == SET:
            value = Val(self.kinds.list_of(value.kind.now().items[0]), value.code)
        if value is not None and value.kind.now().shape == LIST:
            return self.sorted(Val(value.kind, self.held(value, node)), node)
        many = self.list_from(inner) if value is None else self.list_of_walk(self.walk_value(value, node), node)
        return self.sorted(many, node)

    def _py_max(self, node: ast.Call) -> Val:
        return self._best(node, "max")

    def _py_min(self, node: ast.Call) -> Val:
        return self._best(node, "min")


def passes(kind: Kind) -> bool:
    """Whether an argument of this kind is passed at all: what is fixed needs no value, but for dice, which have a
    seat."""
    kind = kind.now()
    return kind.shape != FIXED or kind.fixed == DICE


def is_static(function: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in function.decorator_list)


def _is_harmless(function: ast.FunctionDef) -> bool:
    return all(isinstance(each, ast.Name) and each.id in ("property", "compiled") for each in function.decorator_list)
