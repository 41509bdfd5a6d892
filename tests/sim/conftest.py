import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from engine.game import GAMES
from sim.cli import main
from tests.sim.toy import ADDRESS

ROOT = Path(__file__).parents[2]
RACE: Mapping[str, object] = {"game": "dice", "dice": [6, 8], "goals": [15, 20], "games": 3000, "seed": 7}
"""A small experiment of four cells."""

Fatecast = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True, scope="package")
def dice() -> Iterator[None]:
    """The toy is a game like any other, for as long as these tests last."""
    GAMES["dice"] = ADDRESS
    yield
    del GAMES["dice"]


def start(*arguments: object, **options: object) -> subprocess.Popen[str]:
    """The command line in a process of its own, the toy known to it."""
    command = [sys.executable, "-W", "error", "-m", "tests.sim.fatecast", *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT}
    return subprocess.Popen(command, **(pipes | options))  # type: ignore[call-overload, no-any-return]


@pytest.fixture
def fatecast() -> Fatecast:
    """Run the command line to its end."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        with start(*arguments) as process:
            out, err = process.communicate(timeout=600)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    return run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Fatecast:
    """The command line in this very process, which spares a second of imports: for what forks no workers."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = ["fatecast", *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", command)
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        code = ended.value.code if isinstance(ended.value.code, int) else 0
        return subprocess.CompletedProcess(command, code, out, err)

    return run


def race_flags(**changes: object) -> list[str]:
    """The small experiment as flags."""
    settings = {**RACE, **changes}
    return [f"--set={key}={str(value).replace(chr(39), chr(34))}" for key, value in settings.items()]
