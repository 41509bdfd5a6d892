"""trained: has learned by playing."""

from collections.abc import Mapping
from typing import Any

from engine.errors import Text
from engine.outside.openspiel.forks.tensors import mind_of, why_not_learned
from engine.outside.openspiel.loading import Loaded, Spiel
from engine.outside.openspiel.luck import Draws
from engine.outside.openspiel.policy_set import Player
from engine.policy.seats.trained_policy import NUMBERS, TRAINED, net_in

PARAMETERS = NUMBERS
only_for = 0
"""It plays with any number of players."""


def why_not(loaded: Loaded) -> Text:
    return why_not_learned(loaded)


def player(loaded: Loaded, game: Spiel, parameters: Mapping[str, Any], draws: Draws) -> Player:
    mind = mind_of(loaded, net_in({"name": TRAINED, "parameters": parameters}))

    def decide(state: Spiel, legal: list[int]) -> int:
        return mind.decide(state, legal) if len(legal) > 1 else legal[0]

    return decide
