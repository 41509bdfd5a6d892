"""Runs command lines in children that may take little, and measures what they took.

`python -m tests.support.measured` has loaded the command line and forks a child for each request, which spares a second
of imports. The parent itself never uses Polars, so its children may.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support import ROOT

MEMORY = 1_500_000_000
"""Bytes that no verb may need for what a stranger sent."""
CPU_SECONDS = 60
ROOM = 8 << 30
"""Of address space, most of which nobody touches; a child that wants more is ended."""
NO_CORE = (0, 0)


class Taken(NamedTuple):
    """How a command line ended, and what it took."""

    code: int
    said: str
    """What it wrote to stderr."""
    memory: int
    """The most bytes that it, or a process it waited for, had in memory."""
    seconds: float
    """Of CPU, with those of processes it waited for."""

    @property
    def lines(self) -> list[str]:
        return self.said.splitlines()


class Measure:
    """The process that forks the children."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def __call__(self, *words: object, folder: Path) -> Taken:
        """Type a command in a folder, and wait for its end."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps([str(folder), *map(str, words)]), file=self._process.stdin, flush=True)
        return Taken(*json.loads(self._process.stdout.readline()))


@contextmanager
def measuring() -> Iterator[Measure]:
    """A process that forks children, as long as this lasts."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.measured"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "POLARS_MAX_THREADS": "2", "OPENBLAS_NUM_THREADS": "1"},
    ) as process:
        yield Measure(process)
        assert process.stdin
        process.stdin.close()


def _taken(folder: str, words: Sequence[str]) -> Taken:
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            _become(folder, words, said.fileno())
        _, status, used = os.wait4(child, 0)
        said.seek(0)
        text = said.read().decode(errors="replace")
    code = os.waitstatus_to_exitcode(status)
    return Taken(code, text, used.ru_maxrss * 1024, used.ru_utime + used.ru_stime)


def _become(folder: str, words: Sequence[str], said: int) -> None:
    """Types the command in this child."""
    code = 70
    try:
        os.chdir(folder)
        with Path(os.devnull).open("r+b", buffering=0) as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
        os.dup2(said, 2)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        resource.setrlimit(resource.RLIMIT_CPU, (2 * CPU_SECONDS, 2 * CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, NO_CORE)
        sys.argv = ["fatecast", *words]
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    # What every verb needs, and no table: a process that has used Polars must not be forked.
    import numpy  # noqa: F401
    import polars  # noqa: F401
    import scipy.stats  # noqa: F401

    import sim.cli.app
    import sim.inspect.verify
    import sim.report.shared.write  # noqa: F401
    from engine.game.registry import GAMES
    from engine.kernel.numba_inside.settings_files import ignore_settings_files
    from sim.cli import main
    from sim.play import progress
    from tests.support import dice_race

    ignore_settings_files()
    progress.FIRST_LINE = float("inf")  # a slow machine says no more than others
    GAMES["dice"] = dice_race.ADDRESS
    for line in sys.stdin:
        home, *typed = json.loads(line)
        print(json.dumps(_taken(home, typed)), flush=True)
