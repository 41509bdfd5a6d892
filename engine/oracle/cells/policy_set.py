"""Declares the decisions and the policies of The Oracle for the machinery that all games share."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.records import new
from engine.oracle.table import NAME
from engine.oracle.table.state import Board, Chart, Dice, Scenario, Table, View
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet

RULES = "engine.oracle.rules"
THE_ORACLE = "0"
"""The only seat that decides."""


def _examples() -> Mapping[str, Any]:
    return {"view": View(new(Scenario), new(Board), new(Table), new(Chart)), "dice": new(Dice)}


HOOKS = HookSet(
    game=NAME,
    defaults_in=f"{RULES}.decisions",
    kernel_in=f"{RULES}.turn",
    kernel_parts=tuple(f"{RULES}.{part}" for part in ("rewards", "actions", "adventurers")),
    begin="begin_game",
    player=dict.fromkeys(
        (
            "choose_modifier",
            "choose_action",
            "choose_line",
            "choose_die",
            "choose_prediction",
            "choose_half",
            "choose_first",
            "choose_row",
            "choose_reward",
            "choose_x",
            "choose_faction",
            "choose_colour",
            "choose_hire",
            "choose_ability",
            "choose_box",
            "choose_order",
        ),
        THE_ORACLE,
    ),
    news=(),
    required=("choose_action",),
    for_authors="engine.oracle.for_policies",
    offered_in=("fatecast.policies.oracle",),
    examples=_examples,
)

LADDER = ("random", "stargazer", "prophet", "greedy", "planner")

POLICIES = PolicySet(HOOKS, {name: f"engine.oracle.policies.{name}" for name in LADDER}, common={})
