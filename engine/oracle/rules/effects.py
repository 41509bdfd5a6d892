"""What happens to the table without anybody deciding: goods, corruption, boxes, funding, predictions."""

from engine.kernel.compiled import compiled, inlined
from engine.oracle.table.events import (
    BY_CLUMP,
    BY_CROSS,
    BY_SKULL,
    CLEANSED,
    CORRUPTED,
    FILLED_BOX,
    GAINED,
    LOST,
    MARKED,
    MARKET,
    PUT_X,
    WROTE,
)
from engine.oracle.table.state import (
    COLOURS,
    CORRUPTION,
    GOODS,
    WORTH,
    X_WRITTEN,
    Table,
    World,
)
from engine.policy.compiled_game.records import note


@inlined
def gain(world: World, good: int, colour: int, source: int) -> None:
    """A good goes from the supply to the counter."""
    tally = world.tally
    world.chart.supply[good, colour] -= 1
    world.chart.version += 1
    tally.goods[good] += 1
    tally.worth[source] += 1 + good
    tally.piece[tally.by, WORTH] += 1 + good
    note(world.log, (GAINED, good, colour, source))


@inlined
def lose_good(world: World, good: int) -> None:
    """A good that is sold out."""
    world.tally.lost_goods += 1
    note(world.log, (LOST, good))


@inlined
def corrupt_by_clump(world: World) -> None:
    world.table.corruption += 1
    world.tally.clump += 1
    note(world.log, (CORRUPTED, BY_CLUMP))


@inlined
def corrupt_by_skull(world: World) -> None:
    world.table.corruption += 1
    world.tally.skull += 1
    world.tally.piece[world.tally.by, CORRUPTION] += 1
    note(world.log, (CORRUPTED, BY_SKULL))


@inlined
def corrupt_by_cross(world: World) -> None:
    world.table.corruption += 1
    world.tally.cross += 1
    world.tally.piece[world.tally.by, CORRUPTION] += 1
    note(world.log, (CORRUPTED, BY_CROSS))


@inlined
def cleanse(world: World) -> None:
    """Discards a corruption, if there is any."""
    if world.table.corruption > 0:
        world.table.corruption -= 1
        world.tally.discarded += 1
        note(world.log, (CLEANSED, world.table.corruption))


@inlined
def write_box(world: World, row: int, number: int) -> int:
    """Writes a number or an X into the next box of a row. Returns the box."""
    table = world.table
    box: int = table.boxes[row]
    table.written[row, box] = number
    table.boxes[row] = box + 1
    table.last[row] = 0 if number == X_WRITTEN else number
    world.tally.boxes_written += 1
    note(world.log, (WROTE, row, box, number))
    return box


@inlined
def fund_by_x(world: World, faction: int) -> None:
    """An X on a funding icon: the sponsorship is paid at once."""
    world.table.funded[faction] += 1
    world.tally.x_funding += 1
    note(world.log, (PUT_X, faction))


@inlined
def fund_at_market(world: World, faction: int) -> None:
    """A market icon: the sponsorship is paid at the next market."""
    world.table.funded[faction] += 1
    world.table.at_market += 1
    world.tally.market_icons += 1
    note(world.log, (MARKED, faction))


@inlined
def fill_boxes(world: World, kind: int, number: int) -> None:
    """Fills modifier boxes of a kind, as many as are free."""
    filled = min(number, world.board.boxes - world.table.filled[kind])
    world.table.filled[kind] += filled
    note(world.log, (FILLED_BOX, kind, filled))


@inlined
def remove_prediction(table: Table, at: int) -> None:
    """Takes away a prediction; the others keep their order."""
    table.predictions -= 1
    for place in range(at, table.predictions):
        table.foretold[place] = table.foretold[place + 1]
        table.unstruck[place] = table.unstruck[place + 1]


@compiled
def hold_market(world: World) -> None:
    """Market icons pay, goods are sold."""
    table, chart, supply = world.table, world.chart, world.scenario.supply
    world.tally.sponsor_market += table.at_market
    if world.scenario.goods_return:
        for good in range(GOODS):
            for colour in range(COLOURS):
                chart.supply[good, colour] = supply[good]
        chart.version += 1
    note(world.log, (MARKET, table.at_market))
    if not world.scenario.every_market:
        table.at_market = 0
