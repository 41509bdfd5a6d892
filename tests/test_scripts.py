"""Scripts of the tests: words they do not know, and the speeds that a benchmark accepts."""

import os
import subprocess
import sys
from pathlib import Path
from platform import python_version
from runpy import run_module

import pytest

from tests.bench import engine, start
from tests.bench._accepted import accepted, keep
from tests.bench._against import other
from tests.bench._cases import Case, cases
from tests.bench._speeds import Speed, best
from tests.support import ROOT

PLAIN = {"mute": Speed(50.0, 4e6, 9.0, asked=2.5), "literal": Speed(4.0, 4e6, 9.0, asked=6.0)}
COMPILED = {"mute": Speed(400_000.0, 6e8, 10.0), "literal": Speed(12_345.6, 6e8, 12.0)}
MUTE = Case("shipwreck", "mute")


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("tests.bench engines", "unknown benchmark 'engines'"),
        ("tests.bench engine --fast", "unknown flag --fast"),
        ("tests.bench --accept", "--accept is for the engine alone"),
        ("tests.bench memory --accept", "--accept is for the engine alone"),
        ("tests.bench memory --against HEAD", "--against is for engine and own_games alone"),
        ("tests.bench --against", "--against needs a value"),
        ("tests.bench.memory 10", "expected 2 words, not 1"),
        ("tests.bench.memory many games", "expected a number, not 'many'"),
        ("tests.bench.memory 0 games", "expected a number, not '0'"),
        ("tests.bench.report run run", "unexpected word 'run'"),
        ("tests.bench._speeds mute", "unexpected word 'mute'"),
        ("tests.warm mute", "unexpected word 'mute'"),
        ("tests.mutations --jobs", "--jobs needs a value"),
        ("tests.mutations no-such-word", "no mutation has the word 'no-such-word'"),
        ("tests.picture page.html", "expected 2 words, not 1"),
        ("tests.support.shipwreck.record search", "unexpected word 'search'"),
        ("tests.support.shipwreck.record --find", "unknown flag --find"),
    ],
)
def test_words_that_a_script_does_not_know_are_one_line_and_exit_code_2(
    command: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *words = command.split()
    monkeypatch.setattr(sys, "argv", [name, *words])
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(SystemExit) as ended:
        run_module(name, run_name="__main__", alter_sys=True)
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    assert told.err.startswith(f"{complaint}; usage: python -m {name}")
    assert len(told.err.splitlines()) == 1


def test_speeds_are_told_beside_plain_python_and_beside_what_was_accepted(tmp_path: Path) -> None:
    """A machine on which the loop runs twice as fast owes twice the games."""
    file = tmp_path / "accepted.json"
    assert accepted(file) is None
    assert "nothing yet" in engine.report(COMPILED, PLAIN, None)[0]
    keep({"mute": Speed(100_000.0, 3e8)}, PLAIN, file)
    where, _, mute, literal = engine.report(COMPILED, PLAIN, accepted(file))
    assert f"Python {python_version()}" in where
    assert mute.split() == ["mute", "400,000", "10,000,000", "50.0", "8,000", "100,000", "4.00", "2.00"]
    assert literal.split() == ["literal", "12,346", "888,883", "4.0", "3,086"], "it was not accepted then"


def test_the_benchmark_keeps_only_what_it_is_told_to_accept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = []
    monkeypatch.setattr(engine, "plain_speeds", lambda: PLAIN)
    monkeypatch.setattr(engine, "compiled_speeds", lambda: COMPILED)
    monkeypatch.setattr(engine, "keep", lambda *speeds: kept.append(speeds))
    engine.main()
    assert not kept
    engine.main(accept=True)
    assert kept == [(COMPILED, PLAIN)]
    assert "accepted: " in capsys.readouterr().out


def test_accepted_speeds_are_short_numbers_for_people(tmp_path: Path) -> None:
    keep(COMPILED, PLAIN, tmp_path / "accepted.json")
    assert '    "literal": {"games": 12300, "loop": 600000000}\n' in (tmp_path / "accepted.json").read_text()


def test_the_accepted_file_can_be_compared_with() -> None:
    found = accepted()
    assert found is not None
    assert set(found.compiled) == {case.name for case in cases()}
    assert all(speed.games > 0 < speed.loop for speed in found.compiled.values())


def test_the_loop_is_timed_beside_the_games() -> None:
    games, loop, turns, _ = best(MUTE, 10, 1000, 2)
    assert min(games, loop, turns) > 0


@pytest.mark.full
def test_decisions_are_counted_in_plain_python(tmp_path: Path) -> None:
    """Compared with the calls that Python itself sees."""
    code = """
import sys
from tests.bench._cases import Case
from tests.bench._speeds import asked
case = Case("oracle", "random")
decisions, calls = case.kernel()[1], 0
def profile(frame, event, _):
    global calls
    calls += event == "call" and frame.f_code.co_name in decisions
game, cell = case.cell()
sys.setprofile(profile)
turns = int(game.simulate(cell, 1, 0, 3).rows["turns"].sum())
sys.setprofile(None)
assert asked(case, 3) == calls / turns > 0
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert run.returncode == 0


def test_neither_a_commit_nor_a_program() -> None:
    with pytest.raises(SystemExit, match="'no such thing' is neither a commit nor a command"), other("no such thing"):
        pass


def test_a_command_that_fails_is_no_start(tmp_path: Path) -> None:
    start.fatecast(start.VERBS["gate, no baseline"], str(tmp_path), {})
    with pytest.raises(SystemExit, match=r"fatecast check default\.toml ended with 2"):
        start.fatecast(["check", "default.toml"], str(tmp_path), {})
