"""A policy takes its seat: a kernel is written for it, with its decisions compiled in.

Numba never caches a function that was passed as an argument, but it does cache a module that imports its helpers by
name. So each policy gets a copy of `turn.py` whose import of decisions names the policy's own.
"""

import importlib.util
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType

from engine.kernel.compiled import INTERPRETED, cache_folder
from engine.policy.registry import part_of
from engine.shipwreck.rules import decisions

PLUG = re.compile(rf"^from {re.escape(decisions.__name__)} import \(.*?^\)\n", re.MULTILINE | re.DOTALL)
"""The import in turn.py that is replaced."""


def plug_of(policy: ModuleType) -> str:
    """The imports that bring a policy's decisions, and the base's for those it leaves out."""
    return "".join(f"from {part_of(policy, hook).__module__} import {hook}\n" for hook in decisions.HOOKS)


def source_hash(policy: ModuleType) -> str:
    """Of the policy's own sources: a kernel that was compiled with other decisions must have another name."""
    code: str = getattr(policy, "CODE", "") or sha256(Path(str(policy.__file__)).read_bytes()).hexdigest()
    return code[:12]


def write_module(name: str, source: str) -> Path:
    """A generated module in the cache folder, named by its content. It is written once, whole or not at all."""
    path = cache_folder() / f"{name}_{sha256(source.encode()).hexdigest()[:12]}.py"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(source, encoding="utf-8")
        fresh.replace(path)
    return path


def load_module(path: Path) -> ModuleType:
    """Import a module from the cache folder; its name is the file's."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def write_kernel(policy: ModuleType) -> Path:
    """The policy's copy of turn.py, in the cache folder."""
    template = (Path(__file__).parents[1] / "shipwreck/rules/turn.py").read_text(encoding="utf-8")
    source, replaced = PLUG.subn(f"# decided by {source_hash(policy)}\n{plug_of(policy)}", template)
    assert replaced == 1, "turn.py imports its decisions in one statement"
    return write_module(f"kernel_{policy.__name__.rpartition('.')[2]}", source)


@cache
def load_kernel(policy: str) -> ModuleType:
    """The kernel of the policy module of this name."""
    return load_module(write_kernel(import_module(policy)))


def mark_of(policy: str) -> Path:
    """The file that says that the kernel of a policy is compiled and cached."""
    return write_kernel(import_module(policy)).with_suffix(".ready")


def compile_kernel(policy: str, first_game: Callable[[], object], say: Callable[[str], None], name: str = "") -> None:
    """Have the kernel compiled by calling it. Says so when that will take a while."""
    if INTERPRETED:
        return
    ready = mark_of(policy)
    if not ready.exists():
        say(f"compiling the game for {name or policy.rpartition('.')[2]}, once for this version …")
    first_game()
    ready.touch()
