"""A variable that is used for one thing after the other becomes several: `view = {…}` for one decision, and another
view under the same name for the next. What each of them can be is found out by itself."""

import ast
from collections import Counter
from collections.abc import Iterator

Place = tuple[list[ast.stmt], int]
"""A statement: the block that it stands in, and its number there."""


def split_variables(function: ast.FunctionDef) -> None:
    """Give each assignment of a variable a name of its own, where every use has one assignment that comes before it."""
    places = list(_places(function.body, ()))
    simple = Counter(name for path in places if (name := _simple_target(path[-1])))
    for name, times in simple.items():
        if times > 1 and not _is_unclear(function, name, times):
            _split(function, name, places)


def _places(body: list[ast.stmt], above: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    """Every statement, with those around it."""
    for at, statement in enumerate(body):
        path = (*above, (body, at))
        yield path
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            continue
        for part in ("body", "orelse", "finalbody"):
            inner = getattr(statement, part, None)
            if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                yield from _places(inner, path)


def _simple_target(place: Place) -> str:
    """The name that a statement sets, if that is all it sets."""
    statement = place[0][place[1]]
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, ast.Name) and not isinstance(statement.value, ast.Lambda):
            return target.id
    return ""


def _is_unclear(function: ast.FunctionDef, name: str, times: int) -> bool:
    """Whether a name is an argument, is set in another way, or is used by a function that is called later."""
    if any(isinstance(node, ast.arg) and node.arg == name for node in ast.walk(function)):
        return True
    stores = [node for node in ast.walk(function) if _is_name(node, name) and not isinstance(node.ctx, ast.Load)]  # type: ignore[attr-defined]
    later = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.Global | ast.Nonlocal) and node is not function
    ]
    return len(stores) != times or any(_is_name(node, name) for each in later for node in ast.walk(each))


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _split(function: ast.FunctionDef, name: str, places: list[tuple[Place, ...]]) -> None:
    versions: dict[int, str] = {}
    renamed: list[tuple[ast.Name, str]] = []
    for path in places:
        body, at = path[-1]
        if _simple_target(path[-1]) == name:
            versions[id(body[at])] = f"{name}__{len(versions) + 1}"
            renamed.append((body[at].targets[0], versions[id(body[at])]))  # type: ignore[attr-defined]
    for path in places:
        body, at = path[-1]
        loads = [node for node in _of_statement(body[at]) if _is_name(node, name) and isinstance(node.ctx, ast.Load)]  # type: ignore[attr-defined]
        if not loads:
            continue
        setter = _setter(path, name)
        if setter is None:
            return
        renamed += [(node, versions[id(setter)]) for node in loads]  # type: ignore[misc]
    for node, version in renamed:
        node.id = version


def _of_statement(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement, without those of statements in it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _setter(path: tuple[Place, ...], name: str) -> ast.stmt | None:
    """The one assignment that a use can see; nothing if there may be another."""
    for body, at in reversed(path):
        if (body, at) != path[-1] and _sets(body[at], name):  # a loop around it may come back with another value
            return None
        for before in range(at - 1, -1, -1):
            if _simple_target((body, before)) == name:
                return body[before]
            if _sets(body[before], name):
                return None
    return None


def _sets(statement: ast.stmt, name: str) -> bool:
    return any(_is_name(node, name) and isinstance(node.ctx, ast.Store) for node in ast.walk(statement))  # type: ignore[attr-defined]
