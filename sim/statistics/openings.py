"""The effect of a piece in the opening: the win rate with it minus the win rate without it.

The opening is random, so the two sets of games differ only by the piece and by chance: the difference is an effect, not
only a correlation. All cells of a group begin with the same opening at the same index, so they are one observation. The
*design effect* says how much less they tell than independent games would: the variance of whole indices divided by that
of independent games. Every count of games is divided by it before an interval or a test is computed.

Readers look at the extreme pieces first, and those are extreme by luck, too. So next to the plain difference each piece
has a *shrunk* effect, which allows for that: see `sim.statistics.shrinkage`. Pieces compete for the places of an
opening, so their effects add up to about 0, which is the centre they are pulled to; the errors of two pieces are
correlated by about −1/(pieces − 1), too little to matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.statistics.intervals import combined, newcombe, two_sided, wilson

FEWEST = 5.0
"""A piece is judged only if the smaller side is expected to have this many wins and losses."""


@dataclass(frozen=True)
class Openings:
    """Indices by opening: its bits, how many cells played them, how many were won, and how many indices there are."""

    bits: NDArray[np.bool_]
    cells: NDArray[np.int64]
    wins: NDArray[np.int64]
    indices: NDArray[np.int64]

    @cached_property
    def rate(self) -> float:
        """Of all games."""
        return float((self.indices * self.wins).sum() / (self.indices * self.cells).sum())

    @cached_property
    def design_effect(self) -> float:
        """At least 1: cells that share their luck never tell more than independent games."""
        games = (self.indices * self.cells).sum()
        scatter = (self.indices * (self.wins - self.rate * self.cells) ** 2).sum()
        return max(1.0, float(scatter / (games * self.rate * (1 - self.rate))))


class Arm(NamedTuple):
    """The games with some opening, and their wins, both divided by the design effect."""

    games: float
    wins: float

    @property
    def rate(self) -> float:
        return self.wins / self.games


class PieceEffect(NamedTuple):
    """What one piece does."""

    piece: str
    with_games: int
    with_rate: float
    without_rate: float
    value: float
    low: float
    high: float
    chance: float


class PairEffect(NamedTuple):
    """What two pieces do together beyond what each does alone."""

    piece: str
    other: str
    both_games: int
    value: float
    low: float
    high: float
    chance: float


def piece_effects(openings: Openings, pieces: Sequence[str], deff: float | None = None) -> Iterator[PieceEffect]:
    """Every piece that can be judged; `deff` overrides the design effect."""
    for at, piece in enumerate(pieces):
        mine = openings.bits[:, at]
        arms = _arms(openings, [mine, ~mine], deff)
        if arms is not None:
            with_it, without = arms
            value = with_it.rate - without.rate
            ends = newcombe(with_it.wins, with_it.games, without.wins, without.games)
            games = int((openings.indices * openings.cells)[mine].sum())
            yield PieceEffect(piece, games, with_it.rate, without.rate, value, *ends, _p_value(value, arms))


def pair_effects(openings: Openings, pieces: Sequence[str], deff: float | None = None) -> Iterator[PairEffect]:
    """Every pair that can be judged."""
    for (a, piece), (b, other) in combinations(enumerate(pieces), 2):
        one, two = openings.bits[:, a], openings.bits[:, b]
        arms = _arms(openings, [one & two, one & ~two, ~one & two, ~one & ~two], deff)
        if arms is not None:
            rates = [(arm.rate, wilson(arm.wins, arm.games)) for arm in arms]
            value, ends = combined([(sign, *rate) for sign, rate in zip((1, -1, -1, 1), rates, strict=True)])
            games = int((openings.indices * openings.cells)[one & two].sum())
            yield PairEffect(piece, other, games, value, *ends, _p_value(value, arms))


def _arms(openings: Openings, chosen: list[NDArray[np.bool_]], deff: float | None) -> list[Arm] | None:
    """The games on each side; None if one side is too small to be judged."""
    rate = openings.rate
    if not 0 < rate < 1:
        return None
    deff = openings.design_effect if deff is None else deff
    games, wins = openings.indices * openings.cells, openings.indices * openings.wins
    arms = [Arm(int(games[side].sum()) / deff, int(wins[side].sum()) / deff) for side in chosen]
    return arms if min(arm.games for arm in arms) * min(rate, 1 - rate) >= FEWEST else None


def _p_value(value: float, arms: list[Arm]) -> float:
    """Without an effect all sides would have the same rate: the variance is computed from that."""
    rate = sum(arm.wins for arm in arms) / sum(arm.games for arm in arms)
    return two_sided(value / sqrt(rate * (1 - rate) * sum(1 / arm.games for arm in arms)))
