"""Runs that are killed in the middle: `python -m tests.support.killed FOLDER MOMENT…` plays a small experiment once for
each moment, kills it when it is about to touch the disk for the n-th time, and continues it. `3+5` kills the run at 3,
and what continues it at 5. Without a moment, it plays FOLDER/whole, and prints how often that touches the disk.

This is a program of its own because it forks. A process that has used Polars must not.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.game.registry import GAMES
from sim import run
from tests.support import dice_race

EXPERIMENT = {"game": "dice", "dice": [6, 8], "goals": [15], "games": 200, "seed": 7}
TOUCHES = ("open", "replace", "fsync", "mkdir", "unlink")
"""What touches the disk."""


def kill_at(moment: int | None) -> list[str]:
    """Kills this process when it touches the disk for the n-th time, from 0; returns the list of its touches."""
    touches: list[str] = []

    def watched(name: str, touch: Callable[..., Any]) -> Callable[..., Any]:
        def touched(*arguments: Any, **options: Any) -> Any:
            if len(touches) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            touches.append(name)
            return touch(*arguments, **options)

        return touched

    for name in TOUCHES:
        setattr(os, name, watched(name, getattr(os, name)))
    return touches


def play(path: Path, moment: int | None) -> None:
    """Plays or continues a run in a process of its own."""
    child = os.fork()
    if not child:
        touches = kill_at(moment)
        run(EXPERIMENT, out=path, executor="inline", block=100, progress=False)
        if path.name == "whole":
            print(len(touches), flush=True)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    ended = os.WTERMSIG(status) == signal.SIGKILL if os.WIFSIGNALED(status) else status == 0
    if not ended or (moment is None and status):
        sys.exit(f"{path}: status {status}")


if __name__ == "__main__":
    GAMES["dice"] = dice_race.ADDRESS
    folder = Path(sys.argv[1])
    for moments in sys.argv[2:] or ["whole"]:
        killed = [int(part) for part in moments.split("+")] if moments != "whole" else []
        for moment in (*killed, None):
            play(folder / moments, moment)
