"""Lays out the deck of a cell for the kernel, and what its policy asks for."""

from typing import Any

from engine.game.cell import Json
from engine.kernel.records import Ints, new
from engine.players.compiled_game.search import Search
from engine.policy.compiled_game.play import Seated, Tables, is_searched
from engine.policy.compiled_game.records import fill
from engine.shipwreck.cells.grid import GRID, seats_of
from engine.shipwreck.cells.policy_set import HOOKS
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.rule_tables import compile_deck
from engine.shipwreck.table import results
from engine.shipwreck.table.faults import SENTENCES
from engine.shipwreck.table.state import ANNOUNCED, AT_FADE_STEP, Dice, Luck, Scenario, World

STACKED = ("stacked_cards", "stacked_card", "stacked_fates", "stacked_fate")


def scenario_of(spec: Json) -> Scenario:
    """The scenario of a cell, as the kernel reads it."""
    options, scenario = spec["options"], new(Scenario)
    scenario.seats = seats_of(spec)
    scenario.doom = spec["doom"]
    fill(scenario, options)
    scenario.imago_strict = options["imago"] == "strict"
    scenario.fall = ANNOUNCED if options["fall"] == "announced" else AT_FADE_STEP
    scenario.changes = len(spec["changes"])
    for at, change in enumerate(spec["changes"]):
        scenario.change_turn[at] = change["before_turn"]
        scenario.change_leave[at] = change.get("leave", 0)
        scenario.change_join_after[at] = change.get("join_after", 0)
    return scenario


def lay_out(deck: Deck, spec: Json) -> dict[str, Any]:
    compiled = compile_deck(deck)
    return {"scenario": scenario_of(spec), "book": compiled.book, "content": compiled}


def take_seats(world: World, seated: Seated) -> None:
    """Number lines are kept if the policy reads them, if somebody searches (the worlds of a search agree with them), or
    if the game is logged. A policy may stack the deck and the bag,
    but never sees the record that gets the keys."""
    policy, given, scenario = TABLES.module_of(seated), TABLES.parameters_of(seated), world.scenario
    scenario.sees_all = int(HOOKS.part_of(policy, "SEES_ALL"))
    scenario.reveals = int(not HOOKS.is_default(policy, "reveals") or given.get("reveal_last_copy", 1))
    scenario.lines = int(HOOKS.part_of(policy, "READS_LINES") or is_searched(seated) or world.log.listens)
    luck: Any = world.luck
    stacked: Any = new(Luck)
    HOOKS.part_of(policy, "stack")(stacked, given, TABLES.laid_out(seated.cell)["content"])
    for name in STACKED:
        luck[name] = stacked[name]


def cards(world: World, deck: Deck) -> Ints:
    return world.tally.card[: len(deck.cards), : len(results.COUNTERS)].copy()


TABLES = Tables(
    grid=GRID,
    world=World,
    dice=Dice,
    lay_out=lay_out,
    take_seats=take_seats,
    results=results,
    faults=SENTENCES,
    pieces=cards,
    searched=Search(),
)
