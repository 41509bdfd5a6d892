"""What is asked of the worker, and what comes back: events, each a dict with a `kind`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import Text
from engine.language.current import language, said

if TYPE_CHECKING:
    from sim.studio.jobs.talk import Talk

DONE, FAILED, CANCELLED = "done", "failed", "cancelled"
LAST_KINDS = (DONE, FAILED, CANCELLED)
"""A job ends with one of these. Whatever a job tells before is of a kind of its own."""
REFUSED = "refused"
"""What and why: a line for the log. It is no event of a job."""

Event = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """One piece of work. It travels to the worker, so `run` is a function of a module, and `asked` can be pickled."""

    run: "Callable[[Any, Talk], None]"
    asked: object
    page: str = ""
    """The page that asked. Its next job takes the place of this one; empty: nothing does."""
    needs_listener: bool = True
    """Whether it stops when nobody listens any more."""
    language: str = field(default_factory=language)
    """That of the page that asked: what the job tells is in it."""


class Workplace(NamedTuple):
    """What a worker must know before its first job: the only code that it will ever load."""

    folder: Path
    game: str
    """As the starting command named it: a file, a program or a name."""
    policies: tuple[str, ...] = ()
    """Files of policies that the starting command named, with their parameters: `./mine.py at=3`."""


def failed(line: Text, **more: object) -> Event:
    """The last event of a job that went wrong, in one line."""
    return {"kind": FAILED, "line": str(line), **more}


def refused(what: str, why: str) -> Event:
    """What the log is told."""
    return {"kind": REFUSED, "what": what, "why": why}


def nobody_waits() -> Event:
    """The last event of a job that was stopped."""
    return {"kind": CANCELLED, "line": said("nobody waits for it any more")}
