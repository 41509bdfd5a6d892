"""Lays out the mission of a cell for the kernel."""

from typing import Any

from engine.errors import Text, message
from engine.game.cell import Json
from engine.hadal.cells.grid import GRID
from engine.hadal.cells.options import agents_of, write_options
from engine.hadal.mission.book import book_of, scenario_of
from engine.hadal.mission.mission import Mission
from engine.hadal.table import results
from engine.hadal.table.faults import SENTENCES
from engine.hadal.table.state import World
from engine.kernel.records import Ints
from engine.players.compiled_game.search import Search
from engine.policy.compiled_game.play import Tables


def lay_out(mission: Mission, spec: Json) -> dict[str, Any]:
    scenario = scenario_of(mission, agents_of(spec["players"]), spec["shift"])
    write_options(scenario, mission, spec["options"])
    return {"scenario": scenario, "book": book_of(mission, spec["shift"])}


def moment(world: World) -> Text:
    return message("round {round}", round=int(world.table.round_number))


def receptacles(world: World, mission: Mission) -> Ints:
    return world.tally.receptacle.copy()


TABLES = Tables(
    grid=GRID,
    searched=Search(),
    world=World,
    moment=moment,
    lay_out=lay_out,
    pieces=receptacles,
    results=results,
    faults=SENTENCES,
)
