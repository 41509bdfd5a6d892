"""Settings that Numba and Matplotlib would take from a file of the current folder, which may be a stranger's.

Numba reads `.numba_config.yaml` when it is loaded, and again whenever it compiles; one of its settings names a file
that it overwrites. Matplotlib reads `matplotlibrc` when it is loaded. Both look in the current folder and have no
switch for it. So in a process of ours they are loaded in another folder, and Numba is then told to look for no file. A
script may have loaded Numba before us: there the file is refused.

Tried with Numba 0.68. `test_settings_files.py` fails if another version looks for its file in another way.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from engine.errors import BadInput, message

NUMBA_FILE = ".numba_config.yaml"
NUMBA_CONFIG = "numba.core.config"
"""The module that reads the file."""
FILE_NAME = "_config_fname"
"""Its variable with the name of the file."""
NO_FILE = ""
READERS = (NUMBA_CONFIG, "matplotlib")
"""The modules that read a file of the current folder when they are loaded."""
ELSEWHERE = "/"
"""A folder that strangers cannot write to."""


def ignore_settings_files() -> None:
    """For a process of ours: from now on, Numba and Matplotlib are loaded without settings of the current folder."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def load_numba() -> Any:
    """The module `numba`, which will read no settings from a file; BadInput if it would, or has done so already."""
    loaded = sys.modules.get(NUMBA_CONFIG)
    is_ours = any(isinstance(finder, _Finder) for finder in sys.meta_path)
    if loaded is None and not is_ours and os.path.lexists(NUMBA_FILE):
        raise BadInput(refusal())
    import numba

    config: Any = sys.modules[NUMBA_CONFIG]
    if getattr(config, FILE_NAME, NO_FILE) != NO_FILE:
        _check_settings_of(config)
        setattr(config, FILE_NAME, NO_FILE)
    return numba


def refusal() -> str:
    """The line about a file of settings in the current folder."""
    return f"{NUMBA_FILE}: Numba would take its settings from this file; remove it, or work in another folder"


def _check_settings_of(config: Any) -> None:
    """Numba was loaded by somebody else: refuse it if it reads a file here, or has read one elsewhere."""
    if os.path.lexists(NUMBA_FILE):
        raise BadInput(refusal())
    read = getattr(getattr(config, "_env_reloader", None), "old_environ", {})
    foreign = sorted(name for name in read if name not in os.environ)
    if foreign:
        raise BadInput(
            message("Numba was loaded before fatecast and took {setting} from such a file", setting=foreign[0]),
            source=NUMBA_FILE,
            hint=message("start Python in another folder"),
        )


class _Finder(MetaPathFinder):
    """Finds the modules that read files, as Python does, and has them loaded elsewhere."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in READERS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _LoadedElsewhere(spec.loader)
        return spec


class _LoadedElsewhere(Loader):
    """Runs a module in another folder. Everything else is as its own loader does it."""

    def __init__(self, own: Loader) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._own.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        with _elsewhere():
            self._own.exec_module(module)
        if hasattr(module, FILE_NAME):
            setattr(module, FILE_NAME, NO_FILE)


@contextmanager
def _elsewhere() -> Iterator[None]:
    """In a folder that strangers cannot write to. A current folder that was deleted holds no files."""
    try:
        os.getcwd()  # noqa: PTH109 - only whether there is one
    except OSError:
        yield
        return
    with chdir(ELSEWHERE):
        yield
