"""What a verb loads. How long that takes depends on the machine; what is loaded does not."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

HEAVY = ("distributed", "jinja2", "llvmlite", "matplotlib", "numba", "numpy", "polars", "scipy")
"""Packages that take long to load."""

LIST = f"""
import sys
from sim.cli import main
sys.argv[0] = "fatecast"
try:
    main()
finally:
    print("LOADED", *[name for name in {HEAVY} if name in sys.modules])
"""


def loaded(*words: str, folder: Path = ROOT) -> set[str]:
    """The heavy packages that a command has loaded when it ends."""
    done = subprocess.run([sys.executable, "-c", LIST, *words], cwd=folder, capture_output=True, text=True)
    assert "unexpected" not in done.stderr
    last = done.stdout.splitlines()[-1].split()
    assert last[0] == "LOADED", done.stderr
    return set(last[1:])


@pytest.mark.parametrize(
    "words",
    [
        ["check", "configs/shipwreck/decks/base.toml"],
        ["check", "configs/shipwreck/experiments/default.toml"],
        ["check", "configs/shipwreck/policies/family.toml"],
    ],
    ids=" ".join,
)
def test_a_verb_that_plays_nothing_loads_no_compiler(words: list[str]) -> None:
    assert loaded(*words) <= {"numpy"}
