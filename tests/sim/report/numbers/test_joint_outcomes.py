"""The standard error of sums of win rates whose cells share their luck."""

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.report.cooperative.joint_outcomes import JointOutcomes


def lucky(rng: np.random.Generator, tries: int, games: int) -> NDArray[np.bool_]:
    """Wins of two cells that share most of their luck, not all."""
    common, own = rng.random((tries, games, 1)), rng.random((tries, games, 2))
    luck = np.where(rng.random((tries, games, 2)) < 0.7, common, own)
    return np.asarray(luck < [0.9, 0.75])


def luck_of_wins(won: NDArray[np.bool_], rows: bool) -> JointOutcomes:
    games, wins = np.full(2, float(len(won))), won.sum(axis=0).astype(float)
    both, shared = won.T.astype(float) @ won, np.full((2, 2), float(len(won)))
    return JointOutcomes([], games, wins, both if rows else None, shared if rows else None, None)


def test_the_error_of_a_difference_is_that_of_simulated_runs() -> None:
    won = lucky(np.random.default_rng(11), 1500, 400)
    rates = won.mean(axis=1)
    for weights in (np.array([1.0, -1.0]), np.array([0.5, 0.5])):
        error = luck_of_wins(won[0], rows=True).standard_error(weights)
        assert error == pytest.approx((rates @ weights).std(), rel=0.15)
        assert luck_of_wins(won[0], rows=False).standard_error(weights) > error, "without rows, the worst"


# Cards in the opening, where none does anything.
