"""Rewards: goods, X, market icons. What a chain of them pays is settled at once."""

from typing import Any

from engine.kernel.compiled import compiled
from engine.oracle.rules.decisions import (
    choose_colour,
    choose_faction,
    choose_x,
)
from engine.oracle.rules.effects import (
    cleanse,
    fund_at_market,
    fund_by_x,
    gain,
    lose_good,
    write_box,
)
from engine.oracle.rules.legal import colours_left, free_factions, places_of_x
from engine.oracle.table.events import (
    BOX_PAYS,
    NO_PLACE,
)
from engine.oracle.table.faults import (
    BAD_COLOUR,
    BAD_FACTION,
    BAD_X,
)
from engine.oracle.table.state import (
    AMULET_BOX,
    BY_HOROSCOPE,
    CLEANSE_BOX,
    FUNDING,
    MARKET_BOX,
    NONE,
    NOTHING,
    TABLET_BOX,
    X_BOX,
    X_WRITTEN,
    Dice,
    View,
    World,
)
from engine.policy.compiled_game.records import contains, note

Mind = Any


@compiled
def take_good(world: World, mind: Mind, dice: Dice, good: int, colours: int, source: int) -> None:
    """A good of one of these colours, if one is left."""
    view = View(world.scenario, world.board, world.table, world.chart)
    allowed = colours & colours_left(world.chart, good)
    if allowed == 0:
        lose_good(world, good)
        return
    colour = choose_colour(view, mind, dice, good, allowed)
    if colour == NONE:
        return
    if not contains(allowed, colour):
        world.table.fault = BAD_COLOUR
        return
    gain(world, good, colour, source)


@compiled
def mark_market(world: World, mind: Mind, dice: Dice) -> None:
    """A market icon goes to a free funding icon."""
    view = View(world.scenario, world.board, world.table, world.chart)
    allowed = free_factions(world.board, world.table)
    if allowed == 0:
        note(world.log, (NO_PLACE, MARKET_BOX))
        return
    faction = choose_faction(view, mind, dice, allowed)
    if faction == NONE:
        return
    if not contains(allowed, faction):
        world.table.fault = BAD_FACTION
        return
    fund_at_market(world, faction)


@compiled
def put_x(world: World, mind: Mind, dice: Dice) -> int:
    """An X goes to a row or to a funding icon. Returns the row; NONE if it is in no row."""
    view = View(world.scenario, world.board, world.table, world.chart)
    allowed = places_of_x(world.board, world.table)
    if allowed == 0:
        note(world.log, (NO_PLACE, X_BOX))
        return NONE
    place = choose_x(view, mind, dice, allowed)
    if place == NONE:
        return NONE
    if not contains(allowed, place):
        world.table.fault = BAD_X
        return NONE
    if place >= FUNDING:
        fund_by_x(world, place - FUNDING)
        return NONE
    world.tally.x_horoscope += 1
    write_box(world, place, X_WRITTEN)
    return place


@compiled
def settle(world: World, mind: Mind, dice: Dice, reward: int, colours: int, source: int) -> None:
    """Pays a reward. An X in a box can lead to the next one: a chain has no forks."""
    board, table = world.board, world.table
    while reward != NOTHING:
        if reward in (AMULET_BOX, TABLET_BOX):
            take_good(world, mind, dice, reward - AMULET_BOX, colours, source)
        elif reward == MARKET_BOX:
            mark_market(world, mind, dice)
        elif reward == CLEANSE_BOX:
            cleanse(world)
        elif reward == X_BOX:
            row = put_x(world, mind, dice)
            if row != NONE:
                box = table.boxes[row] - 1
                reward, colours, source = board.reward[row, box], board.colours[row, box], BY_HOROSCOPE
                note(world.log, (BOX_PAYS, reward))
                continue
        return
