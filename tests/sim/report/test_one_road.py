"""Every number of a page comes from a table of the report, and one module writes it."""

import ast
from pathlib import Path

import pytest

from tests.support import ROOT

REPORT = ROOT / "sim/report"
SHOWN = ("views", "sentences", "figures", "verdict", "entries", "places")
"""What shows numbers, by the last word of the module's name."""
COMPUTING = ("sim.statistics", "numpy", "scipy", "sim.runs", "sim.compare")
OF_THE_RUN = {"estimate", "wins", "counting", "is_fixed", "distribution", "rows", "run", "summary"}
"""What a run knows and a page may not ask: the tables say it."""


def shown() -> list[Path]:
    return [path for path in sorted(REPORT.rglob("*.py")) if path.stem.split("_")[-1] in SHOWN]


def computes(source: str) -> list[str]:
    """The lines of a module that compute instead of reading a table."""
    found = []
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Attribute) and node.attr in OF_THE_RUN:
            value = node.value
            if (isinstance(value, ast.Name) and value.id == "data") or getattr(value, "attr", "") == "data":
                found.append(f"line {node.lineno}: data.{node.attr}")
        found += [f"line {node.lineno}: {name}" for name in names if name.startswith(COMPUTING)]  # type: ignore[attr-defined]
    return found


def formats(source: str) -> list[str]:
    """The lines of a module that write a number themselves."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            found.append(f"line {node.lineno}: a format")
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("format", "round"):
            found.append(f"line {node.lineno}: {node.func.id}()")  # type: ignore[attr-defined]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
            found.append(f"line {node.lineno}: %")
    return found


def test_the_road_leads_somewhere() -> None:
    assert len(shown()) > 12


def test_what_is_shown_is_read_from_tables() -> None:
    found = {str(path.relative_to(REPORT)): computes(path.read_text(encoding="utf-8")) for path in shown()}
    assert {name: told for name, told in found.items() if told} == {}


def test_only_number_format_writes_numbers() -> None:
    found = {str(path.relative_to(REPORT)): formats(path.read_text(encoding="utf-8")) for path in REPORT.rglob("*.py")}
    found["shared/claims/claim.py"] = [each for each in found["shared/claims/claim.py"] if not each.endswith("round()")]
    assert {name: told for name, told in found.items() if told} == {}


def test_no_template_writes_numbers() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in REPORT.rglob("templates/*")}
    assert [name for name, text in texts.items() if "format(" in text or "| round" in text] == []


@pytest.mark.parametrize(
    "planted",
    [
        "from sim.statistics.intervals import wilson",
        "import numpy as np",
        "def f(data, place):\n    return data.wins(place)",
        "def f(source):\n    return source.data.estimate(1, 2)",
    ],
)
def test_a_number_of_its_own_is_seen(planted: str) -> None:
    assert len(computes(planted)) == 1


@pytest.mark.parametrize("planted", ['f"{x:.2f}"', "format(x, ',')", "'%g' % x", "round(x, 2)"])
def test_a_format_of_its_own_is_seen(planted: str) -> None:
    assert len(formats(planted)) == 1
