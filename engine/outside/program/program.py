"""A program by its command: what it is, and the one process of it that each of our processes runs."""

import atexit
import json
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import BadInput, BrokenRule, Text, first_line, message
from engine.game.cell import Json
from engine.outside.program import process
from engine.outside.program.process import Ends, Process, Unanswered, shown

SCHEME = "cmd"
PROTOCOL = 1
DIGITS = 16
"""Of a SHA-256, to tell programs apart."""

Answer = TypeVar("Answer")

_running: dict[str, Process] = {}
"""By command. A fork starts its own."""


@dataclass(frozen=True)
class Program:
    """A command that speaks the protocol."""

    command: str
    """As typed, without the scheme: `./mygame --balance`."""

    @property
    def source(self) -> str:
        """How every complaint about it begins."""
        return f"{SCHEME}:{self.command}"

    @cached_property
    def words(self) -> list[str]:
        """The program and its arguments. No shell reads them."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise BadInput(message("not a command: {error}", error=first_line(error)), source=self.source) from None
        if not words or any("\0" in word for word in words):
            raise BadInput(source=self.source, expected=message("a command, such as {scheme}:./mygame", scheme=SCHEME))
        return words

    @cached_property
    def digest(self) -> str:
        """Of the command, with the contents of files in place of their paths: so that the same program in another
        folder is the same."""
        return _hash([_content(word) or word for word in self.words])

    @cached_property
    def hello(self) -> Json:
        """What it answers to `hello`."""
        return self._read_hello(self._started())

    @property
    def hello_digest(self) -> str:
        return _hash(self.hello)

    def ask(
        self, question: Json, most: int, ends: Ends, read: Callable[[list[bytes]], Answer], doing: Text, patience: float
    ) -> Answer:
        """What `read` makes of the answer. BrokenRule if there is none, or one that `read` raises `Unanswered` for;
        then the program is ended, and the next question goes to a new one."""
        running = self._running()
        try:
            return read(running.ask(question, most, ends, patience))
        except Unanswered as error:
            self.end()
            raise BrokenRule(
                message("asked to {doing}: {reason}", doing=doing, reason=error.said), source=self.source
            ) from None
        except BaseException:
            self.end()  # half an answer may be on its way
            raise

    def end(self) -> None:
        """End the process of it that runs here, if there is one."""
        found = _running.pop(self.command, None)
        if found is not None:
            found.end()

    def _running(self) -> Process:
        """The process that runs here. A new one must say the same as the first."""
        if self.command in _running:
            return _running[self.command]
        known = self.hello
        if self.command not in _running and self._read_hello(self._started()) != known:
            self.end()
            raise BrokenRule(
                message("asked for hello again: it answered something else than before"), source=self.source
            )
        return _running[self.command]

    def _started(self) -> Process:
        self.end()  # the file may be another one by now
        started = _running[self.command] = Process(self.words, self.source)
        return started

    def _read_hello(self, running: Process) -> Json:
        question = {"ask": "hello", "protocol": PROTOCOL}
        try:
            [line] = running.ask(question, 0, _is_object, process.HELLO_SECONDS)
        except Unanswered as error:
            self.end()
            raise BadInput(message("asked for hello: {reason}", reason=error.said), source=self.source) from None
        found: Json = read_json(line)
        return found


def _is_object(line: bytes) -> bool:
    """Whether a line answers `hello`. There is no other line that may come."""
    found = read_json(line)
    if not isinstance(found, dict):
        raise Unanswered(message("expected an object, got {line}", line=shown(line)))
    if "error" in found:
        raise Unanswered(message("it says: {error}", error=shown(str(found["error"]).encode())))
    return True


def read_json(line: bytes) -> Any:
    """A line of an answer as data."""
    try:
        return json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Unanswered(message("expected a line of JSON, got {line}", line=shown(line))) from None


def _no_number(text: str) -> None:
    raise ValueError(text)


def _hash(data: object) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _content(word: str) -> str:
    """A hash of the file that a word of a command names; empty if it names none."""
    path = Path(word)
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError) as error:
        raise BadInput(message("cannot be read: {error}", error=first_line(error)), source=word) from None


def _end_all() -> None:
    for running in _running.values():
        running.end()
    _running.clear()


def _disown_all() -> None:
    for running in _running.values():
        running.disown()
    _running.clear()


atexit.register(_end_all)
os.register_at_fork(after_in_child=_disown_all)
