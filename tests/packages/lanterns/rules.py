"""The rules, and what keepers do who have no plan."""

from typing import Any

from fatecast.compiled_game import Dice, any_of, compiled, contains, index_of, inlined, kinds, note, records, shuffle
from lanterns.table import COLUMNS, COPIES, COUNTERS, EVENTS, Table, Tally, View, World

FETCH, LIGHT, GUARD = range(3)
WON, STORM, NOT_YET = range(3)
JOB, WEATHER, OIL, OVER = kinds(EVENTS)
IMPOSSIBLE, NOBODY = 1, 2  # what a policy can do wrong
SPARED = 2  # lanterns that the wind spares if a keeper guards them
DECK = 1  # the stream of luck that shuffles

Memory, prepare, begin_game = records.Memory, records.prepare, records.begin_game
start_luck, start_dice = records.start_luck, records.start_dice
clear_table, clear_tally = records.clearing(Table), records.clearing(Tally, kept=[each.name for each in COUNTERS])
write_row = records.writing(COLUMNS, World)


@inlined
def choose_job(view: View, mind: Any, dice: Dice, jobs: int) -> int:
    return any_of(dice, jobs)


@inlined
def choose_keeper(view: View, mind: Any, dice: Dice, keepers: int) -> int:
    """Who picks up the oil that is washed ashore."""
    return any_of(dice, keepers)


@inlined
def work(world: World, view: View, mind: Any, dice: Dice) -> None:
    scenario, table = view
    jobs = 1 << FETCH | (table.oil[table.seat] > 0) << LIGHT | scenario.guard << GUARD
    job = choose_job(view, mind, dice, jobs)
    if not contains(jobs, job):
        table.fault = IMPOSSIBLE
        return
    table.spared = SPARED if job == GUARD else 0
    if job == FETCH:
        table.oil[table.seat] = min(table.oil[table.seat] + 1, scenario.flask)
    if job == LIGHT:
        table.oil[table.seat] -= 1
        table.lit += 1
    note(world.log, (JOB, table.turn, table.seat, job))


@inlined
def meet_weather(world: World, view: View, mind: Any, dice: Dice) -> None:
    scenario, table, tally = world.scenario, world.table, world.tally
    kind = index_of(scenario.place, world.hidden.deck[table.drawn] // COPIES)
    out = min(max(scenario.wind[kind] - table.spared, 0), table.lit)
    tally.games[kind] += table.left[kind] == scenario.copies[kind]
    tally.blown[kind] += out
    tally.out += out
    table.lit -= out
    table.left[kind] -= 1
    table.drawn += 1
    note(world.log, (WEATHER, kind, out))
    if scenario.oil[kind] > 0:
        keepers = (1 << scenario.players) - 1
        seat = choose_keeper(view, mind, dice, keepers)
        if not contains(keepers, seat):
            table.fault = NOBODY
            return
        table.oil[seat] = min(table.oil[seat] + scenario.oil[kind], scenario.flask)
        note(world.log, (OIL, seat))


@compiled
def play_game(world: World, mind: Any, dice: Dice, index: int) -> None:
    scenario, table, view = world.scenario, world.table, View(world.scenario, world.table)
    start_luck(world.luck, dice, index)
    clear_table(table)
    clear_tally(world.tally)
    world.hidden.deck[:] = scenario.card
    shuffle(world.luck, DECK, 0, world.hidden.deck, scenario.cards)
    table.left[:] = scenario.copies
    table.end = NOT_YET
    begin_game(view, mind)
    while table.end == NOT_YET and not table.fault:
        table.seat = table.turn % scenario.players
        table.turn += 1
        start_dice(dice, table.turn)
        work(world, view, mind, dice)
        if table.lit == scenario.lanterns:
            table.end = WON
        elif table.drawn == scenario.cards:
            table.end = STORM
        elif not table.fault:
            meet_weather(world, view, mind, dice)
    world.tally.won, world.tally.turns = table.end == WON, table.turn
    note(world.log, (OVER, table.end, table.lit))
