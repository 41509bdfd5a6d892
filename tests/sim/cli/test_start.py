"""What a verb loads. How long that takes depends on the machine; what is loaded does not."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from sim.cli import app
from sim.cli.flags.help_text import PlainGroup
from sim.verbs.request.verb import modules
from tests.support import ROOT
from tests.support.command_line import Fatecast, race_flags
from tests.support.dice_race import ADDRESS

HEAVY = ("distributed", "jinja2", "llvmlite", "matplotlib", "numba", "numpy", "polars", "scipy", "tqdm")
"""Packages that take long to load."""

VERBS = {f"sim.verbs.{module}" for module in modules()}
"""The modules of verbs."""

LIST = f"""
import gc, json, os, sys
from sim.cli import main
sys.argv[0] = "fatecast"
try:
    main()
finally:
    named, tasks = {[*HEAVY, *VERBS]}, "/proc/self/task"
    loaded = [name for name in sys.modules if name in named or name.startswith(("scipy.", "sim.compare."))]
    threads = len(os.listdir(tasks)) if os.path.isdir(tasks) else None
    print(json.dumps([loaded, threads, gc.get_freeze_count()]))
"""


DICE = f"""
from engine.game.registry import GAMES
GAMES["dice"] = {ADDRESS!r}
"""


class Ended(NamedTuple):
    """What a command leaves to Python's end."""

    loaded: list[str]
    """Heavy packages, modules of SciPy, of comparisons and of verbs."""
    threads: int | None
    """None where the system does not tell."""
    frozen: int
    """Objects among which nobody looks for garbage."""


def ended(*words: object, folder: Path = ROOT, before: str = "") -> Ended:
    command = [sys.executable, "-c", before + LIST, *map(str, words)]
    done = subprocess.run(command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert "unexpected" not in done.stderr
    assert done.stdout, done.stderr
    return Ended(*json.loads(done.stdout.splitlines()[-1]))


def loaded(*words: object, folder: Path = ROOT, before: str = "") -> set[str]:
    """What a command has loaded when it ends."""
    return set(ended(*words, folder=folder, before=before).loaded)


def test_help_loads_nothing_heavy() -> None:
    assert loaded("--help") == VERBS, "it says a sentence of each"
    assert loaded("run", "--help") == {"sim.verbs.run"}


@pytest.mark.parametrize("words", [["games"], ["cards"]], ids=" ".join)
def test_a_verb_that_plays_nothing_loads_no_compiler(words: list[str]) -> None:
    verb = {"cards": "pieces"}.get(words[0], words[0])
    assert loaded(*words) == {"numpy", f"sim.verbs.{verb}"}, "and no other verb"


def test_an_end_is_quick() -> None:
    """Python would look for garbage once more, and NumPy's library would keep a core busy for each of its threads."""
    end = ended("check", "configs/shipwreck/experiments/default.toml")
    assert {*end.loaded} == {"numpy", "sim.verbs.check"}, "no compiler, and no other verb"
    assert end.threads in (1, None)
    assert end.frozen > 50_000


def test_a_gate_without_a_baseline_loads_nothing_heavy(tmp_path: Path) -> None:
    found = loaded("gate", folder=tmp_path)
    assert found == {"sim.verbs.gate", "sim.compare.gate", "sim.compare.gate.baseline_files"}


def test_a_run_loads_no_statistics_that_it_does_not_need(tmp_path: Path) -> None:
    """Comparisons, and with them the slow half of SciPy, are for several contents. The game is plain Python: Numba
    loads a part of SciPy itself."""
    found = loaded("run", *race_flags(), "--out", tmp_path / "run", "--executor", "inline", before=DICE)
    assert "polars" in found
    assert not {name for name in found if name.startswith(("scipy", "sim.compare"))}


def test_a_ctrl_c_that_typer_catches_is_told(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    for place in (app.Verbs, PlainGroup):  # outside of what reports errors, and inside
        with monkeypatch.context() as patched:
            patched.setattr(place, "invoke", pressed)
            done = typed("games")
        assert (done.returncode, done.stderr) == (130, "fatecast: interrupted\n")
