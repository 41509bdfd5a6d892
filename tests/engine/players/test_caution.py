"""A network leaves its habit only where that gained something in lessons that it was not fitted to."""

import numpy as np
import pytest

from engine.players.learning.caution import ALWAYS, best_start, habits_in, with_start, worths
from engine.players.learning.columns import Known, grown, positions_of, rounded
from engine.players.learning.features import HABIT
from engine.players.learning.fit import Layers, new_layers
from engine.players.learning.lessons import Asked, Lessons, lessons_of
from tests.support.habit_lessons import CARD, GOOD, SEED, made


def network(lessons: Lessons) -> tuple[Known, Layers]:
    known = grown(Known(), lessons)
    return known, new_layers(len(known.shown), len(known.choices), (8, 8), SEED)


def test_habits_are_found() -> None:
    assert habits_in(made(3, 0.0)).tolist() == [True, False, False, True, True, False]


def test_a_head_start_is_one_more_unit_and_nothing_else() -> None:
    lessons = made(40, 0.0)
    known, layers = network(lessons)
    positions = positions_of(known, lessons, 1.0)
    before, after = (worths(each, positions) for each in (layers, with_start(layers, known, 0.75)))
    assert np.allclose(after - before, 0.75 * habits_in(lessons), atol=1e-5)
    assert with_start(layers, known, 0.0) is layers


@pytest.mark.parametrize("size", [1.0, 0.1, 0.01])
def test_whole_numbers_say_what_real_ones_say(size: float) -> None:
    """Up to one factor; weights that shrank while they were fitted are not rounded to nothing."""
    known, layers = network(made(40, 0.0))
    layers = with_start(layers._replace(of_choice=layers.of_choice * size, second=layers.second * size), known, size**2)
    net, factors = rounded(layers, known), []
    for card in range(5):
        shown, choices = [(CARD, 16 * card)], [[(GOOD, 16)], [(HABIT, 1)]]
        real = worths(layers, positions_of(known, lessons_of([Asked(shown, choices, [0.0, 1.0])]), 1.0))
        whole = net.worths(shown, choices)
        factors.append(float(whole[1] - whole[0]) / float(real[1] - real[0]))
    assert max(factors) < 1.01 * min(factors)
    assert min(factors) > 0


def test_it_stays_with_its_habit_where_nothing_is_gained() -> None:
    for gain in (-0.5, 0.0):
        lessons = made(2000, gain)
        known, layers = network(lessons)
        start = best_start(layers, positions_of(known, lessons, 1.0), lessons)
        assert start.size == ALWAYS or start.gain < 0.1
    always = rounded(with_start(layers, known, ALWAYS), known)
    assert [always.choose([(CARD, 16 * card)], [[(GOOD, 16)], [(HABIT, 1)]]) for card in range(5)] == [1] * 5


def test_it_leaves_its_habit_where_that_pays() -> None:
    lessons = made(2000, 0.5)
    known, layers = network(lessons)
    better = layers._replace(out=layers.out * 0)
    better = with_start(better, known, -1.0)
    start = best_start(better, positions_of(known, lessons, 1.0), lessons)
    assert start.size < 1
    assert abs(start.gain - 0.5) < 4 * start.error
    assert start.leaves == 1
