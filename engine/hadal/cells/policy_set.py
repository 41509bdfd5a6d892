"""Declares the decisions and the policies of Hadal Project for the machinery that all games share."""

from engine.hadal.table import NAME, RULES_VERSION
from engine.hadal.table.state import View
from engine.policy.compiled_game.decisions import hooks_of, policies_of

DECISIONS = (
    "choose_location",
    "choose_card",
    "choose_action",
    "choose_extras",
    "choose_group_test",
    "choose_broken",
    "choose_refresh",
    "choose_receiver",
)
LADDER = ("random", "gambler", "safe", "even", "sharp", "counter", "veteran")

HOOKS = hooks_of(NAME, View, ["taking_tests"], group=DECISIONS)
POLICIES = policies_of(HOOKS, LADDER, no_search="", habit="counter", rules=RULES_VERSION)
