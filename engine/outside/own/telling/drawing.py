"""What an author says of how the table looks: `draw(view)`, a function of what a seat is shown, in rows of words.

It is taken away from the class as soon as that is made. So nothing that `play` does can depend on it, and a drawing
that is changed changes no rule.
"""

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from engine.errors import BadInput, message, shown_value

DRAW, VIEW = "draw", "view"
ARGUMENTS = ([VIEW], ["self", VIEW])
"""Of a drawing: what is called otherwise is a method of the author's own."""

Onlooker = Callable[[int, Any], None]
"""Sees the seat and the view of every question."""
Drawing = Callable[[Any], Any]

_taken: WeakKeyDictionary[type, FunctionType] = WeakKeyDictionary()


def take_drawing(made: type) -> None:
    """Take the drawing away from a class, if it has one."""
    given = vars(made).get(DRAW)
    function = given.__func__ if isinstance(given, staticmethod) else given
    if isinstance(function, FunctionType) and _is_drawing(function):
        _taken[made] = function
        delattr(made, DRAW)


def drawing_of(game: object) -> tuple[Drawing, int] | None:
    """The drawing of a game, and its line in the file."""
    function = _taken.get(type(game))
    if function is None:
        return None
    drawing = function.__get__(game) if function.__code__.co_argcount > 1 else function
    return drawing, function.__code__.co_firstlineno


def check_drawing(game: object, where: str) -> None:
    """Refuse what was meant for a drawing, and is none. A method with other arguments is the author's own."""
    left = vars(type(game)).get(DRAW)
    if left is None:
        return
    try:
        is_meant = VIEW in inspect.signature(left.__func__ if isinstance(left, staticmethod) else left).parameters
    except (TypeError, ValueError):
        is_meant = not callable(left)
    if is_meant:
        expected = message("a function of the view and nothing else, draw(view), got {got}", got=shown_value(left))
        raise BadInput(source=where, place=DRAW, expected=expected)


def _is_drawing(function: FunctionType) -> bool:
    found = list(inspect.signature(function).parameters.values())
    plain = all(each.kind is each.POSITIONAL_OR_KEYWORD and each.default is each.empty for each in found)
    return plain and [each.name for each in found] in ARGUMENTS
