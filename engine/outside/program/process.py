"""A running program: started when it is first asked, asked by lines, ended with the process that started it.

A program may do anything: end, hang, write without end, write nonsense. Whatever it does, the process that asks gets an
answer or an `Unanswered` with the reason, and the program is ended with all processes that it started.
"""

import json
import os
import re
import select
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, NoReturn
from warnings import catch_warnings, filterwarnings

from engine.errors import BadInput, BadText, Text, first_line, message
from engine.game.cell import Json
from engine.kernel.orphans import adopter, end, how_ended, started_by

HELLO_SECONDS = 30.0
"""How long a program may take until it has said what it plays; some need long to start."""
PATIENCE = 120.0
"""How long a program may write nothing before it is considered to hang."""
LONGEST_LINE = 1 << 20
MOST_COMPLAINTS = 1 << 20
"""Bytes that a program may write to standard error for one answer."""
REMEMBERED = 1 << 14
"""Bytes of them that are kept: a stack is long, and may stand below the error."""
LAST_WORDS = 300
"""Characters of them that an error shows."""
TRACEBACK = b"Traceback (most recent call last):"
ERROR = re.compile(
    rb"(?!\s|note:|warning:).*?"
    rb"(\b|[a-z])(error|exception|panic|panicked|fatal|terminate called|assertion\b.*\bfailed)\b",
    re.IGNORECASE,
)
"""A line that speaks of an error. Lines of a stack, and others that belong to the one above, begin with a space."""
AT_ONCE = 1 << 16
SOON = 1.0
"""Seconds until a program that has closed its output has ended, and its exit code is known."""

END_OF_GROUP = 'read -r _; kill -s KILL -- "-$1"'
"""What the watcher does: it waits until we are gone, however that happens, and ends the group of the program."""

Ends = Callable[[bytes], bool]
"""Whether a line is the last of an answer; `Unanswered` if it cannot be part of one."""


class Unanswered(BadText):
    """Why there is no answer: `it ended (exit code 3)`."""


class Process:
    """A program that runs."""

    def __init__(self, words: list[str], source: str) -> None:
        try:
            with catch_warnings():
                filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
                self.child = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    preexec_fn=adopter(),  # what it starts stays below it, so that all of it can be found
                )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else first_line(error)
            raise BadInput(
                message("cannot be started here: {word}: {reason}", word=words[0], reason=reason), source=source
            ) from None
        self.watcher = subprocess.Popen(
            ["/bin/sh", "-c", END_OF_GROUP, "sh", str(self.child.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.complaints, self.complained = b"", 0
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)

    def ask(self, question: Json, most: int, ends: Ends, patience: float) -> list[bytes]:
        """The lines of the answer; the last of them is one that ends it, and there are at most `most` before it. After
        an `Unanswered` the program no longer runs."""
        try:
            return self._answer(question, most, ends, patience)
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End the program and all that it started."""
        self.watcher.kill()
        self.watcher.wait()
        below = started_by([self.child.pid])
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)
        end(below)
        self.child.wait()
        self._close()

    def disown(self) -> None:
        """In a fork of the process that started it: it is not ours to ask, to end or to wait for."""
        self.child.returncode = self.watcher.returncode = 0
        self._close()

    def _close(self) -> None:
        for pipe in (*self._pipes(), self.watcher.stdin):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _pipes(self) -> list[IO[bytes]]:
        return [pipe for pipe in (self.child.stdin, self.child.stdout, self.child.stderr) if pipe is not None]

    def _answer(self, question: Json, most: int, ends: Ends, patience: float) -> list[bytes]:
        self.complained = 0
        self._check_silence()
        self._write(json.dumps(question, separators=(",", ":")).encode() + b"\n", patience)
        lines: list[bytes] = []
        rest = b""
        while True:
            *whole, rest = (rest + self._read(patience)).split(b"\n")
            for at, line in enumerate(whole):
                lines.append(line)
                if ends(line):
                    if rest or len(whole) > at + 1:
                        raise Unanswered(
                            message("it went on after its answer: {line}", line=shown([*whole, rest][at + 1]))
                        )
                    return lines
                if len(lines) > most:
                    raise Unanswered(
                        message(
                            "it answered with more than {most} lines before the last: {line}",
                            most=most,
                            line=shown(line),
                        )
                    )
            if len(rest) > LONGEST_LINE:
                raise Unanswered(
                    message(
                        "it wrote a line of more than {longest_line:,} bytes: {rest}",
                        longest_line=LONGEST_LINE,
                        rest=shown(rest),
                    )
                )

    def _check_silence(self) -> None:
        """Nothing may be there before a question is asked."""
        stdout = _fileno(self.child.stdout)
        if _ready(stdout, seconds=0):
            found = os.read(stdout, AT_ONCE)
            if not found:
                self._tell_its_end()
            line, _, _ = found.partition(b"\n")
            raise Unanswered(message("it wrote without being asked: {line}", line=shown(line)))

    def _write(self, data: bytes, patience: float) -> None:
        stdin = _fileno(self.child.stdin)
        while data:
            if not _ready(stdin, event=select.POLLOUT, seconds=patience):
                raise Unanswered(message("it read nothing for {patience:g} s", patience=patience))
            try:
                data = data[os.write(stdin, data) :]
            except BlockingIOError:
                continue
            except OSError:
                self._tell_its_end()

    def _read(self, patience: float) -> bytes:
        """Some bytes of the answer. What it writes to standard error is read, too, or it would have to wait."""
        stdout, stderr = _fileno(self.child.stdout), _fileno(self.child.stderr)
        deadline, listening = monotonic() + patience, [stdout, stderr]
        while True:
            ready = _ready(*listening, seconds=max(deadline - monotonic(), 0.0))
            if stderr in ready and not self._hear(stderr):
                listening = [stdout]
            if stdout in ready:
                found = os.read(stdout, AT_ONCE)
                if not found:
                    self._tell_its_end()
                return found
            if monotonic() >= deadline:
                raise Unanswered(
                    message(
                        "it wrote nothing for {patience:g} s{last_words}",
                        patience=patience,
                        last_words=self._last_words(),
                    )
                )

    def _hear(self, stderr: int) -> bool:
        """Reads some of what it complains about; False if it will not complain again."""
        with suppress(BlockingIOError):
            heard = os.read(stderr, AT_ONCE)
            self.complaints = (self.complaints + heard)[-REMEMBERED:]
            self.complained += len(heard)
            if self.complained > MOST_COMPLAINTS:
                raise Unanswered(
                    message(
                        "it wrote more than {most_complaints:,} bytes to standard error{last_words}",
                        most_complaints=MOST_COMPLAINTS,
                        last_words=self._last_words(),
                    )
                )
            return bool(heard)
        return True

    def _tell_its_end(self) -> NoReturn:
        """It has closed its output."""
        try:
            code = self.child.wait(SOON)
        except subprocess.TimeoutExpired:
            raise Unanswered(message("it closed its output, and runs on")) from None
        while _ready(_fileno(self.child.stderr), seconds=0) and self._hear(_fileno(self.child.stderr)):
            pass
        raise Unanswered(
            message("it ended ({how_ended}){last_words}", how_ended=how_ended(code), last_words=self._last_words())
        )

    def _last_words(self) -> Text:
        lines = [line.rstrip() for line in self.complaints.split(b"\n") if line.strip()]
        if not lines:
            return ""
        telling = telling_line(lines)
        if telling == lines[-1]:
            return message("; its last words: {line}", line=shown(telling))
        return message("; it says: {line}", line=shown(telling))


def telling_line(lines: Sequence[bytes]) -> bytes:
    """The line that says what is wrong. Python ends with it. Java, Go and Node.js go on with a stack. Rust and C++ say
    in the next line what it was, and then how to learn more. If no line speaks of an error, it is the last one."""
    for at in reversed(range(len(lines))):
        line, following = lines[at], lines[at + 1 :]
        if line.startswith(TRACEBACK):
            return next((each for each in following if not each.startswith((b" ", b"\t"))), lines[-1])
        if ERROR.match(line[: LAST_WORDS * 4]):
            goes_on = following and (line.endswith(b":") or following[0].lstrip().startswith(b"what():"))
            return b" ".join([line, following[0].strip()]) if goes_on else line
    return lines[-1]


def shown(line: bytes) -> str:
    """What a program wrote, in quotes, printable and short."""
    text = line[: LAST_WORDS * 4].decode(errors="replace")
    return ascii(text if len(text) <= LAST_WORDS else f"{text[:LAST_WORDS]}…")


def _ready(*pipes: int, seconds: float, event: int = select.POLLIN) -> set[int]:
    """Those that can be read, or written to, now or within some seconds; an end counts, too."""
    poll = select.poll()
    for pipe in pipes:
        poll.register(pipe, event)
    return {pipe for pipe, _ in poll.poll(seconds * 1000)}


def _fileno(pipe: IO[bytes] | None) -> int:
    assert pipe is not None
    return pipe.fileno()
