"""Code of somebody else may start processes, copy its own, crash, or raise what no program should."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.errors import FatecastError
from engine.game.registry import forget
from sim import run
from tests.support.command_line import start
from tests.support.own_file import written
from tests.support.programs import PYTHON, SCRIPT
from tests.support.runs import until

BEGIN = "        while True:\n"
STARTS = """        if not os.path.exists({pids!r}):
            subprocess.run([{python!r}, "-S", "-c", {child!r}], start_new_session=True)
        time.sleep(0.05)
"""
CHILD = "import os, time; os.fork() and os._exit(0); print(os.getpid(), file=open({pids!r}, 'w')); time.sleep(600)"
"""Leaves its session and its parent, as a daemon does."""


@pytest.fixture(autouse=True)
def _no_game_is_known_afterwards() -> Iterator[None]:
    yield
    forget()


def game(folder: Path, body: str) -> Path:
    """A game that does something first."""
    path = folder / "plain_pig.py"
    imports = ("from itertools import count", "import os\nimport subprocess\nimport time\nfrom itertools import count")
    path.write_text(written(imports, (BEGIN, body + BEGIN)), encoding="utf-8")
    return path


def starting(folder: Path) -> tuple[Path, Path]:
    """A game that leaves a process behind, and the file with its number."""
    pids = folder / "child"
    body = STARTS.format(pids=str(pids), python=sys.executable, child=CHILD.format(pids=str(pids)))
    return game(folder, body), pids


def left_by(pids: Path) -> psutil.Process:
    until(lambda: pids.exists() and pids.read_text().strip())
    return psutil.Process(int(pids.read_text()))


def ends(process: psutil.Process) -> None:
    until(lambda: not process.is_running() or process.status() == psutil.STATUS_ZOMBIE, 5)


def test_what_a_game_started_ends_with_the_run(tmp_path: Path) -> None:
    path, pids = starting(tmp_path)
    run({"players": [2], "games": 3}, game=str(path), out=tmp_path / "run", workers=1)
    ended = int(pids.read_text())
    assert not psutil.pid_exists(ended) or psutil.Process(ended).status() == psutil.STATUS_ZOMBIE


def test_what_a_game_started_ends_if_a_worker_is_killed(tmp_path: Path) -> None:
    path, pids = starting(tmp_path)
    flags = ("--players", 2, "--games", 100_000, "--workers", 2, "--out", tmp_path / "run")
    with start("run", "--game", path, *flags) as process:
        child = left_by(pids)
        time.sleep(2.5)  # the watcher looks once a second, if the machine lets it
        parent = psutil.Process(process.pid)
        workers = [each for each in parent.children() if each.children()]
        workers[0].kill()
        _, err = process.communicate(timeout=30)
        ends(child)
    assert "a worker process died (signal 9, SIGKILL: killed, or out of memory)" in err
    assert f"find the game with: fatecast check {path};" in err
    assert len(err.splitlines()) == 1


def test_what_a_program_started_ends_with_the_run(tmp_path: Path) -> None:
    pids, program = tmp_path / "child", tmp_path / "program.py"
    child = f"[{sys.executable!r}, '-S', '-c', {CHILD.format(pids=str(pids))!r}]"
    begin = f"import os, subprocess\nif not os.path.exists({str(pids)!r}):\n"
    begin += f"    subprocess.run({child}, start_new_session=True)\n    import time; time.sleep(0.5)\n"
    head, _, rest = SCRIPT.read_text(encoding="utf-8").partition("\nimport ")
    program.write_text(f"{head}\n{begin}import {rest}", encoding="utf-8")
    flags = ("--games", 20, "--workers", 1, "--out", tmp_path / "run")
    with start("run", "--game", f"cmd:{PYTHON} {program}", *flags) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    ended = int(pids.read_text())
    assert not psutil.pid_exists(ended) or psutil.Process(ended).status() == psutil.STATUS_ZOMBIE


def failed(folder: Path, body: str) -> str:
    """The line of a run that fails."""
    with pytest.raises(FatecastError) as caught:
        run({"players": [2], "games": 5}, game=str(game(folder, body)), out=folder / "run", workers=1)
    return str(caught.value)


def test_a_game_that_forks_is_refused_and_its_copies_end(tmp_path: Path) -> None:
    us = psutil.Process()
    before = {each.pid for each in us.children(recursive=True)}
    line = failed(tmp_path, "        os.fork()\n")
    assert "game 0: turn " in line
    assert "plain_pig.py: line " in line
    assert ": os.fork: a game must not copy the process that plays it" in line
    until(lambda: {each.pid for each in us.children(recursive=True)} <= before)


def test_whatever_a_game_raises_is_one_line(tmp_path: Path) -> None:
    line = failed(tmp_path, "        raise GeneratorExit\n")
    assert ": GeneratorExit" in line
    assert "plain_pig.py: line " in line
    assert "\n" not in line


def test_a_crash_names_its_code_the_games_and_the_check(tmp_path: Path) -> None:
    line = failed(tmp_path, "        os._exit(3)\n")
    assert line.startswith(
        "a worker process died (exit code 3) in hold/players2, games 0 to 4; find the game with: fatecast "
    )
