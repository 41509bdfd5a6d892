"""What differs between two layouts, in words: `strip 32 → 24`."""

from collections.abc import Sequence

from engine.game.cell import Json
from engine.language.current import said
from engine.oracle.layout.layout import Layout


def is_version(before: Json, after: Json) -> bool:
    """Whether the layouts of two cells are versions of one: their map or a row of their horoscope is the same."""
    return any(before["layout"][key] == after["layout"][key] for key in ("map", "upper", "lower"))


def layout_changes(before: Layout, after: Layout) -> list[str]:
    """Everything that differs, one line for each piece of it."""
    fields = {
        said("cross_arm"): (before.cross_arm, after.cross_arm),
        said("strip"): (before.strip, after.strip),
        said("boxes"): (before.boxes, after.boxes),
        said("funding"): (before.funding, after.funding),
        said("par"): (before.par, after.par),
        said("map"): (" ".join(before.map), " ".join(after.map)),
        said("upper"): (_boxes(before.upper), _boxes(after.upper)),
        said("lower"): (_boxes(before.lower), _boxes(after.lower)),
    }
    return [f"{field} {was} → {now}" for field, (was, now) in fields.items() if was != now]


def _boxes(texts: Sequence[str]) -> str:
    return " ".join(texts) or said("nothing")
