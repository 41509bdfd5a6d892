"""random: takes every legal action with the same chance."""

from collections.abc import Mapping
from typing import Any

from engine.errors import Text
from engine.outside.openspiel.loading import Loaded, Spiel
from engine.outside.openspiel.luck import Draws
from engine.outside.openspiel.policy_set import Player


def why_not(loaded: Loaded) -> Text:
    return ""


def player(loaded: Loaded, game: Spiel, parameters: Mapping[str, Any], draws: Draws) -> Player:
    def decide(state: Spiel, legal: list[int]) -> int:
        return legal[draws.below(len(legal))]

    return decide
