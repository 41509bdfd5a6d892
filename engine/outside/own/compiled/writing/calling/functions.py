"""Functions within functions: def, a lambda with a name, and one of two functions under one name."""

import ast
from collections.abc import Iterator

from engine.outside.own.compiled.types import BOOL, FIXED
from engine.outside.own.compiled.writer import Val
from engine.outside.own.compiled.writing.holding.counters import Counters

AGAIN = "the name stands for several things; give each its own"


class Functions(Counters):
    """What a function of the file makes for itself, to be called. It sees the variables as they are when it is called,
    so it gets them as arguments."""

    def own_function(self, name: str) -> ast.FunctionDef | None:
        """The function of this name that was made within this one."""
        return None if self._is_hidden(name) else self.instance.inner.get(name)

    def own_lambda(self, node: ast.expr) -> ast.Lambda | None:
        found = isinstance(node, ast.Name) and not self._is_hidden(node.id) and self.lambdas.get(node.id)
        return found or None

    def _is_hidden(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes)

    def do_functiondef(self, node: ast.FunctionDef) -> None:
        self._check_once(node.name, node)
        if node.decorator_list or any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node)):
            raise self.no(node, f"{node.name}: a decorator or yield cannot be compiled")
        self.instance.inner[node.name] = node

    def named_lambda(self, target: ast.expr, node: ast.Lambda) -> None:
        if not isinstance(target, ast.Name):
            raise self.no(node, "a lambda that has no name; write def")
        self._check_once(target.id, target)
        self.lambdas[target.id] = node

    def one_of_two(self, target: ast.expr, node: ast.expr) -> bool:
        """Whether it was `best = max if high else min`, which is noted."""
        if not isinstance(node, ast.IfExp) or not isinstance(target, ast.Name):
            return False
        for each in (node.body, node.orelse):
            if not isinstance(each, ast.Name) or each.id in self.names_set or self._is_hidden(each.id):
                return False
            kind = self.visit(each).kind.now()
            if kind.shape != FIXED or not isinstance(kind.fixed, tuple) or kind.fixed[0] not in ("builtin", "function"):
                return False
        self._check_once(target.id, target)
        self.choices[target.id] = node
        self.assign(target, self.scalar(self.test(node.test).code, BOOL))
        return True

    def _check_once(self, name: str, node: ast.AST) -> None:
        """A name that stands for a function is given once, where every call comes after it."""
        function = self.instance.function
        times = sum(
            (isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id == name)
            or (isinstance(each, ast.FunctionDef) and each.name == name)
            for each in within(function)
        )
        if times > 1 or name in self.instance.parameters:
            raise self.no(node, f"{name}: {AGAIN}")
        if not any(node is each or getattr(each, "targets", None) == [node] for each in function.body):
            raise self.no(node, f"{name}: a function within an if or a loop; move it before")

    def call_named(self, node: ast.Call, name: str) -> Val | None:
        """The value of a call of a function that was made here; nothing if there is none of this name."""
        function = self.own_function(name)
        if function is not None:
            return self._call_inner(function, self._own_arguments(function, node), node)
        inline = self.own_lambda(node.func)
        if inline is not None:
            if node.keywords or len(node.args) != len(inline.args.args):
                raise self.no(node, f"{name}: expected {len(inline.args.args)} arguments without names")
            return self.inlined(inline, self.values(node.args))
        if name in self.choices and not self._is_hidden(name):
            both = self.choices[name]
            key = ("one of two", id(node))
            made = self.program.constants.setdefault(key, _either(node, both))
            return self.visit(made)
        return None

    def inlined(self, node: ast.Lambda, values: list[Val]) -> Val:
        """The value of a lambda for these arguments. Names in it are those of the function that it stands in."""
        args = node.args
        if args.defaults or args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs:
            raise self.no(node, "a lambda with defaults or *; write def")
        names = [each.arg for each in args.args]
        scopes = self.scopes
        is_named = node in self.lambdas.values()
        scope = {name: f"{name}_{self.number_of(node)}" for name in names}
        self.scopes = [*([] if is_named else scopes), scope]
        try:
            for name, value in zip(names, values, strict=True):
                self.assign(ast.copy_location(ast.Name(name, ast.Store()), node), value)
            return self.visit(node.body)
        finally:
            self.scopes = scopes

    def _own_arguments(self, function: ast.FunctionDef, node: ast.Call) -> dict[str, Val]:
        names = self.arguments_of(function)
        values = self.values([*node.args, *(each.value for each in node.keywords)])
        found = dict(zip(names, values[: len(node.args)], strict=False))
        if len(node.args) > len(names):
            raise self.no(node, f"{function.name}: more arguments than it has")
        for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True):
            if keyword.arg not in names or keyword.arg in found:
                raise self.no(node, f"{function.name}: no argument {keyword.arg}")
            found[str(keyword.arg)] = value
        return found

    def _call_inner(self, function: ast.FunctionDef, given: dict[str, Val], node: ast.expr) -> Val:
        names = self.arguments_of(function)
        defaults = dict(zip(names[len(names) - len(function.args.defaults) :], function.args.defaults, strict=True))
        for name in names:
            if name in given:
                continue
            if not isinstance(defaults.get(name), ast.Constant):
                raise self.no(node, f"{function.name}: the argument {name} is not given")
            given[name] = self.visit(defaults[name])
        scopes, self.scopes = self.scopes, []
        try:
            for name in self._seen_by(function, set()):
                given[name] = self.visit(ast.copy_location(ast.Name(name, ast.Load()), node))
        finally:
            self.scopes = scopes
        return self.call_with(function, "", given, node, ("within", id(function)))

    def by_inner(self, function: ast.FunctionDef, value: Val, node: ast.expr) -> Val:
        """The value of a function that is a key= of max, min or sorted."""
        return self._call_inner(function, {self.arguments_of(function)[0]: value}, node)

    def _seen_by(self, function: ast.FunctionDef, above: set[str]) -> list[str]:
        """The variables of this function that an inner one reads, also through others that it calls."""
        own = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)} | set(names_set_in(function))
        read = {each.id for each in ast.walk(function) if isinstance(each, ast.Name)} - own
        found = {
            name for name in read if name in self.names_set and name not in self.lambdas and name not in self.choices
        }
        if read & (set(self.lambdas) | set(self.choices)):
            raise self.no(function, f"{function.name} calls a lambda of the function around it; write that as def, too")
        for name in read & set(self.instance.inner):
            if name not in above:
                found |= set(self._seen_by(self.instance.inner[name], {*above, name}))
        return sorted(found)

    def arguments_of(self, function: ast.FunctionDef) -> list[str]:
        args = function.args
        if args.vararg or args.kwarg or args.posonlyargs:
            raise self.no(function, f"{function.name}: arguments with * or / cannot be compiled; name each")
        return [each.arg for each in (*args.args, *args.kwonlyargs)]

    def call_with(
        self, function: ast.FunctionDef, owner: str, given: dict[str, Val], node: ast.expr, mark: object = None
    ) -> Val:
        raise NotImplementedError

    lambdas: dict[str, ast.Lambda]
    choices: dict[str, ast.IfExp]


def within(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """All that is written in a function, but for functions in it."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef):
            waiting += ast.iter_child_nodes(node)


def names_set_in(function: ast.FunctionDef) -> frozenset[str]:
    """Names that a function gives values to."""
    return frozenset(
        node.id for node in within(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )


def _either(node: ast.Call, both: ast.IfExp) -> ast.IfExp:
    """A call of one of two functions: two calls, one of which is made."""
    calls = [ast.copy_location(ast.Call(each, node.args, node.keywords), node) for each in (both.body, both.orelse)]
    return ast.copy_location(ast.IfExp(ast.copy_location(node.func, node), calls[0], calls[1]), node)
