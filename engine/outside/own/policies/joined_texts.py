"""A game file and files with policies as one text: so they become one kernel."""

import ast
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from types import ModuleType
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.kernel.code_cache import cache_folder, load_module, write_module
from engine.kernel.compiled import from_outside
from engine.kernel.sources import SHARED
from engine.outside.own.author import Game
from engine.outside.own.files import game_in

LINE = re.compile(r"line (\d+)")
BETWEEN = "\n\n"


class Joined(NamedTuple):
    """Several files as one module."""

    text: str
    module: ModuleType
    game: Game
    begins: Mapping[str, int]
    """The lines before each file, but for that of the game."""

    def placed(self, told: str) -> str:
        """What was said of a line of the whole, said of a line of its file."""
        found = LINE.match(told)
        for file, before in reversed(list(self.begins.items())):
            if found and int(found[1]) > before:
                return f"{file}: line {int(found[1]) - before}{told[found.end() :]}"
        return told


def join(text: str, name: str, files: Mapping[str, str]) -> Joined:
    """The text of a game and those of the files. BadInput if a name means one thing here and another there."""
    begins, known = {}, dict(_names_in(text))
    for file, more in files.items():
        begins[file] = (text + BETWEEN).count("\n")
        for found, what in _names_in(more):
            if known.setdefault(found, what) != what:
                said = message("{name} is the name of something else in another file; choose another", name=found)
                raise BadInput(said, source=file)
        text += BETWEEN + more
    digest = sha256(text.encode()).hexdigest()
    with from_outside(digest[:16]):
        module = load_module(write_module(cache_folder(SHARED), f"own_joined_{digest[:16]}", text))
    return Joined(text, module, game_in(module, name)(), begins)


def _names_in(text: str) -> Iterator[tuple[str, str]]:
    """Every name that a module gives, and what it says of it. The same import is the same thing."""
    for node in ast.parse(text).body:
        said = ast.dump(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            for each in node.names:
                origin = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                yield each.asname or each.name.partition(".")[0], f"{origin}{each.name}"
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, said
        else:
            names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
            yield from ((each, said) for each in names if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign))
