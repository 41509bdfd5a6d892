"""What a turn leaves behind: beliefs about every holder's fate."""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.group import believed
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.minds.beliefs.speaker import normalise
from engine.shipwreck.table.state import View


@compiled
def see_fate(view: View, value: int, copies: int) -> None:
    """One of so many copies of a value that could have been anywhere was shown: every other holder is a little less
    likely to hold it."""
    table = view.table
    for seat in range(table.seats):
        if seat != table.seat and table.holds[seat] and copies > 0:
            table.belief[seat, value] *= (copies - 1) / copies
            renew(view, seat)


@inlined
def renew(view: View, seat: int) -> None:
    """Make a seat's belief add up to 1 again; with nothing left of it, the seat may hold anything unseen."""
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
    """A seat may hold anything that does not lie open, by the number of copies."""
    table = view.table
    unseen = 0
    for value in range(1, view.book.top + 1):
        unseen += table.tokens[value] - table.visible[value]
    for value in range(1, view.book.top + 1):
        table.belief[seat, value] = (table.tokens[value] - table.visible[value]) / unseen


@compiled
def keep_values(view: View, mind: Thought, values: int) -> None:
    """The kept fate is one of these; if the belief had ruled all of them out, the number line speaks instead."""
    for value in range(1, view.book.top + 1):
        if not values >> value & 1:
            mind.belief[0, value] = 0.0
            mind.belief[1, value] = 0.0
    if not normalise(view, mind):
        believe_line(view, mind, values)


@compiled
def believe_line(view: View, mind: Thought, values: int) -> None:
    """Hard logic: every value on the number line, by the copies left of it."""
    table = view.table
    line = table.line[table.seat] & values
    for value in range(1, view.book.top + 1):
        left = table.tokens[value] - table.visible[value]
        mind.belief[0, value] = 1.0 * left if line >> value & 1 and left > 0 else 0.0
        mind.belief[1, value] = 0.0
    normalise(view, mind)


@compiled
def carry_over(view: View, mind: Thought) -> None:
    """The belief in the active player's kept fate is remembered with the seat."""
    table = view.table
    for value in range(1, view.book.top + 1):
        table.belief[table.seat, value] = believed(mind, value)
