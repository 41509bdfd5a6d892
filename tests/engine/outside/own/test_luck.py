"""Luck by labelled keys: uniform, shared, and never the same draw twice."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from engine.errors import BrokenRule
from engine.outside.own.luck import Dice, Keys, Luck

KEYS = Keys(1, "luck")


def luck(index: int = 0) -> Luck:
    return Luck(KEYS, index)


def test_a_die_is_fair_over_games_and_over_rolls() -> None:
    over_games = Counter(luck(index).die("roll", 6, 1, 1) for index in range(12_000))
    one = luck()
    over_rolls = Counter(one.die("roll", 6, turn, roll) for turn in range(1_200) for roll in range(10))
    for counted in (over_games, over_rolls):
        assert set(counted) == {1, 2, 3, 4, 5, 6}
        assert chisquare(list(counted.values())).pvalue > 1e-4


def test_a_draw_depends_on_seed_game_label_and_every_number() -> None:
    def bits(seed: int = 1, index: int = 0, label: str = "a", which: tuple[int, ...] = (1, 2)) -> int:
        return Luck(Keys(seed, "luck"), index).number(label, 1 << 60, *which)

    others = [
        bits(seed=2),
        bits(index=1),
        bits(index=1 << 40),
        bits(label="b"),
        bits(which=(1, 3)),
        bits(which=(2, 2)),
        bits(which=(1,)),
        bits(which=()),
        bits(which=(0, 1, 2)),
        Luck(Keys(1, "dice of seat 1"), 0).number("a", 1 << 60, 1, 2),
    ]
    assert len({bits(), *others}) == len(others) + 1
    assert bits() == bits()


def test_a_draw_does_not_depend_on_what_was_drawn_before() -> None:
    alone = luck().die("roll", 1 << 30, 3, 5)
    later = luck()
    for roll in range(5):
        later.die("roll", 6, 3, roll)
    later.shuffle("deck", list(range(10)))
    assert later.die("roll", 1 << 30, 3, 5) == alone


@pytest.mark.parametrize("which", [(), (7,), (3, 8), (1, 2, 3)])
def test_the_same_key_twice_is_refused(which: tuple[int, ...]) -> None:
    once = luck()
    once.die("roll", 6, *which)
    once.die("other", 6, *which)
    with pytest.raises(BrokenRule, match=r"luck 'roll'.* was drawn twice in one game; number the draws"):
        once.chance("roll", 0.5, *which)


def test_a_shuffle_has_every_order_equally_often() -> None:
    orders = Counter(tuple(luck(index).shuffle("deck", "abc")) for index in range(6_000))
    assert len(orders) == 6
    assert chisquare(list(orders.values())).pvalue > 1e-4


def test_a_deck_with_one_card_less_keeps_the_order_of_the_others() -> None:
    deck = [f"card {number % 17}" for number in range(40)]
    whole = luck(3).shuffle("deck", deck, 1)
    for gone in ("card 3", "card 16"):
        shorter = [card for card in deck if card != gone]
        assert luck(3).shuffle("deck", shorter, 1) == [card for card in whole if card != gone]
    assert sorted(whole) == sorted(deck)
    assert luck(3).shuffle("deck", deck, 2) != whole


def test_items_without_a_text_of_their_own_are_refused() -> None:
    class Card:
        pass

    with pytest.raises(BrokenRule, match="give Card a __repr__"):
        luck().shuffle("deck", [Card(), Card()])


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64])
def test_numbers_of_numpy_are_the_numbers_they_are(kind: type[np.integer[Any]]) -> None:
    """A narrow number must not lose the digits before it: each turn would have the same roll."""
    for which in ((3, 5), (1, 3, 5), (7,)):
        wanted = luck().number("roll", 1 << 60, *which)
        assert luck().number("roll", 1 << 60, *(kind(number) for number in which)) == wanted  # type: ignore[arg-type]
        assert luck().number("roll", 1 << 60, *which[:-1], kind(which[-1])) == wanted  # type: ignore[arg-type]


@pytest.mark.parametrize("share", [50, -0.1, float("nan")])
def test_a_probability_is_no_per_cent(share: float) -> None:
    with pytest.raises(BrokenRule, match="expected a probability from 0 to 1"):
        luck().chance("rain", share)


def test_a_bag_is_drawn_empty_and_no_further() -> None:
    bag = list("abcd")
    once = luck()
    drawn = [once.draw("bag", bag, turn) for turn in range(4)]
    assert sorted(drawn) == list("abcd")
    assert bag == []
    with pytest.raises(BrokenRule, match="the bag is empty"):
        once.draw("bag", bag, 5)
    firsts = Counter(luck(index).draw("bag", list("abcd")) for index in range(4_000))
    assert chisquare(list(firsts.values())).pvalue > 1e-4


def test_chance_comes_as_often_as_it_says() -> None:
    came = sum(luck(index).chance("rain", 0.3) for index in range(10_000))
    assert abs(came - 3_000) < 5 * np.sqrt(10_000 * 0.3 * 0.7)
    assert not any(luck(index).chance("rain", 0.0) for index in range(100))
    assert all(luck(index).chance("rain", 1.0) for index in range(100))


@pytest.mark.parametrize(
    ("which", "sides", "what"),
    [
        ((-1,), 6, "expected numbers from 0"),
        ((1 << 20,), 6, "expected numbers from 0"),
        ((1, 2, 3, 4), 6, "at most 3"),
        ((1,), 0, "1 side or more"),
    ],
)
def test_what_is_no_key_is_refused(which: tuple[int, ...], sides: int, what: str) -> None:
    with pytest.raises(BrokenRule, match=what):
        luck().die("roll", sides, *which)


def test_dice_number_their_draws_by_themselves() -> None:
    dice = Dice(luck())
    dice.begin()
    first = [dice.number(1 << 40) for _ in range(3)]
    dice.begin()
    second = [dice.number(1 << 40) for _ in range(3)]
    assert len({*first, *second}) == 6
    again = Dice(luck())
    again.begin()
    again.begin()  # one draw more or less in a decision leaves the next decision as it is
    assert again.number(1 << 40) == second[0]
    counted = Counter()  # type: ignore[var-annotated]
    for _ in range(6_000):
        dice.begin()
        counted[dice.die(6), dice.chance(0.5), dice.choose("ab")] += 1
    assert len(counted) == 24
    assert chisquare(list(counted.values())).pvalue > 1e-4


@pytest.mark.parametrize("is_shuffled_first", [True, False])
def test_a_label_that_looks_like_an_item_of_a_deck_is_the_same_draw(is_shuffled_first: bool) -> None:
    """A deck is shuffled in one call, and yet each of its items counts as a draw."""
    luck = Luck(Keys(1, "luck"), 0)
    if is_shuffled_first:
        luck.shuffle("deck", [1, 2, 2])
        with pytest.raises(BrokenRule, match="luck 'deck: 2' 1 was drawn twice"):
            luck.number("deck: 2", 6, 1)
    else:
        luck.number("deck: 2", 6, 1)
        with pytest.raises(BrokenRule, match="luck 'deck: 2' 1 was drawn twice"):
            luck.shuffle("deck", [1, 2, 2])
