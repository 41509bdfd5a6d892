"""Forks of a compiled game with decks and hands: what of the true game is noted, and worlds in which whatever the seat
that searches has not seen lies otherwise; the same as `engine.outside.own.hidden.forks`.

What a seat was shown, what was answered, and the cards of decks are known by digests: words that are equal if the
things are."""

from typing import Any

import numpy as np

from engine.outside.own.compiled.kit.lists import length, new_list
from engine.outside.own.compiled.kit.luck import NO_DRAW, SPREAD_SHIFT, SPREAD_TOO, laid_out, put_in_order
from engine.outside.own.compiled.kit.numbers import bits_of
from engine.outside.own.compiled.kit.record import (
    DECISIONS,
    EXACT,
    IMPOSSIBLE,
    REACHED,
    SHUFFLES,
    SLOTS,
    ZONES,
    Playing,
    Stop,
    counted,
    within,
)
from engine.outside.own.hidden.zones import EVERYBODY, SEAT_BITS

POLICY_DECIDES, AS_BEFORE = -1, -2
"""In place of a choice before a fork: the policy decides; the answer is the same as in the true game."""


# Digests


@within
def mixed(digest: Any, word: int) -> Any:
    return mixed_with(digest, np.uint64(np.int64(word)))


@within
def mixed_with(digest: Any, other: Any) -> Any:
    found = (digest ^ other) * SPREAD_TOO
    return found ^ found >> SPREAD_SHIFT


@within
def real_word(value: float) -> int:
    """A word of a float: that of the whole number that it equals, if it does."""
    if value != value:
        raise Stop
    if -EXACT < value < EXACT and value == np.floor(value):
        return int(value)
    return int(bits_of(value))


# What is noted of the true game


@within
def record_zone(rec: Playing, marks: int) -> None:
    """A new deck, hand or pile: where the address of its marks stands."""
    if rec.is_recorded:
        if rec.zones >= ZONES:
            raise Stop
        rec.zone_marks[rec.zones] = marks
        rec.zones += 1


@counted
def new_marks(rec: Playing, number: int) -> int:
    """Marks of cards that nobody has seen where they lie now."""
    found = new_list(rec, number + 2, 1)
    at = rec.mem[found + 2]
    for k in range(number):
        rec.mem[at + k] = rec.slots + k << SEAT_BITS
    if rec.is_recorded:
        if rec.slots + number > SLOTS:
            raise Stop
        for slot in range(rec.slots, rec.slots + number):
            rec.seen[slot] = 0
    rec.mem[found] = number
    rec.slots += number
    return found


@within
def mark_lost(rec: Playing, mark: int) -> None:
    if rec.is_recorded:
        rec.seen[mark >> SEAT_BITS] |= mark & EVERYBODY


@counted
def record_marks(rec: Playing, marks: int) -> None:
    at = rec.mem[marks + 2]
    for k in range(rec.mem[marks]):
        rec.seen[rec.mem[at + k] >> SEAT_BITS] |= rec.mem[at + k] & EVERYBODY


@counted
def gather_seen(rec: Playing) -> None:
    """Notes who has seen which cards by now."""
    for zone in range(rec.zones):
        record_marks(rec, rec.mem[rec.zone_marks[zone]])


@within
def record_shown(rec: Playing, digest: Any) -> None:
    if rec.decisions > DECISIONS:
        raise Stop
    rec.shown[rec.decisions - 1] = digest


@within
def record_answer(rec: Playing, seat: int, digest: Any, first: int, last: int) -> None:
    at = rec.decisions - 1
    rec.decider[at] = seat
    rec.answer[at] = digest
    rec.first_other[at] = first
    rec.last_other[at] = last


# A fork before its decision


@within
def throw_away(rec: Playing) -> None:
    """The seat that searches could tell this world from the true one."""
    rec.state = IMPOSSIBLE
    raise Stop


@within
def turn_over(rec: Playing) -> None:
    """From now on luck is that of the world, and nobody has drawn yet."""
    rec.turned = 1
    rec.game = rec.world
    rec.kept_for = NO_DRAW


@within
def compare_shown(rec: Playing, digest: Any) -> None:
    if rec.shown[rec.decisions - 1] != digest:
        throw_away(rec)


@counted
def past_place(rec: Playing, seat: int, options: int) -> int:
    """The place of what a seat answers by the decision; or POLICY_DECIDES, or AS_BEFORE."""
    at = rec.decisions - 1
    if rec.decisions == rec.forced_count:
        if seat != rec.seeker:
            throw_away(rec)
        if rec.is_tried:
            rec.state = REACHED
            raise Stop
        turn_over(rec)
        return int(rec.forced[at])
    if seat != rec.decider[at]:
        throw_away(rec)
    if rec.is_tried:
        return int(rec.tried_place) if at == rec.tried_at and options > rec.tried_place else AS_BEFORE
    return POLICY_DECIDES if rec.hidden[at] else AS_BEFORE


@within
def need_answer(rec: Playing, place: int) -> None:
    """What was answered in the true game must be there; if only another answer is tried, the policy helps out."""
    if place < 0 and not rec.is_tried:
        throw_away(rec)


# Decks


@counted
def deck_shuffled(rec: Playing, x: int, width: int, text: int, numbers: int, place: Any, marks: int) -> int:
    """The cards of a deck as a new list in random order. Before the decision of a fork: by the luck of its world, but
    for the cards that the seat has seen; or as in the true game, if only another answer is tried."""
    size, at = length(rec, x), rec.shuffles
    rec.shuffles += 1
    if rec.is_fork and not rec.turned:
        if rec.is_tried:
            put_in_order(rec, size, text, numbers, place, rec.game, 0)
            if at < rec.planned and rec.shuffle_size[at] == size:
                _put_as_before(rec, rec.shuffle_first[at], size, 0)
        else:
            put_in_order(rec, size, text, numbers, place, rec.world, 1)
            if at >= rec.planned or rec.shuffle_first[at] != rec.slots or rec.shuffle_size[at] != size:
                throw_away(rec)
            _put_as_before(rec, rec.slots, size, 1)
        return laid_out(rec, x, width)
    put_in_order(rec, size, text, numbers, place, rec.game, rec.turned)
    if rec.is_recorded:
        _record_shuffle(rec, at, size, marks)
    return laid_out(rec, x, width)


@counted
def _record_shuffle(rec: Playing, at: int, size: int, marks: int) -> None:
    if at >= SHUFFLES or rec.slots + size > SLOTS:
        raise Stop
    record_marks(rec, marks)
    rec.shuffle_first[at] = rec.slots
    rec.shuffle_size[at] = size
    for k in range(size):
        rec.slot_word[rec.slots + k] = rec.item_word[rec.order[k]]


@counted
def _put_as_before(rec: Playing, first: int, size: int, is_imagined: int) -> None:
    """Cards go to their places of the true game: in an imagined world those that the seat has seen, and they must be
    there; else all that are there. The others fill the places that are left, in their order."""
    for k in range(size):
        rec.is_taken[k] = 0
    for k in range(size):
        rec.from_place[k] = -1
        if is_imagined and not rec.seen[first + k]:
            continue
        for other in range(size):
            if not rec.is_taken[other] and rec.item_word[rec.order[other]] == rec.slot_word[first + k]:
                rec.is_taken[other] = 1
                rec.from_place[k] = rec.order[other]
                break
        if is_imagined and rec.from_place[k] < 0:
            throw_away(rec)
    left = 0
    for k in range(size):
        if rec.from_place[k] < 0:
            while rec.is_taken[left]:
                left += 1
            rec.from_place[k] = rec.order[left]
            left += 1
    for k in range(size):
        rec.order[k] = rec.from_place[k]
