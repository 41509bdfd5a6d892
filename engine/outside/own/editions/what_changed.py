"""What differs between two texts of a game, in words."""

from difflib import SequenceMatcher
from inspect import isroutine
from typing import Any

from engine.game.differences import differences
from engine.language.current import counted
from engine.outside.own.author import Game
from engine.outside.own.declared import Declared


def changed_text(before: Declared, after: Declared) -> list[str]:
    """The values that the class declares and that changed, and how many lines of the text did; nothing if the texts are
    the same. What a parameter is by default is in every cell, and said of those."""
    if before.file.digest == after.file.digest:
        return []
    changed = [found.in_words for found in differences(_values(before), _values(after))]
    lines = _changed_lines(before.file.text, after.file.text)
    told = counted(lines, "the text of the game changed: 1 line", "the text of the game changed: {count} lines")
    return [*changed, told]


def _values(game: Declared) -> dict[str, Any]:
    """What the class declares. Functions are shown by their names."""
    found = {name: getattr(game.file.game, name) for name in sorted(vars(Game)) if not name.startswith("_")}
    values = {name: value for name, value in found.items() if name != "parameters" and not isroutine(value)}
    if "policies" in values:
        values["policies"] = [getattr(policy, "__name__", str(policy)) for policy in values["policies"]]
    return values


def _changed_lines(before: str, after: str) -> int:
    """Lines that are new, gone or written anew."""
    was, now = before.splitlines(), after.splitlines()
    steps = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for what, i1, i2, j1, j2 in steps if what != "equal")
