"""An exception in one line, with the line of the author's file that is to blame."""

import sysconfig
from pathlib import Path
from traceback import extract_tb

from engine.errors import FatecastError, Text, first_line, message

_OURS = tuple(str(Path(__file__).parents[3] / name) for name in ("engine", "sim", "fatecast"))
_PYTHONS = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def in_one_line(error: BaseException) -> Text:
    """What went wrong and where."""
    what = first_line(error)
    if isinstance(error, FatecastError):
        return message("{error}", error=error) if what == error.line else what
    kind = type(error).__name__
    return message("{place}{error}", place=place_of(error), error=f"{kind}: {what}" if what else kind)


def place_of(error: BaseException) -> Text:
    """`game.py, line 12: `; empty if only our own code and Python's was running."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if not frame.filename.startswith((*_OURS, *_PYTHONS, "<frozen")):
            return message("{file}, line {line}: ", file=Path(frame.filename).name, line=frame.lineno)
    return ""
