"""The command line: one file for each family of verbs, named after them.

A verb reads its flags, calls one of the packages below and prints what it returns. It may import everything in `sim`;
nothing imports it.
"""

import sys

from sim.errors import answer_signals, ignore_signals, interrupt_code, interrupt_line


def main() -> None:
    """The console command, from its first moment to its last: whenever Ctrl-C is pressed, it ends with one line."""
    answer_signals()
    try:
        from sim.cli.app import main as command

        command()
    except KeyboardInterrupt as interrupt:
        from sim.display.messages import complain

        complain(interrupt_line(interrupt))
        sys.exit(interrupt_code(interrupt))
    finally:
        ignore_signals()
