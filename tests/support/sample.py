"""Which of the parameters of a test `make test` plays."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """Those that are kept as they are; the others for `make test-full`."""
    return [value if value in kept else pytest.param(value, marks=pytest.mark.full) for value in values]
