"""The Fate cards: shuffle and draw. What is left in the pile is public, its order is not."""

from engine.hadal.table.events import SHUFFLED
from engine.hadal.table.state import AT_ALWAYS, AT_ROUND, FATE_SPAN, MOST_FATE, World
from engine.hadal.table.streams import FATE, draw_keys
from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import note


@compiled
def shuffle(world: World) -> None:
    """All Fate cards make a new pile."""
    scenario, table, hidden, luck = world.scenario, world.table, world.hidden, world.luck
    place = table.round_number if scenario.reshuffle == AT_ROUND else 0
    draw_keys(luck, FATE, place, hidden.shuffles, scenario.fates)
    hidden.shuffles += 1
    for card in range(scenario.fates):
        at = card
        while at > 0 and luck.key[hidden.pile[at - 1]] > luck.key[card]:
            hidden.pile[at] = hidden.pile[at - 1]
            at -= 1
        hidden.pile[at] = card
    table.pile = scenario.fates
    for value in range(FATE_SPAN):
        table.pile_count[value] = scenario.fate_count[value]
    note(world.log, (SHUFFLED,))


@compiled
def draw_fate(world: World) -> int:
    """The value of the next Fate card. An empty pile is shuffled at this moment, not before."""
    scenario, table, hidden = world.scenario, world.table, world.hidden
    if table.pile == 0:
        shuffle(world)
    table.pile -= 1
    value = scenario.fate[hidden.pile[table.pile]]
    table.pile_count[value + MOST_FATE] -= 1
    if scenario.reshuffle == AT_ALWAYS:
        shuffle(world)
    return value
