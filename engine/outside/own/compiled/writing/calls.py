"""Calls: of Python's own functions, of the file's functions and methods, and of its classes."""

import ast
import inspect
from dataclasses import MISSING, is_dataclass
from dataclasses import fields as fields_of
from typing import Any

from engine.outside.own.compiled.types import (
    BOOL,
    DICT,
    FIXED,
    FLOAT,
    INT,
    LIST,
    REAL,
    ROW,
    SET,
    THING,
    TUPLE,
    Kind,
    width,
)
from engine.outside.own.compiled.writing.containers import Containers
from engine.outside.own.compiled.writing.expressions import DICE, GAME, LUCK, TABLE
from engine.outside.own.compiled.writing.writer import Val, row

ORDERS = {"max": ">", "min": "<"}


class Calls(Containers):
    """The value of a call."""

    def visit_Call(self, node: ast.Call) -> Val:
        if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
            if not (self.called_builtin(node.func) == "zip"):
                self.no(node, "* or ** in a call; write the arguments out")
            self.no(node, "zip(*…): write a loop")
        if isinstance(node.func, ast.Attribute):
            return self._call_attribute(node, node.func)
        if not isinstance(node.func, ast.Name):
            self.no(node, "a call of what is no name; give it a name")
        kind = self.visit(node.func).kind.now()
        if kind.shape != FIXED or not isinstance(kind.fixed, tuple):
            self.no(node, f"{node.func.id}: only functions of the file and of Python can be called")
        return self._call_fixed(kind.fixed, node)

    def _call_fixed(self, fixed: tuple[str, Any], node: ast.Call) -> Val:
        kind, what = fixed
        if kind == "builtin":
            return self.builtin(what, node)
        name = getattr(what, "__name__", "")
        if kind == "function" and name in self.source.functions and vars(self.source.module).get(name) is what:
            return self.call_function(self.source.functions[name], "", [], node)
        if kind == "class" and getattr(what, "__module__", "") == self.source.module.__name__:
            return self._make(what, node)
        if kind == "function" and getattr(what, "__module__", "") == "math" and name in ("floor", "ceil"):
            is_whole_number, code = self.number(self.visit(node.args[0]), node)
            return self.scalar(code if is_whole_number else f"{name}_of({code})", INT)
        if name == "deepcopy" or name == "copy":
            self.no(node, f"{name}: write list(…), or make the thing anew")
        self.no(node, f"{name}: a function of another module cannot be compiled")

    def _call_attribute(self, node: ast.Call, func: ast.Attribute) -> Val:
        value = self.visit(func.value)
        kind = self.known_kind(value, node)
        if kind.shape == FIXED:
            return self._call_of_fixed(kind.fixed, value, node, func)
        if kind.shape == THING and kind.fields.now().named:
            named = kind.fields.now().named
            method = self.source.classes.get(named, {}).get(func.attr)
            if method is None:
                self.no(node, f"{named}.{func.attr} cannot be compiled")
            return self.call_function(method, named, [value], node)
        if kind.shape == THING:
            return self._method_of_view(value, func.attr, node)
        if kind.shape == TUPLE and kind.named:
            method = self.source.classes.get(kind.named, {}).get(func.attr)
            if method is not None:
                return self.call_function(method, kind.named, [value], node)
            if func.attr == "_replace":
                return self._replaced(value, node)
        if func.attr == "sort" and kind.shape == LIST:
            found = self.sorted(Val(kind, self.held(value, node)), node)
            self.emit(f"replace_by(A, {self.held(value, node)}, {found.code})")
            return self.none()
        if node.keywords:
            self.no(node, f".{func.attr}(…) with names of arguments")
        before, nodes = value, node.args
        if func.attr in ("extend",) and len(nodes) == 1 and kind.shape == LIST:
            held = Val(kind, self.held(before, node))
            self.extend(held, self.list_from(nodes[0]), node)
            return self.none()
        value, args = self._with(before, nodes)
        if kind.shape == TUPLE:
            value = self.as_list(value, node)
        methods = {LIST: self.method_of_list, TUPLE: self.method_of_list, SET: self.method_of_set}
        if kind.shape in methods:
            return methods[kind.shape](value, func.attr, args, node)
        if kind.shape == DICT:
            return self.method_of_dict(value, func.attr, args, node)
        self.no(node, f".{func.attr}(…) of a text or a number cannot be compiled")

    def _with(self, value: Val, nodes: list[ast.expr]) -> tuple[Val, list[Val]]:
        """A value, and then arguments, computed in this order."""
        with self.aside() as lines:
            args = self.values(nodes)
        if lines and value.code:
            value = value._replace(code=self.fresh(value.code))
        self.lines += lines
        return value, args

    def _call_of_fixed(self, fixed: Any, value: Val, node: ast.Call, func: ast.Attribute) -> Val:
        if fixed == GAME:
            method = self.source.classes[type(self.source.game).__name__].get(func.attr)
            if method is None:
                self.no(node, f"self.{func.attr} cannot be compiled")
            owner = type(self.source.game).__name__
            return self.call_function(method, owner, [] if _is_static(method) else [value], node)
        if fixed == LUCK:
            return self.luck(func.attr, node)
        if fixed == DICE:
            return self.dice(value, func.attr, node)
        if fixed == TABLE:
            return self.table(func.attr, node)
        if isinstance(fixed, tuple) and fixed[0] == "module":
            return self._call_fixed(self.visit(func).kind.now().fixed, node)
        if isinstance(fixed, tuple) and fixed[0] == "class":
            method = self.source.classes.get(fixed[1].__name__, {}).get(func.attr)
            if method is not None and _is_static(method):
                return self.call_function(method, fixed[1].__name__, [], node)
        if fixed == "seats" and func.attr in ("index", "count"):
            self.no(node, "table.seats is no list; calculate with the seat")
        self.no(node, f".{func.attr}(…) cannot be compiled here")

    def luck(self, name: str, node: ast.Call) -> Val:
        raise NotImplementedError

    def dice(self, dice: Val, name: str, node: ast.Call) -> Val:
        raise NotImplementedError

    def table(self, name: str, node: ast.Call) -> Val:
        raise NotImplementedError

    # Functions of the file

    def call_function(self, function: ast.FunctionDef, owner: str, first: list[Val], node: ast.expr) -> Val:
        """A call of a function or method; the arguments are computed as they stand in the call."""
        names = self.arguments_of(function)
        given = node.args if isinstance(node, ast.Call) else []
        by_name = node.keywords if isinstance(node, ast.Call) else []
        if len(first) + len(given) > len(names):
            self.no(node, f"{function.name}: more arguments than it has")
        values = [*first, *self.values([*given, *(each.value for each in by_name)])]
        found = dict(zip(names, values, strict=False))
        for keyword, value in zip(by_name, values[len(first) + len(given) :], strict=True):
            if keyword.arg not in names or keyword.arg in names[: len(first) + len(given)]:
                self.no(node, f"{function.name}: no argument {keyword.arg}")
            found[str(keyword.arg)] = value
        for each in list(found)[len(first) + len(given) :]:
            if not any(each == keyword.arg for keyword in by_name):
                del found[each]
        self._defaults(function, owner, names, found, node)
        return self.call_with(function, owner, {name: found[name] for name in names}, node)

    def arguments_of(self, function: ast.FunctionDef) -> list[str]:
        args = function.args
        if args.vararg or args.kwarg or args.posonlyargs:
            self.no(function, f"{function.name}: arguments with * or / cannot be compiled; name each")
        return [each.arg for each in (*args.args, *args.kwonlyargs)]

    def _defaults(
        self, function: ast.FunctionDef, owner: str, names: list[str], found: dict[str, Val], node: ast.expr
    ) -> None:
        holder = vars(self.source.module)[owner] if owner else self.source.module
        real = inspect.unwrap(getattr(holder, function.name)) if not isinstance(
            inspect.getattr_static(holder, function.name), property
        ) else inspect.getattr_static(holder, function.name).fget
        real = getattr(real, "py_func", real)
        parameters = inspect.signature(real).parameters
        for name in names:
            if name in found:
                continue
            default = parameters[name].default if name in parameters else inspect.Parameter.empty
            if default is inspect.Parameter.empty:
                self.no(node, f"{function.name}: the argument {name} is not given")
            if isinstance(default, list | dict | set):
                self.no(function, f"{function.name}: a list as default is shared by all games; write None")
            found[name] = self.constant(getattr(default, "default", default), node)

    def call_with(
        self, function: ast.FunctionDef, owner: str, given: dict[str, Val], node: ast.expr, mark: Any = None
    ) -> Val:
        if function.decorator_list and not (_is_static(function) or _is_property_or_class(function)):
            self.no(function, f"{function.name}: a decorator cannot be compiled")
        for value in given.values():
            self.known_kind(value, node)
        instance = self.program.instance(
            function, owner, [(name, value.kind) for name, value in given.items()], mark
        )
        codes = [
            self.coerce(value, instance.variables[name], node)
            for name, value in given.items()
            if passes(instance.variables[name])
        ]
        call = f"{instance.name}({', '.join(['A', *codes])})"
        return Val(instance.result, self.fresh(call))

    def call_method(self, method: ast.FunctionDef, owner: str, value: Val, node: ast.expr) -> Val:
        return self.call_with(method, owner, {self.arguments_of(method)[0]: value}, node)

    # Classes of the file

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
        self.no(node, f"{name}: a class that is derived from others cannot be compiled; use a dataclass")

    def _given(self, names: list[str], defaults: dict[str, Any], node: ast.Call) -> dict[str, Val]:
        """Arguments by their names, in the order of the names."""
        values = self.values([*node.args, *(each.value for each in node.keywords)])
        if len(node.args) > len(names):
            self.no(node, "more arguments than fields")
        found = dict(zip(names, values[: len(node.args)], strict=False))
        for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True):
            if keyword.arg not in names or keyword.arg in found:
                self.no(node, f"no field {keyword.arg}")
            found[str(keyword.arg)] = value
        for name in names:
            if name not in found:
                if name not in defaults:
                    self.no(node, f"the field {name} is not given")
                found[name] = self._default_of(defaults[name], name, node)
        return {name: found[name] for name in names}

    def _default_of(self, default: Any, name: str, node: ast.Call) -> Val:
        if default is list:
            item = self.place(node, f"default {name}")
            return Val(self.kinds.list_of(item), self.fresh(f"new_list(A, 6, {width(item)})"))
        if default is dict:
            kind = self.kinds.shaped(DICT, self.place(node, f"key {name}"), self.place(node, f"value {name}"))
            return Val(kind, self.new_dict(kind))
        if callable(default):
            self.no(node, f"the field {name}: its default is made by a function; give it")
        return self.constant(default, node)

    def _dataclass(self, what: Any, node: ast.Call) -> Val:
        if set(self.source.classes.get(what.__name__, ())) & {"__init__", "__post_init__", "__new__", "__eq__", "__hash__"}:
            self.no(node, f"{what.__name__}: __init__, __post_init__ and __eq__ of a dataclass cannot be compiled")
        if what.__bases__ != (object,) or any(not each.init for each in fields_of(what)):
            self.no(node, f"{what.__name__}: only a dataclass with plain fields, derived from nothing, can be compiled")
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
            self.no(node, f"{what.__name__}: {min(odd)} cannot be compiled")
        fields = self._fields_made(node, what.__name__, {})
        place = self.program.objects.setdefault(what.__name__, Kind())
        made = self.thing(fields, {}, node)
        self.kinds.flow(made.kind, place)
        if "__init__" in methods:
            self.call_function(methods["__init__"], what.__name__, [made], node)
        return Val(place, made.code)

    def _named_tuple(self, what: Any, node: ast.Call) -> Val:
        if set(self.source.classes.get(what.__name__, ())) & {"__new__", "__eq__", "__hash__", "__lt__", "__len__"}:
            self.no(node, f"{what.__name__}: special methods of a named tuple cannot be compiled")
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
                self.no(node, f"no field {keyword.arg}")
            parts[names.index(keyword.arg)] = new
        return Val(self.kinds.tuple_of([part.kind for part in parts], kind.named), row([part.code for part in parts]))

    def _member(self, what: Any, node: ast.Call) -> Val:
        """Suit(3): the member with a value."""
        if len(node.args) != 1 or node.keywords:
            self.no(node, f"{what.__name__}(…): expected one value")
        members = self.members_of(what)
        wanted = self.program.constants.setdefault(("values", what.__name__), [each.value for each in members])
        value = self.visit(node.args[0])
        self.known_kind(value, node)
        at = self.fresh(self.position(self.constant(wanted, node), Val(value.kind, self.temp(value.code)), node))
        self.emit(f"need({at} >= 0)")
        return self.item_at(self.constant(members, node), at, node)

    def _method_of_view(self, value: Val, name: str, node: ast.Call) -> Val:
        """view.get(…), and what needs a real dict."""
        fields = value.kind.now().fields.now()
        key = node.args[0] if node.args else None
        if name == "get" and isinstance(key, ast.Constant) and isinstance(key.value, str) and not node.keywords:
            if key.value in fields.of and fields.is_always_there(key.value):
                return self.field(value, key.value, node)
            other = self.visit(node.args[1]) if len(node.args) > 1 else self.none()
            if key.value not in fields.of:
                return other
            place = self.place(node, "got")
            self.kinds.flow(other.kind, place)
            self.kinds.flow(fields.of[key.value], place)
            held, found = self.held(value, node), self.fresh(self.coerce(other, place, node))
            self.emit(f"if word(A, {held}) & {fields.bit(key.value)} != 0:")
            with self.indented():
                inner = Val(fields.of[key.value], self.load(fields.of[key.value], f"{held} + {self.offset(fields, key.value)}", node))
                self.emit(f"{found} = {self.coerce(inner, place, node)}")
            return Val(place, found)
        self.program.use_as_dict(next(iter(fields.makers)))
        raise AssertionError

    # Python's own functions

    def builtin(self, name: str, node: ast.Call) -> Val:
        method = getattr(self, f"_py_{name}", None)
        if method is None:
            self.no(node, f"{name}(…) cannot be compiled")
        found: Val = method(node)
        return found

    def _one(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1 or node.keywords:
            self.no(node, "expected one argument")
        return node.args[0]

    def _py_len(self, node: ast.Call) -> Val:
        value = self.visit(self._one(node))
        kind = self.known_kind(value, node)
        if kind.shape == FIXED and kind.fixed == "seats":
            return self.scalar("A.players", INT)
        if kind.shape == FIXED and isinstance(kind.fixed, tuple) and kind.fixed[0] == "class":
            return self.constant(len(kind.fixed[1]), node)
        if kind.shape == TUPLE:
            return self.constant(len(kind.items), node)
        if kind.shape == THING and not kind.fields.now().named:
            self.program.use_as_dict(next(iter(kind.fields.now().makers)))
        if kind.shape not in (LIST, SET, DICT):
            self.no(node, "len: expected a list, a tuple, a set or a dict")
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
        is_whole_number, code = self.number(self.visit(self._one(node)), node)
        return self.scalar(code if is_whole_number else f"round_of({code})", INT)

    def _py_float(self, node: ast.Call) -> Val:
        return self.scalar(self.real(self.visit(self._one(node)), node), FLOAT)

    def _py_bool(self, node: ast.Call) -> Val:
        return self.scalar(self.truth(self.visit(self._one(node)), node), BOOL)

    def _py_divmod(self, node: ast.Call) -> Val:
        if len(node.args) != 2:
            self.no(node, "divmod: expected two numbers")
        a, b = (self.fresh(self.whole(value, node)) for value in self.values(node.args))
        kind = self.kinds.tuple_of([self.kinds.scalar(INT), self.kinds.scalar(INT)])
        return Val(kind, f"(floor_div({a}, {b}), modulo({a}, {b}),)")

    def _py_list(self, node: ast.Call) -> Val:
        return self._new_sequence(node, False)

    def _py_tuple(self, node: ast.Call) -> Val:
        return self._new_sequence(node, True)

    def _new_sequence(self, node: ast.Call, is_tuple: bool) -> Val:
        if not node.args and not node.keywords:
            item = self.place(node)
            return Val(self.kinds.list_of(item, is_tuple), self.fresh(f"new_list(A, 6, {width(item)})"))
        return self.copied(self.list_from(self._one(node)), node, is_tuple)

    def _py_set(self, node: ast.Call) -> Val:
        if not node.args:
            item = self.place(node)
            return Val(self.kinds.shaped(SET, item), self.fresh(f"new_list(A, 6, {width(item)})"))
        return self.set_of(self._one(node), node)

    _py_frozenset = _py_set

    def _py_dict(self, node: ast.Call) -> Val:
        if not node.args and not node.keywords:
            kind = self.kinds.shaped(DICT, self.place(node, "key"), self.place(node, "value"))
            return Val(kind, self.new_dict(kind))
        value = self.visit(self._one(node))
        if self.known_kind(value, node).shape != DICT:
            self.no(node, "dict(…): expected a dict to copy")
        return self.dict_copied(value, node)

    def _py_range(self, node: ast.Call) -> Val:
        return self.list_of_walk(self.walk(node), node)

    def _py_reversed(self, node: ast.Call) -> Val:
        return self.list_of_walk(self.walk(node), node)

    def _py_any(self, node: ast.Call) -> Val:
        self._one(node)
        return self.any_or_all(node, True)

    def _py_all(self, node: ast.Call) -> Val:
        self._one(node)
        return self.any_or_all(node, False)

    def _py_sum(self, node: ast.Call) -> Val:
        if not 1 <= len(node.args) <= 2 or node.keywords:
            self.no(node, "sum: expected what to add up, and perhaps a start")
        start = self.whole(self.visit(node.args[1]), node) if len(node.args) == 2 else "0"
        found = self.fresh(start)

        def add(value: Val) -> None:
            if self.how(self.known_kind(value, node), node) == REAL:
                self.no(node, "sum of fractions differs between versions of Python; add them in a loop")
            self.emit(f"{found} = add({found}, {self.whole(value, node)})")

        self.each(node.args[0], add)
        return self.scalar(found, INT)

    def _py_max(self, node: ast.Call) -> Val:
        return self._best(node, "max")

    def _py_min(self, node: ast.Call) -> Val:
        return self._best(node, "min")

    def _best(self, node: ast.Call, name: str) -> Val:
        keywords = {each.arg: each.value for each in node.keywords}
        key, other = keywords.pop("key", None), keywords.pop("default", None)
        if keywords or not node.args or (len(node.args) > 1 and other is not None):
            self.no(node, f"{name}: expected a list, and perhaps key= and default=")
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
        with self.aside():
            if not isinstance(node, ast.GeneratorExp) and not (isinstance(node, ast.Call) and self._is_walk(node)):
                if self.visit(node).kind.now().shape == SET:
                    self.no(node, why)

    def keyed(self, key: ast.expr | None, node: ast.Call) -> Any:
        """The function that gives what a value is sorted by."""
        if key is None or (isinstance(key, ast.Constant) and key.value is None):
            return lambda value: value
        if isinstance(key, ast.Lambda):
            names = self._lambda_names(key)

            def by_lambda(value: Val) -> Val:
                name = f"{names[0]}_{self.number_of(key)}"
                self.scopes.append({names[0]: name})
                try:
                    self.assign(ast.copy_location(ast.Name(names[0], ast.Store()), key), value)
                    return self.visit(key.body)
                finally:
                    self.scopes.pop()

            return by_lambda
        if isinstance(key, ast.Name) and key.id in self.source.functions and self.local(key.id) not in self.names_set:
            function = self.source.functions[key.id]
            names = self.arguments_of(function)
            return lambda value: self.call_with(function, "", {names[0]: value}, node)
        if isinstance(key, ast.Attribute):
            return self._by_method(key, node)
        self.no(key, "key=: expected a lambda, or a function of the file")

    def _lambda_names(self, key: ast.Lambda) -> list[str]:
        names = [each.arg for each in key.args.args]
        if len(names) != 1 or key.args.defaults or key.args.vararg or key.args.kwarg:
            self.no(key, "key=: expected a lambda with one argument")
        return names

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
        self.no(key, "key=: expected a lambda, or a function of the file")

    def _py_sorted(self, node: ast.Call) -> Val:
        if len(node.args) != 1:
            self.no(node, "sorted: expected one list")
        inner = node.args[0]
        if any(each.arg == "key" for each in node.keywords):
            self.no_set(inner, "sorted of a set with a key: equal items would be in no order; sort the set first")
        value = None if isinstance(inner, ast.GeneratorExp) or (isinstance(inner, ast.Call) and self._is_walk(inner)) else self.visit(inner)
        if value is not None and self.known_kind(value, node).shape == SET:
            value = Val(self.kinds.list_of(value.kind.now().items[0]), value.code)
        if value is not None and value.kind.now().shape == LIST:
            return self.sorted(Val(value.kind, self.held(value, node)), node)
        many = self.list_from(inner) if value is None else self.list_of_walk(self.walk_value(value, node), node)
        return self.sorted(many, node)

    def sorted(self, many: Val, node: ast.Call) -> Val:
        """A new list with the same items in order."""
        keywords = {each.arg: each.value for each in node.keywords}
        key, down = keywords.pop("key", None), keywords.pop("reverse", None)
        if keywords:
            self.no(node, "sorted: expected key= and reverse=")
        code = "False" if down is None else self.fresh(self.test(down).code)
        item = many.kind.now().items[0]
        kind = self.kinds.list_of(item)
        if item.now().is_unknown:
            return Val(kind, self.fresh(f"copied(A, {many.code}, 1)"))
        if key is None and self.is_word(item, node):
            self.ranked(Val(item, "0"), node)  # refuses what has no order
            if item.now().scalars != {"text"} and self.how(item, node) == "code":
                self.no(node, "things of different kinds in one order; sort by a number: key=lambda …")
            return Val(kind, self.fresh(f"sorted_words(A, {many.code}, {code})"))
        ranked = self.keyed(key, node)
        keys = self.fresh("0")
        size = self.program.key_sizes.get(id(node), 1)
        self.emit(f"{keys} = new_list(A, length(A, {many.code}) + 2, {size})")

        def note(value: Val) -> None:
            words = self.ranked(ranked(value), node)
            self.program.key_sizes[id(node)] = len(words)
            held = [self.temp(word) for word in words]
            at = self.fresh(f"push(A, {keys}, {size})")
            for number, word in enumerate(held):
                self.emit(f"put(A, {at} + {number}, {word})")

        self.run_walk(self.walk_value(many, node), note)
        found = self.fresh(f"copied(A, {many.code}, {width(item)})")
        self.emit(f"sort_by(A, {found}, {width(item)}, {keys}, {size}, {code})")
        return Val(kind, found)

    def _py_isinstance(self, node: ast.Call) -> Val:
        self.no(node, "isinstance: what a value is, the pass must know; keep different things in different lists")

    def _py_print(self, node: ast.Call) -> Val:
        self.no(node, "print: say it with table.tell")


def passes(kind: Kind) -> bool:
    """Whether an argument of this kind is passed at all: what is fixed needs no value, but for dice, which have a
    seat."""
    kind = kind.now()
    return kind.shape != FIXED or kind.fixed == DICE


def _is_static(function: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in function.decorator_list)


def _is_property_or_class(function: ast.FunctionDef) -> bool:
    return all(isinstance(each, ast.Name) and each.id == "property" for each in function.decorator_list)


__all__ = ["ROW", "Calls"]
