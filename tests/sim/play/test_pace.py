"""How fast games are played, and what that comes to."""

import pytest

from engine.game.cell import Cell
from sim.experiment.experiment import resolve
from sim.experiment.labels import costly_axis
from sim.play.options import PlayOptions
from sim.play.pilot import seconds_per_game
from sim.play.worker import Task
from tests.support.command_line import RACE, Fatecast


def test_a_large_grid_is_tried_here_and_there(monkeypatch: pytest.MonkeyPatch) -> None:
    effective = resolve({**RACE, "dice": [2, 3, 4, 5, 6], "goals": [*range(10, 50)]}, "test")
    tried: list[str] = []

    def look(task: Task, budget: float, few: int) -> float:
        tried.append(task.cell.name)
        return float(len(tried))

    monkeypatch.setattr("sim.play.pilot.time_games", look)
    found = seconds_per_game(effective, PlayOptions("inline"))
    assert len(found) == len(effective.cells) == 200
    assert len(tried) <= 64
    assert tried[:2] == [effective.cells[0].name, effective.cells[4].name]
    assert found[:9] == [1.0] * 4 + [2.0] * 4 + [3.0]


def test_the_axis_that_costs_most_is_named_slowest_first() -> None:
    cells = [Cell({"die": die, "goal": goal}, {}) for die in (6, 8) for goal in (1, 2)]
    assert costly_axis(cells, [1.0, 3.0, 1.0, 9.0]) == {"goal 2": 6.0, "goal 1": 1.0}
    assert costly_axis(cells, [1.0, 1.5, 1.0, 1.5]) == {}


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        ([], "plan: expected --half-width, --detect or both"),
        (["--half-width", "wide"], "--half-width: expected a share"),
        (["--half-width", "1%", "--experiment", "defualt"], "unknown experiment 'defualt': did you mean 'default'?"),
        (["--detect", "1%", "--power", "2"], "--power: expected a share"),
        (["--half-width", "1%", "--workers", "0"], "workers: expected at least 1, not 0"),
    ],
)
def test_questions_that_cannot_be_answered_are_one_line(typed: Fatecast, flags: list[object], complaint: str) -> None:
    done = typed("plan", "--untimed", *flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
