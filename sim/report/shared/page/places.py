"""How sentences name a cell."""

from sim.report.shared.cell_layout import CellLayout, Group, PlacedCell


def at_place(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players on deck base`: with the content, if there are several."""
    return in_grid(layout, place) + on_content(layout, place.group)


def in_grid(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players`: in what the cells of the run differ; the rest stands once on top of the page."""
    level = f" at {layout.level_name(place.level)}" if len(layout.levels) > 1 else ""
    return level + (f" with {layout.size_name(place.size)}" if len(layout.sizes) > 1 else "")


def on_content(layout: CellLayout, group: Group) -> str:
    """` on stand-in mission A`, ` on deck base`; nothing if there is only one content."""
    if len(layout.contents) < 2:
        return ""
    return f" on {group.version}" if layout.content in group.version else f" on {layout.content} {group.version}"
