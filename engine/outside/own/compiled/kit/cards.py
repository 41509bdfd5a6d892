"""What happens to the cards of a game: the same notes as those of `engine.outside.own.author`, and the same draw
exchanged when a game is played again.

A card is the address of its fields: its number and its id are the first. All copies of a card are one thing, and cards
lie in memory in the order of their ids."""

from typing import Any

import numpy as np

from engine.kernel.records import Ints
from engine.outside.own.cards import exchange
from engine.outside.own.cards.notes import DRAWN, HELD, IN_GAME, LEFT, USED
from engine.outside.own.compiled.kit.record import Playing, Stop, counted, within

NUMBER, ID = 1, 2
"""Where they stand in a card."""
STEP, FIRST_FACTOR, SECOND_FACTOR = (
    np.uint64(word) for word in (exchange.STEP, exchange.FIRST_FACTOR, exchange.SECOND_FACTOR)
)
FIRST_SHIFT, SECOND_SHIFT, LAST_SHIFT = np.uint64(30), np.uint64(27), np.uint64(31)
WEIGHT_ROW, CARD_ROW, SEAT_ROW, FIRST_NOTE = 0, 1, 2, 3
"""The rows of what is noted about a game: its weight, the card that was exchanged, who drew it, and each card."""


@counted
def begin_cards(rec: Playing) -> None:
    rec.exchanged_card = -1
    rec.exchanged_seat = 0
    for number in range(rec.cards_noted):
        rec.notes[number] = rec.card_draws[number] = 0


@within
def exchange_nothing(rec: Playing) -> None:
    rec.exchange_card = -1
    rec.exchange_time = 0


@within
def note_card(rec: Playing, card: int, bits: int) -> None:
    if card != 0:
        rec.notes[rec.mem[card + NUMBER]] |= bits | IN_GAME


@within
def note_in_game(rec: Playing, card: int) -> None:
    note_card(rec, card, IN_GAME)


@within
def note_drawn(rec: Playing, card: int, seat: int) -> None:
    note_card(rec, card, 1 << DRAWN + seat)


@within
def note_left(rec: Playing, card: int, seat: int) -> None:
    note_card(rec, card, 1 << LEFT + seat)


@within
def use(rec: Playing, seat: int, card: int) -> None:
    """A seat says that it uses a card."""
    if seat < 0 or seat >= rec.players or card == 0:
        raise Stop
    note_card(rec, card, 1 << USED + seat)


@counted
def note_held(rec: Playing, hands: int, cards: int) -> None:
    """Notes who has which card in hand; the list of a hand's cards stands at this place of each hand."""
    for seat in range(rec.mem[hands]):
        held = rec.mem[rec.mem[rec.mem[hands + 2] + seat] + cards]
        for each in range(rec.mem[held]):
            note_card(rec, rec.mem[rec.mem[held + 2] + each], 1 << HELD + seat)


@counted
def card_of(rec: Playing, key: int) -> int:
    """The card with this id; they lie in the order of the ids."""
    low, high, at = 0, rec.mem[rec.kinds], rec.mem[rec.kinds + 2]
    while low < high:
        middle = (low + high) // 2
        if rec.mem[rec.mem[at + middle] + ID] < key:
            low = middle + 1
        else:
            high = middle
    if low >= rec.mem[rec.kinds] or rec.mem[rec.mem[at + low] + ID] != key:
        raise Stop
    return int(rec.mem[at + low])


@within
def scrambled(word: Any) -> Any:
    word = word + STEP
    word = (word ^ word >> FIRST_SHIFT) * FIRST_FACTOR
    word = (word ^ word >> SECOND_SHIFT) * SECOND_FACTOR
    return word ^ word >> LAST_SHIFT


@counted
def exchanged_with(rec: Playing, card: int, seat: int, below: int) -> int:
    """The place of the card that a seat draws in place of this one, of so many below it; −1 if it draws this one."""
    if card == 0:
        return -1
    number = rec.mem[card + NUMBER]
    rec.card_draws[number] += 1
    if number != rec.exchange_card or rec.card_draws[number] != rec.exchange_time:
        return -1
    rec.exchanged_card = number
    rec.exchanged_seat = seat
    found: int = np.int64(scrambled(rec.exchange_key ^ scrambled(rec.game) ^ STEP) % np.uint64(below))  # type: ignore[assignment]
    return found


@within
def exchange_fails(rec: Playing) -> None:
    rec.exchanged_card = -1
    rec.exchanged_seat = 0


@counted
def write_notes(rec: Playing, notes: Ints, at: int) -> bool:
    """Writes what happened to the cards of a game, and chooses the draw that is exchanged when it is played again; whether
    it is."""
    drawn = 0
    for number in range(rec.cards_noted):
        notes[FIRST_NOTE + number, at] = rec.notes[number]
        drawn += int(rec.card_draws[number] > 0)
    notes[WEIGHT_ROW, at] = 0
    notes[CARD_ROW, at] = -1
    notes[SEAT_ROW, at] = 0
    if drawn == 0:
        return False
    word = scrambled(rec.exchange_key ^ scrambled(rec.game))
    left = word % np.uint64(drawn)
    card = 0
    while rec.card_draws[card] == 0 or left > 0:
        left -= np.uint64(rec.card_draws[card] > 0)
        card += 1
    times = rec.card_draws[card]
    notes[WEIGHT_ROW, at] = drawn * times
    rec.exchange_card = card
    rec.exchange_time = 1 + np.int64(scrambled(word) % np.uint64(times))
    return bool(rec.is_judged != 0)


@within
def write_exchange(rec: Playing, notes: Ints, at: int) -> None:
    notes[CARD_ROW, at] = rec.exchanged_card
    notes[SEAT_ROW, at] = rec.exchanged_seat
