"""What code gives to errors as a text, found by its syntax."""

import ast
from collections.abc import Iterator, Mapping

ERRORS = ("FatecastError", "BadText")
"""They and the classes derived from them have texts that a person reads."""
TEXTS = ("said", "expected", "hint")


class Raises:
    """What is given to errors as a text, directly or through functions that make errors, in some sources."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        trees = {name: ast.parse(source) for name, source in sources.items()}
        nodes = {name: [*_nodes(tree)] for name, tree in trees.items()}
        every = [node for each in nodes.values() for _, node in each]
        self.functions = [node for node in every if isinstance(node, ast.FunctionDef)]
        self.calls = {
            name: [(inside, node) for inside, node in each if isinstance(node, ast.Call)]
            for name, each in nodes.items()
        }
        self.makers: dict[str, tuple[str, ...]] = {}
        """For each class, function and `.method` that takes a text: its parameters in order, empty where it is none."""
        derived = set(ERRORS)
        classes = [node for node in every if isinstance(node, ast.ClassDef)]
        for _ in range(3):
            derived |= {each.name for each in classes if derived & {*map(last_name, each.bases)}}
        self.makers |= dict.fromkeys(derived, ("said",))
        self.makers["message"] = ("template",)
        while self._find_makers():
            pass

    def finished(self) -> list[tuple[str, int]]:
        """Where a text is a sentence with values in it already: an f-string, a sum, `%` or `format`."""
        found = []
        for name, calls in self.calls.items():
            for function, call in calls:
                found += [(name, call.lineno) for text in self.texts(call) if _is_finished(text, function)]
        return sorted({*found})

    def _find_makers(self) -> bool:
        """Adds the functions with a parameter that is a `Text`, or that is passed on as one; whether there were any."""
        before = len(self.makers)
        for function in self.functions:
            parameters = [*function.args.posonlyargs, *function.args.args]
            self._add(function, {each.arg for each in parameters if last_name(each.annotation) == "Text"})
        for inside, call in (each for calls in self.calls.values() for each in calls):
            if inside is not None:
                self._add(inside, {text.id for text in self.texts(call) if isinstance(text, ast.Name)})
        return len(self.makers) > before

    def _add(self, function: ast.FunctionDef, texts: set[str]) -> None:
        parameters = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
        bound = [name for name in parameters if name not in ("self", "cls")]
        name = function.name if bound == parameters else f".{function.name}"
        if texts & {*bound} and not function.name.startswith("__"):
            self.makers.setdefault(name, tuple(each if each in texts else "" for each in bound))

    def texts(self, call: ast.Call) -> Iterator[ast.expr]:
        name = last_name(call.func)
        is_method = isinstance(call.func, ast.Attribute) and f".{name}" in self.makers
        parameters = self.makers.get(f".{name}" if is_method else name)
        if parameters is None:
            return
        yield from (value for name, value in zip(parameters, call.args, strict=False) if name)
        named = parameters if name == "message" else (*parameters, *TEXTS)
        yield from (each.value for each in call.keywords if each.arg and each.arg in named)


def last_name(node: ast.expr | None) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _nodes(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | None, ast.AST]]:
    """Every class, function and call, with the innermost function that it stands in."""
    waiting: list[tuple[ast.FunctionDef | None, ast.AST]] = [(None, tree)]
    while waiting:
        inside, node = waiting.pop()
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Call):
            yield inside, node
        within = node if isinstance(node, ast.FunctionDef) else inside
        waiting += ((within, child) for child in ast.iter_child_nodes(node))


def _is_finished(text: ast.expr, function: ast.FunctionDef | None) -> bool:
    match text:
        case ast.JoinedStr() | ast.BinOp():
            return True
        case ast.Call(func=ast.Attribute(attr="format" | "format_map" | "join")):
            return True
        case ast.IfExp():
            return _is_finished(text.body, function) or _is_finished(text.orelse, function)
        case ast.Name() if function is not None:
            return any(_is_finished(value, None) for value in assigned(text.id, function))
    return False


def assigned(name: str, function: ast.FunctionDef | ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if isinstance(value, ast.expr) and any(isinstance(each, ast.Name) and each.id == name for each in targets):
            yield value
