"""Declares the decisions and the policies of Leaders of Euphoria for the machinery that all games share."""

from engine.euphoria.table import NAME, RULES_VERSION
from engine.euphoria.table.state import View
from engine.policy.compiled_game.decisions import hooks_of, policies_of

DECIDING_SEAT = "view.sight.seat"
DECISIONS = (
    "choose_artifact",
    "choose_action",
    "choose_reaction",
    "choose_exposure",
    "choose_target",
    "choose_player",
    "choose_recruit",
)
LADDER = ("random", "gunslinger", "investigator", "hunter", "guardian", "omniscient")

HOOKS = hooks_of(
    NAME, View, ["asking", "effects", "windows", "actions"], player=dict.fromkeys(DECISIONS, DECIDING_SEAT)
)
POLICIES = policies_of(HOOKS, LADDER, no_search="", habit="guardian", rules=RULES_VERSION)
