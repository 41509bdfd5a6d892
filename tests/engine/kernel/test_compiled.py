"""The machine-code cache: never stale, never compiled twice, announced once.

A copy of the engine in its own folder, with its own cache, is started several times. Only the Fade step is compiled
there, which is fast. That a whole game compiles nothing at the second start is tested on the engine itself.
"""

import inspect
import os
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

import engine
from engine.kernel.compiled import INTERPRETED
from engine.kernel.compiling.estimate import functions_behind
from engine.kernel.sources import imported_by
from engine.policy.kernel import load_kernel, write_copies

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

LISTEN = """
from numba.core import event
compilations = []
class Listener(event.Listener):
    def on_start(self, happening): compilations.append(happening.data["dispatcher"].py_func.__name__)
    def on_end(self, happening): pass
event.register("numba:compile", Listener())
"""

FADE = """
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.rules.fade import fade_card
from engine.policy.kernel import Seeds
from engine.shipwreck.cells.play_cell import TABLES
grid = SHIPWRECK.resolve({"decks": ["base"], "policies": ["mute"], "players": [3], "doom": [0]}, "test")
world = TABLES.world_of(TABLES.seat(SHIPWRECK.cells(grid)[0]), Seeds.of(1))
world.book.doom_limit = 1
fade_card(world, 0, 0)
print(world.table.doom, len(compilations))
"""

WHOLE_GAME = """
from engine.shipwreck.game import SHIPWRECK
grid = SHIPWRECK.resolve({"decks": ["base"], "policies": ["certain"], "players": [3], "doom": [0]}, "test")
cells = SHIPWRECK.cells(grid)
SHIPWRECK.prepare(cells, print)
SHIPWRECK.simulate(cells[0], 1, 0, 10)
SHIPWRECK.replay(cells[0], 1, 0)
print(sorted(set(compilations)))
"""


class Copy(NamedTuple):
    """The engine in its own folder."""

    root: Path

    def run(self, script: str) -> list[str]:
        """Runs a script in a new Python process here and returns the words it prints."""
        return start(script, self.root, {"FATECAST_CACHE": str(self.root / "cache")})

    def change(self, module: str, old: str, new: str) -> None:
        """Changes a line of the copy."""
        path = self.root / "engine" / module
        source = path.read_text(encoding="utf-8")
        assert source.count(old) == 1
        path.write_text(source.replace(old, new), encoding="utf-8")


def start(script: str, root: Path, env: dict[str, str]) -> list[str]:
    command = [sys.executable, "-W", "error", "-c", LISTEN + script]
    done = subprocess.run(command, cwd=root, env={**os.environ, **env}, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    root = tmp_path_factory.mktemp("fatecast")
    package = Path(engine.__file__).parent
    shutil.copytree(package, root / "engine", ignore=shutil.ignore_patterns("__pycache__", "configs"))
    shutil.copytree(package.parent / "configs", root / "configs")
    return Copy(root)


@pytest.mark.full
def test_a_changed_helper_is_never_run_stale(copy: Copy) -> None:
    """The amount of doom is in fade.py, like its caller; the function that clears the fates of a slot is in another
    file."""
    (first,) = copy.run(FADE)
    doom, compilations = first.split()
    assert doom == "2"
    assert int(compilations) > 0
    (second,) = copy.run(FADE)
    assert second == "2 0", "the second start compiles nothing"
    copy.change("shipwreck/rules/tokens.py", "    hidden.bagged += table.here_count[slot]\n", HELPER)
    (changed,) = copy.run(FADE)
    assert changed.split()[0] == "7", "the new source is what runs"
    copy.change("shipwreck/words/telling.py", '"""A game in words', '"""Any game in words')
    assert copy.run(FADE) == ["7 0"], "a module without kernels recompiles nothing"


ORACLE = """
from engine.oracle.game import ORACLE
cells = ORACLE.cells(ORACLE.resolve({"layouts": ["A"], "policies": ["random"], "players": [1]}, "test"))
ORACLE.prepare(cells, print)
rows = ORACLE.simulate(cells[0], 1, 0, 50).rows
print(sum(sum(row) for row in rows.tolist()), len(compilations))
"""

CHANGES = {
    "shipwreck/policies/convention.py": [False, False, True],
    "shipwreck/minds/planning/position_value.py": [False, True, True],
    "shipwreck/words/telling.py": [False, False, False],
    "shipwreck/rules/tokens.py": [True, True, True],
    "kernel/numba_inside/whole_program.py": [True, True, True],  # the compiler's own options
}
"""Whether the kernels of certain, expert and convention are others after a change of a module."""

KERNELS = """
import os
from importlib import import_module
from pathlib import Path
from engine.shipwreck.cells.policy_set import HOOKS
from engine.policy.kernel import write_kernel

policies = [import_module(f"engine.shipwreck.policies.{name}") for name in ("certain", "expert", "convention")]
for module in [None, *CHANGES]:
    if module:
        path = Path("engine", module)
        path.write_text(path.read_text() + "# changed\\n")
    if not os.fork():  # a process reads every source only once
        print(*(write_kernel(HOOKS, policy).name for policy in policies), flush=True)
        os._exit(0)
    os.wait()
"""


def test_only_the_kernels_that_a_change_concerns_get_another_name(copy: Copy) -> None:
    names = [line.split() for line in copy.run(KERNELS.replace("CHANGES", str(list(CHANGES))))]
    changed = [[one != two for one, two in zip(*names, strict=True)] for names in pairwise(names)]
    assert dict(zip(CHANGES, changed, strict=True)) == CHANGES


@pytest.mark.parametrize("game", ["shipwreck", "euphoria", "oracle", "hadal"])
def test_the_name_of_a_kernel_covers_every_function_that_it_can_call(game: str) -> None:
    """Follows the names that functions use, as the compiler does, and not the text of imports."""
    hooks = import_module(f"engine.{game}.cells.policy_set").HOOKS
    for path in sorted((Path(engine.__file__).parent / game / "policies").glob("[a-z]*.py")):
        policy = import_module(f"engine.{game}.policies.{path.stem}")
        kernel = load_kernel(hooks, policy.__name__)
        copies = write_copies(hooks, policy)
        covered = imported_by([each.read_text() for each in (*copies, Path(str(policy.__file__)))])
        files = {Path(inspect.getfile(each.py_func)) for each in functions_behind(kernel.play_games)}
        used = files - set(copies)
        assert len(used) > 3
        assert sorted(used - set(covered)) == []


HELPER = "    hidden.bagged += table.here_count[slot]\n    table.doom += 5\n"


@pytest.mark.full
def test_a_second_start_compiles_nothing() -> None:
    """The engine itself and whole games: the first start may compile, the second must not."""
    root = Path(engine.__file__).parents[1]
    start(WHOLE_GAME, root, {})
    assert start(WHOLE_GAME, root, {}) == ["[]"]
