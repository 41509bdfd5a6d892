"""Every number of a page comes from a table of the report, and one module writes it."""

import ast
import re
from pathlib import Path

import pytest

from engine.game.registry import GAMES
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


KINDS = sorted(path.parent.name for path in REPORT.glob("*/kind.py") if path.parent.name != "shared")
OURS = {*GAMES} | {"arcana", "merchants", "openspiel"}
NAMED_OF = re.compile(rf"\b({'|'.join(sorted(OURS))})\b", re.IGNORECASE)


def kinds_named(path: Path, source: str) -> list[str]:
    """The kinds of page that a module outside their folders imports."""
    inside = path.relative_to(REPORT).parts[0]
    found = re.findall(rf"\bsim\.report\.({'|'.join(KINDS)})\b", source)
    return sorted({kind for kind in found if kind != inside})


def test_the_report_names_no_game() -> None:
    files = [path for path in REPORT.rglob("*") if path.suffix in (".py", ".html", ".css", ".js")]
    assert len(files) > 80
    found = {str(path.relative_to(REPORT)): NAMED_OF.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {name: told for name, told in found.items() if told} == {}
    assert NAMED_OF.findall('if game == "pig": of Euphoria') == ["pig", "Euphoria"]


def test_a_new_kind_is_one_folder_and_a_line() -> None:
    """Only what chooses the kind of a page knows all folders. Where seats get points, they are seats of a competitive
    game, too; and openings, which only a cooperative game has, are compared between runs."""
    found = {str(path.relative_to(REPORT)): kinds_named(path, path.read_text()) for path in REPORT.rglob("*.py")}
    of_returns = {name: told for name, told in found.items() if name.startswith("returns/") and told}
    assert {*map(tuple, of_returns.values())} == {("competitive",)}
    assert {name: told for name, told in found.items() if told and name not in of_returns} == {
        "choice.py": KINDS,
        "side_by_side/page.py": ["cooperative"],
    }
    planted = "from sim.report.production.kind import PRODUCTION"
    assert kinds_named(REPORT / "make.py", planted) == ["production"]
