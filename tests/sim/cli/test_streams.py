"""Commands whose stdin, stdout or stderr is closed, full or no longer read: all files are written, no traceback is
shown, and no message goes into a file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim import load_run
from sim.display.plain_characters import Outlet
from tests.support import ROOT
from tests.support.command_line import race_flags

PLAYED = "run", *race_flags(games=20), "-v"
"""Logs on stderr and prints tables, with workers, which inherit the streams."""


def shell(folder: Path, *words: str, streams: str) -> subprocess.CompletedProcess[str]:
    """The command line in a shell that redirects its streams; what is left of them is captured."""
    return subprocess.run(
        ["bash", "-c", f'"$@" {streams}', "bash", sys.executable, "-m", "tests.support.fatecast", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
    )


FULL = "fatecast: the output cannot be written (No space left on device)"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("streams", "code"), [(">/dev/full", 1), ("2>&-", 0)])
def test_a_run_is_played_whatever_becomes_of_its_streams(streams: str, code: int, tmp_path: Path) -> None:
    done = shell(tmp_path, *PLAYED, "--out", "run", streams=streams)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert (done.stderr.splitlines()[-1:] == [FULL]) == (streams == ">/dev/full")
    assert ("digest" in done.stdout) == (streams == "2>&-")
    played = load_run(tmp_path / "run")
    assert played.summary["games"].to_list() == [20] * 4
    lines = (tmp_path / "run" / "run.log").read_text().splitlines()
    assert all(" INFO " in line for line in lines)
    written = [path for path in (tmp_path / "run").rglob("*") if path.is_file() and path.name != "run.log"]
    assert [path for path in written if b"fatecast: " in path.read_bytes()] == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("streams", ["| true; exit ${PIPESTATUS[0]}", "<&- >&-", "2>/dev/full"])
def test_a_mistake_keeps_its_exit_code(streams: str, tmp_path: Path) -> None:
    """Also if nobody reads what it has to say."""
    done = shell(tmp_path, "run", "--polcy", "x", "--json", streams=streams)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr + done.stdout
    assert ("did you mean '--policy'?" in done.stderr) == ("2>" not in streams)


def test_an_outlet_drops_what_it_cannot_write() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with Outlet(writes, "w") as outlet:
        assert outlet.lost is None
        assert [outlet.write(b"one"), outlet.write(memoryview(b"three"))] == [3, 5]
        assert isinstance(outlet.lost, BrokenPipeError)
    with Outlet("/dev/null", "w") as fine:
        assert (fine.write(b"one"), fine.lost) == (3, None)


def test_a_script_without_stderr_plays(tmp_path: Path) -> None:
    code = f"""
from engine.game.registry import GAMES
from tests.support.dice_race import ADDRESS
GAMES["dice"] = ADDRESS
from sim import run
from sim.play.logs import LOGGER, log_to_terminal
with log_to_terminal(0):
    LOGGER.warning("nobody hears this")
    print(run({{"game": "dice", "games": 5}}, out={str(tmp_path / "run")!r}, executor="inline", progress=True).digest)
"""
    done = subprocess.run(
        ["bash", "-c", '"$@" 2>&-', "bash", sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, f"{load_run(tmp_path / 'run').digest}\n")
