"""Calls functions in another process, in which the engine runs as plain Python.

That process plays the games of policies that Numba cannot compile. The engine of this process is compiled, and one
interpreter cannot run it both ways. The other process starts when it is first needed, serves one request after another
over its pipes, and ends when this one ends, however that happens.

It is really two: one plays, the other keeps watch and ends both. A policy may hold the interpreter for ever, so the
process that plays cannot watch. Both import only what this process could import: no module of the current directory.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, BinaryIO, NoReturn

from engine.errors import FatecastError, first_line, message
from engine.kernel.numba_inside.settings_files import ignore_settings_files
from engine.kernel.orphans import adopt_orphans, end, started_by, wait_for_the_end_of

SERVE = f"from {__name__} import serve; serve({{}})"
_lock = Lock()
_others: dict[int, subprocess.Popen[bytes]] = {}
"""The other process, by the id of this one: a forked child needs one of its own."""


def elsewhere(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of a module in the other process, and return its result."""
    with _lock:
        other = _other()
        assert other.stdin is not None
        assert other.stdout is not None
        try:
            pickle.dump((function, arguments), other.stdin)
            other.stdin.flush()
            went_well, answer = pickle.load(other.stdout)
        except (EOFError, OSError):
            dismiss()
            raise FatecastError(message("the process that plays plain-Python policies was lost")) from None
        except BaseException:
            dismiss()  # its answer to this request would be taken for that to the next
            raise
    if not went_well:
        raise answer
    return answer


def _other() -> subprocess.Popen[bytes]:
    """The running process, or a new one."""
    if os.getpid() not in _others:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        _others[os.getpid()] = subprocess.Popen(
            [sys.executable, "-P", "-c", SERVE.format(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is not for it
        )
    return _others[os.getpid()]


@atexit.register
def dismiss() -> None:
    """End the other process, and whatever its policy started."""
    other = _others.pop(os.getpid(), None)
    if other is not None:
        below = started_by([other.pid])
        with suppress(ProcessLookupError, PermissionError):  # macOS does not permit it if all have ended
            os.killpg(other.pid, signal.SIGKILL)
        end(below)
        other.wait()
        for pipe in (other.stdin, other.stdout):
            if pipe is not None:
                pipe.close()


def serve(parent: int) -> None:
    """Let a child answer requests, and end it when it is no longer needed: when the process that asks is gone."""
    ignore_settings_files()
    adopt_orphans()
    player = os.fork()
    if not player:
        _answer_requests()
    for pipe in (sys.stdin, sys.stdout):
        os.close(pipe.fileno())
    wait_for_the_end_of(parent, lambda: os.waitpid(player, os.WNOHANG)[0] and os._exit(1))
    end(started_by([os.getpid()]))
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _answer_requests() -> NoReturn:
    """Answer requests until the pipe ends. What a policy prints goes to stderr."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    requests: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    us = os.getpid()
    while True:
        function, arguments = requests.get()
        try:
            answer = True, function(*arguments)
        except BaseException as error:
            answer = (
                False,
                error
                if isinstance(error, Exception)
                else FatecastError(message("{name}: {error}", name=type(error).__name__, error=first_line(error))),
            )
        if os.getpid() != us:
            os._exit(0)  # a copy of this process, which a policy has made: one answer is enough
        pickle.dump(answer, answers)
        answers.flush()


def _listen(pipe: BinaryIO, requests: "SimpleQueue[Any]") -> None:
    """Receive requests. When the pipe ends, end at once, even in the middle of a game."""
    while True:
        try:
            requests.put(pickle.load(pipe))
        except EOFError:
            os._exit(0)
