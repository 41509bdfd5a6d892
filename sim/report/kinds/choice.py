"""Which kind of page a run gets."""

from sim.report.kinds.cooperative import COOPERATIVE
from sim.report.kinds.kind import Kind
from sim.report.run_data import RunData


def kind_of(data: RunData) -> Kind:
    """The page of the game's kind. One that cannot be filled, because the game has no share to win by or says nothing
    about its winners, is replaced by the page that every game can fill: what the outcomes are."""
    return COOPERATIVE
