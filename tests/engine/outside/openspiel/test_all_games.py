"""Every game that OpenSpiel registers, two games each: played or refused in one line; none crashes or hangs.

Each game has a process of its own with a limit of time, because OpenSpiel can end a process.
"""

import json
import subprocess
import sys

import pytest

from tests.support import ROOT
from tests.support.sample import sampled

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")

SECONDS = 240
PLAY = """
import json, sys
from engine.errors import BadInput
from engine.game.registry import load_game
from tests.support.sample import sampled
try:
    game = load_game("openspiel:" + sys.argv[1])
    cell = game.cells(game.resolve({}, "test"))[0]
    rows = game.simulate(cell, 1, 0, 2).rows
    told = game.replay(cell, 1, 1)
    assert game.find_game(game.game_id(cell, 1, 1))[0].key == cell.key
    assert told.events[-1]["moves"] == rows["moves"][1]
    print(json.dumps({"moves": rows["moves"].tolist(), "end": rows["end"].tolist()}))
except BadInput as error:
    print(json.dumps({"refused": str(error)}))
"""


def played(name: str) -> dict[str, object]:
    command = [sys.executable, "-c", PLAY, name]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
    found: dict[str, object] = json.loads(ended.stdout.splitlines()[-1])
    return found


def check(name: str) -> bool:
    """Whether a game was played."""
    found = played(name)
    refused = str(found.get("refused", ""))
    if refused:
        assert "\n" not in refused
        assert refused.startswith(f"openspiel:{name}: ")
        return False
    assert all(moves > 0 for moves in found["moves"])  # type: ignore[attr-defined]
    assert found["end"] == [0, 0]
    return True


@pytest.mark.parametrize("name", sampled(["goofspiel", "tarok", "misere"], ["goofspiel"]))
def test_a_game_is_played_or_refused(name: str) -> None:
    assert check(name) == (name != "misere")


@pytest.mark.published
def test_all_games_are_played_or_refused() -> None:
    """Refused are those that need parameters, the mean-field games, and one that does not list its actions."""
    names = pyspiel.registered_names()
    refused = [name for name in names if not check(name)]
    needing = [each.short_name for each in pyspiel.registered_games() if not each.default_loadable]
    crowds = [name for name in names if name.startswith("mfg_")]
    assert sorted(refused) == sorted([*needing, *crowds, "crossword"])
    assert len(names) - len(refused) >= 108
