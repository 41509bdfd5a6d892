"""The deck of arcana: shuffled by keys, dealt from the top, refilled from below.

Every card gets a random key that depends on the game and on that card alone, and the deck is sorted by these keys. So
a deck with one card more or less has all other cards in the same order, and games with both decks share their luck.
The order is worked out card by card, only as far as the game needs it: in most games, most of the deck is never seen.
"""

import numpy as np

from engine.kernel.compiled import inlined
from engine.kernel.rng import philox7_of_two
from engine.policy.compiled_game.records import note
from engine.shipwreck.table.events import DEALT_TO, UNDER
from engine.shipwreck.table.state import CARDS, DEALT, NONE, World
from engine.shipwreck.table.streams import deck_key

RING = CARDS - 1
"""The deck is a ring of 64 places."""

PLACE_BITS = 127
RANDOM_BITS = np.uint64(0xFFFFFFFF - PLACE_BITS)
"""The lowest bits of a key hold its card's place in the deck before the shuffle, counted from 1, so that no two keys
are equal. The 25 bits above them are random: those of two cards are equal in one of 34 million cases."""

FIRST, LAST = 0, 0xFFFFFFFF
"""Smaller and larger than every key."""


@inlined
def shuffle(world: World) -> None:
    """Draws a key for every card."""
    book, table, hidden, luck = world.book, world.table, world.hidden, world.luck
    hidden.deck_head = 0
    if luck.stacked_cards > 0:
        table.deck_left = luck.stacked_cards
        hidden.unsettled = 0
        for at in range(luck.stacked_cards):
            hidden.deck[at] = luck.stacked_card[at]
    else:
        table.deck_left = book.deck_size
        hidden.unsettled = book.deck_size
        hidden.last_key = np.uint32(FIRST)
        key, word = deck_key(luck)
        for at in range(book.deck_size):
            random = philox7_of_two(book.deck_word[at], book.deck_copy[at] ^ word, key)[0]
            hidden.key[at] = np.uint32((random & RANDOM_BITS) | np.uint64(at + 1))
    show_top(world)


@inlined
def settle_next(world: World, place: int) -> None:
    """Finds the next card: the one with the smallest key above the last one's. Keys up to the last one count as if they
    came after the largest: of the differences, cut to the bits of a key, the smallest leads to the next card. (A
    shuffle spends most of its time here; so the loop has no branches.)"""
    hidden = world.hidden
    after = int(hidden.last_key) + 1
    nearest = LAST
    for at in range(world.book.deck_size):
        further = (int(hidden.key[at]) - after) & LAST
        nearest = further if further < nearest else nearest
    key = after + nearest
    hidden.deck[place] = np.int64(world.book.deck_card[(key & PLACE_BITS) - 1])
    hidden.last_key = np.uint32(key)
    hidden.unsettled -= 1


@inlined
def show_top(world: World) -> None:
    """Makes the top card of the deck public: the deck lies face up."""
    table, hidden = world.table, world.hidden
    if table.deck_left == 0:
        table.deck_top = NONE
        return
    place = hidden.deck_head & RING
    if hidden.unsettled > 0:
        settle_next(world, place)
    table.deck_top = hidden.deck[place]


@inlined
def deal(world: World, slot: int) -> None:
    """Moves the top card of the deck to a slot. If the deck is empty, the slot stays empty."""
    table = world.table
    card = table.deck_top
    table.row[slot] = card
    note(world.log, (DEALT_TO, slot, card))
    if card < 0:
        return
    if table.unders == table.deck_left:  # the order of the whole deck is known: its top card leaves that list
        table.unders -= 1
        for at in range(table.unders):
            table.under[at] = table.under[at + 1]
    world.hidden.deck_head += 1
    table.deck_left -= 1
    show_top(world)
    world.tally.card[card, DEALT] += 1


@inlined
def put_under(world: World, card: int) -> None:
    """Puts a card face up under the deck. With the option `restless`, the card leaves the game instead."""
    table, hidden = world.table, world.hidden
    note(world.log, (UNDER, card, world.scenario.restless))
    if world.scenario.restless:
        return
    hidden.deck[(hidden.deck_head + table.deck_left) & RING] = card
    table.deck_left += 1
    table.under[table.unders] = card
    table.unders += 1
    if table.deck_left == 1:
        table.deck_top = card


@inlined
def detach(world: World, slot: int, attachments: int) -> None:
    """Puts the first `attachments` cards attached to a slot under the deck, in the order they were attached."""
    for at in range(attachments):
        put_under(world, world.table.attached[slot, at])
