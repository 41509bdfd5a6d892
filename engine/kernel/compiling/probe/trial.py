"""Compiles the race the fast way, plays it, and says in one line how that went. `untried` runs this in processes of
their own: who knows what another Numba does."""

from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import first_line
from engine.kernel.code_cache import kernel_folder, load_module, named_by_content, write_module
from engine.kernel.compiling.estimate import functions_behind
from engine.kernel.compiling.probe import race
from engine.kernel.compiling.probe.track import SEATS, Luck, Table, World
from engine.kernel.compiling.untried import RIGHT
from engine.kernel.records import new

PROBE = "probe"
SEED = 0x5EED
COURAGE = -3.5
GAMES = 256
ROW = np.dtype([("winner", "<u1"), ("far", "<i4"), ("turns", "<u1"), ("wind", "<i2"), ("hope", "<i4"), ("mark", "<u8")])
ROWS = {"bold": "d7876998c947709a", "mixed": "e8f8ee51524ee603"}
"""A hash of the rows of each policy's games. The second kernel shares most of its parts with the first."""


def tell(from_cache: bool) -> None:
    """Print `RIGHT`, or what is wrong."""
    try:
        print(fault(from_cache) or RIGHT)
    except (OSError, MemoryError):
        raise  # nothing that Numba has to answer for
    except Exception as error:
        print(f"{type(error).__name__}: {first_line(error)}")


def fault(from_cache: bool) -> str:
    """What is wrong with the games of both policies, or with those of the first if its machine code, left by another
    process, must be used again."""
    for policy in list(ROWS)[: 1 if from_cache else None]:
        kernel = kernel_of(policy)
        if digest_of(play(policy, kernel)) != ROWS[policy]:
            return f"a trial of {GAMES} games ends otherwise"
        if from_cache and sum(kernel.play_games.dispatcher.whole.stats.cache_hits.values()) != 1:
            return "a trial does not find its machine code again"
    return ""


def kernel_of(policy: str) -> ModuleType:
    """The policy's copy of the kernel, as `engine.policy.kernel` makes one. The functions of the copy get the trust of
    a game whose indices are tested; its helpers do not."""
    source = Path(str(race.__file__)).read_text(encoding="utf-8")
    source += f"\nfrom {_module_of(policy)} import choose\n"
    name = named_by_content(f"{PROBE}_{policy}", source)
    kernel = load_module(write_module(kernel_folder(PROBE), name, source))
    for function in functions_behind(kernel.play_games):
        code: Any = function.py_func
        if code.__module__ == kernel.__name__:
            code.counts_from_the_start = True
    return kernel


def play(policy: str, kernel: ModuleType) -> NDArray[np.void]:
    """The rows of the games of a policy."""
    world, mind = World(new(Table), new(Luck)), new(import_module(_module_of(policy)).Memory)
    world.luck.key = np.uint64(SEED)
    if policy == "mixed":
        mind.part[:] = np.arange(SEATS) % 2
        mind.part_0.courage, mind.part_1.coin = COURAGE, np.uint64(SEED)
    else:
        mind.courage = COURAGE
    rows = np.zeros(GAMES, ROW)
    with np.errstate(over="ignore"):  # hashes are cut to 64 bits, and plain Python would warn
        kernel.play_games(world, mind, 0, rows.view(np.recarray))
    return rows


def digest_of(rows: NDArray[np.void]) -> str:
    return sha256(rows.tobytes()).hexdigest()[:16]


def _module_of(policy: str) -> str:
    return f"{__package__}.{policy}"
