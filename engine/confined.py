"""What may be read, and what of installed packages may be run, while work is done for somebody who is not trusted: the
studio serves a folder that may be a stranger's. Then a file is opened only if it lies in that folder, comes with
fatecast, lies beside a game that is code and was let in, or was named by the command that started it; and no link leads
to it from there. A package offers games and policies, which are code: only those that the command named are run.

`engine.configs` opens every file of a stranger here, so no way of naming one (a content that extends another, a file in
a parameter, a link) needs a check of its own. Outside of `confined` nothing is refused.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput, message

WITHOUT_LINKS = os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
LINKS = (errno.ELOOP, errno.EMLINK, errno.ENOTDIR)
"""What the system says of a link that it should not follow; which of them differs between systems."""
PACKAGE = Path(__file__).parent
OURS = PACKAGE, PACKAGE.parent / "configs"
"""The folders that come with fatecast."""


@dataclass(frozen=True)
class Confines:
    """The files that may be read, and the code of packages that may be run."""

    folder: Path | None
    """None: every file may be read."""
    files: tuple[Path, ...] = ()
    """Files that the starting command has named; wherever they lie, and also if they are links."""
    packages: frozenset[str] = frozenset()
    """Games and policies of packages that the starting command has named."""


_confines: ContextVar[Confines | None] = ContextVar("_confines", default=None)
_everywhere: list[Confines] = []
"""Those of the whole process, with all its threads."""


@contextmanager
def confined(confines: Confines) -> Iterator[None]:
    """Within it, nothing else is read."""
    token = _confines.set(confines)
    try:
        yield
    finally:
        _confines.reset(token)


def confine_process(confines: Confines) -> None:
    """From now on and for good, this process reads nothing else."""
    _everywhere[:] = [confines]


def may_run(name: str) -> bool:
    """Whether a game or a policy of this name may be run that a package offers."""
    confines = _now()
    return confines is None or name in confines.packages


def open_confined(path: str | Path, flags: int, beside: Iterable[Path] = ()) -> int:
    """Open a file, if it may be read; `beside` are the folders of games that are code. Returns the handle."""
    confines = _now()
    if confines is None or _is_free(confines, path):
        return os.open(path, flags | os.O_NONBLOCK)  # a pipe that nobody writes to would wait forever
    root, parts = _root_of(confines, path, beside)
    try:
        return _walked(root, parts, flags | os.O_NONBLOCK)
    except OSError as error:
        if error.errno in LINKS:
            raise _refused(path) from None
        raise


def check_confined(path: Path, beside: Iterable[Path] = ()) -> None:
    """Refuse to look for a file or a folder that may not be read. What is not there is not refused."""
    confines = _now()
    if confines is None or _is_free(confines, path):
        return
    root, parts = _root_of(confines, path, beside)
    try:
        os.close(_walked(root, parts, os.O_RDONLY | os.O_NONBLOCK))
    except OSError as error:
        if error.errno in LINKS:
            raise _refused(path) from None


def _now() -> Confines | None:
    return _confines.get() or next(iter(_everywhere), None)


def _is_free(confines: Confines, path: str | Path) -> bool:
    """Whether a file may be read wherever it lies."""
    return confines.folder is None or _absolute(path) in map(_absolute, confines.files)


def _root_of(confines: Confines, path: str | Path, beside: Iterable[Path]) -> tuple[Path, tuple[str, ...]]:
    """The folder that a file belongs to, the innermost if there are several; and the way from there."""
    file = _absolute(path)
    roots = [_absolute(root) for root in (confines.folder or Path(), *OURS, *beside)]
    found = [root for root in roots if file.is_relative_to(root)]
    if not found:
        raise _refused(path)
    root = max(found, key=lambda each: len(each.parts))
    return root, file.relative_to(root).parts


def _walked(root: Path, parts: tuple[str, ...], flags: int) -> int:
    """The handle of a file, opened part by part, so that nobody can put a link in its way meanwhile."""
    at = os.open(root, os.O_RDONLY | os.O_CLOEXEC)
    for number, part in enumerate(parts, 1):
        is_last = number == len(parts)
        try:
            inner = os.open(part, WITHOUT_LINKS | (flags if is_last else os.O_RDONLY | os.O_DIRECTORY), dir_fd=at)
        finally:
            os.close(at)
        at = inner
    return at


def _refused(path: str | Path) -> BadInput:
    return BadInput(message("is no file of this folder"), source=path)


def _absolute(path: str | Path) -> Path:
    """Without dots; links stay as they are."""
    return Path(os.path.normpath(Path(path).absolute()))
