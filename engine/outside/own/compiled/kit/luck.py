"""Keyed luck, the same draws as those of `engine.outside.own.luck`, without a hash: keys are looked up. An item of a
deck whose key is not known stops the kernel, which gets it from its host."""

from typing import Any

import numpy as np

from engine.kernel.rng import HALF, STREAM_SHIFT, WORD, philox
from engine.outside.own.compiled.kit.lists import length, new_list
from engine.outside.own.compiled.kit.record import (
    DECK,
    IDENTITY,
    ITEMS,
    NEEDS_KEY,
    NEEDS_ROOM,
    SEATS,
    TEXTS,
    Playing,
    Stop,
    counted,
    within,
)

ONE, NUMBER_BITS, SPREAD_SHIFT = np.uint64(1), np.uint64(20), np.uint64(29)
NO_DRAW, ROW_SHIFT, IN_ROW = np.uint64(0), np.uint64(6), np.uint64(63)
"""Draws whose last numbers follow each other are noted in a row, one bit each."""
SPREAD, SPREAD_TOO = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
LIMIT = 1 << 20
MOST_BELOW = 1 << 32
TWO_TO_64 = 18446744073709551616.0
NUMBERS_SHIFT = np.uint64(60)
SHUFFLED = 1024
"""Added to the label of a shuffle, to tell it from that of a draw."""
KIND_SHIFT = np.uint64(32)


@within
def numbered(numbers: int, place: Any, number: int) -> Any:
    """The place of a draw, with one more number."""
    if number < 0 or number >= LIMIT:
        raise Stop
    return place << NUMBER_BITS | np.uint64(number)


@within
def pair_of_words(game: Any, numbers: int, place: Any, low: Any, high: Any) -> Any:
    """Twice 64 random bits: for this place and for its neighbour."""
    at = place & ~ONE
    four = philox(
        game & WORD, game >> HALF | np.uint64(numbers) << STREAM_SHIFT, at & WORD, at >> HALF, low & WORD, high & WORD
    )
    even, odd = four[0] << HALF | four[1], four[2] << HALF | four[3]
    return (odd, even) if place & ONE else (even, odd)


@within
def below(bits: Any, n: int) -> int:
    """A number from 0 to n − 1."""
    if n < 1 or n > MOST_BELOW:
        raise Stop
    wide = np.uint64(n)
    found: int = np.int64(((bits >> HALF) * wide + (((bits & WORD) * wide) >> HALF)) >> HALF)  # type: ignore[assignment]
    return found  # signed: Numba turns a mix of signed and unsigned numbers into floats


@within
def happens(bits: Any, share: float) -> bool:
    if not 0 <= share <= 1:
        raise Stop
    least = share * TWO_TO_64
    return bool(least >= TWO_TO_64 or bits < np.uint64(np.ceil(least)))


@within
def slot_of_draws(rec: Playing, first: Any, second: Any) -> int:
    """Where the draws of a row, or of a deck, are noted in this game."""
    mask = np.uint64(rec.draw_mask)
    at = ((first * SPREAD + second * SPREAD_TOO) >> SPREAD_SHIFT) & mask
    while rec.drawn[np.int64(at), 1] >> NUMBER_BITS == rec.stamp:
        if rec.drawn[np.int64(at), 1] == second and rec.drawn[np.int64(at), 0] == first:
            return np.int64(at)  # type: ignore[return-value]
        at = (at + ONE) & mask
    rec.drawn[np.int64(at), 0] = first
    rec.drawn[np.int64(at), 1] = second
    rec.drawn[np.int64(at), 2] = NO_DRAW
    rec.filled += 1
    if 2 * rec.filled > rec.draw_mask:
        rec.state = NEEDS_ROOM
        raise Stop
    return np.int64(at)  # type: ignore[return-value]


@within
def claim(rec: Playing, at: int, which: Any) -> None:
    """This draw is made for the first time in this game, or the kernel stops."""
    before = rec.drawn[at, 2]
    if before & which:
        raise Stop
    rec.drawn[at, 2] = before | which


@counted
def draw_bits(rec: Playing, text: int, numbers: int, place: Any) -> Any:
    """The random bits of a draw, whose label is the text of this place among those of the file. Rolls follow each
    other, so the row of the last draw is remembered, and the neighbour that was made with it is kept."""
    if numbers > 3:
        raise Stop
    first = place >> ROW_SHIFT | np.uint64(numbers) << NUMBERS_SHIFT
    second = rec.stamp << NUMBER_BITS | np.uint64(text)
    if rec.row_first != first or rec.row_second != second:
        rec.row_at = slot_of_draws(rec, first, second)
        rec.row_first = first
        rec.row_second = second
        rec.kept_for = NO_DRAW
    mine = ONE << (place & IN_ROW)
    claim(rec, rec.row_at, mine)
    if rec.kept_for == mine:
        return rec.kept
    label = text + rec.turned * TEXTS
    bits, rec.kept = pair_of_words(rec.game, numbers, place, rec.label_key[label, 0], rec.label_key[label, 1])
    rec.kept_for = ONE << ((place ^ ONE) & IN_ROW)
    return bits


@within
def draw_number(rec: Playing, text: int, n: int, numbers: int, place: Any) -> int:
    return below(draw_bits(rec, text, numbers, place), n)


@within
def draw_chance(rec: Playing, text: int, share: float, numbers: int, place: Any) -> bool:
    return happens(draw_bits(rec, text, numbers, place), share)


@within
def begin_item(rec: Playing) -> None:
    """The words that follow tell an item of a deck from others."""
    rec.words = 0


@within
def tell_item(rec: Playing, value: int) -> None:
    if rec.words >= IDENTITY:
        raise Stop
    rec.identity[rec.words] = value
    rec.words += 1


@counted
def slot_of_item(rec: Playing, text: int, kind: int, each: int) -> None:
    """Notes where the key of the item that was told stands, for the item of this number of a deck."""
    if each >= DECK:
        raise Stop
    what = SPREAD
    for k in range(rec.words):
        what = (what ^ np.uint64(rec.identity[k])) * SPREAD_TOO
        what ^= what >> SPREAD_SHIFT
    mine = np.uint64(text + 1) | np.uint64(kind) << KIND_SHIFT
    at = ((what * SPREAD + mine * SPREAD_TOO) >> SPREAD_SHIFT) & np.uint64(ITEMS - 1)
    while rec.deck_item[np.int64(at), 1] != np.uint64(0):
        if rec.deck_item[np.int64(at), 1] == mine and rec.deck_item[np.int64(at), 0] == what:
            rec.order[each] = np.int64(at)
            rec.item_word[each] = what
            rec.deck_item[np.int64(at), 4] = np.uint64(0)
            return
        at = (at + ONE) & np.uint64(ITEMS - 1)
    rec.state = NEEDS_KEY
    rec.missing_label = text
    rec.missing_kind = kind
    raise Stop


@counted
def shuffled(rec: Playing, x: int, width: int, text: int, numbers: int, place: Any) -> int:
    """A new list in random order, after the place of each item's key was noted."""
    put_in_order(rec, length(rec, x), text, numbers, place, rec.game, rec.turned)
    return laid_out(rec, x, width)


@counted
def put_in_order(rec: Playing, size: int, text: int, numbers: int, place: Any, game: Any, is_imagined: int) -> None:
    """Which item of a deck comes to each place, by the luck of a game."""
    if size == 0:
        return
    if numbers > 2:
        raise Stop
    first = place | np.uint64(numbers) << NUMBERS_SHIFT
    second = rec.stamp << NUMBER_BITS | np.uint64(text + SHUFFLED)
    claim(rec, slot_of_draws(rec, first, second), ONE)  # drawn again, plain Python compares the items
    low = game & WORD
    high = game >> HALF | np.uint64(numbers + 1) << STREAM_SHIFT
    key = 2 + 4 * is_imagined
    for each in range(size):
        slot = rec.order[each]
        copy = rec.deck_item[slot, 4]
        rec.deck_item[slot, 4] = copy + ONE
        if copy & ONE:  # the second half of what the copy before has drawn
            rec.bits[each] = rec.deck_item[slot, 5]
            continue
        at = place << NUMBER_BITS | copy
        four = philox(low, high, at & WORD, at >> HALF, rec.deck_item[slot, key], rec.deck_item[slot, key + 1])
        rec.bits[each] = four[0] << HALF | four[1]
        rec.deck_item[slot, 5] = four[2] << HALF | four[3]
    for each in range(size):
        mine, to = rec.bits[each], each
        while to > 0 and rec.bits[to - 1] > mine:
            rec.bits[to] = rec.bits[to - 1]
            rec.order[to] = rec.order[to - 1]
            to -= 1
        rec.bits[to] = mine
        rec.order[to] = each


@counted
def laid_out(rec: Playing, x: int, width: int) -> int:
    """A new list with the items of another in the order that was found."""
    size = length(rec, x)
    found = new_list(rec, size + 2, width)
    items, old = rec.mem[found + 2], rec.mem[x + 2]
    for each in range(size):
        for k in range(width):
            rec.mem[items + each * width + k] = rec.mem[old + rec.order[each] * width + k]
    rec.mem[found] = size
    return found


@within
def dice_bits(rec: Playing, seat: int) -> Any:
    """The next draw of a seat's dice."""
    rec.dice_draw[seat] += 1
    place = numbered(1, numbered(0, np.uint64(0), rec.dice_decision[seat]), rec.dice_draw[seat])
    own = seat + rec.is_fork * SEATS
    return pair_of_words(rec.dice_game, 2, place, rec.dice_key[own, 0], rec.dice_key[own, 1])[0]


@within
def dice_number(rec: Playing, seat: int, n: int) -> int:
    return below(dice_bits(rec, seat), n)


@within
def dice_chance(rec: Playing, seat: int, share: float) -> bool:
    return happens(dice_bits(rec, seat), share)
