"""Sets of seats, cards or choices as masks: bit m stands for member m."""

from engine.kernel.compiled import inlined
from engine.policy.compiled_game.records import Dice, roll

MOST_MEMBERS = 62


@inlined
def contains(mask: int, member: int) -> bool:
    """Whether a set has this member. A number that can be no member is in no set."""
    return 0 <= member < MOST_MEMBERS and (mask >> member) & 1 == 1


@inlined
def count_bits(mask: int) -> int:
    """How many members a set has. (The compiler turns this loop into one instruction.)"""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inlined
def lowest(mask: int) -> int:
    """The lowest member of a set that is not empty."""
    return count_bits((mask & -mask) - 1)


@inlined
def nth(mask: int, n: int) -> int:
    """Member number n of a set, counted from 0 in ascending order."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


@inlined
def any_of(dice: Dice, members: int) -> int:
    """One member of a set, at random."""
    return nth(members, roll(dice, count_bits(members)))
