"""Game files that are compiled, on the command line: workers, clusters, kills, games that hang, and what is said."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import psutil
import pytest

from engine.outside.own.compiled import kernels
from engine.outside.own.compiled.kernels import COMPARED_FILE, DIFFERS, SWITCH, OwnKernel, kernel_of
from engine.outside.own.compiled.writing import comparisons
from sim.runs.store import Store
from tests.own_games.cells import game_of
from tests.own_games.rows import ready, wanted
from tests.support.command_line import Fatecast, start
from tests.support.own_file import PLAIN_PIG, own_game
from tests.support.runs import records, until
from tests.support.troubled_file import ENDLESS, RAISES, TROUBLED

FLAGS = ("--policy", "hold", "--players", 2)


@pytest.fixture(scope="module")
def kernel() -> OwnKernel:
    """Its machine code is in the cache."""
    with wanted():
        return ready(game_of("troubled", TROUBLED))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kernel: OwnKernel) -> Iterator[Path]:
    """The game, and a machine on which it was compiled but never compared."""
    monkeypatch.delenv(SWITCH)
    (tmp_path / "troubled.py").write_text(TROUBLED)
    kernel._file(COMPARED_FILE).unlink(missing_ok=True)
    yield tmp_path / "troubled.py"
    kernel._file(COMPARED_FILE).unlink(missing_ok=True)


def digest(path: Path) -> str:
    return str(Store(path).manifest()["digest"])


def plainly(fatecast: Fatecast, file: Path, monkeypatch: pytest.MonkeyPatch, *flags: object) -> str:
    """The digest of the same games in plain Python."""
    with monkeypatch.context() as patch:
        patch.setenv(SWITCH, "1")
        done = fatecast("run", "--game", file, *FLAGS, *flags, "--workers", 1, "--out", file.parent / "plain")
    assert (done.returncode, done.stderr) == (0, "")
    return digest(file.parent / "plain")


def test_the_same_bytes_as_in_plain_play(
    fatecast: Fatecast, file: Path, kernel: OwnKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = fatecast(
        "run", "--game", file, *FLAGS, "--games", 900, "--workers", 2, "--block", 300, "--out", file.parent / "run"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert kernel._file(COMPARED_FILE).exists(), "they were played by the kernel"
    assert digest(file.parent / "run") == plainly(fatecast, file, monkeypatch, "--games", 900)


@pytest.mark.full
def test_a_game_that_never_ends_is_named(fatecast: Fatecast, file: Path) -> None:
    """Also if it is compiled code that does not answer."""
    flags = ("--games", 600, "--set", f"options.fault={ENDLESS}", "--patience", 2, "--workers", 1)
    done = fatecast("run", "--game", file, *FLAGS, *flags, "--out", file.parent / "run")
    assert done.returncode == 1
    assert "does not end (given 0.2 s alone)" in done.stderr.splitlines()[-1]
    game = game_of("troubled", TROUBLED)
    cell = game.cells(game.resolve({"policies": ["hold"], "players": [2], "options": {"fault": RAISES}}, "test"))[0]
    with pytest.raises(Exception, match="no wind") as caught:
        game.simulate(cell, Store(file.parent / "run").manifest()["experiment"]["seed"], 0, 600)
    first = str(caught.value).partition(": game ")[2].partition(":")[0]
    assert f"game {first} does not end" in done.stderr, "it is the first one that does not end in plain Python"


@pytest.mark.full
def test_an_error_in_compiled_play_is_told_as_in_plain_play(
    fatecast: Fatecast, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = ("--games", 600, "--set", f"options.fault={RAISES}", "--workers", 1)
    told = []
    for way in ("compiled", "plain"):
        if way == "plain":
            monkeypatch.setenv(SWITCH, "1")
        done = fatecast("run", "--game", file, *FLAGS, *flags, "--out", file.parent / way)
        assert done.returncode == 1
        told.append(done.stderr.replace(str(file.parent / way), "RUN"))
    assert told[0] == told[1]
    line = TROUBLED.splitlines().index('            raise ValueError("no wind")') + 1
    assert f"line {line}: ValueError: no wind" in told[0]


@pytest.mark.full
def test_check_compiles_and_says_how_fast(fatecast: Fatecast, file: Path) -> None:
    file = file.with_name("plain_pig.py")
    file.write_text(PLAIN_PIG)
    done = fatecast("check", file)
    assert done.returncode == 0, done.stderr
    speeds = [line for line in done.stdout.splitlines() if "games a second" in line]
    assert len(speeds) == 2
    assert speeds[1].split()[0] == "compiled:"


@pytest.mark.full
def test_check_shows_what_was_different(typed: Fatecast, file: Path) -> None:
    """A mistake is planted into the pass; the child of the command has it, too. The child inherits the kernels that
    this process has already translated without the mistake, so they are set aside."""
    file = file.with_name("plain_pig.py")
    file.write_text(PLAIN_PIG)
    assert own_game().kernel.written.text
    with patch.dict(kernels._kernels, clear=True), patch.dict(comparisons.SIGNS, {ast.Lt: "<="}):
        wrong = OwnKernel(own_game().edition)
        wrong.compile()
        wrong._file(DIFFERS).unlink(missing_ok=True)
        try:
            done = typed("check", file, "-v")
        finally:
            wrong._file(DIFFERS).unlink(missing_ok=True)
    assert "compiled and plain play differ (-v shows where)" in done.stdout
    assert "plain Python, " in done.stdout
    assert "differs: game " in done.stderr
    assert " in plain Python, " in done.stderr


@pytest.mark.full
def test_a_new_game_is_compiled_while_it_is_played(file: Path) -> None:
    """A run begins plainly, and goes on with the kernel; if it is killed meanwhile, nobody is left behind."""
    file.write_text(TROUBLED + f"# {os.urandom(8).hex()}\n")
    fresh = kernel_of(game_of("troubled", file.read_text()).edition)
    flags = ("--games", 5_000_000, "--workers", 2, "--out", file.parent / "run")
    try:
        for until_then in (lambda: records(file.parent / "run") >= 1, fresh._file(COMPARED_FILE).exists):
            with start("run", "--game", file, *FLAGS, *flags) as process:
                until(until_then, 150)
                children = psutil.Process(process.pid).children(recursive=True)
                process.kill()
                process.communicate(timeout=30)
            until(lambda: not any(each.is_running() and each.status() != "zombie" for each in children), 30)  # noqa: B023
    finally:
        for each in fresh._path.parent.glob(f"{fresh._path.stem}*"):
            each.unlink()
