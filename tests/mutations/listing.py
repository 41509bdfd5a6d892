"""Reads the lists of planted mistakes."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.support import ROOT

LISTS = Path(__file__).parent / "lists"
PLAYS = ("interpreted", "compiled")


@dataclass(frozen=True)
class Mutation:
    name: str
    """What is wrong once it is planted, in words."""
    file: str
    find: str
    """A text that the file has exactly once."""
    instead: str
    caught_by: tuple[str, ...]
    """The test files that must fail."""
    play: str = PLAYS[0]
    """How they are played."""
    only: str = ""
    """Which of their tests are run, as `pytest -k` takes it."""

    def planted_in(self, source: str) -> str:
        return source.replace(self.find, self.instead)


def read_list(path: Path) -> list[Mutation]:
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
    return [Mutation(**{**entry, "caught_by": tuple(entry["caught_by"])}) for entry in entries]


def all_mutations() -> list[Mutation]:
    return [mutation for path in sorted(LISTS.glob("*.toml")) for mutation in read_list(path)]


def problems_of(mutation: Mutation) -> Iterator[str]:
    """Why it cannot be planted, or could not be caught by what it names."""
    source = _text_of(mutation.file)
    if (times := source.count(mutation.find)) != 1:
        yield f"{mutation.file} has the text to find {times} times"
    elif _code(piece := _piece_with(mutation.find, source)) == _code(mutation.planted_in(piece)):
        yield "it changes no code"
    if mutation.play not in PLAYS:
        yield f"there is no play {mutation.play!r}"
    if not mutation.caught_by:
        yield "it names no test file"
    for name in mutation.caught_by:
        if not (Path(name).name.startswith("test_") and (ROOT / name).is_file()):
            yield f"there is no test file {name}"
        elif not any(word in _text_of(name) for word in _words(mutation.only)):
            yield f"{name} has no test {mutation.only}"


@cache
def _text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def _beginnings(source: str) -> list[int]:
    """The lines where the statements of a module begin."""
    body = ast.parse(source).body
    return [min(part.lineno for part in (each, *getattr(each, "decorator_list", ()))) for each in body]


def _piece_with(text: str, source: str) -> str:
    """The statements of a module that have this text, which is quicker to parse than all of it."""
    first = source[: source.index(text)].count("\n") + 1
    last = first + text.count("\n")
    begin = max((line for line in _beginnings(source) if line <= first), default=1)
    end = min((line for line in _beginnings(source) if line > last), default=None)
    return "".join(source.splitlines(keepends=True)[begin - 1 : end and end - 1])


def _words(only: str) -> list[str]:
    """The names, or parts of names, of which one must be in a test file."""
    return [word for word in only.split() if word not in ("and", "or", "not")] or [""]


def _code(source: str) -> str:
    """What Python makes of a module, without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None
    return ast.dump(tree)
