"""Commands as a person can copy them: too long for a line, they go on in the next one after a backslash."""

import re
import sys
from shutil import get_terminal_size

WORD = re.compile(r"""(?:'[^']*'|"[^"]*"|\\.|[^\s'"])+""")
GOES_ON = " \\"
INDENT = "    "
PLAIN_WIDTH = 200
"""Of the output to a file or a pipe, where no line should be cut."""


def line_width() -> int:
    """Characters that fit into a line of the output."""
    return get_terminal_size((80, 24)).columns if sys.stdout.isatty() else PLAIN_WIDTH


def continued(command: str, width: int, comment: str = "") -> str:
    """The command in lines of at most this width, as far as its words allow. A comment that does not fit behind it
    stands above it."""
    told = f"   # {comment}" if comment else ""
    if len(command) + len(told) <= width:
        return f"{command}{told}"
    lines = [""]
    for word in WORD.findall(command):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else f"{lines[-1]}{word}"
        if lines[-1].strip() and len(longer) + len(GOES_ON) > width:
            lines[-1] += GOES_ON
            lines.append(f"{INDENT}{word}")
        else:
            lines[-1] = longer
    return "\n".join([f"# {comment}", *lines] if comment else lines)
