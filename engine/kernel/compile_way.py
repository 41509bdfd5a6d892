"""Which of two ways kernels are compiled: as one program each (`whole_program`, fast), or by plain Numba (slow).

The fast way leans on how Numba is built inside. For a version of Numba that it was not tried with, a small program is
compiled first. If that fails, kernels are compiled the slow way, and one line says so. Both ways give the same games.
`FATECAST_WHOLE_PROGRAM=0` asks for the slow way.
"""

import os
import sys
from functools import cache

from engine.kernel.numba_inside.settings_files import load_numba

TRIED = ("0.68.",)
"""The versions of Numba that `whole_program` was tried with."""


@cache
def compiles_whole_programs() -> bool:
    """Whether kernels are compiled as one program."""
    if os.environ.get("FATECAST_WHOLE_PROGRAM", "1") == "0":
        return False
    reason = obstacle()
    if reason:
        version = load_numba().__version__
        print(
            f"fatecast: Numba {version} is not built as expected ({reason}); compiling takes minutes, once",
            file=sys.stderr,
        )
    return not reason


def obstacle() -> str:
    """Why the fast way does not work with this version of Numba; nothing if it does."""
    if load_numba().__version__.startswith(TRIED):
        return ""
    try:
        from engine.kernel.numba_inside.whole_program import compile_example

        return "" if compile_example() else "a test program computes the wrong number"
    except Exception as error:
        return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
