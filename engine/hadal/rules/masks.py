"""Sets of seats, cards or choices as masks."""

from engine.kernel.compiled import inlined


@inlined
def contains(mask: int, member: int) -> bool:
    return member >= 0 and member < 60 and (mask >> member) & 1 == 1


@inlined
def count_bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inlined
def lowest(mask: int) -> int:
    """The lowest member of a set that is not empty."""
    member = 0
    while not (mask >> member) & 1:
        member += 1
    return member


@inlined
def nth(mask: int, n: int) -> int:
    """The member of a set at this place, from 0 on."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)
