"""One coherent log, whoever speaks."""

import io
import os
import re
import sys
import threading
from errno import ENOSPC
from pathlib import Path

import pytest

from sim import run
from sim.experiment.experiment import Until
from sim.play.block_plan import BlockPlan
from sim.play.logs import LAST, LOGGER, from_forked_workers, log_file
from sim.play.options import PlayOptions
from sim.play.progress import RunProgress
from tests.support.command_line import RACE
from tests.support.dice_race import GAME, WIN_RATE
from tests.support.runs import blocks_of, games

LINE = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (INFO|WARNING) +(MainProcess|worker-\d+) +\S.*$")


def test_every_line_has_its_worker_and_none_is_lost(tmp_path: Path) -> None:
    path = run(RACE, out=tmp_path / "run", workers=3, block=100).path
    lines = (path / "run.log").read_text().splitlines()
    assert all(LINE.match(line) for line in lines)
    assert sum(" played " in line for line in lines) == 120
    speakers = {line.split()[3] for line in lines}
    assert "MainProcess" in speakers
    assert len(speakers) > 2


def test_who_waits_for_records_is_told_that_there_are_no_more() -> None:
    with from_forked_workers() as handler:
        [waiting] = [thread for thread in threading.enumerate() if thread.name == "fatecast-log"]
        handler.handle(LAST)
        waiting.join(60)
        assert not waiting.is_alive(), "it does not look from time to time whether the handler was closed"


def test_a_resumed_run_goes_on_in_the_same_log(tmp_path: Path) -> None:
    for _ in range(2):
        path = run(RACE, out=tmp_path / "run", executor="inline").path
    assert (path / "run.log").read_text().count(" done\n") == 2


def test_a_log_that_cannot_be_written_does_not_stop_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, data: bytes) -> int:
        raise OSError(ENOSPC, "No space left on device")

    with log_file(tmp_path / "run.log"):
        monkeypatch.setattr(os, "write", full)
        LOGGER.warning("into the void")
        monkeypatch.undo()
    assert (tmp_path / "run.log").read_bytes() == b""


def test_the_bar_shows_the_cell_in_hand_and_only_to_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = GAME.cells(GAME.resolve({}, ""))
    plan = BlockPlan(1, Until.model_construct(half_width=0.0, every=100, max_games=100), 50, WIN_RATE)
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    for shown in (None, True):
        with RunProgress(plan, cells, PlayOptions(progress=shown)) as bar:
            for block in list(blocks_of(plan))[:1]:
                plan.add(block, games(20, 50))
                bar.moved(block)
        assert bool(screen.getvalue()) is bool(shown)
    assert "die6/goal20 40.0% ±" in screen.getvalue()
