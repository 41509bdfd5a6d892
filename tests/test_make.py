"""What `make report` and `make test` install, in either order; nothing is installed here."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")

PLAY, DEVELOP = "--editable '.'", "--editable '.[dev]'"


def installs(folder: Path, target: str) -> list[str]:
    """What a target would install in a clone whose .venv has these marks."""
    shown = subprocess.run(
        ["make", "--no-print-directory", "-n", target], cwd=folder, capture_output=True, text=True, check=True
    ).stdout
    return [kind for line in shown.splitlines() for kind in (PLAY, DEVELOP) if line.endswith(kind)]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").mkdir()
    return tmp_path


def test_a_report_needs_no_tools_of_developers(clone: Path) -> None:
    assert installs(clone, "report") == [PLAY]
    assert installs(clone, "test") == installs(clone, "setup") == [DEVELOP]


def test_tests_after_a_report_add_the_tools(clone: Path) -> None:
    (clone / ".venv/can-play").touch()
    assert installs(clone, "report") == []
    assert installs(clone, "test") == [DEVELOP]


def test_a_report_after_tests_installs_nothing(clone: Path) -> None:
    shown = subprocess.run(
        ["make", "--no-print-directory", "-n", "setup"], cwd=clone, capture_output=True, text=True, check=True
    ).stdout
    assert shown.splitlines()[-1] == "touch .venv/can-play .venv/ready"
    for mark in ("can-play", "ready"):
        (clone / ".venv" / mark).touch()
    assert installs(clone, "report") == installs(clone, "test") == []
