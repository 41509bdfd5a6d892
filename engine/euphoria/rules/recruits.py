"""Sets of recruits and players as masks, the teams, and all that moves a recruit or turns it over.

What a seat knows is kept here, too: memory sticks to the card.
"""

from engine.euphoria.table.events import BECAME_ANARCHIST, ENDED, EXPOSED_ONE, HID_ONE, SHUFFLED_ROW, SWAPPED
from engine.euphoria.table.state import (
    ANARCHISTS,
    BOTH_LEADERS,
    EUPHORIA,
    LONE_ANARCHIST,
    NEVER,
    NONE,
    ROW,
    SUBTERRA,
    WHOLE_ROW,
    Hidden,
    Table,
    World,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import count_bits, note

LEADER = 2
"""Of a kind of recruit: 2 · is it a Leader + is it of Subterra."""


@inlined
def row_of(seat: int) -> int:
    """The recruits of a seat."""
    return WHOLE_ROW << (ROW * seat)


@inlined
def owner_of(recruit: int) -> int:
    return recruit // ROW


@inlined
def all_recruits(players: int) -> int:
    return (1 << (ROW * players)) - 1


@inlined
def seats_of(recruits: int, players: int) -> int:
    """The players in front of whom some of these recruits lie."""
    seats = 0
    for seat in range(players):
        if (recruits >> (ROW * seat)) & WHOLE_ROW:
            seats |= 1 << seat
    return seats


@inlined
def kind_of(hidden: Hidden, recruit: int) -> int:
    return LEADER * ((hidden.leaders >> recruit) & 1) + ((hidden.subterra >> recruit) & 1)


@inlined
def majority(subterra: int, seat: int) -> int:
    """The side that most of a seat's recruits belong to."""
    return SUBTERRA if count_bits(subterra & row_of(seat)) > 1 else EUPHORIA


@inlined
def side_of_cards(leaders: int, subterra: int, seat: int) -> int:
    """The side of a player who is no Anarchist."""
    own = leaders & row_of(seat)
    if own:
        return SUBTERRA if own & subterra else EUPHORIA
    return majority(subterra, seat)


@inlined
def team_of(table: Table, hidden: Hidden, seat: int) -> int:
    """The team of a player at this moment."""
    if (table.anarchists >> seat) & 1:
        return ANARCHISTS
    return side_of_cards(hidden.leaders, hidden.subterra, seat)


@inlined
def expose(world: World, recruits: int, why: int) -> None:
    """Turns recruits face up: everybody knows them from now on."""
    table, tally = world.table, world.tally
    fresh = recruits & ~table.exposed
    table.exposed |= recruits
    for seat in range(world.scenario.players):
        table.known[seat] |= recruits
    if fresh & world.hidden.leaders and tally.exposed_by == NEVER:
        tally.exposed_by = why
        tally.first_leader = table.turn
    if world.log.listens:
        for recruit in range(ROW * world.scenario.players):
            if (fresh >> recruit) & 1:
                note(world.log, (EXPOSED_ONE, recruit, kind_of(world.hidden, recruit), why))


@inlined
def hide(world: World, by: int, recruits: int) -> None:
    """Turns Followers face down; they stay known."""
    world.table.exposed &= ~recruits
    if world.log.listens:
        for recruit in range(ROW * world.scenario.players):
            if (recruits >> recruit) & 1:
                note(world.log, (HID_ONE, by, recruit, kind_of(world.hidden, recruit)))


@inlined
def hidden_of(table: Table, seat: int) -> int:
    """The recruits of a seat that lie face down."""
    return row_of(seat) & ~table.exposed


@inlined
def exposed_followers(world: World) -> int:
    return world.table.exposed & ~world.hidden.leaders


@inlined
def exchanged(mask: int, one: int, other: int) -> int:
    """A mask with two of its bits exchanged."""
    if ((mask >> one) ^ (mask >> other)) & 1:
        return mask ^ ((1 << one) | (1 << other))
    return mask


@compiled
def swap(world: World, by: int, one: int, other: int) -> None:
    """Two recruits of different players change places. Faces and memory stay with the cards; old and new owner know
    both. Then an Anarchist with a Leader wins alone, and so does a player with both."""
    table, hidden = world.table, world.hidden
    note(world.log, (SWAPPED, by, one, other))
    hidden.leaders = exchanged(hidden.leaders, one, other)
    hidden.subterra = exchanged(hidden.subterra, one, other)
    table.exposed = exchanged(table.exposed, one, other)
    for seat in range(world.scenario.players):
        table.known[seat] = exchanged(table.known[seat], one, other)
    both = (1 << one) | (1 << other)
    table.known[owner_of(one)] |= both
    table.known[owner_of(other)] |= both
    for seat in (owner_of(one), owner_of(other)):
        leaders = count_bits(hidden.leaders & row_of(seat))
        if leaders == 2:
            end_game(world, BOTH_LEADERS, 1 << seat, NONE)
        elif leaders == 1 and (table.anarchists >> seat) & 1:
            end_game(world, LONE_ANARCHIST, 1 << seat, NONE)


@compiled
def shuffle_row(world: World, seat: int, order: int) -> None:
    """The row of a seat in another order, faces kept. The others forget its hidden recruits, even once exposed ones.
    `order` is 0 to 5."""
    first = order // 2
    second = (first + 1 + order % 2) % ROW
    third = ROW - first - second
    table, hidden = world.table, world.hidden
    note(world.log, (SHUFFLED_ROW, seat, (first * ROW + second) * ROW + third))
    hidden.leaders = reordered(hidden.leaders, seat, first, second, third)
    hidden.subterra = reordered(hidden.subterra, seat, first, second, third)
    table.exposed = reordered(table.exposed, seat, first, second, third)
    forgotten = hidden_of(table, seat)
    for other in range(world.scenario.players):
        table.known[other] = reordered(table.known[other], seat, first, second, third)
        if other != seat:
            table.known[other] &= ~forgotten


@inlined
def reordered(mask: int, seat: int, first: int, second: int, third: int) -> int:
    """A mask with the bits of one row in the order of these old places."""
    row = (mask >> (ROW * seat)) & WHOLE_ROW
    mixed = ((row >> first) & 1) | (((row >> second) & 1) << 1) | (((row >> third) & 1) << 2)
    return (mask & ~row_of(seat)) | (mixed << (ROW * seat))


@inlined
def become_anarchist(world: World, seat: int) -> None:
    if not (world.table.anarchists >> seat) & 1:
        world.table.anarchists |= 1 << seat
        note(world.log, (BECAME_ANARCHIST, seat))


@inlined
def end_game(world: World, end: int, winners: int, killer: int) -> None:
    table = world.table
    table.end = end
    table.winners = winners
    table.killer = killer
    note(world.log, (ENDED, end, winners, killer))
