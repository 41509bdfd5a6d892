"""How sentences name a cell."""

from engine.language.current import said
from sim.report.shared.cell_layout import CellLayout, Group, PlacedCell
from sim.text.axis_words import axis_word


def at_place(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players on deck base`: with the content, if there are several."""
    return in_grid(layout, place) + on_content(layout, place.group)


def in_grid(layout: CellLayout, place: PlacedCell) -> str:
    """` at Doomed with 5 players`: in what the cells of the run differ; the rest stands once on top of the page."""
    level, size = layout.level_name(place.level), layout.size_name(place.size)
    if len(layout.levels) > 1 and len(layout.sizes) > 1:
        return said(" at {level} with {players}", level=level, players=size)
    if len(layout.levels) > 1:
        return said(" at {level}", level=level)
    return said(" with {players}", players=size) if len(layout.sizes) > 1 else ""


def on_content(layout: CellLayout, group: Group) -> str:
    """` on stand-in mission A`, ` on deck base`; nothing if there is only one content."""
    if len(layout.contents) < 2:
        return ""
    version = group.shown_version
    named = layout.content in group.version
    if named:
        return said(" on {content}", content=version)
    return said(" on {axis} {content}", axis=axis_word(layout.content), content=version)
