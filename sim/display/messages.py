"""What the command line says beside tables: plain lines on stdout, errors on stderr.

With `print`, because Typer's `echo` writes UTF-8 even where the output takes only ASCII.
"""

import sys

from sim.experiment.escapes import shortened, visible


def say(text: object) -> None:
    """Text on stdout; it may have several lines."""
    print(visible(str(text), keep="\n\t"), flush=True)


def complain(line: str) -> None:
    """One line on stderr: an error or a warning, of a length that can be read."""
    print(f"fatecast: {shortened(visible(line))}", file=sys.stderr, flush=True)
