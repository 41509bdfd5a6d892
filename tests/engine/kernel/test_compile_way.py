"""Kernels compiled as whole programs and by plain Numba: the same numbers, and a fallback if Numba's internals
change."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from engine.kernel import compile_way
from engine.kernel.compiled import INTERPRETED
from engine.kernel.compiling import untried
from tests.support import ROOT

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

SMALL = """
import sys
from engine.kernel import compile_way
from engine.kernel.compiled import compiled
from engine.kernel.floats import exp, log2
from engine.kernel.rng import below, philox
import numpy as np

@compiled
def draws(games):
    total = 0.0
    for game in range(games):
        word = philox(np.uint64(game), np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(5))[0]
        total += exp(-0.01 * below(word, 600)) + log2(0.5 + 0.001 * below(word, 400))
    return total

print(compile_way.compiles_whole_programs(), type(getattr(draws, "dispatcher", draws)).__name__, draws(1000).hex())
"""

GAMES = """
from engine.shipwreck.game import SHIPWRECK
cells = SHIPWRECK.cells(SHIPWRECK.resolve({"policies": [POLICY], "players": [3], "doom": [2]}, "test"))
SHIPWRECK.prepare(cells, lambda line: None)
batch = SHIPWRECK.simulate(cells[0], 1, 0, 300)
from hashlib import sha256
print(sha256(batch.rows.tobytes() + batch.pieces.tobytes()).hexdigest())
"""


def start(script: str, cache: Path, **environment: str) -> tuple[str, str]:
    path = cache / "script.py"
    path.write_text(script)
    env = {**os.environ, "FATECAST_CACHE": str(cache), "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run([sys.executable, str(path)], env=env, check=True, capture_output=True, text=True)
    return done.stdout.strip(), done.stderr


@pytest.mark.full
def test_both_ways_give_the_same_numbers(tmp_path: Path) -> None:
    whole, _ = start(SMALL, tmp_path)
    plain, _ = start(SMALL, tmp_path, FATECAST_WHOLE_PROGRAM="0")
    interpreted, _ = start(SMALL, tmp_path, NUMBA_DISABLE_JIT="1")
    assert whole.split()[:2] == ["True", "Part"]
    assert plain.split()[:2] == ["False", "CPUDispatcher"]
    assert whole.split()[2] == plain.split()[2] == interpreted.split()[2]


@pytest.mark.published
@pytest.mark.parametrize("policy", ["mute", "literal"])
def test_both_ways_play_the_same_games(policy: str, tmp_path: Path) -> None:
    """Only in `make published`: plain Numba takes minutes."""
    script = GAMES.replace("POLICY", repr(policy))
    whole, _ = start(script, tmp_path)
    plain, _ = start(script, tmp_path, FATECAST_WHOLE_PROGRAM="0")
    assert whole == plain


@pytest.fixture
def untried_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(compile_way, "TRIED", ("0.1.",))
    monkeypatch.delenv(compile_way.WAY, raising=False)
    compile_way.compiles_whole_programs.cache_clear()
    yield
    compile_way.compiles_whole_programs.cache_clear()


@pytest.mark.usefixtures("untried_numba")
@pytest.mark.parametrize("reason", ["", "a trial of 256 games ends otherwise"])
def test_a_numba_that_was_not_tried_is_used_as_the_verdict_says(
    reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[dict[str, str]] = []

    def verdict(environment: dict[str, str]) -> str:
        asked.append(environment)
        return reason

    monkeypatch.setattr(untried, "verdict", verdict)
    assert compile_way.compiles_whole_programs() == (not reason)
    assert compile_way.compiles_whole_programs() == (not reason)
    assert asked == [{compile_way.WAY: compile_way.UNASKED}]
    line = f"fatecast: Numba {version('numba')} is not built as expected ({reason}); "
    line += "compiled the plain way, which takes minutes, once\n"
    assert capsys.readouterr().err == (line if reason else "")


def test_a_numba_that_was_tried_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The versions that CI and `make setup` install are among them, so that nobody waits."""
    pinned = re.search(r"^numba==(.*)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    assert pinned is not None
    assert pinned[1].startswith(compile_way.TRIED)
    monkeypatch.setattr(untried, "verdict", lambda environment: pytest.fail("tried again"))
    if version("numba").startswith(compile_way.TRIED):
        assert compile_way.obstacle() == ""


@pytest.mark.usefixtures("untried_numba")
def test_the_trial_itself_and_the_slow_way_ask_for_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(untried, "verdict", lambda environment: pytest.fail("a trial of the trial"))
    monkeypatch.setenv(compile_way.WAY, compile_way.UNASKED)
    assert compile_way.compiles_whole_programs()
    compile_way.compiles_whole_programs.cache_clear()
    monkeypatch.setenv(compile_way.WAY, compile_way.SLOW)
    assert not compile_way.compiles_whole_programs()
