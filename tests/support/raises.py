"""What code gives to errors as a text, found by its syntax."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

ERRORS = ("FatecastError", "BadText")
"""They and the classes derived from them have texts that a person reads."""
TEXTS = ("said", "expected", "hint")
TOLD = (ast.ClassDef, ast.FunctionDef, ast.Call)
LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator)
ASSIGNED = (ast.Assign, ast.AnnAssign)


class Raises:
    """What is given to errors as a text, directly or through functions that make errors, in some sources."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.makers: dict[str, tuple[str, ...]] = {**dict.fromkeys(ERRORS, ("said",)), "message": ("template",)}
        """For each class, function and `.method` that takes a text: its parameters in order, empty where it is none."""
        self.constants: dict[str, list[ast.stmt]] = {}
        """The assignments of each module."""
        self.calls: dict[str, list[tuple[ast.FunctionDef | None, ast.Call]]] = {}
        self.functions: list[ast.FunctionDef] = []
        self.classes: list[ast.ClassDef] = []
        unread = dict(sources)
        while read := [name for name, source in unread.items() if self._speaks_of_makers(source)]:
            for name in read:
                self._read(name, unread.pop(name))
            while self._find_makers():
                pass

    def _speaks_of_makers(self, source: str) -> bool:
        """Whether a module can make errors: others need not be parsed."""
        names = "|".join(name.strip(".") for name in self.makers)
        return re.search(rf"\b(?:{names})[(),]|\b(?:Text|{'|'.join(ERRORS)})\b", source) is not None

    def _read(self, name: str, source: str) -> None:
        tree = ast.parse(source)
        nodes = [*_nodes(tree)]
        self.constants[name] = [each for each in tree.body if isinstance(each, ASSIGNED)]
        self.calls[name] = [(inside, node) for inside, node in nodes if isinstance(node, ast.Call)]
        self.functions += [node for _, node in nodes if isinstance(node, ast.FunctionDef)]
        self.classes += [node for _, node in nodes if isinstance(node, ast.ClassDef)]

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
        derived = [each.name for each in self.classes if self.makers.keys() & {*map(last_name, each.bases)}]
        self.makers |= dict.fromkeys(derived, ("said",))
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
        if isinstance(node, TOLD):
            yield inside, node
        within = node if isinstance(node, ast.FunctionDef) else inside
        for value in node.__dict__.values():  # quicker than to iterate over the fields
            if isinstance(value, list):
                waiting += [(within, each) for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, LEAVES):
                waiting.append((within, value))


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


def assigned(name: str, function: ast.FunctionDef | ast.Module) -> list[ast.expr]:
    """The values that a function or a module gives to a name."""
    return _assigned(function).get(name, [])


@cache
def _assigned(function: ast.AST) -> Mapping[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = defaultdict(list)
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if isinstance(value, ast.expr):
            for name in {each.id for each in targets if isinstance(each, ast.Name)}:
                found[name].append(value)
    return found
