"""Cells are played as soon as they are ready, while others are still being compiled; the results stay the same."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.game.cell import Cell
from sim import run
from sim.experiment.experiment import Until, resolve
from sim.play import runner
from sim.play.block_plan import BlockPlan
from sim.play.options import PlayOptions
from sim.runs.block import Block
from tests.support.command_line import RACE
from tests.support.dice_race import WIN_RATE
from tests.support.runs import games


def plan_of(cells: int, every: int = 100, most: int = 200) -> BlockPlan:
    return BlockPlan(cells, Until.model_construct(half_width=0.0, every=every, max_games=most), 100, WIN_RATE)


def test_cells_take_turns_segment_by_segment() -> None:
    assert [block and block[:2] for block in plan_of(2).blocks()] == [(0, 0), (1, 0), (0, 100), (1, 100)]


def test_cells_that_are_ready_do_not_wait_for_others() -> None:
    plan, ready = plan_of(3), {1}
    blocks = plan.blocks(ready.__contains__)
    assert [next(blocks) for _ in range(4)] == [Block(1, 0, 100), Block(1, 100, 200), None, None]
    ready.add(2)
    assert [next(blocks) for _ in range(3)] == [Block(2, 0, 100), Block(2, 100, 200), None]
    ready.add(0)
    assert list(blocks) == [Block(0, 0, 100), Block(0, 100, 200)]


def test_a_cell_that_has_enough_is_not_waited_for() -> None:
    plan = plan_of(1, every=200)
    plan.add(Block(0, 0, 200), games(1, 200))
    assert not list(plan.blocks())


@contextmanager
def slowly(compiled: list[str], cells: Sequence[Cell]) -> Iterator[Callable[[Cell], bool]]:
    """One cell after the other becomes ready, each when somebody has asked three more times."""
    asked = 0

    def is_ready(cell: Cell) -> bool:
        nonlocal asked
        asked += 1
        compiled[:] = [each.name for each in cells[: asked // 3]]
        return cell.name in compiled

    yield is_ready


def test_a_run_plays_what_is_ready_and_ends_with_the_same_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = run(RACE, out=tmp_path / "expected", workers=1)
    compiled: list[str] = []
    monkeypatch.setattr(runner, "preparing", lambda game, cells, say: slowly(compiled, cells))
    played = run(RACE, out=tmp_path / "played", workers=2)
    assert played.digest == expected.digest
    names = [cell.name for cell in played.experiment.cells]
    assert compiled == names[::-1], "policies that think stand last, and are compiled first"
    lines = (tmp_path / "played" / "run.log").read_text().splitlines()
    assert sorted(line.split()[5] for line in lines if " played " in line) == sorted(names)


@pytest.mark.parametrize("compiles", [True, False])
def test_compiling_is_a_step_if_there_is_anything_to_compile(
    compiles: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiles:
        monkeypatch.setattr(runner, "preparing", lambda game, cells, say: slowly([], cells))
    steps: list[str] = []
    effective = resolve({**RACE, "games": 20}, "test")
    runner.play(effective, tmp_path / "run", PlayOptions(workers=2, step_over=steps.append))
    assert steps == ["compiling, and playing what is compiled"] * compiles + ["playing 80 games"]


def test_elsewhere_everything_is_prepared_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker on another machine has another cache."""

    def refuse(*_: object) -> None:
        raise AssertionError("compiled meanwhile")

    monkeypatch.setattr(runner, "preparing", refuse)
    assert run({**RACE, "games": 10}, out=tmp_path / "run", executor="inline", workers=1).digest
