"""Old bugs of the engine, each in its smallest form, so that none comes back."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput
from engine.policy.kernel import write_kernel
from engine.shipwreck.cells.policy_set import HOOKS
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells
from tests.support.shipwreck.stepping import Sitting

pytestmark = pytest.mark.usefixtures("chaos")


def card(play: str = "true", power: str = "p", moons: int = 2, copies: int = 1, **effects: Any) -> dict[str, Any]:
    return {"name": "c", "play": play, "power": power, "moons": moons, "copies": copies, "effects": effects}


def deck(cards: dict[str, Any], powers: dict[str, Any]) -> dict[str, Any]:
    """A deck for long games."""
    fates = {str(value): {"copies": 3, "hours": 1} for value in range(1, 8)}
    return {"name": "d", "rules": 1, "goal": 99, "doom_limit": 99, "fates": fates, "powers": powers, "cards": cards}


def test_too_many_powers_are_bad_input() -> None:
    powers = {f"p{number}": {"name": "Old?", "kind": "old"} for number in range(65)}
    with pytest.raises(BadInput):
        SHIPWRECK.prepare([cells.make(deck({key: card(power="p0") for key in "abcd"}, powers), "mute")], print)


def test_a_rule_that_sees_too_much_is_refused_with_the_deck() -> None:
    """`check` and `resolve` must refuse what `prepare` would refuse, and name the field."""
    cards = {
        **{key: card() for key in "abc"},
        "d": card("max(visible) < kept and kept not in here and total(visible) > count(here)"),
    }
    with pytest.raises(BadInput):
        cells.make(deck(cards, {"p": {"name": "Old?", "kind": "old"}}), "mute")


def test_told_powers_are_those_of_the_pool() -> None:
    cards = {"a": card(moons=1, copies=4), "b": card(copies=3)}
    cell = cells.make(deck(cards, {"p": {"name": "Cycle", "kind": "cycle"}}), "chaos", 3, 0)
    sitting = Sitting(cell, 1)
    pooled = [int(sitting.world.table.pooled) for step in sitting.steps(0) if step == "begin"]
    turns = [event for event in SHIPWRECK.replay(cell, 1, 0).events if event["event"] == "turn"]
    assert [len(turn["powers"]) for turn in turns] == pooled


def test_a_changed_policy_outside_the_engine_gets_a_kernel_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the machine code of the old policy would still run."""
    policy = tmp_path / "a_policy_of_my_own.py"
    monkeypatch.syspath_prepend(tmp_path)
    policy.write_text("from engine.shipwreck.policies.mute import *\n", encoding="utf-8")
    before = write_kernel(HOOKS, importlib.import_module(policy.stem))
    policy.write_text("from engine.shipwreck.policies.guess import *  # another\n", encoding="utf-8")
    assert write_kernel(HOOKS, importlib.reload(importlib.import_module(policy.stem))) != before
