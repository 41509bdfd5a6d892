"""Outcomes of games that nobody played."""

import numpy as np
from numpy.typing import NDArray

from sim.play.outcomes import Outcomes


def made_up(won: NDArray[np.bool_], turns: NDArray[np.uint16], marks: NDArray[np.uint64]) -> Outcomes:
    """The outcomes of games with a column of wins and one of turns."""
    return Outcomes({"won": won.astype(np.uint8), "turns": turns}, marks)
