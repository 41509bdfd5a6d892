"""The set-up of a game."""

from engine.hadal.rules.fate import shuffle
from engine.hadal.table.events import SEATED
from engine.hadal.table.faults import NO_FAULT
from engine.hadal.table.state import (
    ATTRIBUTES,
    GAMES,
    GOING_ON,
    NONE,
    RECEPTACLES,
    UNREAD,
    Tally,
    World,
)
from engine.hadal.table.streams import PARTY, draw_keys
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import clearing, note

clear_tally = clearing(Tally, kept=["receptacle"])


@inlined
def draw_party(world: World) -> int:
    """The receptacles in play: those of the smallest keys."""
    scenario, luck = world.scenario, world.luck
    draw_keys(luck, PARTY, 0, 0, RECEPTACLES)
    left, party = scenario.party, 0
    for _ in range(scenario.agents):
        best = NONE
        for each in range(RECEPTACLES):
            if (left >> each) & 1 and (best == NONE or luck.key[each] < luck.key[best]):
                best = each
        left &= ~(1 << best)
        party |= 1 << best
    return party


@inlined
def seat_party(world: World) -> None:
    """Agents sit in the order of the file. What is in no reserve is in the Vortex, or leaves the game."""
    scenario, table, tally = world.scenario, world.table, world.tally
    party, seat, left = draw_party(world), 0, scenario.azrak
    for each in range(RECEPTACLES):
        if (party >> each) & 1:
            level = scenario.receptacle_level[each]
            table.receptacle[seat] = each
            table.level[seat] = level
            table.reserve[seat] = level
            table.holding[seat] = NONE
            for attribute in range(ATTRIBUTES):
                table.attribute[seat, attribute] = scenario.receptacle_attribute[each, attribute]
            tally.receptacle[each, GAMES] += 1
            note(world.log, (SEATED, seat, each, level))
            left -= level
            seat += 1
    table.vortex = left if scenario.surplus else 0


@compiled
def set_up(world: World) -> None:
    scenario, table, hidden = world.scenario, world.table, world.hidden
    clear_tally(world.tally)
    table.round_number = 0
    table.captain = 0
    table.location = NONE
    table.points = 0
    table.slack = 0
    table.points_before = 0
    table.returned = 0
    table.on_map = 0
    table.marked = 0
    table.free_left = scenario.free_refreshes
    table.present = (1 << scenario.agents) - 1
    table.lost = 0
    table.free_explore = 0
    table.damage = 0
    table.end = GOING_ON
    table.fault = NO_FAULT
    for location in range(scenario.locations):
        table.unread[location] = (1 << scenario.cards[location]) - 1
        table.open[location] = 0
        for card in range(scenario.cards[location]):
            table.kind[location, card] = UNREAD
            table.card_attribute[location, card] = 0
            table.card_difficulty[location, card] = 0
    hidden.ordered = 0
    hidden.shuffles = 0
    seat_party(world)
    shuffle(world)
