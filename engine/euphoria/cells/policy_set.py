"""Declares the decisions and the policies of Leaders of Euphoria for the machinery that all games share."""

from collections.abc import Mapping
from typing import Any

from engine.euphoria.table import NAME
from engine.euphoria.table.state import Book, Dice, Scenario, Sight, Table, View
from engine.kernel.records import new
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet

RULES = "engine.euphoria.rules"
DECIDING_SEAT = "view.sight.seat"


def _examples() -> Mapping[str, Any]:
    return {"view": View(new(Scenario), new(Book), new(Table), new(Sight)), "dice": new(Dice)}


HOOKS = HookSet(
    game=NAME,
    defaults_in=f"{RULES}.decisions",
    kernel_in=f"{RULES}.turn",
    kernel_parts=tuple(f"{RULES}.{part}" for part in ("asking", "effects", "windows", "actions")),
    begin="begin_game",
    player=dict.fromkeys(
        (
            "choose_artifact",
            "choose_action",
            "choose_reaction",
            "choose_exposure",
            "choose_target",
            "choose_player",
            "choose_recruit",
        ),
        DECIDING_SEAT,
    ),
    news=(),
    required=("choose_action",),
    for_authors="engine.euphoria.for_policies",
    offered_in=("fatecast.policies.euphoria",),
    examples=_examples,
)

LADDER = ("random", "gunslinger", "investigator", "hunter", "guardian", "omniscient")

POLICIES = PolicySet(HOOKS, {name: f"engine.euphoria.policies.{name}" for name in LADDER}, common={})
