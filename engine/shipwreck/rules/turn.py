"""Plays a game turn by turn. The policy makes every decision; everything else is the rule book.

The import from `rules.decisions` is where a policy is plugged in: `engine.policy.kernel` writes a copy of this module
for each policy, in which these names are the policy's own. Only functions that are found by name are compiled into the
kernel and cached.
"""

from typing import Any

from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import note
from engine.shipwreck.rules.decisions import (
    after_correct,
    after_play,
    before_play,
    before_prediction,
    begin_game,
    choose_play,
    choose_slip,
    choose_theft,
    end_turn,
    hear_answer,
    hear_play,
    hear_power,
    hear_reveal,
    hear_theft,
    hear_verdict,
    predict,
    reveals,
)
from engine.shipwreck.rules.fade import end_game, establish, fade_step
from engine.shipwreck.rules.moves import is_among, look, loot_of, moves_of, slips_of
from engine.shipwreck.rules.number_line import line_after_play
from engine.shipwreck.rules.play import card_speaks, count_playable, hold, lay_down, steal, steal_nothing
from engine.shipwreck.rules.powers import use_after_correct, use_after_play, use_before_play, use_before_prediction
from engine.shipwreck.rules.prediction import holds_last_copy, may_name, resolve, reveal
from engine.shipwreck.rules.scorebook import (
    UNKNOWN,
    close_course,
    note_course,
    note_play_bits,
    note_power_bits,
    note_prediction,
    write_row,
)
from engine.shipwreck.rules.seats import drop_fate, seat_after
from engine.shipwreck.rules.set_up import begin_turn, set_up
from engine.shipwreck.rules.tokens import draw_fate
from engine.shipwreck.table.events import DREW, SKIPPED
from engine.shipwreck.table.faults import (
    BAD_AFTER_PLAY,
    BAD_BEFORE_PLAY,
    BAD_EXILE,
    BAD_GROUP_POWER,
    BAD_PLAY,
    BAD_PREDICTION,
    BAD_SLIP,
    BAD_THEFT,
)
from engine.shipwreck.table.state import ANNOUNCED, GOING_ON, NONE, SLOTS, STALLED, WON, Dice, View, World
from engine.shipwreck.table.streams import start_luck

Mind = Any


@compiled
def draw_step(world: World) -> bool:
    """Step 1: draw until two fates are held. Returns False if the bag runs out: then the turn skips to the Fade
    step."""
    table, hidden = world.table, world.hidden
    hidden.first, hidden.first_old = hidden.held[table.seat], 1
    draws = 0
    if hidden.first == 0:
        hidden.first, hidden.first_old = draw_fate(world, 0), 0
        draws = 1
    hidden.second, hidden.second_old = draw_fate(world, draws), 0
    note(world.log, (DREW, hidden.first, hidden.second, hidden.first_old))
    if hidden.second > 0:
        return True
    hidden.kept = hidden.first
    hold(world, hidden.first)
    note(world.log, (SKIPPED, hidden.first))
    return False


@compiled
def play_step(world: World, mind: Mind, dice: Dice) -> None:
    """Step 2: the play, a second one after The Feast, the thefts, the power after the play."""
    book, table, hidden = world.book, world.table, world.hidden
    plays = True
    while plays:
        play_once(world, mind, dice)
        if table.fault or table.slipped:
            return
        plays = draws_again(world)
    if book.steals:
        for slot in range(SLOTS):
            if table.row[slot] >= 0 and book.steals_rule[table.row[slot]] >= 0:
                theft(world, mind, dice, slot)
    if world.scenario.fall == ANNOUNCED:
        establish(world, 1)
    if table.pooled > 0 and not table.power_used and not table.fault:
        view = View(book, table)
        line = table.line[table.seat]
        order = after_play(view, mind, dice, hidden.kept, hidden.played_old)
        mind.bits = UNKNOWN
        hear_power(view, mind, order, hidden.played_old)
        if order.power >= 0 and not use_after_play(world, order):
            table.fault = BAD_AFTER_PLAY
        elif order.power >= 0:
            note_power_bits(world, mind, line)


@compiled
def draws_again(world: World) -> bool:
    """After a play on The Feast: draws another fate to choose from. Returns False if there is no second play."""
    table, hidden = world.table, world.hidden
    if table.place >= SLOTS or not world.book.draws_again[table.row[table.place]]:
        return False
    drawn = draw_fate(world, 2)
    note(world.log, (DREW, hidden.kept, drawn, 1))
    if drawn == 0:
        return False
    hidden.first, hidden.first_old = hidden.kept, hidden.kept_old
    hidden.second, hidden.second_old = drawn, 0
    return True


@compiled
def play_once(world: World, mind: Mind, dice: Dice) -> None:
    """One play: the power before it, a legal play (or a slip), and the answer of the card."""
    table, hidden = world.table, world.hidden
    first, second = hidden.first, hidden.second
    held_one = table.plays > 0 or not table.fresh
    view = View(world.book, table)
    if table.pooled > 0 and not table.power_used:
        order = before_play(view, mind, dice, first, second)
        if order.power >= 0 and not use_before_play(world, order):
            table.fault = BAD_BEFORE_PLAY
            return
    look(view)
    moves = moves_of(table, first, second)
    count_playable(table, world.tally, moves)
    if table.plays == 0 and moves & (moves - 1) == 0:
        world.tally.undecided += 1
    slip = choose_slip(view, mind, dice, first, second)
    if slip >= 0:
        if is_among(slips_of(table, first, second), slip):
            misplay(world, mind, slip)
        else:
            table.fault = BAD_SLIP
        return
    move = choose_play(view, mind, dice, first, second, moves)
    if not is_among(moves, move):
        table.fault = BAD_PLAY
        return
    lay_down(world, move, 0)
    if world.scenario.lines:
        line_after_play(world, held_one)
    card_speaks(world)
    mind.bits = UNKNOWN
    hear_play(view, mind)
    note_play_bits(world, mind)


@compiled
def misplay(world: World, mind: Mind, move: int) -> None:
    """An illegal play is discovered: the fate stays where it is, the kept one goes back to the bag unseen, no card
    acts, and the group has nothing to predict."""
    lay_down(world, move, 1)
    world.table.slipped = 1
    drop_fate(world, world.table.seat)
    hear_play(View(world.book, world.table), mind)


@compiled
def theft(world: World, mind: Mind, dice: Dice, slot: int) -> None:
    """A card that steals must take a fate if it can. The active player chooses which."""
    view = View(world.book, world.table)
    loot = loot_of(view, slot, world.hidden.kept)
    if loot == 0:
        hear_theft(view, mind, slot, NONE)
        steal_nothing(world, slot)
        return
    choice = choose_theft(view, mind, dice, slot, world.hidden.kept, loot)
    if is_among(loot, choice):
        hear_theft(view, mind, slot, choice)
        steal(world, slot, choice)
    else:
        world.table.fault = BAD_THEFT


@compiled
def predict_step(world: World, mind: Mind, dice: Dice) -> None:
    """Steps 3 and 4: last copies are shown, the group may use a power, it predicts, the prediction is resolved, and
    Exile may follow."""
    table = world.table
    view = View(world.book, table)
    table.whispered = world.hidden.kept if world.scenario.sees_all else 0
    if world.scenario.reveals:
        for distance in range(1, table.seats):
            seat = seat_after(table, table.seat, distance)
            if holds_last_copy(world, seat) and reveals(view, mind, dice, seat, world.hidden.held[seat]):
                hear_reveal(view, mind, world.hidden.held[seat])
                reveal(world, seat)
    if table.pooled > 0 and not table.power_used:
        line = table.line[table.seat]
        order = before_prediction(view, mind, dice)
        if order.power >= 0 and not use_before_prediction(world, order):
            table.fault = BAD_GROUP_POWER
            return
        if order.power >= 0:
            mind.bits = UNKNOWN
            hear_answer(view, mind)
            note_power_bits(world, mind, line)
    mind.stated = 0.0
    mind.forced = 0
    values = predict(view, mind, dice)
    if values == 0:
        return
    if not may_name(view, values):
        table.fault = BAD_PREDICTION
        return
    resolve(world, values)
    note_prediction(world, mind)
    hear_verdict(view, mind)
    if table.correct and table.end == GOING_ON and table.pooled > 0 and not table.power_used:
        order = after_correct(view, mind, dice)
        if order.power >= 0 and not use_after_correct(world, order):
            table.fault = BAD_EXILE


@compiled
def play_turn(world: World, mind: Mind, dice: Dice) -> None:
    table = world.table
    note_course(world)
    begin_turn(world)
    if draw_step(world):
        play_step(world, mind, dice)
        if not table.slipped and not table.fault:
            predict_step(world, mind, dice)
    if table.end == GOING_ON and not table.fault:
        fade_step(world)
    if table.end == GOING_ON and not table.fault:
        end_turn(View(world.book, table), mind)
    if table.end == GOING_ON and table.turn >= world.book.turn_limit:
        end_game(table, world.log, STALLED)


@compiled
def play_game(world: World, mind: Mind, dice: Dice, index: int) -> None:
    """Plays one game, from the shuffle to the end or to the first fault of the policy."""
    table = world.table
    start_luck(world.luck, dice, index)
    mind.fallbacks = 0
    set_up(world)
    begin_game(View(world.book, table), mind)
    while table.end == GOING_ON and not table.fault:
        play_turn(world, mind, dice)


@compiled
def play_games(world: World, mind: Mind, dice: Dice, indices: Any, results: Any) -> int:
    """Plays one game for each row of results. Returns how many games were completed: fewer than requested if the policy
    broke a rule in the next one."""
    table = world.table
    for game in range(results.shape[0]):
        play_game(world, mind, dice, indices[game])
        if table.fault:
            return game
        close_course(world, 1 if table.end == WON else 0)
        write_row(world, mind.fallbacks, results[game])
    return results.shape[0]
