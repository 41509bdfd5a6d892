"""The policies that play the games of OpenSpiel.

Each is a module with `PARAMETERS`, a function `why_not(loaded)` that says why it cannot play a game (nothing if it
can), and a function `player(loaded, game, parameters, draws)` that returns what decides: from a state and its legal
actions to one of them. A player belongs to one seat and one game.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module
from types import ModuleType

from engine.errors import Text
from engine.outside.openspiel.loading import SCHEME, Loaded, Spiel
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet

Player = Callable[[Spiel, list[int]], int]

POLICIES_IN = "engine.outside.openspiel.policies"
LADDER = ("random", "mcts", "solved")

HOOKS = HookSet(
    game=SCHEME,
    defaults_in="engine.outside.openspiel.policies",
    kernel_in="engine.outside.openspiel.play",
    begin="player",
    player={},
    news=(),
)


class SpielPolicies(PolicySet):
    """The policies of OpenSpiel's games. Whether somebody can search, each game says for itself."""

    @cached_property
    def search(self) -> ModuleType:
        return import_module(f"{POLICIES_IN}.search")

    @cached_property
    def trained(self) -> ModuleType:
        return import_module(f"{POLICIES_IN}.trained")


POLICIES = SpielPolicies(HOOKS, {name: f"{POLICIES_IN}.{name}" for name in LADDER}, common={}, no_search="")


@cache
def policies_of(loaded: Loaded) -> PolicySet:
    """The same for one game: what was learned belongs to its name with all its parameters."""
    why_not: Text = import_module(f"{POLICIES_IN}.trained").why_not(loaded)
    rules = sha256(str(loaded.game).encode()).hexdigest()
    return replace(POLICIES, no_learning=why_not, learned_rules=rules, learned_as=f"{SCHEME}:{loaded.name}")
