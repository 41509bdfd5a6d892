"""A table of both: each seat has a policy, and each policy a part of the memory."""

from typing import Annotated

from engine.kernel.compiled import compiled
from engine.kernel.compiling.probe import bold, timid
from engine.kernel.compiling.probe.bold import choose as choose_0
from engine.kernel.compiling.probe.timid import choose as choose_1
from engine.kernel.compiling.probe.track import SEATS, View
from engine.kernel.records import Ints


class Memory:
    part: Annotated[Ints, SEATS]
    part_0: bold.Memory
    part_1: timid.Memory


@compiled
def choose(view: View, mind: Memory, seat: int) -> int:
    which = mind.part[seat]
    if which == 0:
        answer = choose_0(view, mind.part_0, seat)
    else:
        answer = choose_1(view, mind.part_1, seat)
    return answer
