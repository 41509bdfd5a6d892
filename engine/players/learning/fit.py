"""Fits a network to the paired differences between the choices of positions.

Compiled, single-threaded and in a fixed order: the same positions give the same network on the same machine.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

EPOCHS, BATCH = 16, 128
"""Passes over all positions, and positions of a step."""
RATE, LAST_RATE = 4e-3, 2e-4
"""How far a step goes, at first and at last."""
FASTER, SLOWER, TINY = 0.9, 0.999, 1e-8
"""Of Adam: how long the mean step and the mean square of steps are remembered."""
CLOSE_TO_NOTHING = 1e-30


class Positions(NamedTuple):
    """Positions, and what their choices are worth."""

    views: Floats
    """For each position, the numbers of what the seat is shown."""
    choices: Floats
    """For each choice of each position, its numbers."""
    first: NDArray[np.int64]
    """Where the choices of each position begin; the last number is where they all end."""
    worth: Floats
    """For each choice, what it got more than the choices of its position on average."""


class Layers(NamedTuple):
    """A network of two hidden layers: what is shown and what is chosen, to one number."""

    of_view: Floats
    of_choice: Floats
    bias: Floats
    second: Floats
    second_bias: Floats
    out: Floats


def shapes(view: int, choice: int, units: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """Of the layers of a network, in order."""
    one, two = units
    return (view, one), (choice, one), (one,), (one, two), (two,), (two,)


def new_layers(view: int, choice: int, units: tuple[int, int], seed: int) -> Layers:
    """Small random numbers."""
    draw = np.random.Generator(np.random.Philox(seed))

    def normal(*shape: int, fan: int) -> Floats:
        found: Floats = (draw.standard_normal(shape) * np.sqrt(2 / max(fan, 1))).astype(np.float32)
        return found

    one, two = units
    return Layers(
        normal(view, one, fan=view + choice),
        normal(choice, one, fan=view + choice),
        np.zeros(one, np.float32),
        normal(one, two, fan=one),
        np.zeros(two, np.float32),
        normal(two, fan=4 * two),
    )


def fitted(layers: Layers, positions: Positions, seed: int, epochs: int = EPOCHS, shrinks: float = 0.0) -> Layers:
    """The network after learning from these positions. In each step its weights shrink by so much, times the rate of
    the step: what only noise holds up goes."""
    found = Layers(*(part.copy() for part in layers))
    mean = tuple(np.zeros_like(part) for part in found)
    square = tuple(np.zeros_like(part) for part in found)
    draw = np.random.Generator(np.random.Philox(seed))
    steps = 0
    for epoch in range(epochs):
        order = draw.permutation(len(positions.views))
        rate = RATE * (LAST_RATE / RATE) ** (epoch / max(epochs - 1, 1))
        steps = _epoch(tuple(found), mean, square, tuple(positions), order, BATCH, rate, shrinks, steps)
    return found


@numba.njit(cache=True)
def _epoch(layers, mean, square, positions, order, batch, rate, shrinks, steps):  # type: ignore[no-untyped-def]
    of_view, of_choice, bias, second, second_bias, out = layers
    views, choices, first, worth = positions
    one, two = second.shape
    slopes = (
        np.zeros_like(of_view),
        np.zeros_like(of_choice),
        np.zeros_like(bias),
        np.zeros_like(second),
        np.zeros_like(second_bias),
        np.zeros_like(out),
    )
    g_view, g_choice, g_bias, g_second, g_second_bias, g_out = slopes
    most = 1
    for at in range(len(first) - 1):
        most = max(most, first[at + 1] - first[at])
    a = np.zeros((most, one), np.float32)
    b = np.zeros((most, two), np.float32)
    o = np.zeros(most, np.float32)
    shown = np.zeros(one, np.float32)
    back = np.zeros(one, np.float32)
    total = np.zeros(one, np.float32)
    for start in range(0, len(order), batch):
        stop = min(start + batch, len(order))
        for number in range(start, stop):
            at = order[number]
            low, high = first[at], first[at + 1]
            shown[:] = bias
            for i in range(views.shape[1]):
                x = views[at, i]
                if x != 0:
                    for j in range(one):
                        shown[j] += x * of_view[i, j]
            middle = np.float32(0)
            for row in range(low, high):
                k = row - low
                for j in range(one):
                    a[k, j] = shown[j]
                for i in range(choices.shape[1]):
                    x = choices[row, i]
                    if x != 0:
                        for j in range(one):
                            a[k, j] += x * of_choice[i, j]
                b[k, :] = second_bias
                for j in range(one):
                    if a[k, j] > 0:
                        x = a[k, j]
                        for m in range(two):
                            b[k, m] += x * second[j, m]
                    else:
                        a[k, j] = 0
                value = np.float32(0)
                for m in range(two):
                    if b[k, m] > 0:
                        value += b[k, m] * out[m]
                    else:
                        b[k, m] = 0
                o[k] = value
                middle += value
            middle /= high - low
            total[:] = 0
            for row in range(low, high):
                k = row - low
                error = (o[k] - middle - worth[row]) / (stop - start)
                back[:] = 0
                for m in range(two):
                    if b[k, m] > 0:
                        g_out[m] += error * b[k, m]
                        slope = error * out[m]
                        g_second_bias[m] += slope
                        for j in range(one):
                            g_second[j, m] += slope * a[k, j]
                            back[j] += slope * second[j, m]
                for j in range(one):
                    if a[k, j] <= 0:
                        back[j] = 0
                    total[j] += back[j]
                for i in range(choices.shape[1]):
                    x = choices[row, i]
                    if x != 0:
                        for j in range(one):
                            g_choice[i, j] += x * back[j]
            for j in range(one):
                g_bias[j] += total[j]
            for i in range(views.shape[1]):
                x = views[at, i]
                if x != 0:
                    for j in range(one):
                        g_view[i, j] += x * total[j]
        steps += 1
        lift, drop = 1 - FASTER**steps, 1 - SLOWER**steps
        for layer, slope, slow, wide in (
            (of_view, g_view, mean[0], square[0]),
            (of_choice, g_choice, mean[1], square[1]),
            (second, g_second, mean[3], square[3]),
        ):
            for i in range(layer.shape[0]):
                for j in range(layer.shape[1]):
                    layer[i, j] -= rate * shrinks * layer[i, j]
                    _step(layer[i], slope[i], slow[i], wide[i], j, rate, lift, drop)
        for vector, slope1, slow1, wide1 in (
            (bias, g_bias, mean[2], square[2]),
            (second_bias, g_second_bias, mean[4], square[4]),
            (out, g_out, mean[5], square[5]),
        ):
            for j in range(vector.shape[0]):
                _step(vector, slope1, slow1, wide1, j, rate, lift, drop)
    return steps


@numba.njit(cache=True)
def _step(layer, slope, mean, square, at, rate, lift, drop):  # type: ignore[no-untyped-def]
    """One step of Adam for one number; its slope is forgotten. What comes close to nothing is nothing: numbers that a
    processor cannot write in the usual way are slow."""
    x = slope[at]
    slope[at] = 0
    mean[at] = _or_nothing(FASTER * mean[at] + (1 - FASTER) * x)
    square[at] = _or_nothing(SLOWER * square[at] + (1 - SLOWER) * x * x)
    layer[at] = _or_nothing(layer[at] - rate * (mean[at] / lift) / (np.sqrt(square[at] / drop) + TINY))


@numba.njit(cache=True)
def _or_nothing(number):  # type: ignore[no-untyped-def]
    return number if abs(number) > CLOSE_TO_NOTHING else 0.0
