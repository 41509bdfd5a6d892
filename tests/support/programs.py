"""Commands of programs to test with."""

import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.support import ROOT

PYTHON = f"{shlex.quote(sys.executable)} -S -E"
SCRIPT = ROOT / "tests/support/program.py"
FORKING = ROOT / "tests/support/fork_program.py"
EXAMPLE = ROOT / "docs/examples/pig.c"
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
NO_COMPILER = "there is no C compiler here: cc, gcc or clang"


def race(fault: str = "") -> str:
    """The command of a race of dice with this fault, or without one."""
    return f"{PYTHON} {shlex.quote(str(SCRIPT))} {fault}".strip()


def forking(game: str = "cards", fault: str = "") -> str:
    """The command of a game that goes on from a decision in another way, with this fault or without one."""
    return f"{PYTHON} {shlex.quote(str(FORKING))} {game} {fault}".strip()


@cache
def pig() -> Path:
    """The example in C, compiled. Every warning is an error."""
    program = Path(mkdtemp(prefix="fatecast-test-")) / "pig"
    flags = ("-O2", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
    subprocess.run([COMPILER or "cc", *flags, "-o", str(program), str(EXAMPLE)], check=True)
    return program
