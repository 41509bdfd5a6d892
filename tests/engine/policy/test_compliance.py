"""The compliance test for policies: honest policies pass, and each kind of violation is caught."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.compiled import INTERPRETED
from engine.kernel.hang_watch import stuck_at
from engine.policy import compliance
from engine.policy.compliance import check_policy
from engine.shipwreck.cells import checked_cells
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.parts import CHECKED
from tests.support.shipwreck.own_files import admit, example, forget, simple


@pytest.fixture(autouse=True)
def _nothing_admitted() -> Iterator[None]:
    forget()
    yield
    forget()


PLAIN = "    memo = {}\n    memo['a'] = memo\n"
"""Keeps a policy from being compiled, so that a check needs no kernel of its own."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """One deck and two scenarios, because plain Python is slow."""
    monkeypatch.setattr(checked_cells, "names", lambda kind, game: ["base"])
    monkeypatch.setattr(checked_cells, "SCENARIOS", checked_cells.SCENARIOS[:2])


@pytest.mark.skipif(INTERPRETED, reason="takes minutes")
def test_the_example_of_the_how_to_passes(tmp_path: Path) -> None:
    said: list[str] = []
    assert check_policy(CHECKED, admit(tmp_path, "careful", example()), said.append) == []
    said = [line for line in said if not line.startswith("compiling")]
    assert said.pop(0) == ("careful: compiled")
    assert [line.split()[:2] for line in said[:4]] == [
        [part, "ok"] for part in ("legal", "hidden", "repeatable", "portable")
    ]
    assert "games a second, " in said[4]


def test_omniscient_is_caught(few: None) -> None:
    """The negative control."""
    failures = check_policy(CHECKED, "omniscient", lambda line: None)
    assert len(failures) == 2
    for failure in failures:
        assert failure.startswith("hidden: base/omniscient/")
        assert "guessed; fatecast replay base@" in failure


PEEKING = """
def choose_play(view, mind, dice, first, second, moves):
    view.table.newcomers = first * 16 + second
    return any_of(view.table, dice, 200, moves)


def predict(view, mind, dice):
    return 1 << (view.table.newcomers // 16)
"""
REMEMBERING = """
from engine.shipwreck.for_policies import Memory as Base


class Memory(Base):
    hand: int


def choose_play(view, mind, dice, first, second, moves):
    mind.hand = first
    return any_of(view.table, dice, 200, moves)


def predict(view, mind, dice):
    return 0
"""
WAVERING = """
from random import random

def choose_play(view, mind, dice, first, second, moves):
    return any_of(view.table, dice, 200 + int(2 * random()), moves)


def predict(view, mind, dice):
    return 0
"""
UNPORTABLE = """
from math import exp

def choose_play(view, mind, dice, first, second, moves):
    return any_of(view.table, dice, 200, moves)


def predict(view, mind, dice):
    mind.stated = exp(-1.0)
    return 0
"""


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        (simple("x", PLAIN + "    if view.table.turn == 2:\n        return 59\n"), "legal: base/culprit/"),
        (simple("x", PLAIN + "    x = 1 // (2 - view.table.turn)\n"), "legal: base/culprit/"),
        (simple("x", PLAIN, REMEMBERING.replace("    mind.hand", PLAIN + "    mind.hand")), "hidden: base/culprit/"),
        (simple("x", PLAIN, PEEKING.replace("    view.table", PLAIN + "    view.table", 1)), "hidden: base/culprit/"),
        (simple("x", PLAIN, WAVERING.replace("    return any_of", PLAIN + "    return any_of")), "repeatable: "),
        (simple("x", PLAIN, UNPORTABLE.replace("    return any_of", PLAIN + "    return any_of")), "portable: line "),
    ],
    ids=["illegal", "raises", "remembers", "hides", "wavers", "unportable"],
)
def test_a_culprit_is_caught(few: None, tmp_path: Path, text: str, failure: str) -> None:
    failures = check_policy(CHECKED, admit(tmp_path, "culprit", text), lambda line: None)
    assert failures
    assert all(line.startswith(failure) for line in failures)
    if not failure.startswith("portable"):
        assert "fatecast replay base@" in failures[0]
        assert failures[0].endswith(" --policy PATH/culprit.py")


def test_a_game_that_never_ends_is_found(few: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "LIMIT", 2.0)
    body = PLAIN + "    while view.table.turn == 2:\n        memo['b'] = 1\n"
    failures = check_policy(CHECKED, admit(tmp_path, "hangs", simple("hangs", body)), lambda line: None)
    assert failures == ["legal: base/hangs/players3/doom0: game 0: still going on after 2 s"]


def test_stuck_at_finds_the_one_that_hangs() -> None:
    def play(number: int) -> None:
        if number == 3:
            raise ValueError
        while number == 5:
            pass

    assert stuck_at(play, 0, 9, 0.3) == 5
    assert stuck_at(play, 6, 9, 0.3) is None


def test_the_list_names_everybody() -> None:
    policies, parameters = SHIPWRECK.policies.sheets()
    assert [row[0] for row in policies.rows if row[1] == "installed"][:3] == ["mute", "guess", "certain"]
    assert ["depth", "1 to 10, whole", "3 (pragmatic, expert, convention)"] in [row[:3] for row in parameters.rows]
    assert all(row[3] for row in parameters.rows)
