"""What a trained player decides in a compiled game: pairs of keys and numbers, and a network of whole numbers; the same
as `engine.players.learning.features` and `engine.policy.seats.trained_net`."""

from typing import Any

import numpy as np

from engine.outside.own.compiled.kit.record import (
    CODES,
    NONE,
    OPTIONS,
    PAIRS,
    REMEMBERED,
    TEXT_BITS,
    TEXT_KEYS,
    UNITS,
    Playing,
    Stop,
    counted,
    within,
)
from engine.outside.own.compiled.kit.worlds import mixed, mixed_with
from engine.players.learning import features
from engine.policy.seats import trained_net

TRAINED = -1
"""In place of the number of a policy."""
CATEGORY, LENGTH, EACH, NOTHING = map(np.uint64, (features.CATEGORY, features.LENGTH, features.EACH, features.NOTHING))
PARTS_OF_ONE, MOST_IN_ORDER, LARGEST = features.PARTS_OF_ONE, features.MOST_IN_ORDER, features.LARGEST
LARGEST_INPUT, LARGEST_FLOW = trained_net.LARGEST_INPUT, trained_net.LARGEST_FLOW
BITS, FIRST_SHIFT = trained_net.BITS, trained_net.FIRST_BITS - trained_net.BITS


@within
def is_sampled(rec: Playing) -> bool:
    """Whether this is the decision that somebody wants to learn from."""
    return bool(rec.is_recorded) and rec.decisions - 1 == rec.sampled_at


# Pairs


@within
def begin_features(rec: Playing) -> None:
    rec.pairs = 0
    rec.things = 0
    rec.thing_first[0] = 0


@within
def end_thing(rec: Playing) -> None:
    """The view is done, or one of the choices."""
    if rec.things > OPTIONS:
        raise Stop
    rec.things += 1
    rec.thing_first[rec.things] = rec.pairs


@within
def feel(rec: Playing, key: Any, number: int) -> None:
    if rec.pairs >= PAIRS:
        raise Stop
    rec.pair_key[rec.pairs] = key
    rec.pair_number[rec.pairs] = number
    rec.pairs += 1


@counted
def feel_whole(rec: Playing, key: Any, value: int) -> None:
    value = min(max(value, -LARGEST), LARGEST)
    feel(rec, key, value * PARTS_OF_ONE)
    feel(rec, mixed(mixed_with(key, CATEGORY), value), 1)


@counted
def feel_real(rec: Playing, key: Any, value: float) -> None:
    if not np.isfinite(value):
        return
    value = min(max(value, -float(LARGEST)), float(LARGEST))
    feel(rec, key, int(np.floor(value * PARTS_OF_ONE + 0.5)))
    if value == np.floor(value):
        feel(rec, mixed(mixed_with(key, CATEGORY), int(value)), 1)


@counted
def key_of_code(rec: Playing, code: int) -> Any:
    """The key of a text, a member of an enum, or a card."""
    at = (code >> TEXT_BITS) * 7 + code & TEXT_KEYS - 1
    while rec.text_code[at] != code:
        if rec.text_code[at] == 0:
            raise Stop
        at = at + 1 & TEXT_KEYS - 1
    return rec.text_key[at]


@counted
def feel_code(rec: Playing, key: Any, code: int) -> None:
    if code == NONE:
        feel(rec, mixed_with(key, NOTHING), 1)
    elif -CODES < code < CODES:
        feel_whole(rec, key, code)
    else:
        feel(rec, mixed_with(key, key_of_code(rec, code)), 1)


@within
def word_of_key(rec: Playing, code: int) -> Any:
    """The word of a key of a dict."""
    if code == NONE:
        return NOTHING
    return np.uint64(np.int64(code)) if -CODES < code < CODES else key_of_code(rec, code)


# The network


@counted
def best_choice(rec: Playing, seat: int) -> int:
    """The place of the choice that the network of a seat likes best."""
    net = rec.whole[seat, 0] + 3
    digest = np.uint64(net)
    for at in range(rec.pairs):
        digest = mixed_with(mixed_with(digest, rec.pair_key[at]), np.uint64(np.int64(rec.pair_number[at])))
    digest = mixed(digest, rec.things) | np.uint64(1)
    place = np.int64(digest >> np.uint64(40)) & REMEMBERED - 1
    if rec.remembered[place] != digest:
        rec.remembered_place[place] = _best(rec, net)
        rec.remembered[place] = digest
    return int(rec.remembered_place[place])


@counted
def _best(rec: Playing, net: int) -> int:
    size, columns, one, two = rec.mem[net], rec.mem[net + 1], rec.mem[net + 2], rec.mem[net + 3]
    keys = net + 4
    places = keys + size
    first = places + size
    bias = first + columns * one
    second = bias + one
    second_bias = second + one * two
    out = second_bias + two
    for unit in range(one):
        rec.flow[0, unit] = rec.mem[bias + unit]
    _add_things(rec, 0, 0, keys, places, first, size, one)
    best, highest = 0, 0
    for thing in range(1, rec.things):
        for unit in range(one):
            rec.flow[1, unit] = rec.flow[0, unit]
        _add_things(rec, 1, thing, keys, places, first, size, one)
        for unit in range(two):
            rec.flow[2, unit] = rec.mem[second_bias + unit]
        for unit in range(one):
            flow = min(max(rec.flow[1, unit], 0) >> FIRST_SHIFT, LARGEST_FLOW)
            if flow:
                row = second + unit * two
                for other in range(two):
                    rec.flow[2, other] += flow * rec.mem[row + other]
        worth = 0
        for unit in range(two):
            worth += min(max(rec.flow[2, unit], 0) >> BITS, LARGEST_FLOW) * rec.mem[out + unit]
        if thing == 1 or worth > highest:
            best, highest = thing - 1, worth
    return best


@counted
def _add_things(rec: Playing, row: int, thing: int, keys: int, places: int, first: int, size: int, units: int) -> None:
    """Add what a thing gives to the first layer."""
    for at in range(rec.thing_first[thing], rec.thing_first[thing + 1]):
        key = np.int64(rec.pair_key[at])
        place = key & size - 1
        while rec.mem[places + place] >= 0 and rec.mem[keys + place] != key:
            place = place + 1 & size - 1
        column = rec.mem[places + place]
        if column >= 0:
            number = min(max(rec.pair_number[at], -LARGEST_INPUT), LARGEST_INPUT)
            weights = first + column * units
            for unit in range(units):
                rec.flow[row, unit] += number * rec.mem[weights + unit]


assert UNITS == trained_net.MOST_UNITS
assert PAIRS < trained_net.MOST_PAIRS, "what comes with every view must not push out what a kernel has room for"
