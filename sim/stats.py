"""Intervals, on SciPy's distributions."""

from math import sqrt

from scipy.special import ndtri

CONFIDENCE = 0.95


def wilson(wins: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a share: right near 0 and 1 too, where the plain one collapses. Wins may be
    an expected number that is not whole."""
    z = float(ndtri(0.5 + confidence / 2))
    shrink = 1 + z * z / games
    middle = (wins + z * z / 2) / games / shrink
    reach = z * sqrt(wins * (games - wins) / games + z * z / 4) / games / shrink
    low = middle - reach if wins > 0 else 0.0
    high = middle + reach if wins < games else 1.0
    return low, high


def half_width(wins: float, games: int, confidence: float = CONFIDENCE) -> float:
    """Half the length of that interval."""
    low, high = wilson(wins, games, confidence)
    return (high - low) / 2
