"""No process outlives the one that started it, however that one ends.

A process that plays may be deep in compiled code, or in a policy that never lets go of the interpreter. Then it cannot
notice that its parent is gone, and would go on at full speed for ever. So a process that plays nothing watches: a few
times a second it asks who its own parent is. This works on every Unix.

Code of somebody else may start processes, too, and leave them behind. The watcher remembers every process that it has
seen below those that it watches, whatever session or group it has put itself into, and ends them all. On Linux, a
process that lost its parent stays below the worker (`adopt_orphans`), so none can hide.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from typing import NamedTuple, NoReturn
from warnings import catch_warnings, filterwarnings

from engine.errors import Text, message

TICK = 0.2
"""Seconds between two looks."""
LOOK_BELOW = 1.0
"""Seconds between two looks at what the watched processes have started: these cost more."""
PR_SET_CHILD_SUBREAPER = 36
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, a wish that a command ends, and a terminal that is closed."""
FINISH = signal.SIGUSR1
"""Tells the watcher that all went well: it ends what was left behind, and itself."""

_forks: list[tuple[tuple[str, int], ...]] = []
"""Where this process was forked by `os.fork`, each time: files and lines, the innermost first."""


class Started(NamedTuple):
    """A process; its number alone may one day be that of another."""

    number: int
    since: str
    """When it began, in the words of the system."""


@contextmanager
def ended_with_us(processes: Callable[[], Iterable[int]]) -> Iterator[None]:
    """Meanwhile, if this process is killed, these processes and all that they started are killed too. At the end, what
    they left behind is killed."""
    us, watcher = os.getpid(), 0
    try:
        with signals_held(), catch_warnings():
            filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
            watcher = os.fork()
            if not watcher:
                _watch(us, processes)
        yield
    finally:
        if watcher:
            with suppress(ProcessLookupError):
                os.kill(watcher, FINISH)
                os.kill(watcher, signal.SIGCONT)  # somebody may have stopped it
            with suppress(ChildProcessError):
                os.waitpid(watcher, 0)


@contextmanager
def signals_held() -> Iterator[None]:
    """Meanwhile Ctrl-C, SIGTERM and SIGHUP wait: a process that is being started is not known yet to those who would
    end it. Blocking them would not do, because another thread of this process may take them."""
    if current_thread() is not main_thread():  # no other thread answers them
        yield
        return
    came: list[int] = []
    answers = {number: signal.getsignal(number) or signal.SIG_DFL for number in ENDS}
    held = {number: answer for number, answer in answers.items() if answer is not signal.SIG_IGN}
    try:
        for number in held:
            signal.signal(number, lambda number, frame: came.append(number))
        yield
    finally:
        for number, answer in held.items():
            signal.signal(number, answer)
        if came:
            signal.raise_signal(came[0])


def kill(processes: Iterable[int]) -> None:
    """End these processes at once. No number of a process is 0, which would stand for all that we belong to."""
    for process in processes:
        if process > 0:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def started_by(processes: Iterable[int]) -> set[Started]:
    """All processes that these have started, directly or not, and that are still below them."""
    table = _processes()
    below = {number for number in processes if number > 0}
    found: set[int] = set()
    while below:
        below = {number for number, (parent, _) in table.items() if parent in below} - found
        found |= below
    return {Started(number, table[number][1]) for number in found}


def end(started: Iterable[Started]) -> None:
    """End those of these processes that still run."""
    wanted = set(started)
    if wanted:
        kill(number for number, (_, since) in _processes().items() if Started(number, since) in wanted)


def kill_with_all_they_started(processes: Iterable[int]) -> None:
    """End these processes, and those that they started."""
    numbers = list(processes)
    below = started_by(numbers)
    kill(numbers)
    end(below)


def adopt_orphans() -> None:
    """From now on, a process below this one that loses its parent becomes a child of this one. Only Linux can."""
    adopter()()


def adopter() -> Callable[[], None]:
    """What lets a process adopt orphans, ready to be called where little can be done: between fork and exec, which
    keeps the setting."""
    if sys.platform != "linux":
        return lambda: None
    import ctypes  # slow to import, and needed only where games are played

    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    return partial(prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) if prctl else lambda: None


def how_ended(code: int) -> Text:
    """What an exit code says: `exit code 3`, `signal 11, SIGSEGV`."""
    if code >= 0:
        return message("exit code {code}", code=code)
    names = {each.value: each.name for each in signal.Signals}
    name = names.get(-code, "?")
    if code == -signal.SIGKILL:
        return message("signal {number}, {name}: killed, or out of memory", number=-code, name=name)
    return message("signal {number}, {name}", number=-code, name=name)


def wait_for_the_end_of(parent: int, meanwhile: Callable[[], object] = lambda: None) -> None:
    """Return when our parent is no longer this process."""
    while os.getppid() == parent:
        meanwhile()
        time.sleep(TICK)


def default_signals() -> None:
    """Let Ctrl-C, SIGTERM and SIGHUP end this process without a word: the one that started it answers for them.
    What the command was told to ignore, as by `nohup`, stays so."""
    for number in ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def _watch(parent: int, processes: Callable[[], Iterable[int]]) -> NoReturn:
    """What the watcher does. It leaves nothing behind, and writes nothing that its parent began to write."""
    left: set[Started] = set()
    looked = time.monotonic() - LOOK_BELOW / 2  # the first look comes soon

    def look() -> None:
        nonlocal looked
        if time.monotonic() - looked >= LOOK_BELOW:
            left.update(started_by([*processes(), *(each.number for each in left)]))
            looked = time.monotonic()

    def finish(*_: object) -> NoReturn:
        try:
            end(left)
        finally:
            os._exit(0)

    try:
        signal.signal(FINISH, finish)
        for number in ENDS:
            signal.signal(number, signal.SIG_IGN)
        wait_for_the_end_of(parent, look)
        kill_with_all_they_started(processes())
        end(left)
    finally:
        os._exit(0)


def _processes() -> dict[int, tuple[int, str]]:
    """Of each process of this machine: its parent, and when it began."""
    found: dict[int, tuple[int, str]] = {}
    if Path("/proc/self/stat").exists():
        for path in Path("/proc").iterdir():
            if path.name.isdigit():
                with suppress(OSError, IndexError, ValueError):
                    fields = (path / "stat").read_bytes().rpartition(b")")[2].split()
                    found[int(path.name)] = int(fields[1]), fields[19].decode()
        return found
    import subprocess

    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,lstart="], capture_output=True, text=True, check=False)
    for line in listed.stdout.splitlines():
        number, parent, *since = line.split()
        found[int(number)] = int(parent), " ".join(since)
    return found


def fork_in(file: str) -> str | None:
    """How code of a file has forked this process since the last call of this function: `line 12: os.fork`. None if it
    has not."""
    if not _forks:
        return None
    places = [place for fork in _forks for place in fork if place[0] == file]
    _forks.clear()
    return f"line {places[0][1]}: os.fork" if places else None


def _note_fork() -> None:
    places, frame = [], sys._getframe(1)
    while frame is not None:
        places.append((frame.f_code.co_filename, frame.f_lineno))
        frame = frame.f_back  # type: ignore[assignment]
    _forks[:] = [*_forks[-8:], tuple(places)]


os.register_at_fork(before=_note_fork)
