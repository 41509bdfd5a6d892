"""No work is ever lost: whatever ends a run, what was finished stays, and the rest is played later, the same."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from engine.errors import BadInput, FatecastError
from sim import load_run, run
from sim.errors import Inconclusive
from sim.runs.store import Store
from tests.support import ROOT
from tests.support.command_line import RACE, Fatecast, race_flags, start
from tests.support.dice_race import FOR_EVER
from tests.support.runs import records, until

SLOW = {**RACE, "sleep": 0.05, "games": 1500}


@contextmanager
def slow_run(path: Path) -> Iterator[tuple[subprocess.Popen[str], psutil.Process]]:
    """A run of 60 slow blocks, with the first few of them finished."""
    with start("run", *race_flags(sleep=0.05, games=1500), "--block", 100, "--workers", 2, "--out", path) as process:
        until(lambda: records(path) >= 3)
        yield process, psutil.Process(process.pid)


def forked(process: psutil.Process) -> list[psutil.Process]:
    return [child for child in process.children() if "fatecast" in " ".join(child.cmdline())]


def alive(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def busy(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.cpu_times().user > 0.3)
    return False


@pytest.fixture(scope="module")
def digest(tmp_path_factory: pytest.TempPathFactory) -> str:
    return run(SLOW, out=tmp_path_factory.mktemp("whole") / "run", executor="inline").digest


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path, digest: str, fatecast: Fatecast) -> None:
    path = tmp_path / "run"
    with slow_run(path) as (process, family):
        children = family.children()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.splitlines()[-1].endswith(f"continue with: fatecast resume {path}")
    assert "Traceback" not in err
    assert not any(child.is_running() for child in children)
    kept = records(path)
    assert 3 <= kept < 60
    with pytest.raises(Inconclusive, match="unfinished"):
        load_run(path)

    resumed = fatecast("resume", path)
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert digest in resumed.stdout
    assert "interrupted" in (path / "run.log").read_text()


def press(process: subprocess.Popen[str], number: signal.Signals, times: int, group: bool = False) -> str:
    """Sends a signal several times in quick succession, and returns what the command says."""
    for _ in range(times):
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(process.pid, number)
        time.sleep(0.03)
    _, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    return err


@pytest.mark.parametrize(
    ("number", "times", "group", "code", "word"),
    [
        (signal.SIGINT, 6, True, 130, "interrupted"),
        pytest.param(signal.SIGTERM, 1, False, 143, "terminated", marks=pytest.mark.full),
    ],
)
def test_signals_end_a_run_in_one_line(
    tmp_path: Path, digest: str, number: signal.Signals, times: int, group: bool, code: int, word: str
) -> None:
    """However often they come, to the command alone or to its workers too."""
    path = tmp_path / "run"
    flags = [*race_flags(sleep=0.05, games=1500), "--block", 100, "--workers", 2, "--out", path]
    with start("run", *flags, start_new_session=True) as process:
        until(lambda: records(path) >= 3)
        family = psutil.Process(process.pid).children(recursive=True)
        err = press(process, number, times, group)
    assert process.returncode == code
    assert err == f"fatecast: {word}; finished blocks are kept, continue with: fatecast resume {path}\n"
    assert not any(alive(child) for child in family)
    assert 3 <= records(path) < 60
    if times == 1:
        assert run(SLOW, out=path, workers=2).digest == digest


@pytest.mark.full
def test_a_worker_that_hangs_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with start("run", *race_flags(wait_for=FOR_EVER), "--workers", 2, "--out", tmp_path / "run") as process:
        family = psutil.Process(process.pid)
        until(lambda: any(busy(child) for child in family.children()))
        children = family.children(recursive=True)
        press(process, signal.SIGINT, 6)
    assert process.returncode == 130
    assert not any(alive(child) for child in children)


@pytest.mark.full
def test_a_killed_parent_takes_along_workers_that_cannot_notice(tmp_path: Path) -> None:
    with start("run", *race_flags(wait_for=FOR_EVER), "--workers", 2, "--out", tmp_path / "run") as process:
        family = psutil.Process(process.pid)
        until(lambda: any(busy(child) for child in family.children()))
        children = family.children(recursive=True)
        process.kill()
        process.communicate(timeout=20)  # nobody else holds its output
    until(lambda: not any(alive(child) for child in children), 5)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("wait", [0.2, 0.5])
def test_ctrl_c_while_the_command_starts(wait: float) -> None:
    """Before Python has read our first line, the answer is Python's."""
    command = [sys.executable, "-c", "from fatecast.__main__ import main\nprint('!', flush=True)\nmain()", "cards"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait)
        err = press(process, signal.SIGINT, 6)
    assert (process.returncode, err) in ((130, "fatecast: interrupted\n"), (0, ""))


def test_a_validator_is_not_interrupted() -> None:
    """Pydantic would take the interrupt for a mistake."""
    script = (
        "import os, signal, time\n"
        "from typing import Annotated\n"
        "from pydantic import BaseModel, BeforeValidator\n"
        "from sim.errors import answer_signals\n"
        "class Content(BaseModel):\n"
        "    goal: Annotated[int, BeforeValidator(lambda given: os.kill(os.getpid(), signal.SIGINT) or given)]\n"
        "answer_signals()\n"
        "try:\n"
        "    print(Content.model_validate({'goal': 7}), flush=True)\n"
        "    time.sleep(60)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=50)
    assert done.stdout == "goal=7\ninterrupted\n"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_that_somebody_swallows_comes_again(number: signal.Signals, code: int) -> None:
    """Python prints and forgets what is raised at the end of an object, as compiled modules do in places of theirs."""
    program = f"""if True:
        import os, sys, time
        from sim.errors import answer_signals, interrupt_code

        class Swallows:
            def __del__(self):
                os.kill(os.getpid(), {int(number)})
                time.sleep(5)

        answer_signals()
        try:
            Swallows()
            time.sleep(20)
        except KeyboardInterrupt as interrupt:
            sys.exit(interrupt_code(interrupt))
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.full
def test_modules_that_load_for_long_are_not_waited_for(tmp_path: Path) -> None:
    """A command ends within five seconds, and after the interrupt it has to end its workers."""
    (tmp_path / "slow.py").write_text("import time\nfor _ in range(200):\n    time.sleep(0.05)\n")
    program = f"""if True:
        import os, sys, threading, time
        from sim.errors import answer_signals, interrupt_code

        sys.path.insert(0, {str(tmp_path)!r})
        answer_signals()
        began = time.monotonic()
        threading.Timer(0.1, os.kill, (os.getpid(), {int(signal.SIGTERM)})).start()
        try:
            import slow
        except KeyboardInterrupt as interrupt:
            print(time.monotonic() - began)
            sys.exit(interrupt_code(interrupt))
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (143, "")
    assert 1 < float(done.stdout) < 4


def test_a_command_in_the_background_goes_on_ignoring_ctrl_c(tmp_path: Path) -> None:
    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    flags = [*race_flags(sleep=0.02, games=500), "--block", 100, "--workers", 2, "--out", tmp_path / "run"]
    with start("run", *flags, preexec_fn=ignore) as process:
        until(lambda: records(tmp_path / "run") >= 1)
        err = press(process, signal.SIGINT, 2)
    assert (process.returncode, err) == (0, "")


@pytest.mark.full
def test_a_killed_worker_stops_the_run_with_one_line_and_it_resumes(tmp_path: Path, digest: str) -> None:
    path = tmp_path / "run"
    with slow_run(path) as (process, family):
        forked(family)[0].kill()
        _, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert err.startswith("fatecast: a worker process died")
    assert err.endswith(f"fatecast resume {path}\n")
    assert len(err.splitlines()) == 1
    assert 3 <= records(path) < 60
    assert run(SLOW, out=path, workers=2).digest == digest


def test_a_game_that_fails_is_named(tmp_path: Path, typed: Fatecast, fatecast: Fatecast) -> None:
    for executor, command in (("inline", typed), ("processes", fatecast)):
        path = tmp_path / executor
        done = command("run", *race_flags(fail_at=2500), "--block", 1000, "--executor", executor, "--out", path)
        assert done.returncode == 1
        assert done.stderr.startswith(
            "fatecast: die6/goal15, games 2000 to 2999: ZeroDivisionError: a die without faces"
        )
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" in (path / "run.log").read_text()
        assert not Store(path).manifest()["complete"]


def test_a_second_run_on_the_same_directory_refuses(tmp_path: Path, typed: Fatecast) -> None:
    path = tmp_path / "run"
    run(RACE, games=20, out=path, executor="inline")
    with Store(path).locked():
        for verb in (["resume"], ["run", *race_flags(games=20), "--out"]):
            done = typed(*verb, path)
            assert (done.returncode, done.stderr) == (2, f"fatecast: {path}: in use by another run\n")


def test_an_unfinished_directory_takes_only_its_own_experiment(tmp_path: Path) -> None:
    path = tmp_path / "run"
    with pytest.raises(FatecastError):
        run(RACE, fail_at=2500, out=path, executor="inline", block=1000)
    with pytest.raises(BadInput, match="holds another experiment"):
        run(RACE, fail_at=2501, out=path, executor="inline")
    with pytest.raises(BadInput, match="started with --detail games"):
        run(RACE, fail_at=2500, out=path, executor="inline", detail="cells")


def test_a_finished_run_is_left_as_it_is(tmp_path: Path) -> None:
    first = run(RACE, out=tmp_path / "run", executor="inline")
    before = {path: path.stat().st_mtime_ns for path in first.path.rglob("*") if path.is_file()}
    again = run(RACE, out=tmp_path / "run", executor="inline")
    after = {path: path.stat().st_mtime_ns for path in first.path.rglob("*") if path.is_file()}
    changed = {path.name for path in after if after[path] != before.get(path)}
    assert again.digest == first.digest
    assert changed <= {"run.log", ".lock"}
