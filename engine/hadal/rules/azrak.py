"""Where Azrak goes: out of a reserve, into it, and who is out of it."""

from engine.hadal.table.events import EMERGENCY_REFRESH, LOST_CONNECTION, PUT_BACK
from engine.hadal.table.state import (
    EMERGENCY,
    FREE,
    FREE_EMERGENCY,
    LOSE,
    LOST_CONTROL,
    NO_REFRESH,
    NONE,
    SPENT,
    STANDARD,
    Scenario,
    Table,
    World,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import contains, note


@inlined
def count_for(world: World, seat: int, counter: int, number: int) -> None:
    """Counts something about the receptacle in a seat."""
    world.tally.receptacle[world.table.receptacle[seat], counter] += number


@inlined
def to_vortex(world: World, seat: int) -> None:
    """An Azrak that an agent has spent or lost."""
    world.table.vortex += 1
    count_for(world, seat, SPENT, 1)


@inlined
def ways_out(table: Table) -> int:
    """What an agent can choose from that has to pay its last Azrak, as a mask."""
    ways = 1 << LOSE
    if table.vortex > 0:
        ways |= 1 << EMERGENCY
        if table.free_left > 0:
            ways |= 1 << FREE_EMERGENCY
    return ways


@compiled
def refresh_alone(world: World, seat: int, is_free: bool) -> None:
    """An emergency refresh. Its price is the agent's last Azrak, unless it is one of the free ones."""
    table, tally = world.table, world.tally
    if is_free:
        table.free_left -= 1
        tally.emergency_free += 1
    else:
        table.reserve[seat] = 0
        table.returned += 1
        tally.emergency += 1
    taken = min(table.level[seat] - table.reserve[seat], table.vortex)
    table.reserve[seat] += taken
    table.vortex -= taken
    note(world.log, (EMERGENCY_REFRESH, seat, taken, 1 if is_free else 0))


@compiled
def lose_control(world: World, seat: int) -> None:
    """The agent pays its last Azrak and is out of this round, once its action is over."""
    table = world.table
    table.reserve[seat] = 0
    table.present &= ~(1 << seat)
    table.lost |= 1 << seat
    world.tally.lost_control += 1
    count_for(world, seat, LOST_CONTROL, 1)
    note(world.log, (LOST_CONNECTION, seat))


@inlined
def put_back(world: World, seat: int, is_expelled: int) -> None:
    """The card in front of an agent lies in the panorama again."""
    table = world.table
    if table.holding[seat] != NONE:
        note(world.log, (PUT_BACK, seat, table.holding[seat], is_expelled))
        table.holding[seat] = NONE


@inlined
def expel(world: World) -> None:
    """Agents that are no longer present put their cards back."""
    table = world.table
    for seat in range(world.scenario.agents):
        if not (table.present >> seat) & 1:
            put_back(world, seat, 1)


@inlined
def refreshes(table: Table) -> int:
    """What can happen between two locations, as a mask. A refresh is compulsory if somebody lost control."""
    if table.vortex == 0:
        return 1 << NO_REFRESH
    options = 1 << STANDARD
    if table.free_left > 0:
        options |= 1 << FREE
    if table.lost == 0:
        options |= 1 << NO_REFRESH
    return options


@inlined
def below_level(scenario: Scenario, table: Table) -> int:
    """The agents that can take another Azrak."""
    seats = 0
    for seat in range(scenario.agents):
        if table.reserve[seat] < table.level[seat]:
            seats |= 1 << seat
    return seats


@inlined
def supporters(world: World, tester: int, in_group_conflict: bool) -> int:
    """Who may support a test: the other agents present, outside of a group conflict only those without a card."""
    table, helpers = world.table, 0
    for seat in range(world.scenario.agents):
        if seat != tester and contains(table.present, seat) and (in_group_conflict or table.holding[seat] == NONE):
            helpers |= 1 << seat
    return helpers
