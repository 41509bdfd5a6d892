"""The command line: one file for each family of verbs, named after them.

A verb reads its flags, calls one of the packages below and prints what it returns. It may import everything in `sim`;
nothing imports it.
"""

import atexit
import gc
import os
import sys
import threading

from engine.errors import BadInput
from engine.kernel.numba_inside.settings_files import ignore_settings_files
from engine.language.current import speaking
from sim.display.plain_characters import hold_streams
from sim.errors import answer_signals, ignore_signals, interrupt_code, interrupt_line

GARBAGE = 100_000
"""New objects before Python looks for garbage. Its own number is 700: a start would look hundreds of times, in vain."""
MOMENT = 0.5
"""Seconds that a thread has to end after the command."""


def main() -> None:
    """The console command, from its first moment to its last: whenever Ctrl-C is pressed, it ends with one line."""
    hold_streams()
    gc.set_threshold(GARBAGE)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's library would keep all cores busy while it starts
    answer_signals()
    ignore_settings_files()
    try:
        from sim.folder.language import language_of

        try:
            language = language_of(sys.argv[1:], _warn)
        except BadInput as error:
            from sim.display.messages import complain

            complain(error.line)
            sys.exit(error.exit_code)
        with speaking(language):
            from sim.cli.app import main as command

            command()
    except KeyboardInterrupt as interrupt:
        from sim.display.messages import complain

        complain(interrupt_line(interrupt))
        sys.exit(interrupt_code(interrupt))
    finally:
        ignore_signals()
        gc.freeze()  # or Python would look for garbage once more at its end, a tenth of a second for nothing
        _leave_threads_behind()


def _warn(line: str) -> None:
    from sim.display.messages import complain

    complain(line)


def _leave_threads_behind() -> None:
    """End at once if a game has started threads that do not end: Python would wait for them forever."""
    ending = sys.exc_info()[1]
    left = [thread for thread in threading.enumerate() if thread is not threading.main_thread() and not thread.daemon]
    for thread in left:
        thread.join(MOMENT)
    if isinstance(ending, SystemExit) and any(thread.is_alive() for thread in left):
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ending.code if isinstance(ending.code, int) else 0)
