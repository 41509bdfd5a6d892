"""An exception in one line, with the line of the author's file that is to blame."""

import sysconfig
from pathlib import Path
from traceback import extract_tb

from engine.errors import FatecastError, first_line

_OURS = tuple(str(Path(__file__).parents[3] / name) for name in ("engine", "sim", "fatecast"))
_PYTHONS = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def in_one_line(error: BaseException) -> str:
    """What went wrong and where."""
    what = first_line(error)
    if isinstance(error, FatecastError):
        return what
    where = place_of(error)
    return f"{where}{type(error).__name__}: {what}" if what else f"{where}{type(error).__name__}"


def place_of(error: BaseException) -> str:
    """`game.py, line 12: `; empty if only our own code and Python's was running."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if not frame.filename.startswith((*_OURS, *_PYTHONS, "<frozen")):
            return f"{Path(frame.filename).name}, line {frame.lineno}: "
    return ""
