"""What a mixed group needs in addition to its policies: which policy decides for which player, and a copy of what is
remembered publicly."""

from typing import Annotated, Any

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.kernel.records import Ints
from engine.policy.seats import mixed_memory
from engine.shipwreck.rules.decisions import Memory, Mind
from engine.shipwreck.table.state import LANES, SEATS, View


class MixedMemory(mixed_memory.MixedMemory, Memory):
    """The memory of a mixed group."""

    line: Annotated[Ints, SEATS]
    belief: Annotated[Any, np.float64, SEATS, LANES]


@inlined
def player_part(view: View, mind: Mind, seat: int) -> int:
    """The policy of the player in a seat. It belongs to the player, whose seat may change when others leave or join."""
    return mind.part[(view.table.player[seat] - 1) % mind.names]


@compiled
def keep_notes(view: View, mind: Mind) -> None:
    """Copies what is remembered publicly."""
    for seat in range(SEATS):
        mind.line[seat] = view.table.line[seat]
        for value in range(LANES):
            mind.belief[seat, value] = view.table.belief[seat, value]


@compiled
def restore_notes(view: View, mind: Mind) -> None:
    """Restores what `keep_notes` copied."""
    for seat in range(SEATS):
        view.table.line[seat] = mind.line[seat]
        for value in range(LANES):
            view.table.belief[seat, value] = mind.belief[seat, value]
