"""Tries out a Relocate: moves a fate on a trial basis, and moves it back."""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.danger import added_hours
from engine.shipwreck.table.state import View


@compiled
def shift(view: View, origin: int, value: int, to: int) -> None:
    """Moves a fate from one card to another on a trial basis. The opposite move undoes it."""
    table = view.table
    table.hours[origin] -= added_hours(view, origin, value)
    table.hours[to] += added_hours(view, to, value)
    lay(view, origin, value, -1)
    lay(view, to, value, 1)


@inlined
def lay(view: View, slot: int, value: int, more: int) -> None:
    table = view.table
    table.fates[slot, value] += more
    table.here_total[slot] += more * value
    table.here_count[slot] += more
    if table.fates[slot, value] > 0:
        table.here[slot] |= 1 << value
    else:
        table.here[slot] &= ~(1 << value)


@compiled
def heaviest(view: View, slot: int) -> int:
    """The fate in front of a card with the most hours, the lowest of equal ones; 0 if there is none."""
    best, most = 0, -1
    if view.table.row[slot] < 0:
        return 0
    for value in range(1, view.book.top + 1):
        if view.table.fates[slot, value] > 0 and added_hours(view, slot, value) > most:
            best, most = value, added_hours(view, slot, value)
    return best
