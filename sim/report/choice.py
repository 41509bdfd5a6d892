"""Which kind of page a run gets."""

from engine.game.outcomes import Share
from sim.report.competitive.kind import COMPETITIVE
from sim.report.cooperative.kind import COOPERATIVE
from sim.report.production.kind import PRODUCTION
from sim.report.returns.kind import RETURNS
from sim.report.shared.kind import Kind
from sim.report.shared.run_data import RunData


def kind_of(data: RunData) -> Kind:
    """The page of the game's kind. One that cannot be filled, because the headline of a cooperative game is no share or
    a competitive game says neither who won nor what each seat got, is replaced by the page that any game can fill: what
    its outcomes are."""
    kind = data.game.about.kind
    if kind == "cooperative" and isinstance(data.headline, Share):
        return COOPERATIVE
    if kind == "competitive" and data.presentation.returns is not None:
        return RETURNS
    if kind == "competitive" and data.presentation.contest is not None and data.presentation.contest.winners:
        return COMPETITIVE
    return PRODUCTION
