"""The kernel of a policy: the game's own kernel with the policy's decisions compiled in.

Numba never caches a function that was passed as an argument, but it does cache a module that imports its helpers by
name. So each policy gets a copy of the game's kernel module whose import of hooks names the policy's own.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from engine.game.cell import Cell
from engine.kernel.code_cache import (
    digest_behind,
    kernel_folder,
    load_module,
    machine_code_digest,
    named_by_content,
    write_module,
)
from engine.kernel.compiled import INTERPRETED
from engine.kernel.parallel_compile import CompilingElsewhere, compile_together, compiles_elsewhere
from engine.policy.compilable import is_from_outside
from engine.policy.hooks import HookSet


def source_hash(policy: ModuleType) -> str:
    """Of the policy's own source: a kernel that was compiled with other decisions must have another name."""
    code: str = getattr(policy, "CODE", "") or sha256(Path(str(policy.__file__)).read_bytes()).hexdigest()
    return code[:12]


def write_kernel(hooks: HookSet, policy: ModuleType) -> Path:
    """The policy's copy of the kernel, in the folder of kernels. Its text tells all that its code depends on."""
    plug = re.compile(rf"^from {re.escape(hooks.defaults_in)} import \(.*?^\)\n", re.MULTILINE | re.DOTALL)
    imports = "".join(f"from {hooks.part_of(policy, hook).__module__} import {hook}\n" for hook in hooks.names)
    text, replaced = plug.subn(imports, _template(hooks.kernel_in))
    assert replaced == 1, f"{hooks.kernel_in} imports its hooks in one statement"
    source = f"# decided by {source_hash(policy)}, compiled from {_digest_behind(hooks, policy, text)}\n{text}"
    name = named_by_content(f"kernel_{policy.__name__.rpartition('.')[2]}", source)
    return write_module(kernel_folder(hooks.game), name, source)


@cache
def _digest_behind(hooks: HookSet, policy: ModuleType, kernel: str) -> str:
    """Of the sources of the engine that a kernel depends on: all that it imports, directly or through its policy. Code
    from outside may import whatever it likes, so it depends on every kernel of the game."""
    if is_from_outside(policy):
        return machine_code_digest(hooks.game)
    return digest_behind([kernel, Path(str(policy.__file__)).read_text(encoding="utf-8")])


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


class Preparation(NamedTuple):
    """How the cells of a game get their kernels."""

    kernels_of: Callable[[Cell], Hashable]
    """What cells that need the same kernels have in common."""
    is_cold: Callable[[Cell], bool]
    """Whether a kernel of the cell must still be compiled."""
    make_ready: Callable[[Cell, Callable[[str], None]], None]
    """Compile the kernels of the cell, or load them from the cache."""

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compile what the cells need, and wait for it."""
        one_each = self._one_each(cells)
        compile_together([self._job(cell) for cell in one_each if self.is_cold(cell)], say)
        for cell in one_each:
            self.make_ready(cell, say)

    @contextmanager
    def preparing(self, cells: Sequence[Cell], say: Callable[[str], None]) -> Iterator[Callable[[Cell], bool]]:
        """Meanwhile, other processes compile what the cells need, in the order of the cells. Yields a function that
        tells whether a cell can be played without compiling."""
        cold = [cell for cell in self._one_each(cells) if self.is_cold(cell)]
        if not cold or not compiles_elsewhere():
            self.prepare(cells, say)
            yield lambda cell: True
            return
        say(f"compiling {len(cold)} policies while the others play, once for this version …")
        jobs = {self.kernels_of(cell): number for number, cell in enumerate(cold)}
        job_of = {cell.key: job for cell in cells if (job := jobs.get(self.kernels_of(cell))) is not None}
        with CompilingElsewhere([self._job(cell) for cell in cold]) as compiling:
            yield lambda cell: cell.key not in job_of or compiling.is_over(job_of[cell.key])

    def _one_each(self, cells: Sequence[Cell]) -> list[Cell]:
        return list({self.kernels_of(cell): cell for cell in cells}.values())

    def _job(self, cell: Cell) -> Callable[[], None]:
        return partial(self.make_ready, cell, _unheard)


def _unheard(line: str) -> None:
    """Discards the line; the process that asked reports what is compiled."""
