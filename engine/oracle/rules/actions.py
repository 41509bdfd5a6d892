"""What each action does."""

from typing import Any

from engine.kernel.compiled import compiled
from engine.oracle.rules.decisions import (
    choose_ability,
    choose_box,
    choose_die,
    choose_first,
    choose_half,
    choose_hire,
    choose_line,
    choose_prediction,
    choose_row,
)
from engine.oracle.rules.effects import (
    cleanse,
    corrupt_by_skull,
    fill_boxes,
    write_box,
)
from engine.oracle.rules.legal import abilities_to_hire, fitting_rows, free_kinds
from engine.oracle.rules.lines import (
    draw_line,
)
from engine.oracle.rules.plate import (
    dice_with,
    higher_die,
)
from engine.oracle.rules.rewards import (
    settle,
)
from engine.oracle.table.events import (
    BOX_PAYS,
    DROPPED,
    FORETOLD,
    HIRED,
    USED,
)
from engine.oracle.table.faults import (
    BAD_ABILITY,
    BAD_BOX,
    BAD_COLOUR,
    BAD_DIE,
    BAD_HALF,
    BAD_HIRE,
    BAD_LINE,
    BAD_ROW,
    NO_FAULT,
)
from engine.oracle.table.state import (
    ACTIONS,
    ASTROLOGER,
    BONE,
    BY_HOROSCOPE,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    COLOURS,
    DIE_1,
    DIE_2,
    DOLL,
    EXORCIST,
    HOROSCOPE,
    MOVE,
    NONE,
    PALMIST,
    PLUS,
    PREDICT,
    STAFF,
    STARS,
    USES,
    WARDEN,
    X_BOX,
    Dice,
    View,
    World,
)
from engine.policy.compiled_game.records import contains, note

Mind = Any
FILLED_AT_ONCE = 2
"""Boxes that a change or the palmist fills."""
ASTROLOGERS_LINES = 2
ALL_COLOURS = (1 << COLOURS) - 1


@compiled
def write_number(world: World, mind: Mind, dice: Dice, number: int) -> None:
    """A die of the chosen half is written, if it fits somewhere; its box pays at once."""
    view = View(world.scenario, world.board, world.table, world.chart)
    allowed = fitting_rows(world.board, world.table, number)
    if allowed == 0:
        note(world.log, (DROPPED, number))
        return
    row = allowed - 1
    if allowed == 3:
        row = choose_row(view, mind, dice, number, allowed)
        if not contains(allowed, row):
            world.table.fault = BAD_ROW
            return
    box = write_box(world, row, number)
    note(world.log, (BOX_PAYS, world.board.reward[row, box]))
    settle(world, mind, dice, world.board.reward[row, box], world.board.colours[row, box], BY_HOROSCOPE)


@compiled
def write_horoscope(world: World, mind: Mind, dice: Dice) -> None:
    view = View(world.scenario, world.board, world.table, world.chart)
    table = world.table
    half = choose_half(view, mind, dice)
    if half not in (0, 1):
        table.fault = BAD_HALF
        return
    there_1, there_2 = (table.plate >> DIE_1) & 1 == half, (table.plate >> DIE_2) & 1 == half
    first = 0 if there_1 else 1
    if there_1 and there_2:
        first = choose_first(view, mind, dice)
        if first not in (0, 1):
            table.fault = BAD_DIE
            return
    if there_1 or there_2:
        write_number(world, mind, dice, table.die[first])
    if there_1 and there_2 and table.fault == NO_FAULT:
        write_number(world, mind, dice, table.die[1 - first])


@compiled
def draw_lines(world: World, mind: Mind, dice: Dice, number: int) -> None:
    """Up to so many lines."""
    view = View(world.scenario, world.board, world.table, world.chart)
    table = world.table
    table.line = 0
    while table.line < number and table.open_edges > 0:
        edge = choose_line(view, mind, dice, number - table.line)
        if edge == NONE:
            return
        if not 0 <= edge < world.board.edges or world.chart.drawn[edge]:
            table.fault = BAD_LINE
            return
        draw_line(world, edge)


@compiled
def predict(world: World, mind: Mind, dice: Dice) -> None:
    view = View(world.scenario, world.board, world.table, world.chart)
    table = world.table
    allowed = dice_with(table.plate, DOLL)
    die = choose_die(view, mind, dice, allowed) if allowed == 3 else allowed - 1
    if not contains(allowed, die):
        table.fault = BAD_DIE
        return
    icons = min(table.die[die], table.strip_left)
    colour = choose_prediction(view, mind, dice, icons)
    if not contains(ALL_COLOURS, colour):
        table.fault = BAD_COLOUR
        return
    table.strip_left -= icons
    table.foretold[table.predictions] = colour
    table.unstruck[table.predictions] = icons
    table.predictions += 1
    note(world.log, (FORETOLD, colour, icons))


@compiled
def fill_any_boxes(world: World, mind: Mind, dice: Dice) -> None:
    """The palmist fills modifier boxes of any kind."""
    view = View(world.scenario, world.board, world.table, world.chart)
    for _ in range(FILLED_AT_ONCE):
        allowed = free_kinds(world.board, world.table)
        if allowed == 0:
            return
        kind = choose_box(view, mind, dice, allowed)
        if kind == NONE:
            return
        if not contains(allowed, kind):
            world.table.fault = BAD_BOX
            return
        fill_boxes(world, kind, 1)


@compiled
def use_staff(world: World, mind: Mind, dice: Dice) -> None:
    """Every hired ability once, in any order."""
    view = View(world.scenario, world.board, world.table, world.chart)
    table, tally = world.table, world.tally
    left = table.hired
    while left and table.fault == NO_FAULT:
        ability = choose_ability(view, mind, dice, left)
        if ability == NONE:
            return
        if not contains(left, ability):
            table.fault = BAD_ABILITY
            return
        left &= ~(1 << ability)
        tally.by = ACTIONS + ability
        tally.piece[tally.by, USES] += 1
        note(world.log, (USED, ability))
        if ability == EXORCIST:
            settle(world, mind, dice, X_BOX, 0, BY_HOROSCOPE)
        elif ability == ASTROLOGER:
            draw_lines(world, mind, dice, ASTROLOGERS_LINES)
        elif ability == PALMIST:
            fill_any_boxes(world, mind, dice)
        elif ability == WARDEN:
            cleanse(world)


@compiled
def hire(world: World, mind: Mind, dice: Dice) -> None:
    view = View(world.scenario, world.board, world.table, world.chart)
    allowed = abilities_to_hire(view)
    ability = choose_hire(view, mind, dice, allowed)
    if not contains(allowed, ability):
        world.table.fault = BAD_HIRE
        return
    world.table.hired |= 1 << ability
    note(world.log, (HIRED, ability))


@compiled
def act(world: World, mind: Mind, dice: Dice, action: int) -> None:
    """What an action does. A skull corrupts before a change takes effect."""
    table = world.table
    if action <= CHANGE_X and table.skull:
        corrupt_by_skull(world)
    if action == CHANGE_PLUS:
        fill_boxes(world, PLUS, FILLED_AT_ONCE)
    elif action == CHANGE_MOVE:
        fill_boxes(world, MOVE, FILLED_AT_ONCE)
    elif action == CHANGE_X:
        settle(world, mind, dice, X_BOX, 0, BY_HOROSCOPE)
    elif action == STARS:
        draw_lines(world, mind, dice, higher_die(table.plate, BONE, table.die[0], table.die[1]))
    elif action == PREDICT:
        predict(world, mind, dice)
    elif action == HOROSCOPE:
        write_horoscope(world, mind, dice)
    elif action == STAFF:
        use_staff(world, mind, dice)
    else:
        hire(world, mind, dice)
