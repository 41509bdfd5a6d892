"""The rule by which views and choices become the input of a network: each of its sentences."""

import enum
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from engine.outside.own.hidden.zones import Zone
from engine.players.learning.features import (
    AUTHOR,
    CATEGORY,
    CHOICE,
    EACH,
    LENGTH,
    NOTHING,
    OPEN,
    PLAYERS,
    RULES,
    SEAT,
    VIEW,
    author_pairs,
    choice_pairs,
    held_by,
    key_of_text,
    mixed,
    shown_pairs,
    situation_pairs,
)


def seen(view: object, seat: int = 0, players: int = 4) -> Counter[tuple[int, int]]:
    return Counter(shown_pairs(view, seat, players))


def at(*way: int | str) -> int:
    """The key of a place in the view."""
    key = VIEW
    for step in way:
        key = mixed(key, key_of_text(step) if isinstance(step, str) else step)
    return key


def whole(key: int, value: int) -> list[tuple[int, int]]:
    return [(key, 16 * value), (mixed(mixed(key, CATEGORY), value), 1)]


def text(key: int, word: str) -> list[tuple[int, int]]:
    return [(mixed(key, key_of_text(word)), 1)]


def test_a_number_counts_in_sixteenths_and_a_whole_one_is_a_category_too() -> None:
    assert seen(3) == Counter(whole(VIEW, 3))
    assert seen(-2) == Counter(whole(VIEW, -2))
    assert seen(2.0) == seen(2)
    assert seen(0.5) == Counter({(VIEW, 8): 1})
    assert seen(0.26) == Counter({(VIEW, 4): 1})
    assert seen(-0.04) == Counter({(VIEW, -1): 1})
    assert seen(True) == seen(1)
    assert seen(False) == seen(0)


@pytest.mark.parametrize("huge", [1 << 17, 1 << 70, 10**400, 1e30])
def test_larger_numbers_count_as_much_as_the_largest(huge: float) -> None:
    assert seen(huge) == Counter(whole(VIEW, 1 << 16))
    assert seen(-huge) == Counter(whole(VIEW, -(1 << 16)))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), b"abc", 1j, Ellipsis, range, object()])
def test_other_things_are_left_out(value: object) -> None:
    assert not seen(value)
    assert seen({"a": value, "b": 1}) == Counter(whole(at("b"), 1))


class Colour(enum.Enum):
    RED = 1


class Size(enum.IntEnum):
    LARGE = 3


class Shape(enum.StrEnum):
    ROUND = "o"


def test_texts_members_and_none_are_categories() -> None:
    assert seen("oak") == Counter(text(VIEW, "oak"))
    assert seen(Colour.RED) == Counter(text(VIEW, "Colour.RED"))
    assert seen(Shape.ROUND) == Counter(text(VIEW, "Shape.ROUND"))
    assert seen(Size.LARGE) == seen(3), "a member that is a number counts as one"
    assert seen(None) == Counter({(mixed(VIEW, NOTHING), 1): 1})


def test_a_list_gives_its_length_its_items_by_place_and_all_at_one_place() -> None:
    length = whole(at(LENGTH), 2)
    items = [*whole(at(0), 7), *whole(at(1), 9), *whole(at(EACH), 7), *whole(at(EACH), 9)]
    assert seen([7, 9]) == Counter([*length, *items])
    assert seen([7, 7])[mixed(mixed(at(EACH), CATEGORY), 7), 1] == 2, "how many there are of each"
    assert seen([]) == Counter(whole(at(LENGTH), 0))


def test_a_list_with_an_item_for_each_player_is_read_from_the_seat_on() -> None:
    points = [10, 20, 30, 40]
    assert seen(points, seat=2) == seen([30, 40, 10, 20], seat=0)
    assert seen({"points": points}, seat=1) == seen({"points": [20, 30, 40, 10]}, seat=0)
    assert seen(tuple(points), seat=2) == seen(tuple(points), seat=0) == seen(points, seat=0)
    assert seen(points, seat=2, players=3) == seen(points, seat=0, players=3), "four items for three players"
    assert choice_pairs(points, 2, 4) == choice_pairs([30, 40, 10, 20], 0, 4)


def test_a_set_is_a_list_without_places() -> None:
    length = whole(at(LENGTH), 2)
    assert seen({4, 5}) == Counter([*length, *whole(at(EACH), 4), *whole(at(EACH), 5)])
    assert seen(frozenset({4, 5})) == seen({4, 5})
    found = shown_pairs({(word, at) for word in ("oak", "elm", "ash") for at in range(4)}, 0, 2)
    assert found[2:] == sorted(found[2:]), "whatever order a process has them in"


@dataclass
class Ware:
    kind: str
    worth: int = 2
    marks: list[int] = field(default_factory=list)


class Boat:
    flag = "red"

    def __init__(self) -> None:
        self.crew = 3


class Raft:
    __slots__ = ("crew", "mast")

    def __init__(self) -> None:
        self.crew = 3


class Float:
    __slots__ = "crew"

    def __init__(self) -> None:
        self.crew = 3


class Pair(NamedTuple):
    left: int
    right: int


def test_dicts_and_things_with_fields_give_what_they_hold_by_name() -> None:
    assert seen({"a": 1, 7: 2}) == Counter([*whole(at("a"), 1), *whole(at(7), 2)])
    assert seen({(1, "a"): 3}) == Counter(whole(at(mixed(mixed(LENGTH, 1), key_of_text("a"))), 3))
    assert seen({Colour.RED: 1}) == Counter(whole(at("Colour.RED"), 1))
    assert seen({Size.LARGE: 1}) == seen({3: 1})
    assert seen({None: 1}) == Counter(whole(at(NOTHING), 1))
    assert seen(Ware("silk")) == seen({"kind": "silk", "worth": 2, "marks": []})
    assert seen(Boat()) == seen({"crew": 3}), "what a class has for all is no field of a thing"
    assert seen(Raft()) == seen(Float()) == seen({"crew": 3}), "a slot may be empty"
    assert seen(Pair(3, 4)) == seen((3, 4))


def test_what_is_deeper_than_eight_levels_is_left_out() -> None:
    deep: Any = 5
    for _ in range(8):
        deep = {"in": deep}
    assert seen(deep) == Counter(whole(at(*["in"] * 8), 5))
    assert not seen({"in": deep})


def test_the_seat_the_players_and_the_rules_come_with_every_view() -> None:
    found = Counter(situation_pairs(1, 3, {"goal": 50, "deck": "base"}))
    goal, deck = (mixed(RULES, key_of_text(name)) for name in ("goal", "deck"))
    assert found == Counter([*whole(SEAT, 1), *whole(PLAYERS, 3), *whole(goal, 50), *text(deck, "base")])


def test_what_is_shown_chosen_and_said_by_the_author_is_told_apart() -> None:
    assert len({VIEW, CHOICE, AUTHOR}) == 3
    for pairs, root in ((shown_pairs, VIEW), (choice_pairs, CHOICE), (author_pairs, AUTHOR)):
        assert pairs(3, 0, 2) == whole(root, 3)


# What is hidden


def test_things_of_ours_are_closed_whoever_derives_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pouch(Zone):
        pass

    zone = Zone.__new__(Zone)
    pouch = Pouch.__new__(Pouch)
    for each in (zone, pouch):
        each._cards = ["ace"]
        assert not held_by(each), type(each)
        assert not seen({"zone": each})
    monkeypatch.setattr(Zone, OPEN, True, raising=False)
    assert seen({"zone": zone})  # the planted one: this test would see it
    monkeypatch.undo()
    open_one = Boat()
    open_one.crew = [zone]  # type: ignore[assignment]
    assert seen(open_one) == seen({"crew": [object()]})
