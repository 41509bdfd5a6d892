"""What a mixed table needs beside its policies: who decides for whom, and a copy of what is remembered in public."""

from typing import Annotated, Any

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.kernel.records import Ints
from engine.shipwreck.rules.decisions import Memory, Mind
from engine.shipwreck.table.state import LANES, SEATS, View

MOST_NAMES = 16


class MixedMemory(Memory):
    """The memory of a mixed table; a record for each of its policies is added."""

    names: int
    """How many policies the players take in turn."""
    part: Annotated[Ints, MOST_NAMES]
    """Which of the distinct policies each of them is."""
    line: Annotated[Ints, SEATS]
    belief: Annotated[Any, np.float64, SEATS, LANES]


@inlined
def player_part(view: View, mind: Mind, seat: int) -> int:
    """The policy of who sits there. It goes by the player, who may come to sit elsewhere when others leave or join."""
    return mind.part[(view.table.player[seat] - 1) % mind.names]


@compiled
def keep_notes(view: View, mind: Mind) -> None:
    """Copy what is remembered in public."""
    for seat in range(SEATS):
        mind.line[seat] = view.table.line[seat]
        for value in range(LANES):
            mind.belief[seat, value] = view.table.belief[seat, value]


@compiled
def restore_notes(view: View, mind: Mind) -> None:
    """Put it back as it was copied."""
    for seat in range(SEATS):
        view.table.line[seat] = mind.line[seat]
        for value in range(LANES):
            view.table.belief[seat, value] = mind.belief[seat, value]
