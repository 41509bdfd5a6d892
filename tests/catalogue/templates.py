"""The templates of all sentences, as the sources have them; and those that no text of the catalogue contains."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NAMES = ("sentences.py", "verdict.py", "*_sentences.py", "places.py")
OTHERS = (
    "sim/report/dossier/page.py",
    "sim/report/side_by_side/page.py",
    "sim/report/shared/claims/who_plays.py",
    "sim/report/shared/claims/joined.py",
    "sim/inspect/searches/words.py",
    "sim/ladder/sentences.py",
    "sim/compare/telling/sentences.py",
)
"""Modules that have sentences among other things."""
PLACE = re.compile(r"\{\w+[^{}]*\}")
WORDS = re.compile(r"[A-Za-z].* | .*[A-Za-z]")

UNREACHED = {
    "a verdict": "says what the word beside it means",
    "one game in each of ": "of a single game in several cells",
    ") is known to lower ": "of an outcome of which less is better",
    "not sure yet \\(about (.+) games in each cell would tell\\)": "reads a status",
    **dict.fromkeys((" corrected, paired, ", " corrected, unpaired, "), "the note of a drawing"),
    ", not won.": "how a game that nobody won ended",
    "as it is": "what a claim compares with, which no sentence says",
    ": minus ": "the name of an axis of a figure",
    "effect in points": "the note of a column",
    "People: all players are programs. Nobody was asked whether the game is fun.": "of a game without policies",
    "sure if no game counts for more than those that were played": "of a mean over another column",
    "sure if every game lies between ": "of a yield that may be below zero",
    **dict.fromkeys(
        (": in one cell fewer than ", " games count for anything, too few to know it."), "of rare numerators"
    ),
}
"""Templates that no text of the catalogue has, and why."""


def sources() -> list[Path]:
    """The modules that write sentences."""
    found = {path for name in NAMES for path in (ROOT / "sim" / "report").rglob(name)}
    return sorted(found | {ROOT / name for name in OTHERS})


def templates(source: str) -> Iterator[str]:
    """Every piece of text with a letter and a space that the functions of a module put into sentences: what stands
    between the places of a template, or the fields of an f-string. Documentation, names of columns and types are
    none."""
    tree = ast.parse(source)
    silent = {id(each) for node in ast.walk(tree) for each in _silent(node)}
    for node in ast.walk(tree):
        said = isinstance(node, ast.Constant) and id(node) not in silent and node.value
        if isinstance(said, str):
            yield from filter(WORDS.search, PLACE.split(said))


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    """Documentation, which is an expression of its own, and what a failed assertion would say."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.Assert) and node.msg is not None:
        yield from ast.walk(node.msg)


def unreached(source: str, texts: Iterable[str]) -> list[str]:
    """The templates of a module that are in none of these texts, whatever their capitals."""
    all_texts = "\n".join(texts).lower()
    return [each for each in dict.fromkeys(templates(source)) if each.strip().lower() not in all_texts]
