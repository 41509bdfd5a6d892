"""What a verb loads. How long that takes depends on the machine; what is loaded does not."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.command_line import race_flags
from tests.support.dice_race import ADDRESS

HEAVY = ("distributed", "jinja2", "llvmlite", "matplotlib", "numba", "numpy", "polars", "scipy", "tqdm")
"""Packages that take long to load."""

LIST = f"""
import sys
from sim.cli import main
sys.argv[0] = "fatecast"
try:
    main()
finally:
    loaded = [name for name in sys.modules if name in {HEAVY} or name.startswith(("scipy.", "sim.compare."))]
    print("LOADED", *loaded)
"""


DICE = f"""
from engine.game.registry import GAMES
GAMES["dice"] = {ADDRESS!r}
"""


def loaded(*words: object, folder: Path = ROOT, before: str = "") -> set[str]:
    """What a command has loaded when it ends: heavy packages, modules of SciPy and of comparisons."""
    command = [sys.executable, "-c", before + LIST, *map(str, words)]
    done = subprocess.run(command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert "unexpected" not in done.stderr
    last = done.stdout.splitlines()[-1].split()
    assert last[0] == "LOADED", done.stderr
    return set(last[1:])


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"]], ids=" ".join)
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    assert not loaded(*words)


@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        ["games", "shipwreck"],
        ["policies"],
        ["cards"],
        ["pieces", "--json"],
        ["check", "configs/shipwreck/decks/base.toml"],
        ["check", "configs/shipwreck/experiments/default.toml"],
        ["check", "configs/shipwreck/policies/family.toml"],
        ["check", "--schema"],
    ],
    ids=" ".join,
)
def test_a_verb_that_plays_nothing_loads_no_compiler(words: list[str]) -> None:
    assert loaded(*words) <= {"numpy"}


def test_a_gate_without_a_baseline_loads_nothing_heavy(tmp_path: Path) -> None:
    assert loaded("gate", folder=tmp_path) == {"sim.compare.gate", "sim.compare.gate.baseline_files"}


def test_a_run_loads_no_statistics_that_it_does_not_need(tmp_path: Path) -> None:
    """Comparisons, and with them the slow half of SciPy, are for several contents. The game is plain Python: Numba
    loads a part of SciPy itself."""
    found = loaded("run", *race_flags(), "--out", tmp_path / "run", "--executor", "inline", before=DICE)
    assert "polars" in found
    assert not {name for name in found if name.startswith(("scipy", "sim.compare"))}
