"""Lays out the board of a cell for the kernel."""

from typing import Any

from engine.game.cell import Json
from engine.kernel.records import Ints, new
from engine.oracle.cells.grid import GRID
from engine.oracle.layout.board import board_of
from engine.oracle.layout.layout import Layout
from engine.oracle.table import results
from engine.oracle.table.faults import SENTENCES
from engine.oracle.table.results import ABILITY_NAMES, ACTION_NAMES
from engine.oracle.table.state import BONE, CHANGE_PLUS, CHANGE_X, DOLL, Scenario, World
from engine.players.compiled_game.search import Search
from engine.policy.compiled_game.play import Tables
from engine.policy.compiled_game.records import fill


def scenario_of(spec: Json) -> Scenario:
    """The scenario of a cell, as the kernel reads it."""
    options, scenario = spec["options"], new(Scenario)
    scenario.players, scenario.rogues = spec["players"], spec["rogues"]
    fill(scenario, options)
    scenario.marks = sum(1 << mark for mark in options["marks"])
    scenario.each = options["draw"]
    scenario.supply[:] = options["supply_amulets"], options["supply_tablets"]
    scenario.open_actions = _open(ACTION_NAMES, options["closed"])
    scenario.open_abilities = _open(ABILITY_NAMES, options["closed"])
    scenario.plus_rune, scenario.move_rune = (BONE, DOLL) if options["plus_rune"] == "bone" else (DOLL, BONE)
    scenario.space[:] = range(len(ACTION_NAMES))
    if options["change_spaces"] == "one":
        scenario.space[: CHANGE_X + 1] = CHANGE_PLUS
    return scenario


def _open(names: tuple[str, ...], closed: list[str]) -> int:
    return sum(1 << at for at, name in enumerate(names) if name not in closed)


def lay_out(layout: Layout, spec: Json) -> dict[str, Any]:
    return {"scenario": scenario_of(spec), "board": board_of(layout)}


def actions_and_abilities(world: World, layout: Layout) -> Ints:
    return world.tally.piece.copy()


TABLES = Tables(
    grid=GRID,
    world=World,
    lay_out=lay_out,
    results=results,
    faults=SENTENCES,
    pieces=actions_and_abilities,
    searched=Search(),
)
