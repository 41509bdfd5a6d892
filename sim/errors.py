"""Ends of a run that leave a directory to continue."""

from pathlib import Path
from shlex import quote

from engine.errors import FatecastError


def resume_command(path: Path) -> str:
    """What to type to go on."""
    return f"fatecast resume {quote(str(path))}"


class Stopped(FatecastError):  # noqa: N818 - the name is the message
    """The run could not go on: a full disk, a lost worker, a game that failed."""

    exit_code = 1

    def __init__(self, reason: str, path: Path) -> None:
        super().__init__(f"{reason}; finished blocks are kept, continue with: {resume_command(path)}")


class Inconclusive(FatecastError):  # noqa: N818
    """Nothing wrong was found, and not enough to call it right."""

    exit_code = 4


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a run."""

    exit_code = 130

    def __init__(self, path: Path) -> None:
        super().__init__(f"interrupted; finished blocks are kept, continue with: {resume_command(path)}")
