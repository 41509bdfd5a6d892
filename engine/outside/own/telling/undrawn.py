"""A function `draw` that stays in the class of a game: it was meant for a drawing, or is a method of the author's own.

`draw(self, veiw)` would be neither: nobody calls it, and the table is never drawn."""

import ast
import inspect
from types import FunctionType

from engine.errors import BadInput, Text, message
from engine.outside.own.files import OwnFile
from engine.outside.own.telling.drawing import DRAW

OWNER = ("self", "cls")


def check_undrawn(file: OwnFile) -> None:
    """Refuse a function of one thing that the game itself never calls."""
    left = _left_in(file)
    if left is None or len(_taken_by(left)) != 1 or not file.source_text or _is_called(file):
        return
    raise BadInput(
        source=file.where,
        place=f"line {_line(left)}: {DRAW}",
        expected=message("a function of the view and nothing else, draw(view), got {got}", got=_as_written(left)),
        hint=message("if it does not draw the table, give it another name"),
    )


def note_on_drawing(file: OwnFile) -> Text:
    """What a method of the author's own is not; empty if there is none."""
    left = _left_in(file)
    if left is None:
        return ""
    return message(
        "ok; {draw} in line {line} is a method of your own, a drawing of the table would be draw(view)",
        draw=_as_written(left),
        line=_line(left),
    )


def _left_in(file: OwnFile) -> FunctionType | None:
    left = vars(type(file.game)).get(DRAW)
    function = left.__func__ if isinstance(left, staticmethod | classmethod) else left
    return function if isinstance(function, FunctionType) else None


def _taken_by(function: FunctionType) -> list[str]:
    return [name for at, name in enumerate(inspect.signature(function).parameters) if at or name not in OWNER]


def _as_written(function: FunctionType) -> str:
    return f"{DRAW}({', '.join(map(str, inspect.signature(function).parameters.values()))})"


def _line(function: FunctionType) -> int:
    return function.__code__.co_firstlineno


def _is_called(file: OwnFile) -> bool:
    """Whether the file seems to use it: as something of the game, or of whatever it calls with one thing. What is drawn
    from a deck, without any, is drawn by the `draw` of that."""
    owners = (*OWNER, type(file.game).__name__)
    for node in ast.walk(ast.parse(file.source_text)):
        match node:
            case ast.Attribute(attr="draw", value=ast.Name(id=name)) if name in owners:
                return True
            case ast.Call(func=ast.Attribute(attr="draw"), args=[_], keywords=[]):
                return True
    return False
