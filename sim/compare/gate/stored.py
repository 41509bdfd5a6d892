"""What a baseline stores about an outcome of a cell: sums over its games, enough for a mean and its error.

They are needed where the engine changed and the old side cannot be played again. Then the stored games and new ones are
two independent samples.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from engine.game.outcomes import Mean, Outcome, Share
from sim.play.outcomes import Outcomes
from sim.statistics.intervals import unpaired

Count = Annotated[int, Field(ge=0)]


class StoredSums(BaseModel):
    """Sums over the games of a cell, in parts of the unit."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    sum: int
    """Of a share: how many games counted."""
    squares: Count | None = None
    over: Count | None = None
    """Of the denominator of a mean over another column …"""
    over_squares: Count | None = None
    products: int | None = None
    """… and of it times the numerator."""


class StoredCell(BaseModel):
    """What a baseline stores about a cell."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    cell: str
    games: Annotated[int, Field(ge=1)]
    outcomes: Mapping[str, StoredSums]
    """By name: those that the cell has."""
    digest: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
    """Of the first games."""


def sums_of(outcome: Outcome, played: Outcomes) -> StoredSums:
    """The sums of an outcome over games."""
    values = played.of(outcome)
    total = int(values.sum())
    if isinstance(outcome, Share):
        return StoredSums(sum=total)
    squares = _products(values, values)
    if not outcome.over:
        return StoredSums(sum=total, squares=squares)
    under = played.over(outcome)
    return StoredSums(
        sum=total,
        squares=squares,
        over=int(under.sum()),
        over_squares=_products(under, under),
        products=_products(values, under),
    )


def _products(one: NDArray[np.int64], other: NDArray[np.int64]) -> int:
    """The sum of the products: exact below 2^53, and never too large for its type."""
    return int((one.astype(np.float64) * other).sum())


def fits(outcome: Outcome, stored: StoredSums) -> bool:
    """Whether the sums are those that this outcome has."""
    wanted = {"squares"} if isinstance(outcome, Mean) else set()
    if isinstance(outcome, Mean) and outcome.over:
        wanted |= {"over", "over_squares", "products"}
    return wanted == {name for name, value in stored if value is not None} - {"sum"}


def value_of(outcome: Outcome, stored: StoredSums, games: int) -> float:
    """The outcome of the stored games."""
    if isinstance(outcome, Share):
        return stored.sum / games
    return stored.sum / outcome.scale / (max(stored.over or 0, 1) if outcome.over else games)


def silent_between(outcome: Outcome, before: tuple[StoredSums, int], after: tuple[StoredSums, int]) -> bool:
    """Whether all games of both samples count for the same."""
    if isinstance(outcome, Share):
        return (before[0].sum, after[0].sum) in ((0, 0), (before[1], after[1]))
    same = value_of(outcome, *before) == value_of(outcome, *after)
    return same and not any(_variance(outcome, *side) > 0 for side in (before, after))


def unpaired_change(
    outcome: Outcome, before: tuple[StoredSums, int], after: tuple[StoredSums, int]
) -> tuple[float, float]:
    """The difference between two independent samples of games, and its standard error, which is never 0."""
    if isinstance(outcome, Share):
        return unpaired((before[0].sum, before[1]), (after[0].sum, after[1]))
    change = value_of(outcome, *after) - value_of(outcome, *before)
    step = outcome.step**2
    return change, sqrt(sum((_variance(outcome, *side) + 2 * step / side[1]) / side[1] for side in (before, after)))


def _variance(outcome: Mean, stored: StoredSums, games: int) -> float:
    """Of what a game adds: of its value, or of its part in a ratio."""
    total, squares = stored.sum / outcome.scale, (stored.squares or 0) / outcome.scale**2
    if not outcome.over:
        return max(squares / games - (total / games) ** 2, 0.0)
    over = max(stored.over or 0, 1)
    ratio = total / over
    scatter = squares - 2 * ratio * (stored.products or 0) / outcome.scale + ratio**2 * (stored.over_squares or 0)
    return float(max(scatter / games, 0.0) / np.square(over / games))
