"""How sentences name a cell."""

from sim.report.shared.cell_layout import CellLayout, Group, PlacedCell


def at_place(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players (base)`: with the content, if there are several."""
    return in_grid(layout, place) + on_content(layout, place.group)


def in_grid(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players`"""
    level = f" at {layout.level_name(place.level)}" if layout.difficulty else ""
    return level + (f" with {layout.size_name(place.size)}" if layout.size else "")


def on_content(layout: CellLayout, group: Group) -> str:
    """` (stand-in mission A)`, ` (deck base)`; nothing if there is only one content."""
    if len(layout.contents) < 2:
        return ""
    return f" ({group.version})" if layout.content in group.version else f" ({layout.content} {group.version})"
