"""The kernel of a policy: the game's own kernel with the policy's decisions compiled in.

Numba never caches a function that was passed as an argument, but it does cache a module that imports its helpers by
name. So each policy gets a copy of the game's kernel module whose import of hooks names the policy's own.
"""

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from engine.kernel.code_cache import load_module, named_by_content, write_module
from engine.kernel.compiled import INTERPRETED
from engine.policy.hooks import HookSet


def source_hash(policy: ModuleType) -> str:
    """Of the policy's own source: a kernel that was compiled with other decisions must have another name."""
    code: str = getattr(policy, "CODE", "") or sha256(Path(str(policy.__file__)).read_bytes()).hexdigest()
    return code[:12]


def write_kernel(hooks: HookSet, policy: ModuleType) -> Path:
    """The policy's copy of the kernel, in the cache folder."""
    plug = re.compile(rf"^from {re.escape(hooks.defaults_in)} import \(.*?^\)\n", re.MULTILINE | re.DOTALL)
    imports = "".join(f"from {hooks.part_of(policy, hook).__module__} import {hook}\n" for hook in hooks.names)
    source, replaced = plug.subn(f"# decided by {source_hash(policy)}\n{imports}", _template(hooks.kernel_in))
    assert replaced == 1, f"{hooks.kernel_in} imports its hooks in one statement"
    name = named_by_content(f"kernel_{policy.__name__.rpartition('.')[2]}", source)
    return write_module(hooks.game, name, source)


def _template(module: str) -> str:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


@cache
def load_kernel(hooks: HookSet, policy: str) -> ModuleType:
    """The kernel of the policy module of this name."""
    return load_module(write_kernel(hooks, import_module(policy)))


def ready_mark(hooks: HookSet, policy: str) -> Path:
    """The file that says that the kernel of a policy is compiled and cached."""
    return write_kernel(hooks, import_module(policy)).with_suffix(".ready")


def compile_kernel(
    hooks: HookSet, policy: str, first_game: Callable[[], object], say: Callable[[str], None], name: str = ""
) -> None:
    """Compile the kernel by calling it. Says so when that will take a while."""
    if INTERPRETED:
        return
    ready = ready_mark(hooks, policy)
    if not ready.exists():
        say(f"compiling the game for {name or policy.rpartition('.')[2]}, once for this version …")
    first_game()
    ready.touch()
