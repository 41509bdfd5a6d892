"""English that is given to an error as it is, without a mark: a sentence, or what stands in a place of a template."""

import ast
import re
from collections.abc import Iterable, Iterator

from tests.language.glued import PLACE, text_of
from tests.support.raises import Raises, assigned, last_name

SENTENCE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
COMMAND = re.compile(r"fatecast .*|pip .*|--.*|'[^']*'")
"""What a person types: commands, flags, goals in quotes."""
MARKS = {"message", "message_as", "said"}


def plain_errors(raises: Raises, sources: Iterable[str]) -> list[tuple[str, int, str]]:
    """Those of some of the sources that were read, each with its file and its line."""
    return [
        (name, line, text)
        for name in sources
        for line, text in _given(raises, name)
        if SENTENCE.search(text) and not COMMAND.fullmatch(text)
    ]


def _given(raises: Raises, name: str) -> Iterator[tuple[int, str]]:
    """Every text that is given to an error, with its line."""
    constants = ast.Module([*raises.constants.get(name, ())], [])
    for function, call in raises.calls.get(name, ()):
        is_mark = last_name(call.func) in MARKS
        texts = [each.value for each in call.keywords] if is_mark else [*raises.texts(call)]
        known = [each for each in (function, constants) if each is not None]
        yield from ((call.lineno, text) for one in texts for text in _texts_of(one, known))


def _texts_of(node: ast.expr, known: list[ast.FunctionDef | ast.Module]) -> Iterator[str]:
    """The texts that an expression may be, also by the name of a constant."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr() | ast.BinOp() | ast.Call(func=ast.Attribute(attr="format" | "join")):
            yield (text_of(node) or "").replace(PLACE, "{}")
        case ast.IfExp(body=body, orelse=other):
            yield from _texts_of(body, known)
            yield from _texts_of(other, known)
        case ast.Name(id=name):
            for place in known:
                for value in assigned(name, place):
                    yield from _texts_of(value, [])
