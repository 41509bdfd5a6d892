"""The careful search, on arms whose results are made up."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from engine.players.search import Plan, Results, choose, is_better

THREE = Fraction(3)


class Arms:
    """Choices that win with these chances, independently; remembers what was asked for."""

    def __init__(self, chances: Sequence[float], seed: int = 1, most: int = 1 << 40) -> None:
        self.chances, self.random, self.most = chances, Random(seed), most
        self.asked: list[tuple[list[int], int, int]] = []

    def __call__(self, choices: Sequence[int], first: int, last: int) -> list[list[int]]:
        self.asked.append((list(choices), first, last))
        worlds = max(min(last, self.most) - first, 0)
        return [[int(self.random.random() < self.chances[choice]) for _ in range(worlds)] for choice in choices]


def test_a_much_better_choice_is_taken_and_a_worse_one_never() -> None:
    assert choose([0, 1], 0, Plan(64, THREE), Arms([0.1, 0.9])) == 1
    assert choose([0, 1], 1, Plan(64, THREE), Arms([0.1, 0.9])) == 1
    assert choose([0, 1, 2, 3, 4], 2, Plan(64, THREE), Arms([0.1, 0.1, 0.1, 0.1, 0.9])) == 4


def test_ties_and_doubt_go_to_the_habit() -> None:
    same: Results = lambda choices, first, last: [[1] * (last - first) for _ in choices]  # noqa: E731
    assert [choose([0, 1, 2], habit, Plan(16, Fraction(0)), same) for habit in range(3)] == [0, 1, 2]
    none: Results = lambda choices, first, last: [[] for _ in choices]  # noqa: E731
    assert choose([0, 1], 1, Plan(16, THREE), none) == 1


def left_by_chance(caution: Fraction, worlds: int) -> float:
    """How often a search leaves its habit although all choices are worth the same."""
    arms = Arms([0.5, 0.5])
    return sum(choose([0, 1], 0, Plan(worlds, caution), arms) for _ in range(2000)) / 2000


def test_caution_keeps_to_the_habit_and_a_search_without_it_does_not() -> None:
    assert left_by_chance(THREE, 16) < 0.01
    assert left_by_chance(THREE, 64) < 0.01
    assert left_by_chance(Fraction(0), 16) > 0.3  # the planted one: this test would see it


def test_a_few_equal_results_are_no_certainty() -> None:
    assert not is_better([1], [0], THREE)
    assert not is_better([1, 1, 1], [0, 0, 0], THREE)
    assert is_better([1] * 16, [0] * 16, THREE)
    least = next(worlds for worlds in range(1, 100) if is_better([1] * worlds, [0] * worlds, THREE))
    assert least == 6  # 36 × 8 > 9 × (8 × 8 − 36)
    assert not is_better([5, 5, 5, 5], [0] * 4, THREE), "whatever the unit"


def test_the_comparison_is_exact_at_its_border() -> None:
    # total 6 in 10 worlds, 2 more imagined: 36 × 12 = 432 against caution² × (8 × 12 − 36 = 60): √7.2
    challenger, habit = [1] * 6 + [0] * 4, [0] * 10
    assert is_better(challenger, habit, Fraction(2683, 1000))
    assert not is_better(challenger, habit, Fraction(2684, 1000))


def test_large_numbers_are_compared_without_loss() -> None:
    big = 1 << 62
    assert is_better([big + 2] * 40, [big + 1] * 40, THREE)
    assert not is_better([big, big + 1] * 20, [big + 1, big] * 20, THREE)


def test_halving_plays_all_in_the_same_worlds_and_keeps_the_habit() -> None:
    arms = Arms([0.5] * 8)
    choose(range(8), 3, Plan(64, THREE), arms)
    assert [(first, last) for _, first, last in arms.asked] == [(0, 16), (16, 32), (32, 64)]
    assert [len(choices) for choices, _, _ in arms.asked] == [8, 5, 3]
    assert all(choices[0] == 3 for choices, _, _ in arms.asked)


@pytest.mark.parametrize("number", [2, 3, 4, 5, 9, 40])
@pytest.mark.parametrize("worlds", [2, 3, 16])
def test_the_last_two_are_compared_in_all_worlds(number: int, worlds: int) -> None:
    arms = Arms([0.5] * number)
    choose(range(number), 0, Plan(worlds, THREE), arms)
    assert arms.asked[-1][2] == worlds
    assert sum(len(choices) * (last - first) for choices, first, last in arms.asked) <= number * worlds


def test_without_more_worlds_it_decides_by_those_that_there_were() -> None:
    assert choose(range(5), 0, Plan(64, THREE), Arms([0.0, 1.0, 0.5, 0.5, 0.5], most=14)) == 1
    assert choose(range(5), 0, Plan(64, THREE), Arms([0.0, 1.0, 0.5, 0.5, 0.5], most=2)) == 0
