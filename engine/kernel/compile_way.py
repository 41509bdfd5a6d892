"""Which of two ways kernels are compiled: as one program each (`numba_inside`, fast), or by plain Numba (slow).

The fast way leans on how Numba is built inside. With a version of Numba that it was not tried with, a small game is
compiled and played first (`compiling.untried`). If its games do not end as they should, kernels are compiled the slow
way, and one line says so. Both ways give the same games. `FATECAST_WHOLE_PROGRAM=0` asks for the slow way.
"""

import os
import sys
from functools import cache

from engine.kernel.numba_inside.settings_files import load_numba

TRIED = ("0.68.",)
"""The versions of Numba that the fast way was tried with."""

WAY = "FATECAST_WHOLE_PROGRAM"
SLOW, UNASKED = "0", "unasked"
"""The slow way, and the fast one without a trial: for the trial itself."""


@cache
def compiles_whole_programs() -> bool:
    """Whether kernels are compiled as one program."""
    if os.environ.get(WAY) == SLOW:
        return False
    reason = obstacle()
    if reason:
        print(
            f"fatecast: Numba {load_numba().__version__} is not built as expected ({reason}); "
            "compiled the plain way, which takes minutes, once",
            file=sys.stderr,
        )
    return not reason


def obstacle() -> str:
    """Why the fast way does not work with this version of Numba; nothing if it does."""
    numba = load_numba()
    if numba.__version__.startswith(TRIED) or os.environ.get(WAY) == UNASKED or numba.config.DISABLE_JIT:
        return ""
    from engine.kernel.compiling.untried import verdict  # hardly anybody needs it

    return verdict({WAY: UNASKED})
