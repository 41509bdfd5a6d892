"""A game, turn by turn. Every decision is a call of the policy at the table; everything else is the rule book.

The import of the policy's decisions below is the plug: `engine.shipwreck.seating` writes one copy of this module per
policy with that import replaced, because only functions imported by name are compiled into the kernel and cached.
"""

from typing import Any

import numpy as np

from engine.compiled import compiled
from engine.records import Ints
from engine.shipwreck.events import DREW, SET_UP, SKIPPED, SLOT, TURN, note
from engine.shipwreck.fade import end_game, establish, fade_step
from engine.shipwreck.faults import (
    BAD_AFTER_PLAY,
    BAD_BEFORE_PLAY,
    BAD_EXILE,
    BAD_GROUP_POWER,
    BAD_PLAY,
    BAD_PREDICTION,
    BAD_SLIP,
    BAD_THEFT,
)
from engine.shipwreck.moves import is_legal, look, loot_of, move_of, place_of, value_of
from engine.shipwreck.number_line import line_after_play
from engine.shipwreck.pile import deal, shuffle
from engine.shipwreck.play import card_speaks, count_playable, lay_down, steal, steal_nothing
from engine.shipwreck.policies.base import (
    after_correct,
    after_play,
    before_play,
    before_prediction,
    begin_game,
    choose_play,
    choose_slip,
    choose_theft,
    predict,
    reveals,
)
from engine.shipwreck.powers import (
    bare_slot,
    use_after_correct,
    use_after_play,
    use_before_play,
    use_before_prediction,
)
from engine.shipwreck.prediction import holds_last_copy, may_name, resolve, reveal
from engine.shipwreck.seats import next_seat, note_own_fates, return_fate, sit_down
from engine.shipwreck.state import (
    ANNOUNCED,
    GOING_ON,
    NONE,
    SLOTS,
    STALLED,
    Book,
    Dice,
    Hidden,
    Log,
    Luck,
    Scenario,
    Table,
    Tally,
)
from engine.shipwreck.tokens import draw_fate

Mind = Any


@compiled
def set_up(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, luck: Luck, tally: Tally, log: Log
) -> None:
    """Trackers, seats, bag, deck and the opening row."""
    note(log, SET_UP, scenario.seats, scenario.doom, 0, 0, 0, 0)
    table.score = 0
    table.doom = scenario.doom
    table.turn = 0
    table.end = GOING_ON
    table.fault = 0
    table.pooled = 0
    table.unders = 0
    table.visible_mask = 0
    table.visible_total = 0
    table.visible_count = 0
    hidden.bagged = 0
    for value in range(book.top + 1):
        table.tokens[value] = book.copies[value]
        table.visible[value] = 0
        table.own[value] = 0
        hidden.bag[value] = book.copies[value]
        hidden.bagged += book.copies[value]
    sit_down(book, scenario, table, hidden)
    shuffle(book, table, hidden, luck)
    tally.opening = 0
    for slot in range(SLOTS):
        bare_slot(table, slot)
        table.here[slot] = 0
        table.here_total[slot] = 0
        table.here_count[slot] = 0
        table.hours[slot] = 0
        table.seen_row[slot] = NONE - 1
        for value in range(book.top + 1):
            table.fates[slot, value] = 0
            table.lodged[slot, value] = 0
        deal(table, hidden, tally, log, slot)
        tally.opening |= 1 << table.row[slot]
    tally.predictions = 0
    tally.correct = 0
    tally.wrong = 0
    tally.fades = 0
    tally.doom_fades = 0
    tally.plays = 0
    tally.hours_plays = 0
    tally.powers = 0


@compiled
def begin_turn(book: Book, scenario: Scenario, table: Table, hidden: Hidden, log: Log) -> None:
    """The next seat, and nothing has happened yet."""
    table.turn += 1
    next_seat(book, scenario, table, hidden, log)
    table.fresh = 1 - table.holds[table.seat]
    table.plays = 0
    table.played = 0
    table.place = NONE
    table.landed = NONE
    table.played_mask = 0
    table.raised = 0
    table.power_used = 0
    table.extra_guesses = 0
    table.told = NONE
    table.slipped = 0
    table.guessed = 0
    table.correct = 0
    hidden.kept = 0
    for slot in range(SLOTS):
        table.sealed[slot] = NONE
    note_own_fates(scenario, table, hidden)
    if log.shape[0] > 0:
        show_table(book, table, log)


@compiled
def show_table(book: Book, table: Table, log: Log) -> None:
    """For the telling: the table as the turn begins."""
    note(log, TURN, table.turn, table.seat, table.player[table.seat], table.score, table.doom, table.deck_top)
    for slot in range(SLOTS):
        fates = 0
        for value in range(1, book.top + 1):
            fates |= table.fates[slot, value] << (5 * (value - 1))
        note(
            log, SLOT, slot, table.row[slot], table.hours[slot], fates, table.slowed[slot], table.amplified_doom[slot]
        )


@compiled
def draw(book: Book, table: Table, hidden: Hidden, luck: Luck, log: Log) -> bool:
    """Draw until two fates are held. False if the bag could not give them: then the turn skips to Fade."""
    hidden.first, hidden.first_old = hidden.held[table.seat], 1
    draws = 0
    if hidden.first == 0:
        hidden.first, hidden.first_old = draw_fate(book, table, hidden, luck, 0), 0
        draws = 1
        note(log, DREW, hidden.first, 1, 0, 0, 0, 0)
    hidden.second, hidden.second_old = draw_fate(book, table, hidden, luck, draws), 0
    note(log, DREW, hidden.second, 2, 0, 0, 0, 0)
    if hidden.second > 0:
        return True
    keep(table, hidden, hidden.first)
    note(log, SKIPPED, hidden.first, 0, 0, 0, 0, 0)
    return False


@compiled
def keep(table: Table, hidden: Hidden, value: int) -> None:
    """The active player holds this fate, and only this one."""
    hidden.kept = value
    hidden.held[table.seat] = value
    table.holds[table.seat] = 1 if value > 0 else 0


@compiled
def play_once(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    log: Log,
    mind: Mind,
    dice: Dice,
    moves: Ints,
) -> None:
    """Before-play power, then a legal play (or a slip), then the word of the card played on."""
    held_one = table.plays > 0 or not table.fresh
    if table.pooled > 0 and not table.power_used:
        order = before_play(book, rows, table, mind, dice, hidden.first, hidden.second)
        if order.power >= 0 and not use_before_play(book, scenario, table, hidden, tally, log, order):
            table.fault = BAD_BEFORE_PLAY
            return
    look(book, rows, table)
    count_playable(table, hidden, tally)
    slip = choose_slip(book, table, mind, dice, hidden.first, hidden.second)
    if slip >= 0:
        misplay(book, scenario, table, hidden, tally, log, slip)
        return
    move = choose_play(book, rows, table, mind, dice, hidden.first, hidden.second, moves)
    if not is_legal(table, hidden.first, hidden.second, move):
        table.fault = BAD_PLAY
        return
    lay_down(book, scenario, table, hidden, tally, log, move, 0)
    keep(table, hidden, hidden.kept)
    if scenario.lines:
        line_after_play(book, table, log, held_one)
    card_speaks(book, rows, scenario, table, hidden, log)


@compiled
def misplay(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log, move: int
) -> None:
    """An illegal play is discovered: the fate stays, the kept one goes back to the bag unseen, no card acts, and the
    group has nothing to predict."""
    value, place = value_of(move), place_of(move)
    in_hand = value == hidden.first or value == hidden.second
    if not in_hand or place > SLOTS or (place < SLOTS and table.row[place] < 0):
        table.fault = BAD_SLIP
        return
    if is_legal(table, hidden.first, hidden.second, move):
        table.fault = BAD_SLIP
        return
    lay_down(book, scenario, table, hidden, tally, log, move, 1)
    table.slipped = 1
    return_fate(hidden, hidden.kept)
    discarded = hidden.kept
    keep(table, hidden, 0)
    hidden.kept = discarded
    table.line[table.seat] = book.values


@compiled
def play_step(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    luck: Luck,
    tally: Tally,
    log: Log,
    mind: Mind,
    dice: Dice,
    moves: Ints,
) -> None:
    """Step 2: the play, a second one after The Feast, the thefts, the after-play power."""
    play_once(book, rows, scenario, table, hidden, tally, log, mind, dice, moves)
    if table.fault or table.slipped:
        return
    if table.place < SLOTS and book.draws_again[table.row[table.place]]:
        drawn = draw_fate(book, table, hidden, luck, 2)
        note(log, DREW, drawn, 2, 0, 0, 0, 0)
        if drawn > 0:
            hidden.first, hidden.first_old = hidden.kept, hidden.kept_old
            hidden.second, hidden.second_old = drawn, 0
            play_once(book, rows, scenario, table, hidden, tally, log, mind, dice, moves)
            if table.fault or table.slipped:
                return
    for slot in range(SLOTS):
        if table.row[slot] >= 0 and book.steals_rule[table.row[slot]] >= 0:
            theft(book, rows, scenario, table, hidden, log, mind, dice, moves, slot)
    if scenario.fall == ANNOUNCED:
        establish(book, rows, scenario, table, hidden, log, 1)
    if table.pooled > 0 and not table.power_used and not table.fault:
        order = after_play(book, rows, table, mind, dice, hidden.kept)
        if order.power >= 0 and not use_after_play(book, rows, scenario, table, hidden, tally, log, order):
            table.fault = BAD_AFTER_PLAY


@compiled
def theft(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    log: Log,
    mind: Mind,
    dice: Dice,
    moves: Ints,
    slot: int,
) -> None:
    """A card that steals must take a fate if it can; the active player chooses which."""
    if loot_of(book, rows, table, slot, hidden.kept, moves) == 0:
        steal_nothing(book, rows, scenario, table, log, slot)
        return
    loot = choose_theft(book, rows, table, mind, dice, slot, hidden.kept, moves)
    for at in range(loot_of(book, rows, table, slot, hidden.kept, moves)):
        if moves[at] == loot:
            steal(book, rows, scenario, table, log, slot, loot)
            return
    table.fault = BAD_THEFT


@compiled
def predict_step(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    log: Log,
    mind: Mind,
    dice: Dice,
) -> None:
    """Steps 3 and 4: last copies are shown, the group's power, the prediction, what it brings, Exile."""
    for distance in range(1, table.seats):
        seat = (table.seat + distance) % table.seats
        if holds_last_copy(table, hidden, seat) and reveals(book, table, mind, dice, seat, hidden.held[seat]):
            reveal(book, table, hidden, log, seat)
    if table.pooled > 0 and not table.power_used:
        order = before_prediction(book, rows, table, mind, dice)
        if order.power >= 0 and not use_before_prediction(
            book, rows, scenario, table, hidden, tally, log, order
        ):
            table.fault = BAD_GROUP_POWER
            return
    values = predict(book, rows, table, mind, dice)
    if not may_name(book, table, values):
        table.fault = BAD_PREDICTION
        return
    resolve(book, table, hidden, tally, log, values)
    if table.correct and table.end == GOING_ON and table.pooled > 0 and not table.power_used:
        order = after_correct(book, rows, table, mind, dice)
        if order.power >= 0 and not use_after_correct(book, scenario, table, hidden, tally, log, order):
            table.fault = BAD_EXILE


@compiled
def play_turn(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    luck: Luck,
    tally: Tally,
    log: Log,
    mind: Mind,
    dice: Dice,
    moves: Ints,
) -> None:
    """The five steps."""
    begin_turn(book, scenario, table, hidden, log)
    if draw(book, table, hidden, luck, log):
        play_step(book, rows, scenario, table, hidden, luck, tally, log, mind, dice, moves)
        if table.fault:
            return
        if not table.slipped:
            predict_step(book, rows, scenario, table, hidden, tally, log, mind, dice)
    if table.end == GOING_ON and not table.fault:
        fade_step(book, rows, scenario, table, hidden, tally, log)
    if table.end == GOING_ON and table.turn >= book.turn_limit:
        end_game(table, log, STALLED)


@compiled
def play_games(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    luck: Luck,
    tally: Tally,
    log: Log,
    mind: Mind,
    dice: Dice,
    moves: Ints,
    first: int,
    results: Any,
) -> int:
    """Play game after game from index `first` on, one for each row of results. Returns how many games went
    through; fewer than asked for if the policy broke a rule in the next one."""
    for game in range(results.shape[0]):
        index = np.uint64(first + game)
        luck.game_low = index & np.uint64(0xFFFFFFFF)
        luck.game_high = index >> np.uint64(32)
        luck.stacked_drawn = 0
        dice.game_low = luck.game_low
        dice.game_high = luck.game_high
        set_up(book, scenario, table, hidden, luck, tally, log)
        begin_game(book, table, mind)
        while table.end == GOING_ON:
            play_turn(book, rows, scenario, table, hidden, luck, tally, log, mind, dice, moves)
            if table.fault:
                return game
        row = results[game]
        row.won = 1 if table.end == 0 else 0
        row.turns = table.turn
        row.score = table.score
        row.doom = table.doom
        row.predictions = tally.predictions
        row.correct = tally.correct
        row.wrong = tally.wrong
        row.fades = tally.fades
        row.doom_fades = tally.doom_fades
        row.plays = tally.plays
        row.hours_plays = tally.hours_plays
        row.powers = tally.powers
        row.end = table.end
        row.opening = np.uint64(tally.opening)
    return results.shape[0]
