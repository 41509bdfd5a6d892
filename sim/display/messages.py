"""What the command line says beside tables: plain lines on stdout, errors on stderr, in the width of the terminal.

With `print`, because Typer's `echo` writes UTF-8 even where the output takes only ASCII. A line goes on in the next one
at a word; a word that is longer than the terminal, such as a path, stays whole, so that it can still be copied.
"""

import re
import sys
from contextlib import AbstractContextManager, nullcontext
from shutil import get_terminal_size
from time import monotonic, process_time
from typing import TextIO

from sim.text.escapes import shortened, visible
from sim.text.json_text import readable
from sim.text.wrapping import wrapped

PLAIN_WIDTH = 200
"""Of the output to a file or a pipe, where no line should be cut."""
WORD = re.compile(r"""(?:'[^']*'|"[^"]*"|\\.|[^\s'"])+""")
GOES_ON = " \\"
INDENT = "    "


def say(text: object) -> None:
    """Text on stdout; it may have several lines. A progress bar makes room for it."""
    with _beside_a_bar():
        print(_fitted(visible(str(text), keep="\n\t"), sys.stdout), flush=True)


def say_data(data: object) -> None:
    """The result as JSON on stdout, for another program."""
    print(readable(data).decode(), end="", flush=True)


def say_command(command: str, comment: str = "") -> None:
    """A command on stdout that a person can copy, and what it is for."""
    width = get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH
    print(visible(continued(command, width, comment), keep="\n"), flush=True)


def complain(line: str) -> None:
    """One line on stderr: an error or a warning, of a length that can be read."""
    with _beside_a_bar():
        print(_fitted(f"fatecast: {shortened(visible(line))}", sys.stderr), file=sys.stderr, flush=True)


class Steps:
    """The steps of a command: one line on stderr when a step is over, with its seconds."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._began = monotonic() - process_time()  # Python has loaded our modules: that belongs to the first step

    def over(self, what: str) -> None:
        """This is what was done since the last step."""
        now = monotonic()
        if self._shown:
            complain(f"{what} … {now - self._began:.0f} s")
        self._began = now


def continued(command: str, width: int, comment: str = "") -> str:
    """A command in lines of at most this width, as far as its words allow; each but the last ends with a backslash. A
    comment that does not fit behind it stands above it."""
    told = f"   # {comment}" if comment else ""
    if len(command) + len(told) <= width:
        return f"{command}{told}"
    lines = [""]
    for word in WORD.findall(command):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and len(longer) + len(GOES_ON) > width:
            lines[-1] += GOES_ON
            lines.append(f"{INDENT}{word}")
        else:
            lines[-1] = longer
    above = [f"# {piece}" for piece in wrapped(comment, width - 2).split("\n")] if comment else []
    return "\n".join([*above, *lines])


def _beside_a_bar() -> AbstractContextManager[None]:
    """Takes a progress bar away for a moment, if there can be one: who shows no bar need not load its package."""
    if sys.modules.get("tqdm") is None:
        return nullcontext()
    from tqdm import tqdm

    return tqdm.external_write_mode(sys.stdout)


def _fitted(text: str, out: TextIO) -> str:
    return wrapped(text, get_terminal_size().columns) if out.isatty() else text
