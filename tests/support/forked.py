"""The command line in a process of its own that need not import anew what commands import: it is forked from one that
waits with all of that at hand. Without Polars, which starts threads when it is imported.

`python -m tests.support.forked LINE` is the process that waits; it serves one command after another, and ends when the
other end of its line is closed.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from subprocess import CompletedProcess

from tests.support import ROOT

AT_HAND = (
    "jinja2",
    "matplotlib.backends.backend_svg",
    "matplotlib.figure",
    "numba",
    "pydantic",
    "rich.table",
    "scipy.optimize",
    "scipy.stats",
    "typer",
    "engine.shipwreck.game",
    "tests.support.fatecast",
)
TIME = 600
"""Seconds that a command may take."""
SIZE = 8
"""Bytes of a number on the line."""


def environment() -> dict[str, str]:
    """Of this process, but for what changes with every test."""
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


class Waiting:
    """The process that waits, as its user sees it."""

    def __init__(self) -> None:
        self.environment = environment()
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", "-m", "tests.support.forked", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=ROOT,
                start_new_session=True,
            )

    def run(self, words: list[str]) -> CompletedProcess[str]:
        """A command to its end: until nobody can write to its stdout and stderr any more."""
        (out, to_out), (err, to_err) = os.pipe(), os.pipe()
        message = json.dumps(words).encode()
        socket.send_fds(self._line, [len(message).to_bytes(SIZE, "big")], [to_out, to_err])
        self._line.sendall(message)
        os.close(to_out)
        os.close(to_err)
        with ThreadPoolExecutor() as readers:
            try:
                told = list(readers.map(_read, (out, err), timeout=TIME))
            except TimeoutError:
                self.end()
                raise
        status = int.from_bytes(self._line.recv(SIZE), "big")
        return CompletedProcess(words, os.waitstatus_to_exitcode(status), *told)

    def end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._line.close()


def _read(pipe: int) -> str:
    with open(pipe, encoding="utf-8") as stream:
        return stream.read()


def next_command(line: socket.socket) -> list[str]:
    """The words of the next command, in a process that was forked for it."""
    while True:
        length, streams, *_ = socket.recv_fds(line, SIZE, 2)
        if not length:
            sys.exit()
        words = json.loads(line.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL))
        child = os.fork()
        if not child:
            line.close()
            for number, stream in enumerate(streams, start=1):
                os.dup2(stream, number)
                os.close(stream)
            return list(words)
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        line.sendall(status.to_bytes(SIZE, "big"))


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as the command line does; a process with threads must not fork
    for name in AT_HAND:
        import_module(name)
    command = import_module("tests.support.fatecast")
    sys.argv = [str(command.__file__), *next_command(socket.socket(fileno=int(sys.argv[1])))]
    command.main()
