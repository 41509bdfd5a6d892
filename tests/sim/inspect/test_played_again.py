"""`verify` plays games again for a limited time, and asks policies from outside about the luck of the run."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from engine.errors import BadData
from engine.game.registry import forget
from engine.policy.checking import foresight
from sim import run
from sim.inspect import played_again
from sim.inspect.verify import verify_run
from sim.play.options import PlayOptions
from sim.play.runner import task_for
from sim.text.differences import same_game
from tests.support.own_file import written
from tests.support.pig import outside

INLINE = PlayOptions("inline")
SLOW = written(
    (
        "        while True:\n            for seat",
        "        time.sleep(0.01)\n        while True:\n            for seat",
    ),
    ("from itertools import count", "import time\nfrom itertools import count"),
)


@pytest.fixture(autouse=True)
def _no_game_is_known_afterwards() -> Iterator[None]:
    yield
    forget()


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of which each takes a hundredth of a second."""
    home = tmp_path_factory.mktemp("slow") / "plain_pig.py"
    home.write_text(SLOW, encoding="utf-8")
    return home


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes longer than a tenth of a second is long."""
    monkeypatch.setattr(played_again, "AT_ONCE", 0.1)
    monkeypatch.setattr(played_again, "PIECE", 0.05)
    monkeypatch.setattr(played_again, "SHORT", 0.01)


def verified(path: Path, seconds: float = 60) -> list[str]:
    """All lines, that of the verdict last."""
    said: list[str] = []
    try:
        said.extend(verify_run(path, 20_000, INLINE, seconds))
    except BadData as error:
        said.append(str(error))
    return said


def played(folder: Path, slow: Path, detail: Literal["games", "cells"] = "games") -> Path:
    small = {"players": [2, 3], "games": 30, "options": {"goal": 20}}
    return run(small, game=str(slow), out=folder / "run", executor="inline", detail=detail).path


def test_slow_games_are_played_again_for_a_limited_time(tmp_path: Path, slow: Path, impatient: None) -> None:
    path = played(tmp_path, slow)
    said = verified(path, seconds=0.3)
    words = said[0].split()
    assert said[0].endswith("of them played again: no more in 0.3 s (--seconds N)")
    assert words[:6] == ["2", "blocks,", "60", "games", "re-read,", words[5]]
    assert 0 < int(words[5]) < 55
    assert "correct, digest" in said[-1]
    assert verified(path)[0].endswith(" 60 of them played again")


def test_pieces_are_compared_with_the_rows(
    tmp_path: Path, slow: Path, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another game under the same name: the run is whole, but its games are no longer those."""
    path = played(tmp_path, slow)
    monkeypatch.setattr(played_again, "task_for", lambda *given: task_for(*given)._replace(seed=5))
    said = verified(path, seconds=5)
    assert sum("played again, the games differ" in line for line in said) >= 2
    assert "findings; this cannot be mended" in said[-1]


def test_without_rows_long_blocks_are_left_out_and_that_is_said(tmp_path: Path, slow: Path, impatient: None) -> None:
    path = played(tmp_path, slow, detail="cells")
    said = verified(path, seconds=0.2)
    assert said[0].endswith(" 0 of them played again: no more in 0.2 s (--seconds N)")
    assert verified(path)[0].endswith(" 60 of them played again")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(foresight, "FEW", 60)
    monkeypatch.setattr(foresight, "MANY", 60)
    yield
    outside.forget()


@pytest.mark.parametrize("seat", ["seer,hold", "hold,seer"])
def test_a_policy_that_knows_the_seed_of_a_run_is_caught(tmp_path: Path, few: None, seat: str) -> None:
    code = [outside.write(tmp_path, "seer", outside.seer(7))]
    keys = {"game": "pig", "tables": [seat], "players": [2], "options": {"goal": 40}, "games": 20}
    path = run(keys, seed=7, out=tmp_path / "run", executor="inline", code=code).path
    said = verified(path)
    assert any(told in said[0] for told in ("a policy computes hidden things from them", "a policy knows the seed"))
    assert "1 finding" in said[-1]


def test_an_honest_policy_is_asked_too(tmp_path: Path, few: None) -> None:
    code = [outside.write(tmp_path, "honest", outside.HONEST)]
    keys = {"game": "pig", "policies": ["honest"], "players": [2, 3], "options": {"goal": 40}, "games": 20}
    path = run(keys, seed=7, out=tmp_path / "run", executor="inline", code=code).path
    said = verified(path)
    assert said[1] == "one cell: its policy from outside was asked about the luck of the run"
    assert json.loads((path / "manifest.json").read_text())["digest"] in said[-1]


def test_a_run_is_read_without_the_file_of_its_policy(tmp_path: Path, few: None) -> None:
    """The file tells the defaults of the parameters; without it, an id that is made again names them all."""
    code = [outside.write(tmp_path, "honest", outside.HONEST)]
    keys = {"game": "pig", "tables": ["honest,hold"], "players": [2], "options": {"goal": 40}, "games": 20}
    path = run(keys, seed=7, out=tmp_path / "run", executor="inline", code=code).path
    outside.forget()
    assert [line for line in verify_run(path, 0) if "summary" in line] == []


@pytest.mark.parametrize(
    ("found", "code", "same"),
    [
        ("pig:mine@abc+hold,at=9:game7", [], True),
        ("pig:mine@abc,at=8+hold,at=9:game7", [], True),
        ("pig:mine@abc,at=7+hold,at=9:game7", [], False),
        ("pig:mine@abc+hold:game7", [], False),
        ("pig:mine@abc+hold,at=9:game8", [], False),
        ("pig:mine@abd+hold,at=9:game7", [], False),
        ("pig:mine@abc+hold,at=9:game7", ["abcdef"], False),
    ],
)
def test_ids_are_the_same_but_for_defaults_that_nobody_can_tell(found: str, code: list[str], same: bool) -> None:
    assert same_game(found, "pig:mine@abc,at=8,slips=0+hold,at=9:game7", code) == same
