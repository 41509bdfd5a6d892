"""Work in a folder that a stranger prepared: nothing that lies there is run or obeyed unless the call names it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import ROOT

TRAP = "from pathlib import Path\nPath({!r}).write_text('harm')\n"
"""Code that overwrites a file of ours."""
MODULES = ["numpy", "numba", "polars", "typer", "rich", "tqdm", "jinja2", "matplotlib", "scipy", "pydantic", "yaml"]
MODULES += ["json", "typing", "sitecustomize", "usercustomize", "engine", "sim", "fatecast", "conftest", "pyspiel"]
DECK = "configs/shipwreck/decks/base.toml"


def traps(thesis: Path) -> dict[str, Callable[[Path], object]]:
    """What lies in the folder, by name: each is a function that puts it at its place."""
    code = TRAP.format(str(thesis))
    found: dict[str, Callable[[Path], object]] = {f"{name}.py": lambda path: path.write_text(code) for name in MODULES}
    return {
        **found,
        "game.py": lambda path: path.write_text(code),
        "pig.py": lambda path: path.write_text(code),
        "policy.py": lambda path: path.write_text(code),
        ".pdbrc": lambda path: path.write_text(f"!open({str(thesis)!r}, 'w')\n"),
        "pyproject.toml": lambda path: path.write_text('[project.entry-points."fatecast.games"]\npig = "game:GAME"\n'),
        "matplotlibrc": os.mkfifo,
        "configs/pig/experiments/default.toml": lambda path: path.write_text('game = "./game.py"\n'),
        "configs/pig/policies/hold.toml": lambda path: path.write_text('policy = "./policy.py"\n'),
        DECK: lambda path: path.symlink_to("/dev/zero"),
    }


def laid(folder: Path, thesis: Path, names: list[str]) -> None:
    for name, put in traps(thesis).items():
        if name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            put(folder / name)


def typed_there(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in the folder. It imports as the console command does: nothing from there."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "fatecast", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


TRAPS = [*traps(Path("x"))]
VERBS = {
    "games": ["games"],
    "run": ["run", "--game", "pig", "--players", "2", "--policy", "hold", "--games", "20", "--out", "new", "--report"],
    "policies": ["policies", "--game", "pig"],
}


PRESET = "configs/pig/policies/hold.toml"
"""It is refused, so that nothing else of a run would be seen."""


@pytest.mark.parametrize(
    ("verb", "names"),
    [
        ("run", [name for name in TRAPS if name != PRESET]),
        pytest.param("games", TRAPS, marks=pytest.mark.full),
        pytest.param("run", [PRESET], marks=pytest.mark.full),
        pytest.param("policies", [PRESET, "policy.py"], marks=pytest.mark.full),
    ],
    ids=["run", "games", "run with a preset", "policies"],
)
def test_nothing_of_it_is_run(tmp_path: Path, verb: str, names: list[str]) -> None:
    folder, thesis = tmp_path / "theirs", tmp_path / "thesis.txt"
    folder.mkdir()
    thesis.write_text("mine")
    laid(folder, thesis, names)
    done = typed_there(folder, *VERBS[verb])
    assert thesis.read_text() == "mine", done.stderr
    assert done.returncode in (0, 2), done.stderr
    assert "Traceback" not in done.stderr
    assert "unexpected" not in done.stderr
    assert done.returncode == 0 or len(done.stderr.splitlines()) == 1, done.stderr
