"""Intervals and corrections, on SciPy's distributions."""

from collections.abc import Sequence
from math import sqrt

from scipy.special import ndtri

CONFIDENCE = 0.95


def wilson(wins: int, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a share: right near 0 and 1 too, where the plain one collapses."""
    z = float(ndtri(0.5 + confidence / 2))
    shrink = 1 + z * z / games
    middle = (wins + z * z / 2) / games / shrink
    reach = z * sqrt(wins * (games - wins) / games + z * z / 4) / games / shrink
    low = middle - reach if wins > 0 else 0.0
    high = middle + reach if wins < games else 1.0
    return low, high


def half_width(wins: int, games: int, confidence: float = CONFIDENCE) -> float:
    """Half the length of that interval."""
    low, high = wilson(wins, games, confidence)
    return (high - low) / 2


def holm(chances: Sequence[float]) -> list[float]:
    """p-values corrected for looking at all of them (Holm: "A simple sequentially rejective multiple test procedure",
    1979): the chance of one false alarm anywhere is kept, however the tests depend on each other."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected, highest = [1.0] * len(chances), 0.0
    for place, at in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - place) * chances[at]))
        corrected[at] = highest
    return corrected


def unpaired(before: Sequence[int], after: Sequence[int]) -> tuple[float, float]:
    """The difference of two win rates of separate samples (wins, games), and its standard error, with one win and one
    loss imagined on each side (Agresti, Caffo: "Simple and effective confidence intervals for proportions and
    differences of proportions", The American Statistician 54, 2000)."""
    rates = [(wins + 1) / (games + 2) for wins, games in (before, after)]
    spread = sum(rate * (1 - rate) / (games + 2) for rate, (_, games) in zip(rates, (before, after), strict=True))
    return rates[1] - rates[0], sqrt(spread)
