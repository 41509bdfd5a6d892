"""Updates the beliefs about fates that stay in hands from turn to turn."""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.group import believed
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.minds.beliefs.speaker import normalise
from engine.shipwreck.table.state import View


@compiled
def see_fate(view: View, value: int, copies: int) -> None:
    """Records that one copy of a value was shown, out of this many that could have been anywhere. Every other holder is
    now a little less likely to hold this value."""
    table = view.table
    for seat in range(table.seats):
        if seat != table.seat and table.holds[seat] and copies > 0:
            table.belief[seat, value] *= (copies - 1) / copies
            renew(view, seat)


@inlined
def renew(view: View, seat: int) -> None:
    """Scales a seat's belief so that it sums to 1. If the belief is empty, the seat may hold anything unseen."""
    table = view.table
    total = 0.0
    for value in range(1, view.book.top + 1):
        total += table.belief[seat, value]
    if total > 0.0:
        for value in range(1, view.book.top + 1):
            table.belief[seat, value] /= total
    else:
        forget_belief(view, seat)


@compiled
def forget_belief(view: View, seat: int) -> None:
    """Resets a seat's belief: any fate that is not visible, in proportion to the number of copies."""
    table = view.table
    unseen = 0
    for value in range(1, view.book.top + 1):
        unseen += table.tokens[value] - table.visible[value]
    for value in range(1, view.book.top + 1):
        table.belief[seat, value] = (table.tokens[value] - table.visible[value]) / unseen


@compiled
def keep_values(view: View, mind: Thought, values: int) -> None:
    """Restricts the belief about the kept fate to these values. If the belief excludes all of them, the number line is
    used instead."""
    for value in range(1, view.book.top + 1):
        if not values >> value & 1:
            mind.belief[0, value] = 0.0
            mind.belief[1, value] = 0.0
    if not normalise(view, mind):
        believe_line(view, mind, values)


@compiled
def believe_line(view: View, mind: Thought, values: int) -> None:
    """Replaces the belief by hard logic: every value on the number line, in proportion to its unseen copies."""
    table = view.table
    line = table.line[table.seat] & values
    for value in range(1, view.book.top + 1):
        left = table.tokens[value] - table.visible[value]
        mind.belief[0, value] = 1.0 * left if line >> value & 1 and left > 0 else 0.0
        mind.belief[1, value] = 0.0
    normalise(view, mind)


@compiled
def carry_over(view: View, mind: Thought) -> None:
    """Stores the belief about the active player's kept fate with the seat."""
    table = view.table
    for value in range(1, view.book.top + 1):
        table.belief[table.seat, value] = believed(mind, value)
