"""Calls of functions of the file with their defaults, and things of its classes."""

import ast
import inspect
from collections import Counter
from dataclasses import MISSING, is_dataclass
from dataclasses import fields as fields_of
from typing import Any

from engine.outside.own.compiled.types import (
    DICT,
    ZONE,
    Kind,
    width,
)
from engine.outside.own.compiled.writer import Val, row
from engine.outside.own.compiled.writing.calling.python_functions import PythonFunctions
from engine.outside.own.hidden import zones


class Making(PythonFunctions):
    """Functions, dataclasses, named tuples, enums, objects."""

    def _make(self, what: type, node: ast.Call) -> Val:
        name = what.__name__
        if name in self.source.enums:
            return self._member(what, node)
        if issubclass(what, tuple) and hasattr(what, "_fields"):
            return self._named_tuple(what, node)
        if is_dataclass(what):
            return self._dataclass(what, node)
        if what.__bases__ == (object,) and name in self.source.classes:
            return self._object(what, node)
        raise self.no(node, f"{name}: a class that is derived from others cannot be compiled; use a dataclass")

    def _given(self, names: list[str], defaults: dict[str, Any], node: ast.Call) -> dict[str, Val]:
        """Arguments by their names, in the order of the names."""
        values = self.values([*node.args, *(each.value for each in node.keywords)])
        if len(node.args) > len(names):
            raise self.no(node, "more arguments than fields")
        found = dict(zip(names, values[: len(node.args)], strict=False))
        for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True):
            if keyword.arg not in names or keyword.arg in found:
                raise self.no(node, f"no field {keyword.arg}")
            found[str(keyword.arg)] = value
        for name in names:
            if name not in found:
                if name not in defaults:
                    raise self.no(node, f"the field {name} is not given")
                found[name] = self._default_of(defaults[name], name, node)
        return {name: found[name] for name in names}

    def _default_of(self, default: Any, name: str, node: ast.Call) -> Val:
        if default is list:
            item = self.place(node, f"default {name}")
            return Val(self.kinds.list_of(item), self.fresh(f"new_list(rec, 6, {width(item)})"))
        if default is dict:
            kind = self.kinds.shaped(DICT, self.place(node, f"key {name}"), self.place(node, f"value {name}"))
            return Val(kind, self.new_dict(kind))
        if default is Counter:
            return self.new_counter(node, name)
        if callable(default):
            raise self.no(node, f"the field {name}: its default is made by a function; give it")
        return self.constant(default, node)

    def _dataclass(self, what: Any, node: ast.Call) -> Val:
        if set(self.source.classes.get(what.__name__, ())) & {
            "__init__",
            "__post_init__",
            "__new__",
            "__eq__",
            "__hash__",
        }:
            raise self.no(
                node, f"{what.__name__}: __init__, __post_init__ and __eq__ of a dataclass cannot be compiled"
            )
        if what.__bases__ != (object,) or any(not each.init for each in fields_of(what)):
            raise self.no(
                node, f"{what.__name__}: only a dataclass with plain fields, derived from nothing, can be compiled"
            )
        defaults: dict[str, Any] = {}
        for each in fields_of(what):
            if each.default is not MISSING:
                defaults[each.name] = each.default
            elif each.default_factory is not MISSING:
                defaults[each.name] = each.default_factory
        values = self._given([each.name for each in fields_of(what)], defaults, node)
        return self.thing(self._fields_made(node, what.__name__, values), values, node)

    def _object(self, what: type, node: ast.Call) -> Val:
        """An object of a class with methods, whose fields are set in __init__ or later."""
        methods = self.source.classes[what.__name__]
        odd = {each for each in methods if each.startswith("__") and each not in ("__init__", "__repr__")}
        if odd:
            raise self.no(node, f"{what.__name__}: {min(odd)} cannot be compiled")
        fields = self._fields_made(node, what.__name__, {})
        place = self.program.objects.setdefault(what.__name__, Kind())
        made = self.thing(fields, {}, node)
        self.kinds.flow(made.kind, place)
        if "__init__" in methods:
            self.call_function(methods["__init__"], what.__name__, [made], node)
        return Val(place, made.code)

    def _named_tuple(self, what: Any, node: ast.Call) -> Val:
        if set(self.source.classes.get(what.__name__, ())) & {"__new__", "__eq__", "__hash__", "__lt__", "__len__"}:
            raise self.no(node, f"{what.__name__}: special methods of a named tuple cannot be compiled")
        values = self._given(list(what._fields), dict(what._field_defaults), node)
        return Val(
            self.kinds.tuple_of([value.kind for value in values.values()], what.__name__),
            row([value.code for value in values.values()]),
        )

    def _replaced(self, value: Val, node: ast.Call) -> Val:
        kind = value.kind.now()
        names = list(vars(self.source.module)[kind.named]._fields)
        held = Val(kind, self.temp(value.code))
        parts = [self.part(held, at, node) for at in range(len(names))]
        for keyword, new in zip(node.keywords, self.values([each.value for each in node.keywords]), strict=True):
            if keyword.arg not in names:
                raise self.no(node, f"no field {keyword.arg}")
            parts[names.index(keyword.arg)] = new
        return Val(self.kinds.tuple_of([part.kind for part in parts], kind.named), row([part.code for part in parts]))

    def _member(self, what: Any, node: ast.Call) -> Val:
        """Suit(3): the member with a value."""
        if len(node.args) != 1 or node.keywords:
            raise self.no(node, f"{what.__name__}(…): expected one value")
        members = self.members_of(what)
        wanted = self.program.constants.setdefault(("values", what.__name__), [each.value for each in members])
        value = self.visit(node.args[0])
        self.known_kind(value, node)
        at = self.fresh(self.position(self.constant(wanted, node), Val(value.kind, self.temp(value.code)), node))
        self.emit(f"need({at} >= 0)")
        return self.item_at(self.constant(members, node), at, node)

    def call_function(self, function: ast.FunctionDef, owner: str, first: list[Val], node: ast.expr) -> Val:
        """A call of a function or method; the arguments are computed as they stand in the call."""
        names = self.arguments_of(function)
        given = node.args if isinstance(node, ast.Call) else []
        by_name = node.keywords if isinstance(node, ast.Call) else []
        if len(first) + len(given) > len(names):
            raise self.no(node, f"{function.name}: more arguments than it has")
        values = [*first, *self.values([*given, *(each.value for each in by_name)])]
        found = dict(zip(names, values, strict=False))
        for keyword, value in zip(by_name, values[len(first) + len(given) :], strict=True):
            if keyword.arg not in names or keyword.arg in names[: len(first) + len(given)]:
                raise self.no(node, f"{function.name}: no argument {keyword.arg}")
            found[str(keyword.arg)] = value
        for each in list(found)[len(first) + len(given) :]:
            if not any(each == keyword.arg for keyword in by_name):
                del found[each]
        self._defaults(function, owner, names, found, node)
        return self.call_with(function, owner, {name: found[name] for name in names}, node)

    def _defaults(
        self, function: ast.FunctionDef, owner: str, names: list[str], found: dict[str, Val], node: ast.expr
    ) -> None:
        module: Any = zones if owner == ZONE else self.source.module
        owner = zones.Zone.__name__ if owner == ZONE and hasattr(zones.Zone, function.name) else owner
        holder = vars(module).get(owner, module)
        real = (
            inspect.unwrap(getattr(holder, function.name))
            if not isinstance(inspect.getattr_static(holder, function.name), property)
            else inspect.getattr_static(holder, function.name).fget
        )
        real = getattr(real, "py_func", real)
        parameters = inspect.signature(real).parameters
        for name in names:
            if name in found:
                continue
            default = parameters[name].default if name in parameters else inspect.Parameter.empty
            if default is inspect.Parameter.empty:
                raise self.no(node, f"{function.name}: the argument {name} is not given")
            if isinstance(default, list | dict | set):
                raise self.no(function, f"{function.name}: a list as default is shared by all games; write None")
            found[name] = self.constant(getattr(default, "default", default), node)

    def call_method(self, method: ast.FunctionDef, owner: str, value: Val, node: ast.expr) -> Val:
        return self.call_with(method, owner, {self.arguments_of(method)[0]: value}, node)
