"""Calls the command line from tests."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.support import ROOT

RACE: Mapping[str, object] = {"game": "dice", "dice": [6, 8], "goals": [15, 20], "games": 3000, "seed": 7}
"""A small experiment of four cells."""

Fatecast = Callable[..., subprocess.CompletedProcess[str]]


def start(*arguments: object, **options: object) -> subprocess.Popen[str]:
    """Starts the command line in its own process, with the toy games registered."""
    command = [sys.executable, "-W", "error", "-m", "tests.support.fatecast", *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT}
    return subprocess.Popen(command, **(pipes | options))  # type: ignore[call-overload, no-any-return]


def race_flags(**changes: object) -> list[str]:
    """The small experiment as command-line flags."""
    settings = {**RACE, **changes}
    return [f"--set={key}={str(value).replace(chr(39), chr(34))}" for key, value in settings.items()]


def experiment(folder: Path, **changes: object) -> Path:
    """Writes the small experiment to a file."""
    path = folder / "race.json"
    path.write_text(json.dumps({"name": "race", **RACE, **changes}))
    return path
