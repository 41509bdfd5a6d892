"""Sets up a game (tracks, seats, bag, deck, opening row) and resets the record of a turn before each turn."""

from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import clearing, note
from engine.shipwreck.rules.pile import deal, shuffle
from engine.shipwreck.rules.powers import bare_slot
from engine.shipwreck.rules.seats import next_seat, note_own_fates, sit_down
from engine.shipwreck.rules.tokens import packed_at
from engine.shipwreck.table.events import SET_UP, SLOT, TURN
from engine.shipwreck.table.state import GOING_ON, NONE, SLOTS, Tally, World

clear_tally = clearing(Tally, kept=["used_card", "path", "card", "calibration", "course"])


@inlined
def set_up(world: World) -> None:
    table = world.table
    note(world.log, (SET_UP, world.scenario.seats, world.scenario.doom))
    table.score = 0
    table.doom = world.scenario.doom
    table.turn = 0
    table.end = GOING_ON
    table.fault = 0
    table.pooled = 0
    table.unders = 0
    clear_tally(world.tally)
    fill_bag(world)
    sit_down(world)
    shuffle(world)
    for slot in range(SLOTS):
        clear_row(world, slot)
        deal(world, slot)
        world.tally.opening |= 1 << table.row[slot]


@inlined
def fill_bag(world: World) -> None:
    """Puts all fates into the bag. None is visible."""
    book, table, hidden = world.book, world.table, world.hidden
    hidden.bagged = 0
    table.unseen = 0
    table.unseen_values = 0
    table.owned = 0
    for value in range(book.top + 1):
        table.tokens[value] = book.copies[value]
        table.visible[value] = 0
        table.own[value] = 0
        hidden.bag[value] = book.copies[value]
        hidden.bagged += book.copies[value]
    for value in range(1, book.top + 1):
        table.unseen |= book.copies[value] << packed_at(value)
        table.unseen_values |= (1 if book.copies[value] > 0 else 0) << value
    table.visible_mask = 0
    table.visible_total = 0
    table.visible_count = 0


@inlined
def clear_row(world: World, slot: int) -> None:
    """Empties a slot."""
    table = world.table
    bare_slot(table, slot)
    for value in range(world.book.top + 1):
        table.fates[slot, value] = 0
        table.lodged[slot, value] = 0
    table.here[slot] = 0
    table.here_total[slot] = 0
    table.here_count[slot] = 0
    table.hours[slot] = 0
    table.seen_row[slot] = NONE  # different from every address


@inlined
def begin_turn(world: World) -> None:
    """Passes the turn to the next seat and clears what the last turn noted."""
    table = world.table
    table.turn += 1
    next_seat(world)
    table.fresh = 1 - table.holds[table.seat]
    table.plays = 0
    table.played = 0
    table.place = NONE
    table.landed = NONE
    table.played_mask = 0
    table.raised = 0
    table.power_used = 0
    table.used = NONE
    table.extra_guesses = 0
    table.told = NONE
    table.answered = NONE
    table.slipped = 0
    table.guessed = 0
    table.correct = 0
    table.shown = 0
    table.established = world.book.values
    table.whispered = 0
    world.hidden.kept = 0
    world.tally.used_card = NONE
    for slot in range(SLOTS):
        table.sealed[slot] = NONE
    note_own_fates(world)
    if world.log.listens:
        show_table(world)


@compiled
def show_table(world: World) -> None:
    """Logs the state at the start of a turn, for replays."""
    table, log = world.table, world.log
    seat = table.seat
    note(log, (TURN, table.turn, table.player[seat], table.score, table.doom, table.deck_top, table.line[seat]))
    for slot in range(SLOTS):
        fates = 0
        for value in range(1, world.book.top + 1):
            fates |= table.fates[slot, value] << packed_at(value)
        slowed = 1 if table.slowed[slot] > 0 else 0
        amplified = 1 if table.amplified_doom[slot] + table.amplified_score[slot] > 0 else 0
        note(log, (SLOT, slot, table.row[slot], table.hours[slot], fates, slowed, amplified))
