"""A network is fitted to what tells choices apart, and not to noise."""

from functools import cache

import numpy as np
import pytest

from engine.players.learning.caution import worths
from engine.players.learning.fit import Positions, fitted, new_layers
from engine.players.learning.learner import MOST_SHRUNK

COLUMNS, UNITS = 150, (32, 32)
"""Of which one tells what two choices are worth."""


@cache
def positions(number: int, seed: int) -> Positions:
    """What they are worth is mostly noise, as in lessons."""
    draw = np.random.Generator(np.random.Philox(seed))
    choices = draw.standard_normal((2 * number, COLUMNS)).astype(np.float32)
    worth = choices[:, 0] + 3 * draw.standard_normal(2 * number)
    worth -= np.repeat(worth.reshape(-1, 2).mean(axis=1), 2)
    first = np.arange(0, 2 * number + 1, 2)
    return Positions(np.zeros((number, 1), np.float32), choices, first, worth.astype(np.float32))


def right_choices(number: int, shrinks: float) -> float:
    """In positions that it has not seen, after rounds that go on from one another: how often it takes the better
    choice."""
    layers = new_layers(1, COLUMNS, UNITS, seed=1)
    for again in range(4):
        layers = fitted(layers, positions(number, seed=2), again, epochs=6, shrinks=shrinks)
    unseen = positions(2_000, seed=3)
    worth, better = worths(layers, unseen), unseen.choices[:, 0]
    return float(((worth[::2] > worth[1::2]) == (better[::2] > better[1::2])).mean())


def test_weights_that_shrink_do_not_learn_noise() -> None:
    assert right_choices(1_500, shrinks=8) > right_choices(1_500, shrinks=0) + 0.03


@pytest.mark.parametrize("number", [1, 2, 20])
def test_very_few_positions_give_a_network_of_small_numbers(number: int) -> None:
    layers = fitted(new_layers(1, COLUMNS, UNITS, seed=1), positions(number, seed=2), 1, shrinks=MOST_SHRUNK)
    assert all(np.isfinite(part).all() and np.abs(part).max() < 10 for part in layers)
