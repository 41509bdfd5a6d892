"""The compliance test for policies: honest policies pass, and each kind of violation is caught."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.compiled import INTERPRETED
from engine.kernel.records import new
from engine.kernel.rng import seed_luck
from engine.policy.checking import compliance
from engine.policy.checking.compliance import CheckedGame, check_policy
from engine.policy.compiled_game import checking
from engine.shipwreck.cells.checked_cells import CHECK
from engine.shipwreck.table.state import Dice, Luck
from engine.shipwreck.table.streams import start_luck
from tests.support.sample import sampled
from tests.support.shipwreck.own_files import HEAD, admit, example, forget, simple


@pytest.fixture(autouse=True)
def _nothing_admitted() -> Iterator[None]:
    forget()
    yield
    forget()


PLAIN = "    memo = {}\n    memo['a'] = memo\n"
"""Keeps a policy from being compiled, so that a check needs no kernel of its own."""


def with_scenarios(number: int) -> CheckedGame:
    """The check in the first scenarios only."""
    return replace(CHECK, scenarios=CHECK.scenarios[:number]).game()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> CheckedGame:
    """One deck, one scenario and little luck, because plain Python is slow."""
    monkeypatch.setattr(checking, "names", lambda kind, game: ["base"])
    monkeypatch.setattr(compliance, "PLAIN_LUCK", 4)
    return with_scenarios(1)


@pytest.mark.full
@pytest.mark.skipif(INTERPRETED, reason="takes minutes")
def test_the_example_of_the_how_to_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "names", lambda kind, game: ["base"])
    said: list[str] = []
    assert check_policy(CHECK.game(), admit(tmp_path, "careful", example()), said.append) == []
    said = [line for line in said if not line.startswith("compiling")]
    assert said.pop(0) == ("careful: compiled")
    assert [line.split()[:2] for line in said[:5]] == [
        [part, "ok"] for part in ("legal", "hidden", "luck", "repeatable", "portable")
    ]
    assert "games a second, " in said[5]


@pytest.mark.full
@pytest.mark.usefixtures("few")
def test_omniscient_is_caught() -> None:
    """The negative control, in every cell."""
    failures = [*map(str, check_policy(with_scenarios(2), "omniscient", lambda line: None))]
    assert len(failures) == 2
    for failure in failures:
        assert failure.startswith("hidden: base/omniscient/")
        assert "guessed; fatecast replay shipwreck:base@" in failure


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
    return any_of(view.table, dice, 200 + int(50 * random()), moves)


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


CULPRITS = {
    "illegal": (simple("x", PLAIN + "    if view.table.turn == 2:\n        return 59\n"), "legal: base/culprit/"),
    "raises": (simple("x", PLAIN + "    x = 1 // (2 - view.table.turn)\n"), "legal: base/culprit/"),
    "remembers": (
        simple("x", PLAIN, REMEMBERING.replace("    mind.hand", PLAIN + "    mind.hand")),
        "hidden: base/culprit/",
    ),
    "hides": (
        simple("x", PLAIN, PEEKING.replace("    view.table", PLAIN + "    view.table", 1)),
        "hidden: base/culprit/",
    ),
    "wavers": (simple("x", PLAIN, WAVERING.replace("    return any_of", PLAIN + "    return any_of")), "repeatable: "),
    "unportable": (
        simple("x", PLAIN, UNPORTABLE.replace("    return any_of", PLAIN + "    return any_of")),
        "portable: line ",
    ),
}


@pytest.mark.parametrize("name", sampled(CULPRITS, ["illegal", "hides", "wavers"]))
def test_a_culprit_is_caught(few: CheckedGame, tmp_path: Path, name: str) -> None:
    text, failure = CULPRITS[name]
    failures = [*map(str, check_policy(few, admit(tmp_path, "culprit", text), lambda line: None))]
    assert failures
    assert all(line.startswith(failure) for line in failures)
    if not failure.startswith("portable"):
        assert "fatecast replay shipwreck:base@" in failures[0]
        assert failures[0].endswith(" --policy PATH/culprit.py")


SEER = """
from typing import Annotated

import numpy as np

from engine.kernel.records import Ints
from engine.shipwreck.for_policies import Memory as Base
from engine.kernel.rng import STREAM_SHIFT, below, philox7

ZERO = np.uint64(0)
HASHED = np.uint64({dice0}), np.uint64({dice1})


class Memory(Base):
    index: int
    held: Annotated[Ints, 8]
    old: Annotated[Ints, 8]


def begin_game(view, mind):
    mind.index = -1
    mind.held[:] = 0
    mind.old[:] = 0


def choose_play(view, mind, dice, first, second, moves):
    memo = {{}}
    memo['a'] = memo
    return any_of(view.table, dice, 200, moves)


def by_dice(index, dice):
    words = philox7(np.uint64(index), ZERO, ZERO, ZERO, *HASHED)
    return words[0] == dice.key0 and words[1] == dice.key1


def total(bag):
    found = 0
    for number in bag:
        found += number
    return found


def foresee(view, mind, draw, bag):
    turn = view.table.turn
    word = philox7(
        np.uint64(mind.index), np.uint64(2) << STREAM_SHIFT, np.uint64(turn >> 1), ZERO, np.uint64({seed}), ZERO
    )[turn % 2 * 2 + draw]
    at = below(word, total(bag))
    value = 1
    while at >= bag[value]:
        at -= bag[value]
        value += 1
    bag[value] -= 1
    return value


def predict(view, mind, dice):
    table = view.table
    if table.turn == 1 and mind.index < 0:
        for index in range(60):
            if by_dice(index, dice):
                mind.index = index
    if mind.index < 0:
        return 0
    bag = [int(table.tokens[value] - table.visible[value]) for value in range(view.book.top + 1)]
    bag[table.played] += 1
    for seat in range(table.seats):
        if mind.old[seat]:
            bag[mind.held[seat]] -= 1
    if min(bag) < 0 or total(bag) < 2:
        return 0
    seat = table.seat
    first = mind.held[seat] if mind.old[seat] else foresee(view, mind, 0, bag)
    second = foresee(view, mind, 0 if mind.old[seat] else 1, bag)
    mind.held[seat] = second if table.played == first else first
    mind.old[seat] = 1
    return 1 << mind.held[seat]


def end_turn(view, mind):
    for seat in range(view.table.seats):
        if not view.table.holds[seat]:
            mind.old[seat] = 0
"""
"""Knows the seed of the check, looks for the game's index by the key of its dice, and then computes every draw."""


def test_a_policy_that_computes_the_luck_is_caught(
    few: CheckedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compliance, "PLAIN_LUCK", 60)
    luck = new(Luck)
    seed_luck(luck, compliance.SEED)
    text = HEAD.format(name="seer")
    text += SEER.format(dice0=int(luck.dice0), dice1=int(luck.dice1), seed=compliance.SEED)
    failures = [*map(str, check_policy(few, admit(tmp_path, "seer", text), lambda line: None))]
    assert any(line.startswith("luck: base/seer/players3/doom0: better in ") for line in failures)


def test_dice_name_neither_the_game_nor_the_luck() -> None:
    """The fields of the dice are a key of their own and nothing else."""
    luck = new(Luck)
    dice: Any = new(Dice)
    seed_luck(luck, 7)
    keys = set()
    for index in range(100):
        start_luck(luck, dice, index)
        keys.add((int(dice.key0), int(dice.key1)))
    assert set(dice.dtype.names) == {"key0", "key1", "block", "word"}
    assert not dice.block.any(), "no die was rolled yet"
    assert not dice.word.any()
    assert len(keys) == 100
    assert not {key for both in keys for key in both} & {7, *range(100), int(luck.dice0), int(luck.dice1)}


@pytest.mark.full
def test_a_game_that_never_ends_is_found(few: CheckedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "LIMIT", 2.0)
    body = PLAIN + "    while view.table.turn == 2:\n        memo['b'] = 1\n"
    failures = [*map(str, check_policy(few, admit(tmp_path, "hangs", simple("hangs", body)), lambda line: None))]
    assert failures == ["legal: base/hangs/players3/doom0: game 0: still going on after 2 s"]
