"""Lays out the deck of a cell for the kernel, and says which seats see all."""

from typing import Any

from engine.euphoria.cells.grid import GRID
from engine.euphoria.cells.policy_set import HOOKS, POLICIES
from engine.euphoria.deck.book import book_of
from engine.euphoria.deck.deck import Deck
from engine.euphoria.table import results
from engine.euphoria.table.faults import SENTENCES
from engine.euphoria.table.results import PAIRED
from engine.euphoria.table.state import Scenario, World
from engine.game.cell import Json
from engine.kernel.records import Ints, new
from engine.players.compiled_game.search import Search
from engine.policy.compiled_game.play import Seated, Tables
from engine.policy.compiled_game.records import fill
from engine.policy.seats.mixed_table import module_of


def scenario_of(spec: Json) -> Scenario:
    """The scenario of a cell, as the kernel reads it."""
    options, scenario = spec["options"], new(Scenario)
    scenario.players = spec["players"]
    fill(scenario, options)
    scenario.aim_every = options["aim_trigger"] == "every"
    return scenario


def lay_out(deck: Deck, spec: Json) -> dict[str, Any]:
    return {"scenario": scenario_of(spec), "book": book_of(deck, spec["players"])}


def take_seats(world: World, seated: Seated) -> None:
    """Some policies know every recruit: their seats, as a mask."""
    seats, code = seated.policy.get("seats", [seated.policy]), dict(seated.cell.code)
    for seat in range(seated.cell.spec["players"]):
        if HOOKS.part_of(module_of(POLICIES, seats[seat % len(seats)], code), "SEES_ALL"):
            world.scenario.sees_all |= 1 << seat


def artifacts(world: World, deck: Deck) -> Ints:
    return world.tally.artifact[: len(deck.artifacts)].copy()


TABLES = Tables(
    grid=GRID,
    world=World,
    lay_out=lay_out,
    take_seats=take_seats,
    results=results,
    faults=SENTENCES,
    pieces=artifacts,
    paired=PAIRED,
    searched=Search(),
)
