"""Adventurers: the morning's, those that clocks draw, and what they mean for predictions."""

from typing import Any

from engine.kernel.compiled import compiled
from engine.oracle.rules.bag import (
    draw_adventurer,
)
from engine.oracle.rules.decisions import (
    choose_order,
    choose_reward,
)
from engine.oracle.rules.effects import (
    remove_prediction,
)
from engine.oracle.rules.legal import rewards_of
from engine.oracle.rules.rewards import (
    settle,
)
from engine.oracle.table.events import (
    ARRIVED,
    DREW,
    HIT,
    STRUCK,
)
from engine.oracle.table.faults import (
    BAD_REWARD,
    NO_FAULT,
)
from engine.oracle.table.state import (
    ARRIVALS,
    BY_PREDICTION,
    COLOURS,
    NONE,
    PREDICT,
    Dice,
    View,
    World,
)
from engine.policy.compiled_game.records import contains, note

Mind = Any
ALL_COLOURS = (1 << COLOURS) - 1
BEST_TIER = 3
TOGETHER = 2


@compiled
def pay_prediction(world: World, mind: Mind, dice: Dice, icons: int) -> None:
    """A prediction has come true with so many unstruck icons."""
    view = View(world.scenario, world.board, world.table, world.chart)
    tally = world.tally
    tally.tier[min(icons, BEST_TIER)] += 1
    tally.by = PREDICT
    allowed = rewards_of(view, icons)
    if allowed == 0:
        return
    reward = choose_reward(view, mind, dice, allowed)
    if reward == NONE:
        return
    if not contains(allowed, reward):
        world.table.fault = BAD_REWARD
        return
    settle(world, mind, dice, reward, ALL_COLOURS, BY_PREDICTION)


@compiled
def meet(world: World, mind: Mind, dice: Dice, colour: int) -> None:
    """An adventurer is compared with every active prediction, the oldest first."""
    table = world.table
    at = 0
    while at < table.predictions and table.fault == NO_FAULT:
        icons = table.unstruck[at]
        if table.foretold[at] == colour:
            note(world.log, (HIT, at, colour, icons))
            remove_prediction(table, at)
            pay_prediction(world, mind, dice, icons)
            continue
        note(world.log, (STRUCK, at, table.foretold[at], icons - 1))
        if icons == 1:
            remove_prediction(table, at)
            world.tally.tier[0] += 1
            continue
        table.unstruck[at] = icons - 1
        at += 1


@compiled
def draw_at_mark(world: World, mind: Mind, dice: Dice, seat: int) -> None:
    """Adventurers that are drawn together are resolved one after the other, in an order of choice."""
    view = View(world.scenario, world.board, world.table, world.chart)
    table = world.table
    first = draw_adventurer(world)
    second = draw_adventurer(world) if world.scenario.each == TOGETHER else NONE
    note(world.log, (DREW, seat, table.clock[seat], first, second))
    if table.predictions == 0:
        return
    if second == NONE:
        meet(world, mind, dice, first)
        return
    if first != second and choose_order(view, mind, dice, first, second) == 1:
        first, second = second, first
    meet(world, mind, dice, first)
    meet(world, mind, dice, second)


@compiled
def arrive(world: World, mind: Mind, dice: Dice) -> None:
    """The adventurers of the morning, one after the other."""
    for _ in range(ARRIVALS):
        colour = draw_adventurer(world)
        note(world.log, (ARRIVED, colour))
        meet(world, mind, dice, colour)


@compiled
def pass_hours(world: World, mind: Mind, dice: Dice, seat: int, hours: int) -> None:
    """A clock moves hour by hour, and draws at its marks."""
    for _ in range(hours):
        world.table.clock[seat] += 1
        if contains(world.scenario.marks, world.table.clock[seat]) and world.table.fault == NO_FAULT:
            draw_at_mark(world, mind, dice, seat)
