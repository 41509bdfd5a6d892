"""The seats: who sits where, who joins or leaves between turns, and whose turn is next."""

from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import note
from engine.shipwreck.rules.tokens import return_fate
from engine.shipwreck.table.events import JOINED, LEFT
from engine.shipwreck.table.state import LANES, NONE, SEATS, Hidden, Table, World


@inlined
def sit_down(world: World) -> None:
    """Seats all players; nobody holds a fate."""
    table = world.table
    table.seats = world.scenario.seats
    table.newcomers = world.scenario.seats
    table.seat = NONE
    for seat in range(SEATS):
        table.player[seat] = seat + 1
        empty_hand(world, seat)


@inlined
def empty_hand(world: World, seat: int) -> None:
    """Takes the fate from a seat and resets its number line: every value is possible."""
    world.hidden.held[seat] = 0
    world.table.holds[seat] = 0
    world.table.line[seat] = world.book.values


@inlined
def drop_fate(world: World, seat: int) -> None:
    """Returns a seat's hidden fate to the bag and resets its number line."""
    return_fate(world.hidden, world.hidden.held[seat])
    empty_hand(world, seat)


@inlined
def seat_of(table: Table, player: int) -> int:
    seat = 0
    while table.player[seat] != player:
        seat += 1
    return seat


@compiled
def change_seat(table: Table, hidden: Hidden, origin: int, seat: int) -> None:
    """Moves a player, with everything that belongs to the player, to another seat."""
    table.player[seat] = table.player[origin]
    table.holds[seat] = table.holds[origin]
    table.line[seat] = table.line[origin]
    for value in range(LANES):
        table.belief[seat, value] = table.belief[origin, value]
    hidden.held[seat] = hidden.held[origin]


@compiled
def leave(world: World, player: int) -> None:
    """Removes a player. The held fate goes back to the bag, unseen, and the players after this one move up by one
    seat."""
    table = world.table
    gone = seat_of(table, player)
    note(world.log, (LEFT, player, world.hidden.held[gone]))
    if table.holds[gone]:
        drop_fate(world, gone)
    for seat in range(gone, table.seats - 1):
        change_seat(table, world.hidden, seat + 1, seat)
    table.seats -= 1
    if gone <= table.seat:
        table.seat -= 1


@compiled
def join(world: World, after: int) -> None:
    """Adds a new player in the seat after an existing one."""
    table = world.table
    place = seat_of(table, after) + 1
    for seat in range(table.seats, place, -1):
        change_seat(table, world.hidden, seat - 1, seat)
    table.seats += 1
    table.newcomers += 1
    table.player[place] = table.newcomers
    empty_hand(world, place)
    if place <= table.seat:
        table.seat += 1
    note(world.log, (JOINED, table.newcomers, after))


@inlined
def next_seat(world: World) -> None:
    """Lets players join and leave, then passes the turn to the seat after the one that played last."""
    table, scenario = world.table, world.scenario
    for change in range(scenario.changes):
        if scenario.change_turn[change] == table.turn:
            if scenario.change_leave[change] > 0:
                leave(world, scenario.change_leave[change])
            else:
                join(world, scenario.change_join_after[change])
    table.seat = seat_after(table, table.seat, 1)


@inlined
def seat_after(table: Table, seat: int, distance: int) -> int:
    """The seat this many places further on."""
    seat += distance
    return seat - table.seats if seat >= table.seats else seat


@inlined
def note_own_fates(world: World) -> None:
    """With the option `own_fate`, the single predictor of a two-player game also uses the fates in the predictor's own
    hand. The predictor's seats are those at an odd distance from the active one; in challenge mode there are two."""
    table = world.table
    if world.scenario.own_fate:
        table.owned = 0
        for value in range(LANES):
            table.own[value] = 0
        for distance in range(1, table.seats, 2):
            seat = seat_after(table, table.seat, distance)
            if table.holds[seat]:
                table.own[world.hidden.held[seat]] += 1
                table.owned += 1
