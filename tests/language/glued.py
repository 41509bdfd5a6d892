"""Sentences that code glues together itself: an f-string, a sum, `%` or `format` with words in it. Nobody can translate
them, so none may reach a reader. Where each goes cannot be seen in a syntax tree, so every one is found, but those that
no person reads: commands, code, paths, errors of programming."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

OF_PROGRAMMING = {"TypeError", "AttributeError", "RuntimeError", "NotImplementedError", "AssertionError"}
"""Errors that only somebody who writes code sees."""
LOGS = {"log", "logger", "logging"}
PLACE = "\ufffc"
"""In the text of what was found, where a value stands."""
COMMAND = re.compile(r"""^(?:\ufffc|\s|\.|#)*(?:fatecast [a-z]|git |cd |--?[a-z]|curl )""")
CODE = re.compile(r"""^\s*(?:def |class |from \S+ import|import |return |if |elif |for .* in |@|#|['"<\[])""")
PROSE = re.compile(rf"[^\W\d_]{{2,}}[,;:.!?)]* +[\w{PLACE}(«'\"]|[\w{PLACE})»'\"][,;:.!?)]* +[(«'\"]?[^\W\d_]{{2,}}")


class Glued(NamedTuple):
    """Where a sentence is glued, and what it says; `{}` where a value stands."""

    file: str
    line: int
    text: str


def glued(file: str, source: str) -> Iterator[Glued]:
    """The sentences that a module glues."""
    tree = ast.parse(source)
    silent = {id(part) for node in ast.walk(tree) if _is_for_programmers(node) for part in ast.walk(node)}
    inner: set[int] = set()
    for node in ast.walk(tree):
        if id(node) in silent or id(node) in inner:
            continue
        text = text_of(node)
        if text is None:
            continue
        inner |= {id(part) for part in ast.walk(node) if isinstance(part, ast.BinOp | ast.JoinedStr)}
        if is_prose(text):
            yield Glued(file, node.lineno, text.replace(PLACE, "{}"))  # type: ignore[attr-defined]


def text_of(node: ast.AST) -> str | None:
    """What is glued there; None if nothing is."""
    match node:
        case ast.JoinedStr(values) if any(isinstance(part, ast.FormattedValue) for part in values):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else PLACE for part in values)
        case ast.BinOp(op=ast.Add()):
            sides = [*_summands(node)]
            told = [_told(side) for side in sides]
            return "".join(told) if any(told) and PLACE in "".join(told) and _is_text(sides) else None
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            return re.sub(r"%[-0-9.]*[a-z]", PLACE, text)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="join")) if text.strip(" ,;:\n"):
            return f"{PLACE}{text}{PLACE}"
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format" | "format_map")):
            return re.sub(r"\{[^{}]*\}", PLACE, text)
    return None


def is_prose(text: str) -> bool:
    """Whether a person is meant to read it: it has a word, and beside it another word or a value."""
    return not COMMAND.match(text) and not CODE.match(text) and PROSE.search(text) is not None


def _summands(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _summands(node.left)
        yield from _summands(node.right)
    else:
        yield node


def _told(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return text_of(node) or PLACE


def _is_text(sides: list[ast.expr]) -> bool:
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def _is_for_programmers(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    match node.func:
        case ast.Name(id=name):
            return name in OF_PROGRAMMING
        case ast.Attribute(value=ast.Name(id=name)):
            return name in LOGS
    return False


def of_all(sources: Mapping[str, str]) -> list[Glued]:
    """Those of some files."""
    return [each for file, source in sources.items() for each in glued(file, source)]
