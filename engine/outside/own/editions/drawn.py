"""Leaves out of a syntax tree how the author draws the table: it decides nothing, as `Game` takes it away from the
class before anything can use it (`engine.outside.own.telling.drawing`)."""

import ast
from collections.abc import Callable, Iterable, Mapping

from engine.outside.own.telling.drawing import ARGUMENTS, DRAW

Statement = ast.stmt


def leave_out_drawing(
    statements: Iterable[Statement],
    plain: Mapping[str, Statement],
    kit_games: frozenset[str],
    bound_by: Callable[[Statement], Iterable[str]],
) -> None:
    """Take the drawing out of each class derived from `Game`, by one of its names in this file, if it is one beyond
    doubt. `plain` are statements that do nothing but give a name."""
    for statement in statements:
        match statement:
            case ast.ClassDef(bases=[ast.Name(id=base)], keywords=[]) if base in kit_games:
                drawing = _drawing_in(statement, plain, bound_by)
                statement.body = [each for each in statement.body if each is not drawing]


def _drawing_in(
    made: ast.ClassDef, plain: Mapping[str, Statement], bound_by: Callable[[Statement], Iterable[str]]
) -> Statement | None:
    found = [each for each in made.body if DRAW in bound_by(each)]
    if len(found) != 1 or not _is_drawing(found[0], plain):
        return None
    others = [each for each in made.body if each is not found[0]]
    named = any(isinstance(node, ast.Name) and node.id == DRAW for each in others for node in ast.walk(each))
    return None if named else found[0]


def _is_drawing(statement: Statement, plain: Mapping[str, Statement]) -> bool:
    match statement:
        case ast.FunctionDef(args=given, decorator_list=[], returns=None):
            return _takes_a_view(given)
        case ast.Assign(targets=[ast.Name()], value=ast.Lambda(args=given)):
            return _takes_a_view(given)
        case ast.Assign(targets=[ast.Name()], value=ast.Name(id=name)):
            function = plain.get(name)
            return isinstance(function, ast.FunctionDef) and _takes_a_view(function.args)
    return False


def _takes_a_view(given: ast.arguments) -> bool:
    """Nothing but the view, without annotations, which could do something."""
    others = (given.posonlyargs, given.kwonlyargs, given.vararg, given.kwarg, given.defaults)
    return (
        not any(others)
        and [each.arg for each in given.args] in ARGUMENTS
        and not any(each.annotation for each in given.args)
    )
