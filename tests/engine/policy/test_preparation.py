"""Cells get their kernels. What is compiled is ready at once, anything else when its own kernel is. What will be
compiled, and how long it takes, is said before."""

import time
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED, compiled
from engine.kernel.compiling import estimate
from engine.policy import kernel
from engine.policy.kernel import Preparation

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def cell(policy: str) -> Cell:
    return Cell({"policy": f"{policy} depth=1"}, {"policy": policy})


@cache
def policy_module(name: str) -> ModuleType:
    return ModuleType(name)


@pytest.fixture
def preparation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Preparation:
    """Of a game whose kernels are files; that of `slow` takes for ever."""

    def make_ready(cell: Cell, say: object) -> None:
        if cell.spec["policy"] == "slow":
            time.sleep(600)
        (tmp_path / cell.spec["policy"]).touch()

    (tmp_path / "warm").touch()
    module: Any = ModuleType("kernel")
    module.play_games = leaf
    monkeypatch.setattr(kernel, "compiles_elsewhere", lambda: True)
    monkeypatch.setattr(kernel, "ready_mark", lambda hooks, name: tmp_path / name)
    monkeypatch.setattr(kernel, "load_kernel", lambda hooks, name: module)
    monkeypatch.setattr(estimate, "_slowness", lambda: 1.0)
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0))
    hooks: Any = None
    return Preparation(hooks, lambda cell: (policy_module(cell.spec["policy"]),), make_ready)


@compiled
def leaf() -> int:
    return 1


def test_a_cell_is_ready_when_its_own_kernel_is(preparation: Preparation) -> None:
    """Cells of one policy share a kernel; what is in the cache is ready from the start."""
    said: list[str] = []
    cells = [cell("warm"), cell("fast"), cell("fast"), cell("slow")]
    with preparation.preparing(cells, said.append) as is_ready:
        assert is_ready(cell("warm"))
        until = time.monotonic() + 60
        while not is_ready(cell("fast")) and time.monotonic() < until:
            time.sleep(0.01)
        assert is_ready(cell("fast"))
        assert not is_ready(cell("slow"))
    assert said == ["compiling 2 of 3 policies for this machine, once: about 3 s"]
    with preparation.preparing([cell("warm"), cell("fast")], said.append) as is_ready:
        assert is_ready(cell("fast"))
    assert len(said) == 1, "nothing to compile, nothing to say"


def test_what_will_be_compiled_is_said_before_and_only_then(preparation: Preparation) -> None:
    said: list[str] = []
    preparation.prepare([cell("warm")], said.append)
    assert said == []
    preparation.prepare([cell("warm"), cell("first")], said.append)
    assert said == ["compiling first for this machine, once: about 3 s"]
    preparation.prepare([cell("second"), cell("third")], said.append)
    assert said[1] == "compiling 2 policies for this machine, once: about 3 s"
    preparation.prepare([cell("first"), cell("second"), cell("third")], said.append)
    assert len(said) == 2
