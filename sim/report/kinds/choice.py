"""Which kind of page a run gets."""

from engine.game.outcomes import Share
from sim.report.kinds.cooperative import COOPERATIVE
from sim.report.kinds.kind import Kind
from sim.report.kinds.production import PRODUCTION
from sim.report.run_data import RunData


def kind_of(data: RunData) -> Kind:
    """The page of the game's kind. One that cannot be filled, because the headline of a cooperative game is no share,
    is replaced by the page that any game can fill: what its outcomes are."""
    if data.game.about.kind == "cooperative" and isinstance(data.headline, Share):
        return COOPERATIVE
    return PRODUCTION
