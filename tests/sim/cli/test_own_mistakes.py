"""A mistake in somebody's own game or policy: every verb that plays names their file and the line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.verbs.request.verb import all_verbs
from tests.support.command_line import Fatecast
from tests.support.own_games import PIRATES, ROLL, line_of, pirates
from tests.support.pig.outside import forget

INLINE = ("--executor", "inline")
FEW = ("--players", "2", "--games", "8", *INLINE)
POLICY = '''def mine(view):
    """stumbles over its own feet"""
    return {}["nothing"]
'''
GAME, MINE = ("--game", "./pirates"), ("--game", "pig", "--policy", "./mine.py")
PLAYING: dict[str, tuple[str, ...]] = {
    "run": FEW,
    "resume": ("run",),
    "plan": ("--players", "2", "--detect", "2%"),
    "compare": ("bold", "careful", *FEW),
    "try": ("options.goal=20", *FEW),
    "sweep": ("--set", "options.goal=20..21", *FEW),
    "ablate": FEW,
    "ladder": FEW,
    "tune": ("--goal", "length: 20 ± 5", "--vary", "options.goal=20..22", *FEW),
    "baseline accept": ("base.json", "--players", "2", "--games", "1024", "--workers", "1"),
    "gate": ("--baseline", "base.json", "--before", "./before/pirates", "--workers", "1"),
    "check": ("./pirates",),
    "replay": ("run", "0", "0"),
}
"""How each verb that plays is called, for a game in a file."""
SILENT = {"games", "init", "new", "piece", "pieces", "pieces pull", "pieces push", "policies", "schema", "trust"}
"""Verbs that play no game."""
WAITING = {"watch", "studio"}
"""What they say about a save or a change is asked in their own tests."""
OF_RUNS = {"find", "report", "verify"}
"""Verbs that read games which were played."""
OF_POLICIES = {"policies check", "train"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a game that fails in its first turn, and a policy for Pig that fails at its first decision."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(POLICY)
    pirates(tmp_path, ROLL, f"{ROLL}                    roll // 0\n")
    yield tmp_path
    forget()


def test_every_verb_that_plays_is_asked() -> None:
    assert {verb.name for verb in all_verbs()} == {*PLAYING, *SILENT, *OF_RUNS, *OF_POLICIES, *WAITING}


@pytest.mark.parametrize("verb", PLAYING)
def test_a_mistake_in_a_game_names_its_file_and_the_line(verb: str, typed: Fatecast, folder: Path) -> None:
    if verb in ("resume", "replay"):
        typed("run", *GAME, *FEW, "--out", "run")
    if verb == "gate":
        (folder / "before").mkdir()
        accepted = ("--game", f"./{pirates(folder / 'before').relative_to(folder)}")
        assert typed("baseline", "accept", *PLAYING["baseline accept"], *accepted).returncode == 0
    done = typed(*verb.split(), *PLAYING[verb], *(() if verb == "check" else GAME))
    assert done.returncode or verb == "replay", "a replay tells the game as far as it went"
    line = line_of(PIRATES, ROLL) + 1
    assert f"pirates/game.py: line {line}: ZeroDivisionError" in done.stdout + done.stderr


@pytest.mark.parametrize("verb", ["run", "compare", "try", "ablate", "policies check"])
@pytest.mark.usefixtures("folder")
def test_a_mistake_in_a_policy_names_its_file_and_the_line(verb: str, typed: Fatecast) -> None:
    words: dict[str, tuple[str, ...]] = {
        "compare": ("hold", "./mine.py", "--game", "pig", *FEW),
        "policies check": ("./mine.py", "--game", "pig"),
        "try": ("options.goal=50", *MINE, *FEW),
    }
    done = typed(*verb.split(), *words.get(verb, (*MINE, *FEW)))
    assert done.returncode
    assert "mine.py: line 3: KeyError: 'nothing'" in done.stdout + done.stderr
