"""What `make report` compiles while packages are installed."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from engine.game.cell import Cell
from sim.api import compile as module
from sim.experiment.experiment import read_experiment, resolve
from tests.support import ROOT

NAMES = {"multiprocessing-logging": "multiprocessing_logging"}
"""Of modules, where they differ from those of packages."""


def test_it_needs_only_the_packages_that_are_installed_first() -> None:
    """Whatever else is installed may be half there."""
    [first] = re.findall(r"--no-compile ([a-z ]+) &&", (ROOT / "Makefile").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = {re.split(r"[<>=~!]", each)[0] for each in project["dependencies"]}
    missing = sorted(NAMES.get(each, each) for each in packages - {*first.split(), "numpy"})  # Numba comes with NumPy
    assert {"polars", "scipy", "typer"} <= set(missing)
    code = f"import sys; sys.modules.update(dict.fromkeys({missing})); from sim.api.compile import compile_for; "
    command = [sys.executable, "-c", f"{code}compile_for('smoke')"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def test_it_waits_until_all_is_compiled_in_the_order_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    @contextmanager
    def slowly(game: object, cells: Sequence[Cell], say: object) -> Iterator[Callable[[Cell], bool]]:
        def is_ready(cell: Cell) -> bool:
            asked.append(cell.name)
            return len(asked) > 3

        yield is_ready
        assert len(asked) > 3

    monkeypatch.setattr(module, "preparing", slowly)
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.0)
    module.compile_for("smoke")
    experiment = resolve(*read_experiment("smoke"))
    assert asked[0] == experiment.cells[-1].name
    assert asked[3:] == [cell.name for cell in experiment.cells[::-1]]
