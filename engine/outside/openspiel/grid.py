"""Who plays a game of OpenSpiel in an experiment."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.content.errors import bad_field
from engine.errors import Text, message
from engine.game.cell import Json
from engine.outside.grid import OutsideGrid
from engine.outside.openspiel.loading import Loaded
from engine.outside.openspiel.policy_set import policies_of
from engine.policy.seats.seating import everybody


@dataclass(frozen=True, eq=False, kw_only=True)
class SpielGrid(OutsideGrid):
    """A grid of policies that can play a game."""

    loaded: Loaded

    def resolve(self, data: Mapping[str, object], source: str) -> Json:
        resolved = super().resolve(data, source)
        for key, part in everybody(resolved):
            if why := policies_of(self.loaded).module(part["name"]).why_not(self.loaded):
                raise bad_field(
                    source,
                    (key,),
                    message("{policy} cannot play {game}: {why}", policy=part["name"], game=self.loaded.name, why=why),
                )
        return resolved


def grid_of(loaded: Loaded) -> SpielGrid:
    no_contest: Text = ""
    if not loaded.is_competitive:
        no_contest = message("{game} is no contest: nobody has returns of his own", game=loaded.name)
    return SpielGrid(
        policies=policies_of(loaded),
        seats=loaded.seats,
        has_focus=True,
        no_contest=no_contest,
        head={"game": loaded.name},
        loaded=loaded,
    )
