"""How many games a worker plays in one call: as many as it can compute in a moment, whatever else the machine does."""

from collections.abc import Iterator

import pytest

from engine.game.registry import load_game
from sim.experiment.experiment import resolve
from sim.play import worker
from sim.play.block_plan import block_size
from sim.play.runner import task_for
from sim.runs.block import Block
from sim.runs.tally import Tally
from tests.support.command_line import RACE

GAMES = 200_000


class Clock:
    """Time that passes only when games are played: computed, and in all."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, computed: float, passed: float) -> None:
        """Seconds for each game."""
        self.each = computed, passed
        self.now = [0.0, 0.0]
        monkeypatch.setattr(worker, "_quick", {})
        monkeypatch.setattr(worker, "process_time", lambda: self.now[0])
        monkeypatch.setattr(worker, "perf_counter", lambda: self.now[1])
        monkeypatch.setattr(worker, "_play_range", self.play)

    def play(self, game: object, task: object, first: int, last: int, skipped: object) -> list[tuple[int, None]]:
        self.now = [now + each * (last - first) for now, each in zip(self.now, self.each, strict=True)]
        return [(first, None)]


def sizes() -> Iterator[int]:
    experiment = resolve({**RACE, "games": GAMES}, "test")
    task = task_for(experiment, Block(0, 0, GAMES))
    starts = [first for first, _, _ in worker.batches(load_game("dice"), task, Tally())]
    yield from (after - before for before, after in zip(starts, [*starts[1:], GAMES], strict=True))


@pytest.mark.parametrize("busy", [1, 4])
def test_calls_grow_on_a_busy_machine_too(monkeypatch: pytest.MonkeyPatch, busy: int) -> None:
    """A core that four processes share takes four times as long, but a call computes no more."""
    Clock(monkeypatch, 1e-6, 1e-6 * busy)
    grown = list(sizes())
    assert grown[:2] == [worker.FEW, 2 * worker.FEW]
    assert max(grown) == worker.MANY
    assert next(sizes()) == worker.MANY, "the next block of the cell begins where the last one ended"


def test_slow_games_are_played_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a worker soon hears that it should stop."""
    Clock(monkeypatch, 1e-3, 1e-3)
    assert set(list(sizes())[:-1]) == {worker.FEW}


def test_a_program_that_plays_for_us_does_not_compute_here(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch, 0.0, 1e-3)
    assert set(list(sizes())[:-1]) == {worker.FEW}


@pytest.mark.parametrize(
    ("games", "size"),
    [(1, 131_072), (6_291_455, 131_072), (6_291_456, 196_608), (8_388_608, 262_144), (10**12, 262_144)],
)
def test_larger_cells_have_larger_blocks(games: int, size: int) -> None:
    assert block_size(games) == size
