"""How fast games are played, and what that comes to."""

import pytest

from engine.game.cell import Cell
from sim.experiment.experiment import resolve
from sim.experiment.labels import costly_axis
from sim.play.options import PlayOptions
from sim.play.pilot import seconds_per_game
from sim.play.worker import Task
from tests.support.command_line import RACE, Fatecast


@pytest.mark.full
def test_a_cell_that_is_slow_is_measured_as_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy sleeps once a call."""
    monkeypatch.setattr("sim.play.pilot.BUDGET", 0.05)
    slow, fast = (
        seconds_per_game(resolve({**RACE, "dice": [6], "goals": [15], "sleep": sleep}, "test")) for sleep in (0.2, 0.0)
    )
    assert slow[0] > 2 * fast[0] > 0


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


@pytest.mark.full
def test_from_the_command_line(fatecast: Fatecast) -> None:
    grid = ["--set", "game=dice", "--set", "dice=[6, 8]"]
    done = fatecast("plan", "--half-width", "0.5%", "--win-rate", "40%", *grid, "--workers", 3)
    assert (done.returncode, done.stderr) == (0, "")
    assert "known to ± 0.5 points (95 %)" in done.stdout
    assert "36,875" in done.stdout
    assert "73,750" in done.stdout
    assert "games a second with each of 3 workers" in done.stdout
    detect = ["plan", "--detect", "1pp", "--power", "0.9", "--win-rate", "40%", *grid, "--untimed"]
    done = fatecast(*detect)
    assert "50,639" in done.stdout
    assert "2 × 2" in done.stdout
    assert "Measured" not in done.stdout
    assert "try --paired-variance 0.3" in done.stdout
    assert "15,191" in fatecast(*detect, "--paired-variance", "0.3").stdout


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
