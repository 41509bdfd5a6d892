"""What a mind makes of a position, for tests: in the process that runs the engine uncompiled."""

from typing import Any, NamedTuple

import numpy as np

from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.oracle.cells.play_cell import TABLES
from engine.oracle.minds.habits import begin_game
from engine.oracle.minds.lines import plan_lines
from engine.oracle.minds.plans import plan_turn
from engine.oracle.minds.values import appraise
from engine.oracle.minds.writing import best_writing
from engine.oracle.rules.chart import score_of
from engine.oracle.rules.set_up import set_up
from engine.oracle.table.state import View
from engine.policy.kernel import Seeds
from tests.support.oracle.cells import make
from tests.support.oracle.position import Spec, lay_position, plate


class Thought(NamedTuple):
    """What the habits find."""

    score: int
    """Of the best target."""
    lines: list[int]
    gain: list[float]
    foreseen: list[float]
    value: list[float]
    action: int
    modifiers: list[int]


def think(
    layout: Any,
    throw: str,
    policy: str = "planner",
    most: int = 2,
    rows: tuple[list[int], list[int]] = ([], []),
    drawn: list[int] | None = None,
    supply: dict[tuple[int, int], int] | None = None,
    **table: Any,
) -> Thought:
    spec = Spec(make(layout, policy), table, drawn or [], supply or {}, [], rows, [plate(throw)], "", {}, str(most))
    thought: Thought = thoughts(spec) if INTERPRETED else elsewhere(thoughts, spec)
    return thought


def thoughts(spec: Spec) -> Thought:
    world: Any = TABLES.world_of(TABLES.seat(spec.cell), Seeds.of(1))
    mind = TABLES.mind_of(TABLES.seat(spec.cell))
    with np.errstate(over="ignore"):
        set_up(world)
        lay_position(world, spec)
        [thrown] = spec.throws
        world.table.plate, world.table.skull = thrown.second, thrown.skull
        world.table.die[:] = thrown.dice
        view = View(world.scenario, world.board, world.table, world.chart)
        best = max(score_of(world.board, world.chart, at) for at in range(world.board.targets))
        begin_game(view, mind)
        plan_lines(view, mind)
        appraise(view, mind)
        plan_turn(view, mind, int(spec.what))
    return Thought(
        int(best),
        mind.line[: mind.planned].tolist(),
        mind.gain[: mind.planned + 1].tolist(),
        mind.foreseen.tolist(),
        mind.value.tolist(),
        int(mind.action),
        mind.modifier[: mind.spent].tolist(),
    )


def writing(layout: Any, one: int, two: int, rows: tuple[list[int], list[int]] = ([], [])) -> tuple[Any, ...]:
    """The best way to write two dice; 0 for one that is not there."""
    spec = Spec(make(layout, "planner"), {}, [], {}, [], rows, [], "", {}, f"{one} {two}")
    found: tuple[Any, ...] = writings(spec) if INTERPRETED else elsewhere(writings, spec)
    return found


def writings(spec: Spec) -> tuple[Any, ...]:
    world: Any = TABLES.world_of(TABLES.seat(spec.cell), Seeds.of(1))
    one, two = map(int, spec.what.split())
    with np.errstate(over="ignore"):
        set_up(world)
        lay_position(world, spec)
        best = best_writing(world.board, world.table, one, two)
    return float(best.worth), int(best.first), int(best.row_1), int(best.row_2)
