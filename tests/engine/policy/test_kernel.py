"""How a policy gets into a kernel, and the templates of events."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.game.registry import GAMES
from engine.policy.compiled_game.play import Replayed
from engine.policy.compiled_game.telling import Event, Telling, kinds
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet
from tests.support import ROOT

COMPILED = [game for game in GAMES if (ROOT / "engine" / game / "cells/policy_set.py").is_file()]
"""Games with a kernel for each policy; one of a single file has one for all."""


def policies_of(game: str) -> PolicySet:
    found: PolicySet = import_module(f"engine.{game}.cells.policy_set").POLICIES
    return found


def kernel_modules(hooks: HookSet) -> list[Any]:
    return [import_module(name) for name in (*hooks.kernel_parts, hooks.kernel_in)]


@pytest.mark.parametrize("game", COMPILED)
def test_the_name_of_a_decision_means_nothing_else(game: str) -> None:
    """A copy takes every such name from the policy, so a helper of the rules must not have one."""
    hooks = policies_of(game).hooks
    for module in kernel_modules(hooks):
        for hook in hooks.names:
            default = getattr(hooks.defaults, hook)
            assert getattr(module, hook, default) is default, f"{module.__name__}.{hook}"


EVENTS = (
    Event("began", "Turn {turn}: seat {seat}."),
    Event("drew", "  Seat {seat} draws {card}.", also=("left",)),
    Event("looked", "", also=("seat",)),
)
BEGAN, DREW, LOOKED = kinds(EVENTS)


def replayed(*events: tuple[int, ...], broken: str = "") -> Replayed:
    rows = np.zeros((9, 4), np.int64)
    for at, event in enumerate(events):
        rows[at, : len(event)] = event
    return Replayed(SimpleNamespace(event=rows, count=len(events)), broken, -1, "")


def test_events_are_told_by_their_templates() -> None:
    tell = Telling(EVENTS, {"card": lambda content, number: content[number]})
    told = tell(["an {oar}", "a lamp"], replayed((BEGAN, 3, 0), (DREW, 1, 0, 7), (LOOKED, 1), broken="no cards"))
    assert told.lines == [(3, "Turn 3: seat 1."), (3, "  Seat 2 draws an {oar}."), (3, "Broken off: no cards")]
    assert told.events == [
        {"turn": 3, "event": "began", "seat": 1},
        {"turn": 3, "event": "drew", "seat": 2, "card": "an {oar}", "left": 7},
        {"turn": 3, "event": "looked", "seat": 2},
        {"turn": 3, "event": "broken", "what": "no cards"},
    ]
