"""May kernels be compiled the fast way with a Numba that it was not tried with? A trial says so (`probe`): once, by
processes of their own that have little time, and beside the machine code its verdict is remembered.

A verdict holds for these versions of Numba, llvmlite and Python and for these sources of ours. One that is not as it
was written is no verdict.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from tempfile import TemporaryDirectory

from engine.configs import read_bounded
from engine.errors import BadInput
from engine.kernel.compiling.private_folder import private_folder
from engine.kernel.orphans import ended_with_us, how_ended
from engine.kernel.sources import digest_of, with_imports

TRIAL = """
from engine.kernel.numba_inside.settings_files import ignore_settings_files
ignore_settings_files()
from engine.kernel.compiling.probe.trial import tell
tell(from_cache={})
"""
SOURCE = Path(__file__).parent / "probe/trial.py"
LIMIT = 120.0
"""Seconds that a process of the trial may take. On a quiet machine it takes five."""
RIGHT = "right"
"""What it says if all is as it should be."""
LONGEST = 1000
"""Letters of a verdict."""
ITS_OWN_FAULT = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE)
"""Ends of a process that it brought about itself."""


def verdict(environment: Mapping[str, str]) -> str:
    """Why the fast way is not to be used; nothing if it may be. `environment` asks for it."""
    digest = digest_of(with_imports([SOURCE]), f"{version('numba')} {version('llvmlite')} {python_version()}")
    file = private_folder(f"numba-{digest}") / "verdict"
    told = _remembered(file, digest)
    if not told:
        told, is_certain = _try_out(environment)
        if is_certain:
            _remember(file, digest, told)
    return "" if told == RIGHT else told


def _remembered(file: Path, digest: str) -> str:
    """The verdict in a file; nothing if there is none, or not as it was written."""
    try:
        text = read_bounded(file, 2 * LONGEST).decode()
    except (BadInput, UnicodeDecodeError):
        return ""
    told = text.partition("\n")[0]
    return told if text == _sealed(told, digest) else ""


def _remember(file: Path, digest: str, told: str) -> None:
    fresh = file.with_suffix(f".{os.getpid()}")
    with suppress(OSError):  # then it is found out again
        fresh.write_text(_sealed(told, digest), encoding="utf-8")
        fresh.replace(file)


def _sealed(told: str, digest: str) -> str:
    return f"{told}\n{sha256(f'{digest} {told}'.encode()).hexdigest()}\n"


def _try_out(environment: Mapping[str, str]) -> tuple[str, bool]:
    """The verdict, and whether it would be the same next time: a process that was killed may have been right."""
    told, code = "", 0
    with TemporaryDirectory(prefix="fatecast-") as cache:
        for from_cache in (False, True):
            told, code = _run(TRIAL.format(from_cache), {**environment, "FATECAST_CACHE": cache})
            if told != RIGHT:
                break
    return told, code == 0 or -code in ITS_OWN_FAULT


def _run(script: str, environment: Mapping[str, str]) -> tuple[str, int]:
    """The line that a process tells, or how it ended, and its exit code."""
    with (
        subprocess.Popen(
            [sys.executable, "-P", "-c", script],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process,
        ended_with_us(lambda: [process.pid]),
    ):
        try:
            output, _ = process.communicate(timeout=LIMIT)
        except BaseException as error:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                return f"a trial takes more than {LIMIT:.0f} s", -signal.SIGKILL
            raise
    if process.returncode:
        return f"a trial ends with {how_ended(process.returncode)}", process.returncode
    line = output.decode(errors="replace").partition("\n")[0]
    return "".join(filter(str.isprintable, line))[:LONGEST] or "a trial says nothing", 0
