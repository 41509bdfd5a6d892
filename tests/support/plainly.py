"""Commands in a process in which kernels are plain Python."""

import os
import subprocess
import sys

from tests.support import ROOT


def run_plainly(*words: str) -> str:
    """A command of tests.own_games, in a process in which kernels are plain Python."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", *words],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout
