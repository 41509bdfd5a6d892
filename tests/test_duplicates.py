"""No code stands in two games: what they share belongs to `engine.policy.compiled_game`, or below it. What games from
outside share belongs to `engine.outside`."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.support import ROOT

LENGTH = 6
"""Lines of code that may not stand in two games."""
GAMES = ("shipwreck", "euphoria", "oracle", "hadal")
"""Pig is not among them: it is a game of one file."""
BRIDGES = ("outside/own", "outside/program", "outside/openspiel")
WORDS = re.compile(rf"\b({'|'.join(GAMES)})\b|(deck|layout|mission)(s?)\b", re.IGNORECASE)
"""The names of games and of their contents, which are made equal."""

EXCUSES = {
    "class World(NamedTuple):": "Numba wants the records of a game side by side; their classes are each game's own",
    "tally: Tally": "the same",
}
"""Lines that excuse a run which they are in, and why it must stand in several games."""


def code_lines(text: str) -> list[tuple[int, str]]:
    """The lines of code by number, without blank lines, comments, imports and docstrings."""
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        value = node.value if isinstance(node, ast.Expr) else None
        is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))  # type: ignore[attr-defined]
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), start=1))
    return [(number, line) for number, line in lines if line and number not in left_out and not line.startswith("#")]


def made_equal(line: str) -> str:
    return WORDS.sub(lambda match: "GAME" if match[1] else f"CONTENT{match[3]}", line)


def runs_of(paths: list[Path]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every run of lines with the place where it begins."""
    for path in paths:
        lines = [(number, made_equal(line)) for number, line in code_lines(path.read_text(encoding="utf-8"))]
        for at in range(len(lines) - LENGTH + 1):
            yield tuple(line for _, line in lines[at : at + LENGTH]), f"{path.as_posix()}:{lines[at][0]}"


def duplicates(games: dict[str, list[Path]]) -> dict[tuple[str, ...], list[str]]:
    """The runs that stand in two games, and each pair of places."""
    places: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for game, paths in games.items():
        for run, place in runs_of(paths):
            places[run].setdefault(game, place)
    return {
        run: [f"{one} = {other}" for one, other in combinations(found.values(), 2)]
        for run, found in places.items()
        if len(found) > 1
    }


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, ...], list[str]]:
    return duplicates({game: sorted((ROOT / "engine" / game).rglob("*.py")) for game in (*GAMES, *BRIDGES)})


def test_no_code_stands_in_two_games(found: dict[tuple[str, ...], list[str]]) -> None:
    assert [pair for run, pairs in found.items() if not EXCUSES.keys() & set(run) for pair in pairs] == []


@pytest.mark.parametrize("line", EXCUSES)
def test_every_excuse_is_needed(found: dict[tuple[str, ...], list[str]], line: str) -> None:
    assert any(line in run for run in found)


def test_a_copy_is_seen_although_names_and_comments_differ(tmp_path: Path) -> None:
    body = (
        "def load_{0}(path):\n    # {1}\n    text = path.read_text()\n\n    {0}s = text.split()\n    first = {0}s[0]\n"
    )
    rest = '    """{1}"""\n    number = len({0}s)\n    return first, number\n'
    for name, words in (("deck", "a comment"), ("mission", "another")):
        (tmp_path / f"{name}.py").write_text((body + rest).format(name, words), encoding="utf-8")
    paths = {name: [tmp_path / f"{name}.py"] for name in ("deck", "mission")}
    assert duplicates(paths)
    short = (tmp_path / "deck.py").read_text(encoding="utf-8").replace("    number = ", "    size = number = ")
    (tmp_path / "deck.py").write_text(short, encoding="utf-8")
    assert not duplicates(paths)
