"""Records statistics during a game: its course, how sure the group was, and what it learned."""

from typing import Any

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import copying
from engine.shipwreck.rules.tokens import count_packed, may_be_held
from engine.shipwreck.table.results import COLUMNS
from engine.shipwreck.table.state import (
    BINS,
    BITS,
    POWER_BITS,
    POWER_RIGHT,
    PREDICTIONS,
    RIGHT,
    SLOTS,
    SQUARES,
    STATED,
    STOOD,
    TRACK,
    WON,
    WON_FROM,
    Table,
    Tally,
    View,
    World,
)

Mind = Any

STATED_UNIT = 10_000
"""Probabilities leave the kernel in units of 1/10,000."""
BITS_UNIT = 1000
"""Bits of information leave the kernel in units of 1/1,000."""
UNKNOWN = -1.0
"""The value of `bits` for a policy that has only number lines."""


@inlined
def note_course(world: World) -> None:
    """Records the score and doom at the start of a turn, unless they are the same as at the start of the last one."""
    table, tally = world.table, world.tally
    state = min(table.score, TRACK - 1) * TRACK + min(table.doom, TRACK - 1)
    if tally.steps == 0 or tally.path[tally.steps - 1] != state:
        tally.path[tally.steps] = state
        tally.steps += 1
    tally.behind = max(tally.behind, table.doom - world.scenario.doom - table.score)


@inlined
def close_course(world: World, won: int) -> None:
    """Counts every recorded state of the finished game, and whether the game was won."""
    tally = world.tally
    for step in range(tally.steps):
        tally.course[tally.path[step], STOOD] += 1
        tally.course[tally.path[step], WON_FROM] += won


@inlined
def note_prediction(world: World, mind: Mind) -> None:
    """Records how sure the group said it was of a prediction, and whether it was right."""
    table, tally = world.table, world.tally
    stated = int(mind.stated * STATED_UNIT + 0.5)
    tally.stated += stated
    tally.forced += mind.forced
    at = min(stated * BINS // STATED_UNIT, BINS - 1)
    tally.calibration[at, PREDICTIONS] += 1
    tally.calibration[at, STATED] += stated
    tally.calibration[at, SQUARES] += stated * stated
    tally.calibration[at, RIGHT] += table.correct
    if tally.used_card >= 0:
        tally.card[tally.used_card, POWER_RIGHT] += table.correct


@inlined
def note_play_bits(world: World, mind: Mind) -> None:
    """Counts the information that a play on a card gave the group."""
    table = world.table
    if table.place >= SLOTS:
        return
    bits = mind.bits
    if bits < 0.0 and world.scenario.lines:
        carried = table.carried
        before = world.book.values if (carried >> table.played) & 1 else carried
        bits = line_bits(View(world.book, table), before)
    world.tally.card[table.row[table.place], BITS] += in_units(bits)


@compiled
def note_power_bits(world: World, mind: Mind, line: int) -> None:
    """Counts the information that the use of a power gave the group; `line` is the number line before it."""
    bits = mind.bits
    if bits < 0.0 and world.scenario.lines:
        bits = line_bits(View(world.book, world.table), line)
    world.tally.card[world.tally.used_card, POWER_BITS] += in_units(bits)


@inlined
def in_units(bits: float) -> int:
    return int(bits * BITS_UNIT + 0.5) if bits > 0.0 else 0


@inlined
def line_bits(view: View, before: int) -> float:
    """The information, in bits, that the change of the active player's number line stands for, if every unseen copy is
    equally likely."""
    book, table = view
    was = count_packed(book, table.unseen, before & may_be_held(view))
    left = count_packed(book, table.unseen, table.line[table.seat])
    return book.line_bits[was, left]


copy_columns = copying(COLUMNS, Tally, Table, but=["opening"])


@inlined
def write_row(world: World, fallbacks: int, row: Any) -> None:
    """Writes the result of a game; see `table.results`."""
    copy_columns(world.tally, world.table, row)
    row.won = 1 if world.table.end == WON else 0
    row.turns = world.table.turn
    row.fallbacks = fallbacks
    row.opening = np.uint64(world.tally.opening)
