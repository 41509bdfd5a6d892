"""An edit of a game that its experiment hides, because it sets the value: it never passes, is never held, and is named.

What is played is judged as before."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from fatecast import compare, try_change
from tests.support.command_line import Fatecast
from tests.support.own_file import SHORT, written

FILE = Path("configs/plain_pig/experiments/tuning.toml")
SMALL = 'game = "plain_pig"\nplayers = [2]\n'
GAME = ("--game", "./plain_pig.py")
FEW = ("--games", 1024, "--executor", "inline")
LENGTH = ("--outcome", "length", "--margin", 6)
"""Of games of up to 1,000 turns, 1,024 that did not change exclude a change of 6."""

GOAL = (("Parameter(20,", "Parameter(10,"), "[options]\ngoal = 20\n")
EDITS = {
    "an option": (*GOAL, "options.goal = 20: the edit 20 → 10", "line 4 of {file} (goal = 20)"),
    "an axis": (
        ("players = (2, 6)", "players = (2, 3)"),
        "",
        "players = 2: the edit 2, 3, 4, 5, 6 → 2, 3",
        "line 2 of {file} (players = [2])",
    ),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain_pig.py").write_text(written(SHORT))
    Path("before.py").write_text(written(SHORT))
    FILE.parent.mkdir(parents=True)


@pytest.fixture
def gate_after(typed: Fatecast) -> Callable[..., CompletedProcess[str]]:
    """Accepts the game with an experiment, edits the game, and asks the gate."""

    def asked(experiment: str, *edits: tuple[str, str]) -> CompletedProcess[str]:
        FILE.write_text(experiment)
        Path("plain_pig.py").write_text(written(SHORT))
        for old in Path("configs/plain_pig").glob("baselines/*.json"):
            old.unlink()
        done = typed("baseline", "accept", *GAME, "--games", 1024, "--workers", 1, *LENGTH)
        assert done.returncode == 0, done.stderr
        Path("plain_pig.py").write_text(written(SHORT, *edits))
        return typed("gate", *GAME, "--before", "before.py", *FEW, "--junit", "gate.xml", "--json-file", "gate.json")

    return asked


@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", EDITS)
def test_the_gate_names_an_edit_that_was_not_played(
    case: str, gate_after: Callable[..., CompletedProcess[str]]
) -> None:
    edit, setting, said, line = EDITS[case]
    done = gate_after(f"{SMALL}{setting}", edit)
    assert done.returncode == 4, done.stdout + done.stderr
    first, second, *_ = done.stdout.splitlines()
    assert first == "inconclusive: what was played is kept, but not every edit was played"
    assert second.startswith(f"the experiment sets {said} was not played; ")
    assert f"delete {line.format(file=FILE)}" in second
    assert second in json.loads(Path("gate.json").read_text())["not_played"]
    assert "was not played" in Path("gate.xml").read_text()


@pytest.mark.full
def test_an_axis_that_the_game_decides_is_not_comparable_if_the_game_decides_otherwise(
    gate_after: Callable[..., CompletedProcess[str]],
) -> None:
    done = gate_after('game = "plain_pig"\n', ("players = (2, 6)", "players = (2, 3)"))
    assert (done.returncode, done.stdout) == (5, "")
    assert "players: 2, 3, 4, 5, 6 when it was accepted, 2, 3 now: other cells; accept it anew" in done.stderr


def test_compare_and_try_say_it_first_and_never_held(typed: Fatecast) -> None:
    Path("plain_pig.py").write_text(written(SHORT, GOAL[0]))
    FILE.write_text(f"{SMALL}{GOAL[1]}")
    flags = (*GAME, "--games", 300, "--executor", "inline", "--outcome", "length", "--margin", 5)
    for verb in (("compare", "before.py", "plain_pig.py"), ("try", "before.py")):
        done = typed(*verb, *flags)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("the experiment sets options.goal = 20: the edit ")
        assert f"line 4 of {FILE} (goal = 20)" in done.stdout.splitlines()[0]
        assert "held" not in done.stdout
        assert "nothing changed" not in done.stdout
    sequential = typed("compare", "before.py", "plain_pig.py", *flags, "--until-decided").stdout
    assert "held" not in sequential
    FILE.write_text(SMALL)
    played = typed("compare", "before.py", "plain_pig.py", *flags)
    assert "shorter" in played.stdout
    assert "was not played" not in played.stdout
    same = typed("compare", "before.py", "before.py", *flags)
    assert "no rule changed" in same.stdout


def test_from_python() -> None:
    Path("plain_pig.py").write_text(written(SHORT, GOAL[0]))
    FILE.write_text(f"{SMALL}{GOAL[1]}")
    asked = {"game": "./plain_pig.py", "games": 200, "executor": "inline", "outcome": "length", "margin": "20"}
    found = compare("before.py", "plain_pig.py", **asked)  # type: ignore[arg-type]
    assert found.verdict == "unclear", "although so wide a margin would have held"
    assert found.sentences[0].startswith("the experiment sets options.goal = 20: the edit 20 → 10 was not played")
    asked.pop("margin")
    tried = try_change("before.py", **asked)  # type: ignore[arg-type]
    assert tried.sentences[0].startswith("the experiment sets options.goal = 20: the edit 10 → 20 was not played")
