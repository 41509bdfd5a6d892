"""Declares the hooks and the policies of The Shipwreck Arcana for the machinery that all games share."""

from collections.abc import Mapping
from typing import Any

from engine.kernel.records import new
from engine.policy.compiled_game.decisions import learned_by
from engine.policy.hooks import HookSet, SharedNotes
from engine.policy.parameters import Parameter
from engine.policy.registry import PolicySet
from engine.shipwreck.rules.powers import NO_ORDER
from engine.shipwreck.table import NAME, RULES_VERSION
from engine.shipwreck.table.state import Book, Dice, Table, View
from engine.shipwreck.weights import WeightsParameter

ACTIVE_SEAT = "view.table.seat"


def _examples() -> Mapping[str, Any]:
    return {"view": View(new(Book), new(Table)), "dice": new(Dice), "order": NO_ORDER}


HOOKS = HookSet(
    game=NAME,
    defaults_in="engine.shipwreck.rules.decisions",
    kernel_in="engine.shipwreck.rules.turn",
    begin="begin_game",
    player={
        "before_play": ACTIVE_SEAT,
        "choose_slip": ACTIVE_SEAT,
        "choose_play": ACTIVE_SEAT,
        "choose_theft": ACTIVE_SEAT,
        "after_play": ACTIVE_SEAT,
        "reveals": "seat",
    },
    news=("hear_play", "hear_theft", "hear_power", "hear_reveal", "hear_answer", "hear_verdict", "end_turn"),
    group=("before_prediction", "predict", "after_correct"),
    choices_in="engine.shipwreck.cells.choices",
    required=("choose_play", "predict"),
    foreseen={"choose_play": "expect_play"},
    mixed_memory_in="engine.shipwreck.cells.mixed_memory",
    notes=SharedNotes("KEEPS_BELIEFS", heard=("bits",), returned=("bits", "fallbacks")),
    cleared=("fallbacks",),
    stated={"predict": ("stated", "forced")},
    flags_of_any=("READS_LINES",),
    flags_of_group=("SEES_ALL",),
    for_authors="engine.shipwreck.for_policies",
    offered_in=("fatecast.policies.shipwreck", "fatecast.policies"),
    examples=_examples,
)

LADDER = ("mute", "guess", "certain", "novice", "literal", "pragmatic", "expert", "convention", "omniscient", "script")

INSTALLED = {name: f"engine.shipwreck.policies.{name}" for name in LADDER}

POLICIES = PolicySet(
    HOOKS,
    INSTALLED,
    common={
        "slip": Parameter(0.0, 0.0, 1.0, "chance that a play is illegal (and is noticed)"),
        "reveal_last_copy": Parameter(
            0, 0, 1, "1: a player who holds the last copy of a value shows it and discards it"
        ),
    },
    learned=WeightsParameter(),
    no_search="",
    **learned_by(HOOKS, "literal", RULES_VERSION),
)
