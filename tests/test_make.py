"""What `make report` and `make test` install, in either order, and what they say; nothing is installed here."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.version import Version

from tests.support import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")

PLAY, DEVELOP = "--editable '.'", "--editable '.[dev]'"


def installs(folder: Path, target: str) -> list[str]:
    """What a target would install in a clone whose .venv has these marks, once each: a `make` in it would ask again."""
    shown = subprocess.run(
        ["make", "--no-print-directory", "-n", target], cwd=folder, capture_output=True, text=True, check=True
    ).stdout
    return [*dict.fromkeys(kind for line in shown.splitlines() for kind in (PLAY, DEVELOP) if kind in line)]


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
    assert shown.splitlines()[-1] == "rm -f .venv/unfinished; touch .venv/can-play .venv/ready"
    for mark in ("can-play", "ready"):
        (clone / ".venv" / mark).touch()
    assert installs(clone, "report") == installs(clone, "test") == []


class Machine(NamedTuple):
    """A clone on a machine whose programs only write down what they were asked to do."""

    folder: Path
    log: Path

    def make(
        self, *words: str, pip: str = "__version__ = '22.3'", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """`make`, where Python has this pip."""
        (self.folder / "modules/pip.py").write_text(pip)
        return subprocess.run(
            ["make", "--no-print-directory", f"PYTHON={self.folder}/python", *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "modules"), **variables},
            capture_output=True,
            text=True,
        )

    def asked(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def machine(clone: Path) -> Machine:
    """`python -m WORDS` fails if WORDS have the word in FAILS."""
    log = clone / "log"
    (clone / "modules").mkdir()
    (clone / ".venv").rmdir()
    (clone / "python").write_text(
        f"""#!/bin/sh
if [ "$1" != -m ]; then exec '{sys.executable}' -P "$@"; fi
shift
echo "$(basename "$(dirname "$0")" | sed "s/^{clone.name}$/lent/") $*" >> '{log}'
case "$*" in *"${{FAILS:-nothing}}"*) exit 1;; esac
if [ "$1" = venv ]; then
    mkdir -p .venv/bin
    cp '{clone}/python' .venv/bin
    printf '#!/bin/sh\\necho "fatecast $*" >> "{log}"\\n' > .venv/bin/fatecast
    chmod +x .venv/bin/fatecast
    case "$*" in *without-pip*) ;; *) touch .venv/bin/pip;; esac
fi
"""
    )
    (clone / "python").chmod(0o755)
    return Machine(clone, log)


@pytest.mark.parametrize(
    ("pip", "environment", "used"),
    [
        ("__version__ = '22.3'", "venv --without-pip .venv", "lent pip --python .venv/bin/python"),
        ("__version__ = '22.2.1'", "venv .venv", "bin pip"),
        ("raise ImportError", "venv .venv", "bin pip"),
    ],
    ids=["recent pip", "old pip", "no pip"],
)
def test_a_report_gets_by_with_the_pip_that_is_there(machine: Machine, pip: str, environment: str, used: str) -> None:
    """If it is able to install into another environment; else the environment gets one of its own."""
    done = machine.make("report", pip=pip)
    assert done.returncode == 0, done.stderr
    made, first, *meanwhile, played = machine.asked()
    install = f"{used} install --quiet --constraint constraints.txt --no-compile"
    assert made == f"lent {environment}"
    assert first == f"{install} numba pydantic"
    assert sorted(meanwhile) == sorted([f"{install} --editable .", "bin sim.api.compile default"])
    assert played == "fatecast run default --report"
    assert (machine.folder / ".venv/can-play").exists()


def test_a_report_says_what_each_step_took(machine: Machine) -> None:
    done = machine.make("report")
    assert done.stdout == ""
    steps = [line.removeprefix("fatecast: ").rpartition(" … ") for line in done.stderr.splitlines()]
    assert all(seconds.removesuffix(" s").isdigit() for _, _, seconds in steps)
    assert {what for what, _, _ in steps[2:4]} == {"packages to play and report with", "compiling"}
    whole = [what for at, (what, _, _) in enumerate(steps) if at not in (2, 3)]
    assert whole == ["environment", "packages to compile with", "all of it"]


def test_what_cannot_be_compiled_beforehand_is_left_to_the_run(machine: Machine) -> None:
    assert machine.make("report", FAILS="sim.api.compile").returncode == 0
    assert machine.asked()[-1] == "fatecast run default --report"


@pytest.mark.parametrize("step", ["numba", "--editable"])
@pytest.mark.parametrize("target", ["report", "setup"])
def test_half_an_installation_is_begun_afresh(machine: Machine, step: str, target: str) -> None:
    """pip may have left half a package, and would take it for a whole one."""
    assert machine.make("report", FAILS=step).returncode != 0
    assert not (machine.folder / ".venv/can-play").exists()
    half = machine.folder / ".venv/half-a-package"
    half.touch()
    assert machine.make(target).returncode == 0
    assert not half.exists()
    assert (machine.folder / ".venv/can-play").exists()


def test_a_whole_installation_is_added_to(machine: Machine) -> None:
    assert machine.make("report").returncode == 0
    whole = machine.folder / ".venv/a-package"
    whole.touch()
    assert machine.make("setup").returncode == 0
    assert whole.exists()


def test_the_oldest_packages_that_are_tried_are_the_oldest_that_are_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    allowed = dict(each.lower().partition(",")[0].split(">=") for each in project["dependencies"])
    lines = (ROOT / "tests/oldest.txt").read_text(encoding="utf-8").lower().splitlines()
    tried = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert {name: Version(number) for name, number in tried.items()} == {
        name: Version(number) for name, number in allowed.items()
    }
