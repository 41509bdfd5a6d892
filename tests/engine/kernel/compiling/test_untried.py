"""A Numba that nobody has tried is judged by a small game: a wrong one is refused, and the verdict is remembered."""

import os
import re
import signal
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from engine.kernel.compile_way import UNASKED, WAY, compiles_whole_programs
from engine.kernel.compiled import INTERPRETED
from engine.kernel.compiling import untried
from engine.kernel.compiling.probe.trial import ROWS, fault
from engine.kernel.compiling.untried import verdict

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

ASKS = {WAY: UNASKED}

SWAPPED = """
from operator import floordiv, ge, gt, le, lt, mod
from numba.core import types
from numba.core.typing.context import BaseContext, Context
usual = BaseContext._resolve_user_function_type
signed, unsigned = (types.int64,) * 2, (types.uint64,) * 2
other = {signed: unsigned, unsigned: signed}
def swapped(self, function, args, kws, literals=None):
    if type(self) is not Context and getattr(function, "typing_key", function) in (floordiv, ge, gt, le, lt, mod):
        args = other.get(tuple(map(types.unliteral, args)), args)
    return usual(self, function, args, kws, literals)
BaseContext._resolve_user_function_type = swapped
"""
"""A Numba that, asked by the fast way, compares and divides numbers with a sign as if they had none, and the other way
round."""

CRASH = """
from numba.core.codegen import JITCodeLibrary
import os
JITCodeLibrary.enable_object_caching = lambda self: os.abort()
"""

WRONG = {
    "swapped types": (SWAPPED, "a trial of 256 games ends otherwise"),
    "a crash": (CRASH, "a trial ends with signal 6, SIGABRT"),
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache in which no verdict is."""
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Plants something in the Numba of processes that are started from now on."""

    def written(code: str) -> None:
        (tmp_path / "sitecustomize.py").write_text(code)
        monkeypatch.syspath_prepend(tmp_path)

    return written


@pytest.mark.full
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_numba_is_refused(wrong: str, plant: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    code, reason = WRONG[wrong]
    plant(code)
    assert re.match(reason, verdict(ASKS))
    monkeypatch.setattr(untried, "_run", lambda *_: pytest.fail("it was tried before"))
    assert re.match(reason, verdict(ASKS))


@pytest.mark.skipif(not compiles_whole_programs(), reason="it does not pass")
def test_the_games_end_as_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial itself, with machine code that is kept between tests."""
    monkeypatch.undo()
    assert fault(from_cache=False) == ""
    monkeypatch.setitem(ROWS, "mixed", "0123456789abcdef")
    assert fault(from_cache=False) == "a trial of 256 games ends otherwise"


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A trial that tells right, unless a test says otherwise, and how often it was asked."""
    told: list[str] = []

    def run(script: str, environment: object) -> tuple[str, int]:
        told.append(script)
        return "right", 0

    monkeypatch.setattr(untried, "_run", run)
    return told


def test_a_verdict_is_remembered(trials: list[str]) -> None:
    assert [verdict(ASKS), verdict(ASKS)] == ["", ""]
    assert len(trials) == 2, "compiled, and loaded again, once"


@pytest.mark.parametrize("package", ["numba", "llvmlite", "python"])
def test_it_holds_for_these_versions(package: str, trials: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    verdict(ASKS)
    if package == "python":
        monkeypatch.setattr(untried, "python_version", lambda: "3.99.0")
    else:
        monkeypatch.setattr(untried, "version", lambda name: "99.0" if name == package else version(name))
    verdict(ASKS)
    assert len(trials) == 4


@pytest.mark.parametrize(
    ("ended", "again"),
    [
        (("a trial of 256 games ends otherwise", 0), False),
        (("a trial ends with signal 11, SIGSEGV", -signal.SIGSEGV), False),
        (("a trial takes more than 120 s", -signal.SIGKILL), True),
        (("a trial ends with exit code 1", 1), True),
    ],
)
def test_what_may_be_otherwise_next_time_is_not_remembered(
    ended: tuple[str, int], again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untried, "_run", lambda *_: ended)
    assert verdict(ASKS) == ended[0]
    monkeypatch.setattr(untried, "_run", lambda *_: ("right", 0))
    assert verdict(ASKS) == ("" if again else ended[0])


def whole(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def replaced(make: Callable[[Path], object]) -> Callable[[Path], object]:
    def replace(file: Path) -> None:
        file.unlink()
        make(file)

    return replace


DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda file: file.write_text(""),
    "turned into the opposite": lambda file: file.write_text(whole(file).replace("wrong", "right")),
    "cut": lambda file: file.write_text(whole(file)[:-9]),
    "longer": lambda file: file.write_text(whole(file) + "right\n"),
    "too long": lambda file: file.write_text("right\n" * 1000),
    "no text": lambda file: file.write_bytes(b"\xff" * 80),
    "a pipe": replaced(os.mkfifo),
    "a folder": replaced(Path.mkdir),
    "an endless file": replaced(lambda file: file.symlink_to("/dev/zero")),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_verdict_is_none(damage: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found out again, and in no more time than the first time: nobody waits for a pipe or an endless file."""
    monkeypatch.setattr(untried, "_run", lambda *_: ("wrong", 0))
    assert verdict(ASKS) == "wrong"
    [file] = cache.glob("numba-*/verdict")
    DAMAGE[damage](file)
    asked: list[object] = []

    def run(*words: object) -> tuple[str, int]:
        asked.append(words)
        return "wrong again", 0

    monkeypatch.setattr(untried, "_run", run)
    assert verdict(ASKS) == "wrong again"
    assert len(asked) == 1
    assert verdict(ASKS) == "wrong again"
    assert len(asked) == (2 if damage == "a folder" else 1), "written anew, if there is a place for it"


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("import time; time.sleep(60)", ("a trial takes more than 1 s", -signal.SIGKILL)),
        ("import os; os.abort()", ("a trial ends with signal 6, SIGABRT", -signal.SIGABRT)),
        ("import nowhere", ("a trial ends with exit code 1", 1)),
        ("pass", ("a trial says nothing", 0)),
        ("print('\\x1b[1mright\\nand more')", ("[1mright", 0)),
        ("print('right')", ("right", 0)),
    ],
)
def test_however_a_trial_ends_it_ends_and_says_one_line(
    script: str, told: tuple[str, int], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(untried, "LIMIT", 1.0)
    assert untried._run(script, {}) == told
    assert capfd.readouterr() == ("", "")
