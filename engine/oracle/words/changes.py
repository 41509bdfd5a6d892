"""What differs between two layouts, in words: `strip 32 → 24`."""

from engine.game.cell import Json
from engine.oracle.layout.layout import Layout

NUMBERS = ("cross_arm", "strip", "boxes", "funding", "par")


def is_version(before: Json, after: Json) -> bool:
    """Whether the layouts of two cells are versions of one: their map or a row of their horoscope is the same."""
    return any(before["layout"][key] == after["layout"][key] for key in ("map", "upper", "lower"))


def layout_changes(before: Layout, after: Layout) -> list[str]:
    """Everything that differs, one line for each piece of it."""
    found = []
    for key in NUMBERS:
        was, now = getattr(before, key), getattr(after, key)
        if was != now:
            found.append(f"{key} {was} → {now}")
    if before.map != after.map:
        found.append(f"map {' '.join(before.map)} → {' '.join(after.map)}")
    for key in ("upper", "lower"):
        was, now = getattr(before, key), getattr(after, key)
        if was != now:
            found.append(f"{key} {' '.join(was) or 'nothing'} → {' '.join(now) or 'nothing'}")
    return found
