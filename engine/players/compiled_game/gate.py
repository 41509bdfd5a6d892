"""The gate that every decision of a game passes: it gives answers that are known already, stops the game where one must
still be found, and sends a fork another way.

The memory of the table has its record, so a kernel needs no way to call back: it is stopped by an exception, which
leaves the records of the world as they were when the decision was due.
"""

from typing import Annotated, Any

from engine.kernel.compiled import inlined
from engine.kernel.records import Ints

MOST_DECISIONS = 1 << 13
"""Of a game; later ones are left to the base. The games of this laboratory have some hundreds."""
WIDTH = 4
"""An answer is a number, or a few."""
MOST_GIVEN = 8
"""Numbers that a hook is given beside view, mind and dice."""
MOST_PARTS = 32
MOST_SEATS = 17
"""With the group."""
FORKS_AT_ONCE = 64
"""Of one call of the kernel."""
NEVER = -1
HABITUAL = 2
AS_BEFORE = -1
"""In place of a policy: who sits there plays on."""


class NeedsDecision(Exception):  # noqa: N818 - no error
    """A game has stopped at a decision that must be found first."""


class Gate:
    """What the gate knows. Python writes it before games are played, and reads it when one has stopped."""

    decisions: int
    """Made so far in the present game."""
    made: Annotated[Ints, MOST_SEATS]
    """The same of each seat, from place 1 on; of the group at place 0."""
    game: int
    """The number of the present game in this call of the kernel, from 1 on."""
    asks_all: int
    """1: stop at every decision, and not only at those of policies that search."""
    searches: Annotated[Ints, MOST_PARTS]
    """For each policy at the table, whether it searches."""
    is_found: Annotated[Ints, MOST_DECISIONS]
    """0 if an answer must be found, 1 if it is known, HABITUAL if it is left to the policy in the kernel."""
    found: Annotated[Ints, MOST_DECISIONS, WIDTH]
    """The answers that are known, by the number of the decision."""
    fork_at: int
    """The decision from which the games go another way, or NEVER."""
    choice: Annotated[Ints, FORKS_AT_ONCE, WIDTH]
    """What is answered there, in each of the games."""
    deals: int
    """1: each game gets a world of its own there."""
    by: int
    """The policy that plays on for everybody, or AS_BEFORE."""
    forked: int
    """1: the present game has passed its fork."""
    hook: int
    part: int
    seat: int
    given: Annotated[Ints, MOST_GIVEN]
    answer: Annotated[Ints, WIDTH]
    """The present decision: which it is, whose policy and seat decide, what they were given, and the answer."""


@inlined
def part_now(gate: Any, part: int) -> int:
    """The policy that decides in place of this one."""
    return gate.by if gate.forked and gate.by >= 0 else part


@inlined
def begin(gate: Any) -> None:
    """Before each game."""
    gate.game += 1
    gate.decisions = 0
    gate.forked = 0
    for seat in range(MOST_SEATS):
        gate.made[seat] = 0


@inlined
def meet(gate: Any, hook: int, part: int, seat: int) -> bool:
    """`gate.answer` becomes the answer that counts. Returns whether the world must be exchanged now."""
    at = gate.decisions
    gate.decisions = at + 1
    gate.made[seat + 1] += 1
    if at >= MOST_DECISIONS or (gate.forked and not gate.asks_all):
        return False
    if at == gate.fork_at:
        gate.forked = 1
        for place in range(WIDTH):
            gate.answer[place] = gate.choice[gate.game - 1, place]
        return bool(gate.deals == 1)
    if gate.is_found[at]:
        if gate.is_found[at] != HABITUAL:
            for place in range(WIDTH):
                gate.answer[place] = gate.found[at, place]
    elif gate.asks_all or gate.searches[part]:
        gate.hook = hook
        gate.part = part
        gate.seat = seat
        raise NeedsDecision
    return False
