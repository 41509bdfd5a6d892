"""What `make report` and `make test` install, in either order; nothing is installed here."""

import os
import shutil
import subprocess
import sys
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


@pytest.mark.parametrize(
    ("pip", "used"),
    [
        ("__version__ = '22.3'", ["pip --python .venv/bin/python install"]),
        ("__version__ = '22.2.1'", ["venv .venv", "own pip install"]),
        ("raise ImportError", ["venv .venv", "own pip install"]),
    ],
    ids=["recent pip", "old pip", "no pip"],
)
def test_a_report_gets_by_with_the_pip_that_is_there(clone: Path, pip: str, used: list[str]) -> None:
    """If it is able to install into another environment; else the environment gets one of its own."""
    log = clone / "log"
    for folder, name, first in ((clone, "python", ""), (clone / ".venv/bin", "python", "own ")):
        folder.mkdir(exist_ok=True)
        program = folder / name
        program.write_text(
            f"""#!/bin/sh
if [ "$1" = -m ]; then shift; echo "{first}$*" >> '{log}'; else exec '{sys.executable}' -P "$@"; fi
"""
        )
        program.chmod(0o755)
    (clone / "found").mkdir()
    (clone / "found/pip.py").write_text(pip)
    subprocess.run(
        ["make", f"PYTHON={clone}/python", ".venv/can-play"],
        cwd=clone,
        env={**os.environ, "PYTHONPATH": str(clone / "found")},
        capture_output=True,
        check=True,
    )
    made, *asked = log.read_text().splitlines()
    assert made == "venv --without-pip .venv"
    assert [line.partition(" --quiet")[0] for line in asked] == used
    assert (clone / ".venv/can-play").exists()
