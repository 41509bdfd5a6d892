"""Plays a game turn by turn. The policy decides when to hold; everything else is the rule book.

The import from `rules.decisions` is where a policy is plugged in: `engine.policy.kernel` writes a copy of this module
for each policy, in which these names are the policy's own. Only functions that are found by name are compiled into the
kernel and cached.
"""

from typing import Any

from engine.kernel.compiled import compiled, inlined
from engine.pig.rules.decisions import (
    begin_game,
    rolls_again,
)
from engine.pig.table.events import BEGAN, ENDED, HELD, ROLLED, note
from engine.pig.table.state import GOAL, GOING_ON, NOBODY, SEATS, TIME_OUT, TURN_LIMIT, Dice, View, World
from engine.pig.table.streams import roll_die, start_luck

Mind = Any
CHOICES = 2
"""Roll or hold."""


@inlined
def set_up(world: World) -> None:
    table, tally = world.table, world.tally
    table.turn = 0
    table.end = GOING_ON
    table.winner = NOBODY
    tally.rolls = 0
    tally.decisions = 0
    tally.choices = 0
    tally.decided_turns = 0
    tally.leader = NOBODY
    tally.lead_changes = 0
    for seat in range(SEATS):
        table.score[seat] = 0
        tally.behind[seat] = 0
        tally.behind_most[seat] = 0


@inlined
def begin_turn(world: World) -> None:
    """The next seat is up. Counts who is behind at this moment."""
    table, tally, players = world.table, world.tally, world.scenario.players
    table.seat = table.turn % players
    table.own_turn = table.turn // players + 1
    table.turn += 1
    table.rolls = 0
    table.total = 0
    best = 0
    for seat in range(players):
        best = max(best, table.score[seat])
    for seat in range(players):
        if table.score[seat] < best:
            tally.behind[seat] += 1
            tally.behind_most[seat] = max(tally.behind_most[seat], best - table.score[seat])
    note(world.log, (BEGAN, table.turn, table.seat, table.score[table.seat]))


@inlined
def roll(world: World) -> bool:
    """Rolls the die once. A 1 loses the points of the turn; then, returns False."""
    table = world.table
    face = roll_die(world.luck, table.seat, table.own_turn, table.rolls)
    table.rolls += 1
    world.tally.rolls += 1
    table.total = 0 if face == 1 else table.total + face
    note(world.log, (ROLLED, face, table.total))
    return face != 1


@inlined
def bank(world: World) -> None:
    """The points of the turn are safe. Whoever reaches the goal wins."""
    table = world.table
    table.score[table.seat] += table.total
    note(world.log, (HELD, table.total, table.score[table.seat]))
    note_lead(world)
    if table.score[table.seat] >= world.scenario.goal:
        end_game(world, GOAL, table.seat)


@inlined
def note_lead(world: World) -> None:
    """Counts a change of the lead: now another player leads alone than the last who did."""
    table, tally = world.table, world.tally
    for seat in range(world.scenario.players):
        if seat != table.seat and table.score[seat] >= table.score[table.seat]:
            return
    if tally.leader not in (NOBODY, table.seat):
        tally.lead_changes += 1
    tally.leader = table.seat


@inlined
def end_game(world: World, end: int, winner: int) -> None:
    world.table.end = end
    world.table.winner = winner
    note(world.log, (ENDED, end, winner))


@compiled
def play_turn(world: World, mind: Mind, dice: Dice) -> None:
    """Roll, and again for as long as the player wants. The first roll is no choice, and who can win, wins."""
    table, tally = world.table, world.tally
    begin_turn(world)
    asked = 0
    while roll(world):
        if table.score[table.seat] + table.total >= world.scenario.goal:
            bank(world)
            break
        asked += 1
        if not rolls_again(View(world.scenario, table), mind, dice):
            bank(world)
            break
    tally.decisions += asked
    tally.choices += CHOICES * asked
    tally.decided_turns += 1 if asked else 0
    if table.end == GOING_ON and table.turn >= TURN_LIMIT:
        end_game(world, TIME_OUT, NOBODY)


@compiled
def play_game(world: World, mind: Mind, dice: Dice, index: int) -> None:
    """Plays one game to its end."""
    start_luck(world.luck, dice, index)
    set_up(world)
    begin_game(View(world.scenario, world.table), mind)
    while world.table.end == GOING_ON:
        play_turn(world, mind, dice)


@inlined
def margin_of(world: World) -> int:
    """The points of the winner above the next best."""
    table = world.table
    best = 0
    for seat in range(world.scenario.players):
        if seat != table.winner:
            best = max(best, table.score[seat])
    return table.score[table.winner] - best


@compiled
def play_games(world: World, mind: Mind, dice: Dice, indices: Any, results: Any) -> None:
    """Plays the games of these indices, one for each row of results."""
    table, tally = world.table, world.tally
    for game in range(results.shape[0]):
        play_game(world, mind, dice, indices[game])
        row = results[game]
        row.turns = table.turn
        row.rounds = table.own_turn
        row.rolls = tally.rolls
        row.end = table.end
        row.decisions = tally.decisions
        row.choices = tally.choices
        row.decided_turns = tally.decided_turns
        row.lead_changes = tally.lead_changes
        if table.winner != NOBODY:
            row.winners = 1 << table.winner
            row.behind = tally.behind[table.winner]
            row.behind_most = tally.behind_most[table.winner]
            row.margin = margin_of(world)
