"""Declares the decision and the policies of Pig for the machinery that all games share."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.records import new
from engine.pig.table import NAME
from engine.pig.table.state import Dice, Scenario, Table, View
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet


def _examples() -> Mapping[str, Any]:
    return {"view": View(new(Scenario), new(Table)), "dice": new(Dice)}


HOOKS = HookSet(
    game=NAME,
    defaults_in="engine.pig.rules.decisions",
    kernel_in="engine.pig.rules.turn",
    begin="begin_game",
    player={"rolls_again": "view.table.seat"},
    news=(),
    choices_in="engine.pig.cells.choices",
    required=("rolls_again",),
    for_authors="engine.pig.for_policies",
    offered_in=("fatecast.policies.pig",),
    examples=_examples,
)

LADDER = ("random", "hold", "race", "optimal")

POLICIES = PolicySet(HOOKS, {name: f"engine.pig.policies.{name}" for name in LADDER}, common={})
