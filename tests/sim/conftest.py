import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game.registry import GAMES, forget
from sim import run
from sim.cli.app import main
from sim.report.make import make_report
from tests.support.command_line import Fatecast, start
from tests.support.dice_race import ADDRESS
from tests.support.forked import Waiting, environment
from tests.support.measured import Measure, measuring
from tests.support.runs import SMALL


@pytest.fixture(autouse=True, scope="package")
def dice() -> Iterator[None]:
    """The toy is a game like any other, for as long as these tests last."""
    GAMES["dice"] = ADDRESS
    yield
    del GAMES["dice"]


@pytest.fixture(scope="session")
def waiting() -> Iterator[Waiting]:
    """A process that has imported what commands import."""
    process = Waiting()
    yield process
    process.end()


@pytest.fixture(scope="session")
def measure() -> Iterator[Measure]:
    """Runs commands that may take little, and says what they took."""
    with measuring() as found:
        yield found


@pytest.fixture
def fatecast(waiting: Waiting) -> Fatecast:
    """Run the command line to its end, in a process of its own. Modules read the environment when they are imported:
    where a test has changed it, the command starts from nothing."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        if environment() == waiting.environment:
            return waiting.run([*map(str, arguments)])
        with start(*arguments) as process:
            out, err = process.communicate(timeout=600)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    return run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Fatecast:
    """The command line in this very process, which spares a second of imports: for what forks no workers."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = ["fatecast", *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", command)
        forget()  # a command knows no game that another one named
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        code = ended.value.code if isinstance(ended.value.code, int) else 0
        return subprocess.CompletedProcess(command, code, out, err)

    return run


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small finished run; copy it before you damage it."""
    return run(SMALL, out=tmp_path_factory.mktemp("played") / "run", executor="inline", block=100).path


@pytest.fixture(scope="module")
def page(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report folder of that run."""
    return make_report([played], tmp_path_factory.mktemp("page") / "page").parent
