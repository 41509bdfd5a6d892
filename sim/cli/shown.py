"""Runs a verb for the command line, and shows its result: as sentences and tables, or as data."""

from typing import TYPE_CHECKING, Any

from sim.cli.command import Voice
from sim.display.messages import say, say_data
from sim.verbs.request.progress import Progress
from sim.verbs.request.verb import Verb

if TYPE_CHECKING:
    from sim.verbs.compare import Compared


class Terminal(Progress):
    """A person at a terminal: a bar if there is one, lines as soon as they are known."""

    caller, means = "command line", "flags"
    shows_bar = None


def shown(verb: Verb[Any, Any], asked: Any, voice: Voice) -> int:
    """Do what was asked, show what was found, and return the exit code."""
    found = verb.run(asked, Terminal())
    if voice.as_data:
        say_data(found.data())
    else:
        SHOWS[type(found).__name__](found)
    return int(found.exit_code)


def _compared(found: "Compared") -> None:
    from sim.compare.output import show_comparison
    from sim.report.write import link_to

    show_comparison(found.found, found.title)
    if found.page is not None:
        say(f"{found.page}\n{link_to(found.page)}")


SHOWS = {"Compared": _compared}
"""How each result is shown, by its class."""
