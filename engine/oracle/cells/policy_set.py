"""Declares the decisions and the policies of The Oracle for the machinery that all games share."""

from engine.oracle.table import NAME, RULES_VERSION
from engine.oracle.table.state import View
from engine.policy.compiled_game.decisions import hooks_of, policies_of

THE_ORACLE = "0"
"""The only seat that decides."""
DECISIONS = (
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
)
LADDER = ("random", "stargazer", "prophet", "greedy", "planner")

HOOKS = hooks_of(NAME, View, ["rewards", "actions", "adventurers"], player=dict.fromkeys(DECISIONS, THE_ORACLE))
POLICIES = policies_of(HOOKS, LADDER, no_search="", habit="greedy", rules=RULES_VERSION)
