"""A decision of a compiled game as the input of a network: all numbers that whoever decides may know, what the hook
was given, and each answer.

The rule is that of `engine.players.learning.features`, with what numbers mean in kernels: a number may be a seat or a
set of seats, so it counts from the seat that decides on, too; and an answer may be a place, so each answer comes with
what stands at that place in every list of the view. A choice that is the habit says so.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.players.compiled_game.reading import numbers_of
from engine.players.learning.features import (
    CATEGORY,
    CHOICE,
    EACH,
    HABIT,
    LARGEST,
    PARTS_OF_ONE,
    PLAYERS,
    SEAT,
    VIEW,
    Pair,
    key_of_text,
    mixed,
    mixed_words,
)
from engine.policy.compiled_game.decisions import NONE, Decision

MOST_VALUES = 16
"""A number up to which each value is a category."""
MOST_SEATS = 8
BITS = 32
"""Of a set that a hook is given."""
FROM_HERE, MEMBER, STANDS = map(key_of_text, ("from here", "member", "stands there"))

Answer = tuple[int, ...]


class Layout(NamedTuple):
    """Of the numbers of a decision: the word of each, the word of its list, and what it may be."""

    keys: NDArray[np.uint64]
    lists: NDArray[np.uint64]
    in_list: NDArray[np.bool_]
    may_be_seat: NDArray[np.bool_]
    by_place: list[tuple[int, int, int, int]]
    """Of each list: its word, where it begins, how many items it has, and the numbers of an item."""


@cache
def layout_of(decision: Decision) -> Layout:
    keys: list[int] = []
    lists: list[int] = []
    in_list: list[bool] = []
    may_be_seat: list[bool] = []
    by_place: list[tuple[int, int, int, int]] = []
    for field in decision.fields:
        word, size = mixed(VIEW, key_of_text(field.label)), int(np.prod(field.shape, dtype=int))
        items = field.shape[0] if field.shape else 0
        if field.shape:
            by_place.append((word, len(keys), items, size // items))
        keys += [mixed(word, at) for at in range(size)]
        lists += [mixed(word, EACH)] * size
        in_list += [bool(field.shape)] * size
        may_be_seat += [not field.shape or items <= MOST_SEATS] * size
    for name in decision.given:
        keys.append(mixed(VIEW, key_of_text(name)))
        lists.append(0)
        in_list.append(False)
        may_be_seat.append(True)
    return Layout(
        np.array(keys, np.uint64),
        np.array(lists, np.uint64),
        np.array(in_list),
        np.array(may_be_seat),
        by_place,
    )


class Input(NamedTuple):
    """Pairs of many things, in no order."""

    keys: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    thing: NDArray[np.int64]
    """Of what each pair tells: 0 is what is shown, the others are the answers."""


def asked(
    decision: Decision,
    world: Any,
    given: Mapping[str, int],
    seat: int,
    players: int,
    answers: Sequence[Answer],
    habit: Answer,
) -> Input:
    """What is shown, and each answer."""
    layout, numbers = layout_of(decision), numbers_of(decision, world, given)
    hook = key_of_text(decision.hook)
    found = [_shown_anyway(decision, given, hook, seat, players), _of_view(layout, numbers, seat, players)]
    found += _of_answers(decision, numbers, mixed(CHOICE, hook), answers, seat, players)
    habitual = [thing for thing, answer in enumerate(answers, 1) if answer == habit]
    keys = np.array([HABIT, mixed(HABIT, hook)] * len(habitual), np.uint64)
    found.append(Input(keys, np.ones(len(keys), np.int64), np.repeat(habitual, 2).astype(np.int64)))
    return Input(*map(np.concatenate, zip(*found, strict=True)))


def as_pairs(given: Input, answers: int) -> tuple[list[Pair], list[list[Pair]]]:
    """The same as pairs: of what is shown, and of each answer."""
    order = np.argsort(given.thing, kind="stable")
    ends = np.searchsorted(given.thing[order], np.arange(answers + 2))
    pairs = list(zip(given.keys[order].tolist(), given.numbers[order].tolist(), strict=True))
    shown, *choices = (pairs[first:last] for first, last in pairwise(ends.tolist()))
    return shown, choices


def _shown_anyway(decision: Decision, given: Mapping[str, int], hook: int, seat: int, players: int) -> Input:
    keys = [mixed(VIEW, hook), mixed(SEAT, seat), mixed(PLAYERS, players)]
    for name in decision.given:
        key, mask = mixed(mixed(VIEW, key_of_text(name)), MEMBER), int(given[name])
        keys += [mixed(key, bit) for bit in range(BITS) if mask >> bit & 1] if mask > 0 else []
    return Input(np.array(keys, np.uint64), np.ones(len(keys), np.int64), np.zeros(len(keys), np.int64))


def _of_view(layout: Layout, numbers: NDArray[np.int64], seat: int, players: int) -> Input:
    at = np.flatnonzero(numbers)
    keys, values = layout.keys[at], numbers[at]
    few = (values >= NONE) & (values < MOST_VALUES)
    words = [keys, _with(_with(keys[few], CATEGORY), values[few])]
    counted = few & layout.in_list[at]
    words.append(_with(layout.lists[at][counted], values[counted]))
    if seat >= 0:
        seats = np.flatnonzero(layout.may_be_seat)
        words.append(_from_here(layout.keys[seats], numbers[seats], seat, players))
    every = np.concatenate(words)
    counts = np.ones(len(every), np.int64)
    counts[: len(keys)] = _sixteenths(values)
    return Input(every, counts, np.zeros(len(every), np.int64))


def _sixteenths(values: NDArray[np.int64]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.minimum(np.maximum(values, -LARGEST), LARGEST) * PARTS_OF_ONE
    return found


def _from_here(keys: NDArray[np.uint64], values: NDArray[np.int64], seat: int, players: int) -> NDArray[np.uint64]:
    """Numbers as seats, and as sets of seats, from the one that decides on."""
    is_seat = (values >= 0) & (values < players)
    words = [_with(_with(keys[is_seat], FROM_HERE), (values[is_seat] - seat) % players)]
    is_set = (values > 0) & (values < 1 << players)
    for other in range(players):
        has = is_set & (values >> (seat + other) % players & 1 == 1)
        words.append(_with(_with(keys[has], MEMBER), np.full(int(has.sum()), other)))
    return np.concatenate(words)


def _with(keys: NDArray[np.uint64], words: Any) -> NDArray[np.uint64]:
    if isinstance(words, int):
        return mixed_words(keys, np.uint64(words))
    return mixed_words(keys, words.astype(np.uint64))


def _of_answers(
    decision: Decision, numbers: NDArray[np.int64], word: int, answers: Sequence[Answer], seat: int, players: int
) -> list[Input]:
    keys: list[int] = []
    counts: list[int] = []
    things: list[int] = []
    standing: list[Standing] = []
    sizes: list[int] = []
    owners: list[int] = []
    for thing, answer in enumerate(answers, 1):
        told = _said(word, answer, seat, players)
        keys += told.keys
        counts += told.numbers
        things += [thing] * len(told.keys)
        for place, value in enumerate(answer):
            if value >= 0:
                there = _standing(decision, mixed(told.places[place], STANDS), value)
                standing.append(there)
                sizes.append(len(there.at))
                owners.append(thing)
    said = Input(np.array(keys, np.uint64), np.array(counts, np.int64), np.array(things, np.int64))
    if not standing:
        return [said]
    values = numbers[np.concatenate([each.at for each in standing])]
    full = np.flatnonzero(values)
    places, owner = np.concatenate([each.keys for each in standing])[full], np.repeat(owners, sizes)[full]
    values = values[full]
    few = (values >= NONE) & (values < MOST_VALUES)
    alone = Input(_with(places[few], values[few]), np.ones(int(few.sum()), np.int64), owner[few])
    return [said, Input(places, _sixteenths(values), owner), alone]


class Said(NamedTuple):
    """What an answer tells without the view."""

    keys: list[int]
    numbers: list[int]
    places: list[int]
    """The word of each of its numbers."""


@lru_cache(1 << 14)
def _said(word: int, answer: Answer, seat: int, players: int) -> Said:
    whole = word
    for each in answer:
        whole = mixed(whole, each)
    keys, numbers, places = [whole], [1], []
    for place, value in enumerate(answer):
        key = mixed(mixed(word, CATEGORY), place)
        places.append(key)
        keys += [key, mixed(key, value)]
        numbers += [max(min(value, LARGEST), -LARGEST) * PARTS_OF_ONE, 1]
        if seat >= 0 and 0 <= value < players:
            keys.append(mixed(mixed(key, FROM_HERE), (value - seat) % players))
            numbers.append(1)
    return Said(keys, numbers, places)


class Standing(NamedTuple):
    """What stands at one place of the lists of a view."""

    at: NDArray[np.int64]
    """Which numbers of the view."""
    keys: NDArray[np.uint64]


@lru_cache(1 << 12)
def _standing(decision: Decision, key: int, place: int) -> Standing:
    at: list[int] = []
    keys: list[int] = []
    for word, first, items, size in layout_of(decision).by_place:
        if place < items:
            at += range(first + place * size, first + (place + 1) * size)
            keys += [mixed(mixed(key, word), each) for each in range(size)]
    return Standing(np.array(at, np.int64), np.array(keys, np.uint64))
