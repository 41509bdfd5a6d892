"""Whether two ways to play the same luck differ by more than noise."""

from typing import Any

import numpy as np

MOST = 3.0
"""Standard errors that are noise."""


def gain_in_errors(before: Any, after: Any) -> float:
    """How much more there is after than before, game by game, in standard errors of that difference."""
    gain = np.asarray(after, float) - np.asarray(before, float)
    error = gain.std(ddof=1) * len(gain) ** 0.5
    return float(gain.sum() / max(1.0, error))  # one game that differs by 1 makes an error of 1, none makes 0
