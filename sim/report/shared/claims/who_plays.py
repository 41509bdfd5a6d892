"""What a verdict reads of who plays: whether a headline depends on it, and whether more than one policy was asked."""

from sim.report.shared.cell_layout import CellLayout, PlacedCell
from sim.report.shared.claims.claimed import claim_on, is_clear
from sim.report.shared.claims.verdict import DEPENDS, ONE_POLICY
from sim.report.shared.run_data import RunData, Tables

WHO_PLAYS = "who plays"
"""The topic of the claims that not all who play have the same of a headline."""


def cells_of_policies(layout: CellLayout, place: PlacedCell | None) -> list[PlacedCell]:
    """Where the run asks others the same: all seats play alike, in the same version, difficulty and size."""
    there = [] if place is None else [layout.at(each, place.level, place.size) for each in layout.even_groups]
    return [each for each in there if each is not None and place and each.group.version == place.group.version]


def depends(tables: Tables, headline: str) -> bool:
    """Whether a headline depends on who plays, beyond doubt and by more than its margin."""
    row = claim_on(tables, WHO_PLAYS, headline)
    return row is not None and is_clear(row) and row["value"] > row["margin"]


def status_among(data: RunData, tables: Tables, place: PlacedCell, headlines: list[str], status: str) -> str:
    """How sure a line about these headlines of a cell is, if it has this status for those who play there."""
    if any(depends(tables, each) for each in headlines):
        return DEPENDS
    return status if len(cells_of_policies(data.layout, place)) > 1 else f"{status}, {ONE_POLICY}"
