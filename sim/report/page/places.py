"""How sentences name a cell."""

from sim.report.cell_layout import CellLayout, PlacedCell


def at_place(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players`"""
    level = f" at {layout.level_name(place.level)}" if layout.difficulty else ""
    return level + (f" with {layout.size_name(place.size)}" if layout.size else "")
