"""The policies that play the games of OpenSpiel.

Each is a module with `PARAMETERS`, a function `why_not(loaded)` that says why it cannot play a game (nothing if it
can), and a function `player(loaded, game, parameters, draws)` that returns what decides: from a state and its legal
actions to one of them. A player belongs to one seat and one game.
"""

from collections.abc import Callable

from engine.outside.openspiel.loading import SCHEME, Spiel
from engine.policy.hooks import HookSet
from engine.policy.registry import PolicySet

Player = Callable[[Spiel, list[int]], int]

LADDER = ("random", "mcts", "solved")

HOOKS = HookSet(
    game=SCHEME,
    defaults_in="engine.outside.openspiel.policies",
    kernel_in="engine.outside.openspiel.play",
    begin="player",
    player={},
    news=(),
)

POLICIES = PolicySet(HOOKS, {name: f"engine.outside.openspiel.policies.{name}" for name in LADDER}, common={})
