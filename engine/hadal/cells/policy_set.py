"""Declares the decisions and the policies of Hadal Project for the machinery that all games share."""

from collections.abc import Mapping
from typing import Any

from engine.hadal.table import NAME
from engine.hadal.table.state import Dice, Scenario, Table, View
from engine.kernel.records import new
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet

RULES = "engine.hadal.rules"


def _examples() -> Mapping[str, Any]:
    return {"view": View(new(Scenario), new(Table)), "dice": new(Dice)}


HOOKS = HookSet(
    game=NAME,
    defaults_in=f"{RULES}.decisions",
    kernel_in=f"{RULES}.turn",
    kernel_parts=(f"{RULES}.taking_tests",),
    begin="begin_game",
    player={},
    news=(),
    group=(
        "choose_location",
        "choose_card",
        "choose_action",
        "choose_extras",
        "choose_group_test",
        "choose_broken",
        "choose_refresh",
        "choose_receiver",
    ),
    required=("choose_action",),
    for_authors="engine.hadal.for_policies",
    offered_in=("fatecast.policies.hadal",),
    examples=_examples,
)

LADDER = ("random", "gambler", "safe", "even", "sharp", "counter", "veteran")

POLICIES = PolicySet(HOOKS, {name: f"engine.hadal.policies.{name}" for name in LADDER}, common={})
