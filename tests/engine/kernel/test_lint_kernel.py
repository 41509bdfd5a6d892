"""What the kernel must not contain, so that compiled and interpreted games are identical, bit for bit; and what the
engine must not import."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.kernel.purity import DECORATORS, faults_of, is_kernel

ENGINE = Path(engine.__file__).parent
MODULES = sorted(path for path in ENGINE.rglob("*.py") if "configs" not in path.parts)
OUT_OF_BOUNDS = {"sim", "polars", "matplotlib", "typer", "rich", "tqdm", "pandas"}


def imports_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and top-level package of every import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name.partition(".")[0]) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, (node.module or "").partition(".")[0]


def parsed(*words: str) -> dict[str, ast.Module]:
    """The modules in which one of these words stands: only there can be what is looked for."""
    texts = {path.relative_to(ENGINE).as_posix(): path.read_text(encoding="utf-8") for path in MODULES}
    wanted = re.compile(rf"(?<!\w)({'|'.join(words)})\b")
    return {name: ast.parse(text) for name, text in texts.items() if wanted.search(text)}


def test_kernel_functions_keep_the_rule_for_floats() -> None:
    modules = parsed(*(f"@{name}" for name in DECORATORS), "fastmath", "parallel")
    assert {name: found for name, tree in modules.items() if (found := list(faults_of(tree)))} == {}
    kernel = {Path(name).name for name, tree in modules.items() if any(map(is_kernel, tree.body))}
    seen = {"rng.py", "turn.py", "fade.py", "powers.py", "decisions.py", "certain.py"}
    assert seen <= kernel, "the lint examines something: the steps of a turn and every policy's decisions"


def test_the_engine_knows_nothing_of_the_laboratory() -> None:
    imports = [(name, *found) for name, tree in parsed(*OUT_OF_BOUNDS).items() for found in imports_of(tree)]
    assert [found for found in imports if found[2] in OUT_OF_BOUNDS] == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("x = np.exp(y)", "np.exp"),
        ("x = np.sum(y)", "np.sum"),
        ("x = y.sum()", ".sum()"),
        ("x = y.mean()", ".mean()"),
        ("x = np.dot(y, y)", "np.dot"),
        ("x = y @ y", "@"),
        ("x = y ** 3", "**"),
        ("x **= 3", "**"),
        ("x = sum(y)", "sum"),
        ("x = math.log(y)", "math.log"),
        ("x = exp(y)", "math.exp"),
        ("for x in prange(y): pass", "prange"),
    ],
)
def test_a_planted_fault_is_noticed(line: str, name: str) -> None:
    for mark in DECORATORS:
        source = (
            f"from math import exp, sqrt\n@{mark}\ndef rule(x, y):\n    {line}\n    return sqrt(x) + math.sqrt(y)\n"
        )
        assert list(faults_of(ast.parse(source))) == [(4, name)]
    assert list(faults_of(ast.parse(f"def outside(x, y):\n    {line}\n"))) == []


def test_a_planted_option_is_noticed() -> None:
    assert list(faults_of(ast.parse("f = numba.njit(fastmath=True)(g)"))) == [(1, "fastmath")]
    assert list(faults_of(ast.parse("f = numba.njit(parallel=True)(g)"))) == [(1, "parallel")]


def test_a_planted_import_is_noticed() -> None:
    source = "import numpy\nfrom sim.statistics.intervals import mean\ndef f():\n    import polars.selectors\n"
    assert [package for _, package in imports_of(ast.parse(source)) if package in OUT_OF_BOUNDS] == ["sim", "polars"]
