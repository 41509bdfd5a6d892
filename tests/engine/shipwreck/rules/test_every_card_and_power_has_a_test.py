"""Every card and every power has a rule test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.shipwreck.position import FULL

TABLES = ("test_set_up.py", Path(__file__).name)
"""Modules that list everything and therefore prove nothing."""


def texts(source: str) -> Iterator[str]:
    """The strings of a module that are not docstrings."""
    tree = ast.parse(source)
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said:
            yield node.value


def ids_in_tests() -> set[str]:
    """Every word in the positions of the rule tests that could be an id."""
    modules = [path for path in Path(__file__).parent.glob("test_*.py") if path.name not in TABLES]
    sources = [path.read_text(encoding="utf-8") for path in modules]
    return {word for source in sources for text in texts(source) for word in re.findall(r"[a-z0-9-]+", text)}


@pytest.mark.parametrize("kind", ["cards", "powers"])
def test_every_card_and_power_is_mentioned(kind: str) -> None:
    """Each of the 36 cards and the 17 powers is in some position."""
    assert len(FULL[kind]) == {"cards": 36, "powers": 17}[kind]
    assert set(FULL[kind]) <= ids_in_tests()
