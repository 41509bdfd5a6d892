"""How a run can end before it is finished, and how a check can end without an answer."""

import os
import signal
import sys
from pathlib import Path
from shlex import quote
from threading import Timer
from time import monotonic
from types import FrameType

from engine.errors import FatecastError, Message, Text, message
from engine.game.registry import call_names
from engine.language.current import said

PAUSE = 8.0
"""Seconds after a Ctrl-C in which another one changes nothing. The command usually ends sooner."""
PATIENCE, MOMENT = 2.5, 0.05
"""Seconds that a Ctrl-C may wait for modules to load, and after which to see whether they have."""
PYDANTIC = f"{os.sep}pydantic{os.sep}"


def resume_command(path: Path) -> str:
    """The command that continues a run."""
    return f"fatecast resume {quote(str(path))}{call_names().playing}"


def mended_by(path: Path) -> Message:
    """What to do about a damaged file that the run can write again."""
    return message("mend it with: {command}", command=resume_command(path))


class Stopped(FatecastError):  # noqa: N818 - the name is the message
    """The run had to stop: the disk is full, a worker was lost, a game failed."""

    exit_code = 1

    def __init__(self, reason: Text, path: Path, own_code: bool = False) -> None:
        command = resume_command(path)
        hint = message("finished blocks are kept, continue with: {command}", command=command)
        if own_code:
            hint = message(
                "finished blocks are kept, continue with: {command} "
                "(if you mend the code, start anew: another text plays other games)",
                command=command,
            )
        super().__init__(reason, hint=hint)


class Inconclusive(FatecastError):  # noqa: N818
    """Nothing wrong was found, but not enough was checked to call it right."""

    exit_code = 4


class Terminated(KeyboardInterrupt):
    """SIGTERM: somebody wants the command to end, as with Ctrl-C."""

    number = signal.SIGTERM


class HungUp(Terminated):
    """SIGHUP: its terminal is gone."""

    number = signal.SIGHUP


RAISED: dict[int, type[KeyboardInterrupt]] = {
    signal.SIGINT: KeyboardInterrupt,
    signal.SIGTERM: Terminated,
    signal.SIGHUP: HungUp,
}
"""What a signal raises."""


class Cancelled(KeyboardInterrupt):
    """Whoever asked for the work does not want it any more, as with Ctrl-C."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C or SIGTERM during a run."""

    def __init__(self, path: Path, by: KeyboardInterrupt | None = None) -> None:
        self.exit_code = interrupt_code(by)
        super().__init__(str(_kept_by(by, resume_command(path))))


class SearchInterrupted(Interrupted):
    """Ctrl-C or SIGTERM during a search, whose games are kept."""

    def __init__(self, path: Path, by: KeyboardInterrupt | None = None) -> None:
        self.exit_code = interrupt_code(by)
        KeyboardInterrupt.__init__(self, str(_games_kept_by(by, path)))


def interrupt_code(interrupt: KeyboardInterrupt | None) -> int:
    """The exit code: 128 and the number of the signal."""
    if isinstance(interrupt, Interrupted):
        return interrupt.exit_code
    return 128 + _number_of(interrupt)


def _number_of(interrupt: BaseException | None) -> int:
    return interrupt.number if isinstance(interrupt, Terminated) else signal.SIGINT


def interrupt_line(interrupt: KeyboardInterrupt) -> str:
    """What to say about it, in one line."""
    return str(interrupt) or _word(interrupt)


def _word(interrupt: KeyboardInterrupt | None) -> str:
    if isinstance(interrupt, Terminated):
        return said("terminated")
    return said("cancelled") if isinstance(interrupt, Cancelled) else said("interrupted")


def _kept_by(interrupt: KeyboardInterrupt | None, command: str) -> Message:
    if isinstance(interrupt, Terminated):
        return message("terminated; finished blocks are kept, continue with: {command}", command=command)
    if isinstance(interrupt, Cancelled):
        return message("cancelled; finished blocks are kept, continue with: {command}", command=command)
    return message("interrupted; finished blocks are kept, continue with: {command}", command=command)


def _games_kept_by(interrupt: KeyboardInterrupt | None, path: Path) -> Message:
    if isinstance(interrupt, Terminated):
        template = message(
            "terminated; the games played so far are kept in {path}: the same command goes on from there", path=path
        )
    elif isinstance(interrupt, Cancelled):
        template = message(
            "cancelled; the games played so far are kept in {path}: the same command goes on from there", path=path
        )
    else:
        template = message(
            "interrupted; the games played so far are kept in {path}: the same command goes on from there", path=path
        )
    return template


def answer_signals() -> None:
    """Let Ctrl-C, SIGTERM and SIGHUP end the command in good order. Whoever is impatient and presses again does not
    disturb the end, unless it takes long: then the first may have been lost."""
    last, asked = -PAUSE, 0.0

    def answer(number: int, frame: FrameType | None) -> None:
        nonlocal last, asked
        if monotonic() - last < PAUSE:
            return
        asked = asked or monotonic()
        if _is_in_compiled_code(frame) and monotonic() - asked < PATIENCE:
            # Compiled modules print a traceback of their own if they are interrupted while they are loaded. Pydantic
            # takes an interrupt in a validator for a mistake in the content.
            _send_again(number)
            return
        last, asked = monotonic(), 0.0
        raise RAISED[number]

    def swallowed(unraisable: "sys.UnraisableHookArgs") -> None:
        """Compiled code, or an object's end, can catch what `answer` raises, print it and go on: then ask again."""
        nonlocal last
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(unraisable)
            return
        last = -PAUSE
        _send_again(_number_of(unraisable.exc_value))

    sys.unraisablehook = swallowed
    for number in RAISED:
        default = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        if signal.getsignal(number) is default:  # a command in the background may be meant to ignore Ctrl-C
            signal.signal(number, answer)


def _send_again(number: int) -> None:
    again = Timer(MOMENT, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def _is_in_compiled_code(frame: FrameType | None) -> bool:
    """Whether a module is being loaded, or Pydantic at work."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith("<frozen importlib") or PYDANTIC in file:
            return True
        frame = frame.f_back
    return False


def ignore_signals() -> None:
    """At the very end, when nothing is left to interrupt."""
    for number in RAISED:
        signal.signal(number, signal.SIG_IGN)
