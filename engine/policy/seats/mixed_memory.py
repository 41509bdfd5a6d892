"""What a table of different policies needs in addition to them: which policy decides in which seat."""

from typing import Annotated, Any

from engine.kernel.compiled import inlined
from engine.kernel.records import Ints

MOST_NAMES = 16


class MixedMemory:
    """The memory of the table. A record for each of its policies is added."""

    names: int
    """How many policies are named; seats take them in turn."""
    part: Annotated[Ints, MOST_NAMES]
    """For each of them, its number among the distinct policies."""


@inlined
def player_part(view: Any, mind: Any, seat: int) -> int:
    """The policy of a seat."""
    return int(mind.part[seat % mind.names])
