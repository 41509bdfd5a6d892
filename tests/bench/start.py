"""How long one waits for a start: with an empty cache, when everything must be compiled, and with a full one.

Seconds as they pass, and CPU seconds of the command and all its workers, with Python's bytecode on the disk. The
fastest of some starts counts, except for the cold one, which nobody wants to wait for twice.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from engine.errors import BadInput
from tests.bench._cases import GRIDS, cases
from tests.support import ROOT

STARTS = 5
RUN_SECONDS, VERB_SECONDS = 1.5, 0.6
VERBS = {
    "check, an experiment": ["check", str(ROOT / "configs/shipwreck/experiments/default.toml")],
    "check, a deck": ["check", str(ROOT / "configs/shipwreck/decks/base.toml")],
    "cards": ["cards"],
    "gate, no baseline": ["gate"],
    "games": ["games"],
}
"""What plays nothing, and so should start at once."""
TINY = ["run", "--deck", "base", "--policy", "certain", "--players", "3", "--doom", "0", "--games", "100"]
CODES = {"gate": BadInput.exit_code}
"""How a verb ends; the others end with 0."""


class Took(NamedTuple):
    """The seconds of a command."""

    wall: float
    cpu: float


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cache = {"FATECAST_CACHE": str(Path(folder) / "cache")}
        for game in GRIDS:
            policies = list(dict.fromkeys(case.policy for case in cases() if case.game == game))
            cold = fatecast(tiny(game, policies), folder, cache)
            warm = fastest(tiny(game, policies), folder, cache)
            one = fastest(tiny(game, policies[:1]), folder, cache)
            told(f"{game}: {len(policies)} policies, cold", cold)
            told(f"{game}: {len(policies)} policies, warm", warm)
            told(f"{game}: {policies[0]}, warm", one, f"(aim: at most {RUN_SECONDS} s)")
        told("fatecast run, tiny", fastest(TINY, folder, cache), f"(aim: at most {RUN_SECONDS} s)")
        for name, words in VERBS.items():
            told(f"fatecast {name}", fastest(words, folder, cache), f"(aim: at most {VERB_SECONDS} s CPU)")


def tiny(game: str, policies: list[str]) -> list[str]:
    """A run of a few games of each policy, nothing of which is kept."""
    grid = [f"--set={axis}={json.dumps(values)}" for axis, values in GRIDS[game].items()]
    chosen = [word for policy in policies for word in ("--policy", policy)]
    return ["run", "--game", game, *grid, *chosen, "--games", "10", "--detail", "cells"]


def fastest(words: list[str], folder: str, environment: dict[str, str]) -> Took:
    """The best of several starts."""
    return min((fatecast(words, folder, environment) for _ in range(STARTS)), key=lambda took: took.cpu)


def fatecast(words: list[str], folder: str, environment: dict[str, str]) -> Took:
    """One start, in a folder without configs."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        out = ["--out", "run"] if words[0] == "run" else []
        inherited = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        began = perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "fatecast", *words, *out],
            cwd=place,
            env={**inherited, "PYTHONPATH": str(ROOT), **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        took = Took(perf_counter() - began, usage.ru_utime + usage.ru_stime)
    if process.returncode != CODES.get(words[0], 0):
        sys.exit(f"fatecast {' '.join(words)} ended with {process.returncode}")
    return took


def told(what: str, took: Took, aim: str = "") -> None:
    print(f"{what:36} {took.wall:7.2f} s   {took.cpu:7.2f} s CPU   {aim}".rstrip())
