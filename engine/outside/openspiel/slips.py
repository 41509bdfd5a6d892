"""Slips: a share of moves that a player makes at random instead of the one decided upon. They are what a designer can
plant to see whether a comparison notices weaker play."""

from engine.outside.openspiel.loading import Spiel
from engine.outside.openspiel.luck import Draws
from engine.outside.openspiel.policy_set import Player
from engine.policy.parameters import Parameter

SLIPS = Parameter(0, 0, 100, "per cent of the moves that are made at random instead")


def with_slips(decide: Player, share: int, draws: Draws) -> Player:
    """The same player, who slips. Slips have a stream of their own, and the player decides in any case: so games with
    slips and without share their luck for as long as they go alike."""
    if not share:
        return decide
    luck = draws.beside()

    def slipping(state: Spiel, legal: list[int]) -> int:
        decided, slips, at = decide(state, legal), luck.below(100) < share, luck.below(len(legal))
        return legal[at] if slips else decided

    return slipping
