"""Which of the parameters of a test `make test` plays."""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import Any

import pytest


def sampled(values: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """Those that are kept as they are; the others for `make test-full`."""
    return [value if value in kept else pytest.param(value, marks=pytest.mark.full) for value in values]


def spread(first: Sequence[Any], second: Sequence[Any]) -> list[tuple[Any, Any]]:
    """As few pairs as have each value once or more."""
    shorter = min(len(first), len(second))
    return [
        (one, other)
        for row, one in enumerate(first)
        for column, other in enumerate(second)
        if (row - column) % shorter == 0
    ]


def crossed(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    """All pairs; those that are not needed to have each value once are for `make test-full`."""
    kept = spread(first, second)
    return [pytest.param(*pair, marks=() if pair in kept else pytest.mark.full) for pair in product(first, second)]
