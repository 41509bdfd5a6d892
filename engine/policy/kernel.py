"""The kernel of a policy: the game's own kernel with the policy's decisions compiled in.

Numba never caches a function that was passed as an argument, but it does cache a module that imports its helpers by
name. So each policy gets a copy of the game's kernel module, which ends with an import of the policy's own hooks. They
take the place of the defaults, because a name is looked up when a function is compiled or called, and not before.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from engine.errors import FatecastError, message
from engine.game.cell import Cell
from engine.game.seats import FIELD, FOCUS
from engine.kernel.code_cache import (
    digest_behind,
    kernel_folder,
    load_module,
    machine_code_digest,
    named_by_content,
    write_module,
)
from engine.kernel.compiled import INTERPRETED, Kernel, from_outside
from engine.kernel.compiling.estimate import about, expected_seconds, functions_behind
from engine.kernel.compiling.parallel import CompilingElsewhere, compile_together, compiles_elsewhere
from engine.kernel.rng import MAX_GAMES
from engine.kernel.sources import SHARED, package_digest
from engine.language.current import joined, said
from engine.policy.compilable import how_it_plays, is_from_outside, plays_plainly
from engine.policy.hooks import HookSet

PLAY_GAMES = '''
from engine.kernel.compiled import compiled

@compiled
def play_games(world, mind, dice, indices, results):
    """Returns how many games could be played to their end."""
    for game in range(results.shape[0]):
        play_game(world, mind, dice, indices[game])
        if world.table.fault:
            return game
        write_row(world, results[game])
    return results.shape[0]
'''
"""Ends the kernel of a game whose own has only `play_game` and `write_row`."""


def source_hash(policy: ModuleType) -> str:
    """Of the policy's own source: a kernel that was compiled with other decisions must have another name."""
    code: str = getattr(policy, "CODE", "") or sha256(Path(str(policy.__file__)).read_bytes()).hexdigest()
    return code[:12]


def write_kernel(hooks: HookSet, policy: ModuleType) -> Path:
    """The policy's copy of the kernel, in the folder of kernels. Its text tells all that its code depends on."""
    return write_copies(hooks, policy)[-1]


def write_copies(hooks: HookSet, policy: ModuleType) -> list[Path]:
    """The policy's copies of all modules of the kernel; each comes after those that it imports. What a copy adds stands
    at its end, so that its lines are those of the module."""
    plug = "".join(f"from {hooks.part_of(policy, hook).__module__} import {hook}\n" for hook in hooks.names)
    texts = {module: f"{_template(module)}\n{plug}" for module in (*hooks.kernel_parts, hooks.kernel_in)}
    if "\ndef play_games(" not in texts[hooks.kernel_in]:
        texts[hooks.kernel_in] += PLAY_GAMES
    texts[hooks.kernel_in] += getattr(policy, "KERNEL_END", "")
    tail = f"# decided by {source_hash(policy)}, compiled from {_digest_behind(hooks, policy, tuple(texts.values()))}\n"
    who = policy.__name__.rpartition(".")[2]
    copies: dict[str, Path] = {}
    for module, text in texts.items():
        source = text + tail
        for part, copy in copies.items():
            source = source.replace(f"from {part} import ", f"from {copy.stem} import ")
        name = f"kernel_{who}" if module == hooks.kernel_in else f"{module.rpartition('.')[2]}_{who}"
        copies[module] = write_module(kernel_folder(hooks.game), named_by_content(name, source), source)
    return list(copies.values())


@cache
def _digest_behind(hooks: HookSet, policy: ModuleType, kernel: tuple[str, ...]) -> str:
    """Of the sources of the engine that a kernel depends on: all that it imports, directly or through its policy. Code
    from outside may import whatever it likes, so it depends on every kernel of the game; a game from outside on all
    that games share, and on its package."""
    if hooks.package:
        return f"{machine_code_digest(SHARED)} {package_digest(hooks.package)}"
    if is_from_outside(policy):
        return machine_code_digest(hooks.game)
    return digest_behind([*kernel, Path(str(policy.__file__)).read_text(encoding="utf-8")])


def _template(module: str) -> str:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


@cache
def load_kernel(hooks: HookSet, policy: str) -> ModuleType:
    """The kernel of the policy module of this name."""
    copies = write_copies(hooks, import_module(policy))
    with from_outside(package_digest(hooks.package)[:16]) if hooks.package else nullcontext():
        return [load_module(copy) for copy in copies][-1]


def ready_mark(hooks: HookSet, policy: str) -> Path:
    """The file that says that the kernel of a policy is compiled and cached."""
    return write_kernel(hooks, import_module(policy)).with_suffix(".ready")


def compile_kernel(hooks: HookSet, policy: str, first_game: Callable[[], object]) -> None:
    """Compile the kernel by calling it, or load it from the cache."""
    if not INTERPRETED:
        first_game()
        ready_mark(hooks, policy).touch()


def make_kernel_ready(
    hooks: HookSet, policy: ModuleType, label: str, nothing: Callable[[], object], say: Callable[[str], None]
) -> None:
    """Compiles the kernel of a policy with a call that plays no game, and says how a policy from outside will run."""
    if not plays_plainly(hooks, policy):
        compile_kernel(hooks, policy.__name__, nothing)
    if is_from_outside(policy):
        say(how_it_plays(hooks, label, policy))


class Seeds(NamedTuple):
    """What decides the luck of some games."""

    seed: int
    dice: int
    """Of the dice of the policies; the same, except in the test of a policy."""

    @classmethod
    def of(cls, seed: int, dice_seed: int | None = None) -> Self:
        """The same seed for all luck, unless the policies have dice of their own."""
        return cls(seed, seed if dice_seed is None else dice_seed)


def check_indices(cell: Cell, first: int, last: int) -> None:
    """There are games from `first` to just before `last`."""
    if not 0 <= first <= last <= MAX_GAMES:
        raise FatecastError(
            source=cell.name,
            expected=message(
                "game indices from 0 to {max_games}, got {first} to {last}",
                max_games=MAX_GAMES - 1,
                first=first,
                last=last,
            ),
        )


def indices_of(cell: Cell, first: int, last: int) -> NDArray[np.int64]:
    """The indices of the games [first, last)."""
    check_indices(cell, first, last)
    return np.arange(first, last)


QUICK = 5
"""How many small kernels are compiled before all others."""


class Preparation(NamedTuple):
    """How the cells of a game get their kernels."""

    hooks: HookSet
    policies_of: Callable[[Cell], tuple[ModuleType, ...]]
    """The modules that decide in a cell; each has a kernel."""
    make_ready: Callable[[Cell, Callable[[str], None]], None]
    """Compile the kernels of the cell, or load them from the cache. Says how policies from outside are run."""

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compile what the cells need, and wait for it."""
        one_each = self._one_each(cells)
        cold = [cell for cell in one_each if self.is_cold(cell)]
        self._announce(cold, len(one_each), say)
        compile_together([self._job(cell) for cell in cold], say)
        for cell in one_each:
            self.make_ready(cell, say)

    def prepare_one(self, cell: Cell, say: Callable[[str], None]) -> None:
        self.prepare([cell], say)

    @contextmanager
    def preparing(self, cells: Sequence[Cell], say: Callable[[str], None]) -> Iterator[Callable[[Cell], bool]]:
        """Meanwhile, other processes compile what the cells need, in the order of the cells but for a few. Yields a
        function that tells whether a cell can be played without compiling."""
        one_each = self._one_each(cells)
        cold = [cell for cell in one_each if self.is_cold(cell)]
        if not cold or not compiles_elsewhere():
            self.prepare(cells, say)
            yield lambda cell: True
            return
        self._announce(cold, len(one_each), say)
        cold = self._quick_ones_first(cold)
        jobs = {self.policies_of(cell): number for number, cell in enumerate(cold)}
        job_of = {cell.key: job for cell in cells if (job := jobs.get(self.policies_of(cell))) is not None}
        with CompilingElsewhere([self._job(cell) for cell in cold]) as compiling:
            yield lambda cell: cell.key not in job_of or compiling.is_over(job_of[cell.key])

    def is_cold(self, cell: Cell) -> bool:
        """Whether a kernel of the cell must still be compiled."""
        return bool(self._cold_policies(cell))

    def _cold_policies(self, cell: Cell) -> list[ModuleType]:
        """The policies of the cell whose kernels must still be compiled."""
        policies = () if INTERPRETED else self.policies_of(cell)
        compiled = (each for each in policies if not plays_plainly(self.hooks, each))
        return [each for each in compiled if not ready_mark(self.hooks, each.__name__).exists()]

    def _announce(self, cold: list[Cell], of: int, say: Callable[[str], None]) -> None:
        """Say what will be compiled and how long that takes; nothing if there is nothing."""
        kernels = [kernel for cell in cold for kernel in self._functions_of(cell)]
        if not kernels:
            return
        time, some = about(expected_seconds(kernels)), len(cold)
        if some == 1:
            who = _who_plays(cold[0])
            if who:
                say(said("compiling {policy} for this machine, once: {time}", policy=who, time=time))
            else:
                say(said("compiling the game for this machine, once: {time}", time=time))
        elif some < of:
            say(said("compiling {some} of {of} policies for this machine, once: {time}", some=some, of=of, time=time))
        else:
            say(said("compiling {some} policies for this machine, once: {time}", some=some, time=time))

    def _quick_ones_first(self, cold: list[Cell]) -> list[Cell]:
        """A few cells whose kernels are small come first: they are ready soon, and while the front end reads the next
        ones, the other cores link them and play."""
        size = {cell.key: sum(map(len, self._functions_of(cell))) for cell in cold}
        quick = sorted(cold, key=lambda cell: size[cell.key])[:QUICK]
        return quick + [cell for cell in cold if cell not in quick]

    def _functions_of(self, cell: Cell) -> list[set[Kernel]]:
        """For each kernel of the cell that must still be compiled, the functions that it needs."""
        policies = self._cold_policies(cell)
        return [functions_behind(load_kernel(self.hooks, policy.__name__).play_games) for policy in policies]

    def _one_each(self, cells: Sequence[Cell]) -> list[Cell]:
        return list({self.policies_of(cell): cell for cell in cells}.values())

    def _job(self, cell: Cell) -> Callable[[], None]:
        return partial(self.make_ready, cell, _unheard)


def _who_plays(cell: Cell) -> str:
    """The policies of a cell, without their parameters; empty if it names none."""
    named = [str(cell.labels[key]) for key in ("policy", FOCUS, FIELD) if key in cell.labels]
    found = [*dict.fromkeys(label.partition(" ")[0] for label in named)]
    return joined(found) if found else ""


def _unheard(line: str) -> None:
    """Discards the line; the process that asked reports what is compiled."""
