"""How sentences name a cell."""

from sim.report.cell_layout import CellLayout, Group, PlacedCell


def at_place(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players`; with the content, if there are several."""
    level = f" at {layout.level_name(place.level)}" if layout.difficulty else ""
    size = f" with {layout.size_name(place.size)}" if layout.size else ""
    return level + size + on_content(layout, place.group)


def on_content(layout: CellLayout, group: Group) -> str:
    """` (stand-in mission A)`; nothing if there is only one content."""
    return f" ({group.version})" if len(layout.contents) > 1 else ""
