"""The seats: who sits where, who joins and who leaves between turns, whose turn is next."""

from engine.compiled import compiled
from engine.shipwreck.events import JOINED, LEFT, note
from engine.shipwreck.state import NONE, SEATS, Book, Hidden, Log, Scenario, Table
from engine.shipwreck.tokens import return_fate


@compiled
def seat_of(table: Table, player: int) -> int:
    """Where a player sits, or NONE."""
    for seat in range(table.seats):
        if table.player[seat] == player:
            return seat
    return NONE


@compiled
def move_seat(table: Table, hidden: Hidden, origin: int, seat: int) -> None:
    """A player, with all that is his, takes another place in the order."""
    table.player[seat] = table.player[origin]
    table.holds[seat] = table.holds[origin]
    table.line[seat] = table.line[origin]
    hidden.held[seat] = hidden.held[origin]


@compiled
def leave(table: Table, hidden: Hidden, log: Log, player: int) -> None:
    """The held fate goes to the bag, unseen; the others close ranks."""
    gone = seat_of(table, player)
    note(log, LEFT, player, hidden.held[gone], 0, 0, 0, 0)
    if table.holds[gone]:
        return_fate(hidden, hidden.held[gone])
    for seat in range(gone, table.seats - 1):
        move_seat(table, hidden, seat + 1, seat)
    table.seats -= 1
    if gone <= table.seat:
        table.seat -= 1


@compiled
def join(book: Book, table: Table, hidden: Hidden, log: Log, after: int) -> None:
    """A new player with an empty hand and a fresh number line sits down."""
    place = seat_of(table, after) + 1
    for seat in range(table.seats, place, -1):
        move_seat(table, hidden, seat - 1, seat)
    table.seats += 1
    table.newcomers += 1
    table.player[place] = table.newcomers
    table.holds[place] = 0
    table.line[place] = book.values
    hidden.held[place] = 0
    if place <= table.seat:
        table.seat += 1
    note(log, JOINED, table.newcomers, after, 0, 0, 0, 0)


@compiled
def next_seat(book: Book, scenario: Scenario, table: Table, hidden: Hidden, log: Log) -> None:
    """Players come and go, then the turn passes to the seat after the one that played last."""
    for change in range(scenario.changes):
        if scenario.change_turn[change] == table.turn:
            if scenario.change_leave[change] > 0:
                leave(table, hidden, log, scenario.change_leave[change])
            else:
                join(book, table, hidden, log, scenario.change_join_after[change])
    table.seat = (table.seat + 1) % table.seats


@compiled
def sit_down(book: Book, scenario: Scenario, table: Table, hidden: Hidden) -> None:
    """Everybody takes a seat; nobody holds a fate."""
    table.seats = scenario.seats
    table.newcomers = scenario.seats
    table.seat = NONE
    for seat in range(SEATS):
        table.player[seat] = seat + 1
        table.holds[seat] = 0
        table.line[seat] = book.values
        hidden.held[seat] = 0


@compiled
def drop_fate(book: Book, table: Table, hidden: Hidden, seat: int) -> int:
    """A seat's hidden fate leaves the hand for the bag; its number line is reset."""
    value = hidden.held[seat]
    return_fate(hidden, value)
    hidden.held[seat] = 0
    table.holds[seat] = 0
    table.line[seat] = book.values
    return value


@compiled
def note_own_fates(scenario: Scenario, table: Table, hidden: Hidden) -> None:
    """Where the scenario allows it, the single predictor of a two-player game knows what he holds himself. His
    seats are those at an odd distance from the active one (in challenge mode he has two)."""
    if not scenario.own_fate:
        return
    table.own[:] = 0
    for seat in range(table.seats):
        if (seat - table.seat) % 2 != 0 and table.holds[seat]:
            table.own[hidden.held[seat]] += 1
