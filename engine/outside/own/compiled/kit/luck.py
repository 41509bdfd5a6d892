"""Keyed luck, the same draws as those of `engine.outside.own.luck`, without a hash: keys are looked up. An item of a
deck whose key is not known stops the kernel, which gets it from its host."""

from typing import Any

import numpy as np

from engine.kernel.rng import HALF, STREAM_SHIFT, WORD, philox
from engine.outside.own.compiled.kit.lists import length, new_list
from engine.outside.own.compiled.kit.record import (
    CODES,
    DECK,
    IDENTITY,
    ITEMS,
    NEEDS_KEY,
    NEEDS_ROOM,
    Playing,
    Stop,
    counted,
    within,
)

ONE, LOW_BITS, NUMBER_BITS, SPREAD_SHIFT = np.uint64(1), np.uint64(0xFFFFF), np.uint64(20), np.uint64(29)
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
def word_of(game: Any, numbers: int, place: Any, low: Any, high: Any) -> Any:
    """64 random bits."""
    at = place & ~ONE
    four = philox(
        game & WORD, game >> HALF | np.uint64(numbers) << STREAM_SHIFT, at & WORD, at >> HALF, low, high
    )
    if place & ONE:
        return four[2] << HALF | four[3]
    return four[0] << HALF | four[1]


@within
def below(bits: Any, n: int) -> int:
    """A number from 0 to n − 1."""
    if n < 1 or n > MOST_BELOW:
        raise Stop
    wide = np.uint64(n)
    return int(((bits >> HALF) * wide + (((bits & WORD) * wide) >> HALF)) >> HALF)


@within
def happens(bits: Any, share: float) -> bool:
    if not 0 <= share <= 1:
        raise Stop
    least = share * TWO_TO_64
    return bool(least >= TWO_TO_64 or bits < np.uint64(np.ceil(least)))


@within
def claim(A: Playing, label: int, numbers: int, place: Any) -> None:
    """This draw is made for the first time in this game, or the kernel stops."""
    mask = np.uint64(A.draw_mask)
    first = place | np.uint64(numbers) << NUMBERS_SHIFT
    second = A.stamp << NUMBER_BITS | np.uint64(label)
    at = ((first * SPREAD + np.uint64(label) * SPREAD_TOO) >> SPREAD_SHIFT) & mask
    while A.drawn[np.int64(at), 1] >> NUMBER_BITS == A.stamp:
        if A.drawn[np.int64(at), 1] == second and A.drawn[np.int64(at), 0] == first:
            raise Stop
        at = (at + ONE) & mask
    A.drawn[np.int64(at), 0] = first
    A.drawn[np.int64(at), 1] = second
    A.filled += 1
    if 2 * A.filled > A.draw_mask:
        A.state = NEEDS_ROOM
        raise Stop


@counted
def draw_bits(A: Playing, label: int, numbers: int, place: Any) -> Any:
    """The random bits of a draw."""
    if label < CODES or numbers > 3:
        raise Stop
    at = label - CODES
    claim(A, at, numbers, place)
    return word_of(A.game, numbers, place, A.label_key[at, 0], A.label_key[at, 1])


@within
def draw_number(A: Playing, label: int, n: int, numbers: int, place: Any) -> int:
    return below(draw_bits(A, label, numbers, place), n)


@within
def draw_chance(A: Playing, label: int, share: float, numbers: int, place: Any) -> bool:
    return happens(draw_bits(A, label, numbers, place), share)


@within
def begin_item(A: Playing) -> None:
    """The words that follow tell an item of a deck from others."""
    A.words = 0


@within
def tell_item(A: Playing, value: int) -> None:
    if A.words >= IDENTITY:
        raise Stop
    A.identity[A.words] = value
    A.words += 1


@counted
def slot_of_item(A: Playing, label: int, kind: int, each: int) -> None:
    """Notes where the key of the item that was told stands, for the item of this number of a deck."""
    if label < CODES or each >= DECK:
        raise Stop
    what = SPREAD
    for k in range(A.words):
        what = (what ^ np.uint64(A.identity[k])) * SPREAD_TOO
        what ^= what >> SPREAD_SHIFT
    mine = np.uint64(label - CODES + 1) | np.uint64(kind) << KIND_SHIFT
    at = ((what * SPREAD + mine * SPREAD_TOO) >> SPREAD_SHIFT) & np.uint64(ITEMS - 1)
    while A.deck_item[np.int64(at), 1] != np.uint64(0):
        if A.deck_item[np.int64(at), 1] == mine and A.deck_item[np.int64(at), 0] == what:
            A.order[each] = np.int64(at)
            A.deck_item[np.int64(at), 4] = np.uint64(0)
            return
        at = (at + ONE) & np.uint64(ITEMS - 1)
    A.state = NEEDS_KEY
    A.missing_label = label - CODES
    A.missing_kind = kind
    raise Stop


@counted
def shuffled(A: Playing, x: int, width: int, label: int, numbers: int, place: Any) -> int:
    """A new list in random order, after the place of each item's key was noted."""
    size = length(A, x)
    found = new_list(A, size + 2, width)
    if size == 0:
        return found
    if numbers > 2:
        raise Stop
    claim(A, label - CODES + SHUFFLED, numbers, place)  # drawn again, plain Python compares the items
    low = A.game & WORD
    high = A.game >> HALF | np.uint64(numbers + 1) << STREAM_SHIFT
    for each in range(size):
        slot = A.order[each]
        copy = A.deck_item[slot, 4]
        A.deck_item[slot, 4] = copy + ONE
        if copy & ONE:  # the second half of what the copy before has drawn
            A.bits[each] = A.deck_item[slot, 5]
            continue
        at = place << NUMBER_BITS | copy
        four = philox(low, high, at & WORD, at >> HALF, A.deck_item[slot, 2], A.deck_item[slot, 3])
        A.bits[each] = four[0] << HALF | four[1]
        A.deck_item[slot, 5] = four[2] << HALF | four[3]
    for each in range(size):
        mine, to = A.bits[each], each
        while to > 0 and A.bits[to - 1] > mine:
            A.bits[to] = A.bits[to - 1]
            A.order[to] = A.order[to - 1]
            to -= 1
        A.bits[to] = mine
        A.order[to] = each
    items, old = A.mem[found + 2], A.mem[x + 2]
    for each in range(size):
        for k in range(width):
            A.mem[items + each * width + k] = A.mem[old + A.order[each] * width + k]
    A.mem[found] = size
    return found


@within
def dice_bits(A: Playing, seat: int) -> Any:
    """The next draw of a seat's dice."""
    A.dice_draw[seat] += 1
    place = numbered(1, numbered(0, np.uint64(0), A.dice_decision[seat]), A.dice_draw[seat])
    return word_of(A.game, 2, place, A.dice_key[seat, 0], A.dice_key[seat, 1])


@within
def dice_number(A: Playing, seat: int, n: int) -> int:
    return below(dice_bits(A, seat), n)


@within
def dice_chance(A: Playing, seat: int, share: float) -> bool:
    return happens(dice_bits(A, seat), share)
