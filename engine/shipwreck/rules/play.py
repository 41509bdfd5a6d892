"""The Play step: a fate is played, and the cards act."""

from engine.kernel.compiled import inlined
from engine.policy.compiled_game.records import note
from engine.shipwreck.rules.moves import moves_to, place_of, rule_row, value_of
from engine.shipwreck.rules.number_line import narrow, narrow_unstolen
from engine.shipwreck.rules.tokens import first_card, put_fate, return_fate, take_fate
from engine.shipwreck.table.events import GRANTED, PLAYED_ON, SHIFTED, SLIPPED_ON, STOLE, STOLE_NOTHING, TOLD
from engine.shipwreck.table.state import CARDS, HOURS, NONE, PLAYABLE, PLAYED, SLOTS, Table, Tally, View, World

LAST_CARD = CARDS - 1


@inlined
def count_playable(table: Table, tally: Tally, moves: int) -> None:
    """Counts the cards on which the hand could have played."""
    for slot in range(SLOTS):
        card = table.row[slot] & LAST_CARD  # nothing is added for an empty slot, so any card will do
        tally.card[card, PLAYABLE] += 1 if moves_to(moves, slot) else 0


@inlined
def hold(world: World, value: int) -> None:
    """Sets the one fate that the active player holds (0: none)."""
    world.hidden.held[world.table.seat] = value
    world.table.holds[world.table.seat] = 1 if value > 0 else 0


@inlined
def lay_down(world: World, move: int, slipped: int) -> None:
    """Plays one of the two fates and keeps the other. Of two equal tokens, the older one is played. A fate played on
    The Hours moves on to the first card and counts there at once."""
    table, hidden, tally = world.table, world.hidden, world.tally
    value, place = value_of(move), place_of(move)
    plays_first = value == hidden.first
    hidden.kept = hidden.second if plays_first else hidden.first
    hidden.kept_old = hidden.second_old if plays_first else hidden.first_old
    hidden.played_old = hidden.first_old if plays_first else hidden.second_old
    hold(world, hidden.kept)
    table.played = value
    table.place = place
    table.landed = place
    table.played_mask |= 1 << value
    table.plays += 1
    tally.plays += 1
    note(world.log, (SLIPPED_ON if slipped else PLAYED_ON, value, place, hidden.kept, hidden.played_old))
    if place < HOURS:
        tally.card[table.row[place], PLAYED] += 1
        put_fate(world, place, value, 0)
    else:
        tally.hours_plays += 1
        shift_from_hours(world, value)


@inlined
def shift_from_hours(world: World, value: int) -> None:
    """Moves a fate played on The Hours to the first card of the row, whatever that card's rule says. If there is no
    card, the fate goes back to the bag."""
    table = world.table
    slot = first_card(table)
    if slot < SLOTS:
        table.landed = slot
        put_fate(world, slot, value, 1)
    else:
        table.landed = NONE
        return_fate(world.hidden, value)
    note(world.log, (SHIFTED, value, table.landed))


@inlined
def card_speaks(world: World) -> None:
    """The card that was played on gives its public answer and grants its extra guesses."""
    book, table = world.book, world.table
    table.told = NONE
    if table.place == HOURS:
        return
    card = table.row[table.place]
    if book.tells_rule[card] >= 0:
        at = rule_row(View(book, table), book.tells_rule[card], table.place, 0)
        yes = world.book.rows[at + table.played]
        table.told = (yes >> world.hidden.kept) & 1
        note(world.log, (TOLD, card, table.told))
        narrow(world, yes, table.told)
    if book.extra_guesses[card] > 0:
        table.extra_guesses += book.extra_guesses[card]
        note(world.log, (GRANTED, card, book.extra_guesses[card]))


@inlined
def steal(world: World, thief: int, loot: int) -> None:
    """Moves a fate to the card that steals. That this fate could be taken tells the group something about the hidden
    fate."""
    book, table = world.book, world.table
    value, origin = value_of(loot), place_of(loot)
    at = rule_row(View(book, table), book.steals_rule[table.row[thief]], thief, 0)
    could_steal = world.book.rows[at + value]
    take_fate(world, origin, value)
    put_fate(world, thief, value, 1)
    note(world.log, (STOLE, value, origin, thief))
    narrow(world, could_steal, 1)


@inlined
def steal_nothing(world: World, thief: int) -> None:
    """Records, publicly, that there was nothing to steal."""
    note(world.log, (STOLE_NOTHING, thief))
    narrow_unstolen(world, thief)
