"""Whether several measurements of one difference agree, in words: the same change on every content."""

from collections.abc import Sequence

from engine.language.current import said

MORE, LESS, NO, SMALL = "more in all", "less in all", "not in all", "negligible in all"
UNKNOWN = "not known in all"
"""As tables have them; `agreement_said` is what people read."""


def verdict_of(intervals: Sequence[tuple[float, float]], margin: float = 0.0) -> str:
    """Whether all contents show the same direction, each with an interval that excludes 0; or a difference that is
    known to be smaller than the margin. They do not if two are known to have opposite directions."""
    if all(-margin <= low and high <= margin for low, high in intervals):
        return SMALL
    return agreement([1 if low > 0 else -1 if high < 0 else 0 for low, high in intervals])


def agreement(directions: Sequence[int]) -> str:
    """The same from the directions: 1 and -1, and 0 where it is not known."""
    if 0 not in directions and len(set(directions)) == 1:
        return MORE if directions[0] > 0 else LESS
    return NO if {1, -1} <= set(directions) else UNKNOWN


def agreement_said(verdict: str) -> str:
    """A verdict in the language of the call."""
    known = {
        MORE: said("more in all"),
        LESS: said("less in all"),
        NO: said("not in all"),
        SMALL: said("negligible in all"),
        UNKNOWN: said("not known in all"),
    }
    return known.get(verdict, verdict)
