"""Whatever leans on Numba's inside stands in one room. So whoever tries a new Numba knows where to look."""

import re

import pytest

from tests.support import ROOT

ROOM = ROOT / "engine/kernel/numba_inside"
INSIDE = re.compile(
    r"(?:import|from) llvmlite|numba\.(?!__version__|config\b|errors\b|njit\b|typeof\b)[a-z]+"
    r"|from numba import (?!config\b|errors\b|njit\b|typeof\b)|\bdispatcher\._(?!numba_type_)[a-z]"
    r"|_codegen|_final_module"
)
"""A module of Numba that it does not offer everybody, or a name that it keeps to itself."""


def leanings(text: str) -> list[str]:
    code = [line for line in text.splitlines() if not line.lstrip().startswith(("#", '"""'))]
    return [line for line in code if INSIDE.search(line)]


def test_no_other_module_leans_on_numbas_inside() -> None:
    paths = [path for top in ("engine", "sim", "fatecast") for path in sorted((ROOT / top).rglob("*.py"))]
    found = {path: leanings(path.read_text(encoding="utf-8")) for path in paths if path.parent != ROOM}
    assert len(found) > 500
    assert {path.name: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import numba.core.types",
        "from numba.core.errors import NumbaError",
        "from numba import core",
        "from llvmlite import binding",
        "import_module('numba.core.types')",
        "kernel.dispatcher._cache",
    ],
)
def test_a_planted_leaning_is_noticed(line: str) -> None:
    assert leanings(f"def f(kernel):\n    {line}\n") == [f"    {line}"]
