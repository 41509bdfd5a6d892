"""The deck of arcana: shuffled by keys, dealt from the top, fed from below; and the cards on their way."""

import numpy as np

from engine.compiled import compiled
from engine.rng import DECK, HALF, STREAM_SHIFT, philox
from engine.shipwreck.events import DEALT_TO, UNDER, note
from engine.shipwreck.state import CARDS, DEALT, NONE, Book, Hidden, Log, Luck, Scenario, Table, Tally

RING = CARDS - 1
"""The deck is a ring of 64 places."""

CARD_BITS = np.uint64(63)


@compiled
def shuffle(book: Book, table: Table, hidden: Hidden, luck: Luck) -> None:
    """Order the arcana by a key of each card. A key depends on the card alone, so a deck with one card more or
    less has the others in the same order. The card's number rides in the lowest bits of its key."""
    hidden.deck_head = 0
    if luck.stacked_cards > 0:
        for at in range(luck.stacked_cards):
            hidden.deck[at] = luck.stacked_card[at]
        table.deck_left = luck.stacked_cards
    else:
        keys = hidden.shuffle_key
        count = 0
        stream = luck.game_high | (DECK << STREAM_SHIFT)
        for card in range(book.cards):
            for copy in range(book.card_copies[card]):
                words = philox(
                    luck.game_low,
                    stream,
                    np.uint64(book.card_word[card]),
                    np.uint64(copy),
                    luck.key0,
                    luck.key1,
                )
                key = (((words[0] << HALF) | words[1]) & ~CARD_BITS) | np.uint64(card)
                at = count
                while at > 0 and keys[at - 1] > key:
                    keys[at] = keys[at - 1]
                    at -= 1
                keys[at] = key
                count += 1
        for at in range(count):
            hidden.deck[at] = np.int64(keys[at] & CARD_BITS)
        table.deck_left = count
    show_top(table, hidden)


@compiled
def show_top(table: Table, hidden: Hidden) -> None:
    """The deck lies face up."""
    table.deck_top = hidden.deck[hidden.deck_head & RING] if table.deck_left > 0 else NONE


@compiled
def deal(table: Table, hidden: Hidden, tally: Tally, log: Log, slot: int) -> None:
    """The top card of the deck goes to a slot; with no card left the slot stays empty."""
    card = table.deck_top
    table.row[slot] = card
    note(log, DEALT_TO, slot, card, 0, 0, 0, 0)
    if card < 0:
        return
    if table.unders == table.deck_left:  # the whole deck is known: its top leaves the known part
        table.unders -= 1
        for at in range(table.unders):
            table.under[at] = table.under[at + 1]
    hidden.deck_head += 1
    table.deck_left -= 1
    show_top(table, hidden)
    tally.card[card, DEALT] += 1


@compiled
def put_under(scenario: Scenario, table: Table, hidden: Hidden, log: Log, card: int) -> None:
    """A card goes face up under the deck; in The Restless Hours it leaves the game."""
    note(log, UNDER, card, scenario.restless, 0, 0, 0, 0)
    if scenario.restless:
        return
    hidden.deck[(hidden.deck_head + table.deck_left) & RING] = card
    table.deck_left += 1
    table.under[table.unders] = card
    table.unders += 1
    show_top(table, hidden)


@compiled
def detach(scenario: Scenario, table: Table, hidden: Hidden, log: Log, slot: int, attachments: int) -> None:
    """The first `attachments` cards attached to a slot go under the deck, in the order they were attached."""
    for at in range(attachments):
        put_under(scenario, table, hidden, log, table.attached[slot, at])
