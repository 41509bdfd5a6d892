"""Somebody who waits sees how far it is: a bar that fits the terminal, or a line now and then."""

import logging
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pytest

from sim.play import progress
from sim.play.logs import log_to_terminal
from sim.play.progress import FittingBar, Progress
from tests.support import ROOT
from tests.support.command_line import race_flags


class Clock:
    """Time that passes when told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(progress, "monotonic", found)
    return found


def test_lines_of_life_come_late_and_then_more_and_more_seldom(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with log_to_terminal(logging.WARNING), Progress() as shown:
        shown.begin(86_400, "single changes")
        for _ in range(9):
            clock.now += 1
            shown.advance(1)
        assert capsys.readouterr().err == ""
        for _ in range(86_400 - 9):
            clock.now += 1
            shown.advance(1)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "fatecast: single changes: 10 of 86,400 games, about 23:59:50 left"
    assert lines[1] == "fatecast: single changes: 15 of 86,400 games, about 23:59:45 left"
    assert 20 < len(lines) < 70


def test_a_command_that_waits_for_one_long_answer_says_so_too(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with log_to_terminal(logging.WARNING), Progress(unit="cells") as shown:
        shown.begin(3)
        clock.now += 11
        shown.tick()
    assert capsys.readouterr().err == "fatecast: 0 of 3 cells\n"


@pytest.mark.parametrize("level", [logging.ERROR, None])
def test_nothing_with_q_and_nothing_in_a_script(
    level: int | None, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def heard() -> Iterator[None]:
        if level is None:
            yield
        else:
            with log_to_terminal(level):
                yield

    with heard(), Progress() as shown:
        shown.begin(10)
        clock.now += 1000
        shown.advance(5)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("width", [20, 30, 60, 80, 120, 200])
def test_the_bar_leaves_room_for_itself(width: int) -> None:
    line = FittingBar.format_meter(
        41_000,
        81_920,
        12.0,
        width,
        prefix="single changes: ",
        unit=" games",
        unit_scale=True,
        postfix="base/pragmatic depth=1/players3/doom4 61.2% ±0.3%",
        ascii=True,
    )
    assert len(line) <= width
    assert "50%" in line
    bar = line.partition("%")[2]
    assert bar.count("#") >= 3, line
    if width >= 60:
        assert "41.0k/81.9k games, 00:11 left" in line
    assert ("61.2% ±0.3%" in line) is (width >= 120)


def shown_on_a_terminal(columns: int, *arguments: str) -> str:
    """What a command shows on a terminal of this width."""
    here, there = pty.openpty()
    ioctl(there, TIOCSWINSZ, pack("HHHH", 40, columns, 0, 0))
    command = [sys.executable, "-m", "tests.support.fatecast", *arguments]
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=there, env=environment) as process:
        os.close(there)
        shown = b""
        while True:
            try:
                part = os.read(here, 65_536)
            except OSError:
                break
            if not part:
                break
            shown += part
    os.close(here)
    assert process.returncode == 0, shown
    return shown.decode()


def test_on_a_real_terminal_no_line_is_longer_than_it(tmp_path: Path) -> None:
    flags = race_flags(games=600, sleep=0.01, name="a-rather-long-name-of-an-experiment")
    more = ["--block", "50", "--workers", "2", "--out", str(tmp_path / "run")]
    shown = shown_on_a_terminal(60, "run", *flags, *more)
    lines = [re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line) for line in re.split(r"[\r\n]+", shown)]
    assert max(map(len, lines)) <= 60
    assert any("%" in line and "█" in line for line in lines)
