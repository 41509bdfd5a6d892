"""The process that plays plain-Python policies: it runs no code of the current directory, and outlives nobody."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import dismiss, elsewhere
from tests.support import ROOT
from tests.support.dice_race import hold_the_interpreter
from tests.support.runs import until

HOSTILE = ("engine/__init__.py", "queue.py", "pickle.py", "subprocess.py", "numba.py", "sitecustomize.py", "site.py")
"""Modules that the helper, or Python itself, looks for when it starts."""

ASK = "import os; from engine.kernel.plain_python import elsewhere; print(elsewhere(os.getpid) != os.getpid())"
HOLD = """
from engine.kernel.plain_python import elsewhere
from tests.support.dice_race import hold_the_interpreter
print(flush=True)
elsewhere(hold_the_interpreter)
"""


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder of a stranger: every module in it leaves a mark when it is run."""
    for name in HOSTILE:
        path = tmp_path / "trap" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(tmp_path / 'mark')!r}, 'a').write({name!r})\n")
    return tmp_path / "trap"


@pytest.mark.parametrize("way", ["PYTHONPATH", "sys.path"])
def test_no_module_of_the_current_directory_is_run(tmp_path: Path, trap: Path, way: str) -> None:
    """The package is found as this process found it: by PYTHONPATH, or where an installation put it on the path."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    env |= {"PYTHONPATH": str(ROOT)} if way == "PYTHONPATH" else {}
    script = ASK if way == "PYTHONPATH" else f"import sys; sys.path.insert(0, {str(ROOT)!r}); {ASK}"
    command = [sys.executable, "-P", "-c", script]
    done = subprocess.run(command, cwd=trap, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_helper_that_holds_the_interpreter_ends_with_the_process_that_asked(number: signal.Signals) -> None:
    """And so does its hold on the output: somebody who reads to the end gets there."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", HOLD], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as one:
        family = psutil.Process(one.pid)
        until(lambda: any(each.cpu_times().user > 0.1 for each in family.children(recursive=True)), 60)
        helpers = family.children(recursive=True)
        one.send_signal(number)
        one.communicate(timeout=10)
    until(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in helpers), 5)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_an_interrupted_request_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next request gets its own answer."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        assert elsewhere(abs, -1) == 1
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            elsewhere(hold_the_interpreter)
        assert elsewhere(abs, -2) == 2
    finally:
        signal.signal(signal.SIGALRM, before)
        dismiss()
