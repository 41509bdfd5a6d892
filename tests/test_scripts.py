"""Scripts of the tests: words they do not know, and the speeds that a benchmark accepts."""

import sys
from pathlib import Path
from platform import python_version
from runpy import run_module

import pytest

from tests.bench import engine
from tests.bench._accepted import accepted, keep
from tests.bench._speeds import POLICIES, Speed, best

PLAIN = {"mute": Speed(50.0, 4e6), "literal": Speed(4.0, 4e6)}
COMPILED = {"mute": Speed(400_000.0, 6e8), "literal": Speed(12_345.6, 6e8)}


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("tests.bench engines", "unknown benchmark 'engines'"),
        ("tests.bench engine --fast", "unknown flag --fast"),
        ("tests.bench --accept", "--accept is for the engine alone"),
        ("tests.bench memory --accept", "--accept is for the engine alone"),
        ("tests.bench.memory 10", "expected 2 words, not 1"),
        ("tests.bench.memory many games", "expected a number, not 'many'"),
        ("tests.bench.report run run", "unexpected word 'run'"),
        ("tests.bench._speeds mute", "unexpected word 'mute'"),
        ("tests.warm mute", "unexpected word 'mute'"),
        ("tests.picture page.html", "expected 2 words, not 1"),
        ("tests.support.shipwreck.record search", "unexpected word 'search'"),
        ("tests.support.shipwreck.record --find", "unknown flag --find"),
        ("tests.support.shipwreck.both_ways out.npz mute", "expected 3 words, not 2"),
        ("tests.support.shipwreck.both_ways out.npz mute 0", "expected a number, not '0'"),
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
    assert mute.split() == ["mute", "400,000", "50.0", "8,000", "100,000", "4.00", "2.00"]
    assert literal.split() == ["literal", "12,346", "4.0", "3,086"], "it was not there when speeds were accepted"


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
    assert set(found.compiled) <= set(POLICIES)
    assert all(min(speed) > 0 for speed in found.compiled.values())


def test_the_loop_is_timed_beside_the_games() -> None:
    assert min(best("mute", 10, 1000, 2)) > 0
