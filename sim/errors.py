"""How a run can end before it is finished, and how a check can end without an answer."""

from pathlib import Path
from shlex import quote

from engine.errors import FatecastError


def resume_command(path: Path) -> str:
    """The command that continues a run."""
    return f"fatecast resume {quote(str(path))}"


def mended_by(path: Path) -> str:
    """What to do about a damaged file that the run can write again."""
    return f"mend it with: {resume_command(path)}"


class Stopped(FatecastError):  # noqa: N818 - the name is the message
    """The run had to stop: the disk is full, a worker was lost, a game failed."""

    exit_code = 1

    def __init__(self, reason: str, path: Path) -> None:
        super().__init__(f"{reason}; finished blocks are kept, continue with: {resume_command(path)}")


class Inconclusive(FatecastError):  # noqa: N818
    """Nothing wrong was found, but not enough was checked to call it right."""

    exit_code = 4


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run."""

    exit_code = 130

    def __init__(self, path: Path) -> None:
        super().__init__(f"interrupted; finished blocks are kept, continue with: {resume_command(path)}")
