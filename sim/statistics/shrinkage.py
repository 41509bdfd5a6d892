"""Many effects of one kind, measured at once: estimates and intervals that stay right for those one looks at first.

The largest of many measured effects is nearly always one that luck made larger, and its plain interval covers the truth
too seldom. The remedy is as old as James and Stein's: learn from all effects together how widely the true ones are
spread, and pull each estimate towards their middle, the more the less its games tell. Given that spread, an estimate of
this kind has no bias left, whatever the reason to look at it (Efron: "Tweedie's formula and selection bias", Journal of
the American Statistical Association 106, 2011). The spread is itself only estimated; the intervals allow for that by
averaging over all spreads, each as likely as it makes the data, as Morris does ("Parametric empirical Bayes inference",
same journal 78, 1983). What is assumed about the spread beforehand lies between two usual choices, all spreads equally
likely (it pulls a few effects too much) and all squared spreads equally likely (too little).

True effects need not be normal. Often most pieces do next to nothing and a few stand out, which a normal model would
pull far too much; or effects are spread evenly and end at some size, beyond which it would pull too little. So three
shapes are averaged over as well: a normal one, one in which a small share of the effects has nearly all the spread, and
an even one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp

from sim.statistics.intervals import CONFIDENCE, z_of

FEWEST = 4
"""Fewer effects do not tell how widely they are spread."""

STEP = 0.25
"""Between the spreads that are averaged over, in the natural logarithm."""

FINENESS = 1e-9
"""Results are rounded to this share of the largest error: the last digits of logarithms differ between processors, and
a report that is computed again must be the same."""

NORMAL = ((1.0, 0.0, 1.0),)
FEW_STAND_OUT = ((0.15, 0.0, 1.0), (0.85, 0.0, 0.05))
EVEN = ((0.25, -1.2, 0.35), (0.25, -0.4, 0.35), (0.25, 0.4, 0.35), (0.25, 1.2, 0.35))
"""Shapes: the share, the middle and the spread of each part, which is normal. The units do not matter."""

SHAPES = ((0.4, NORMAL), (0.25, FEW_STAND_OUT), (0.35, EVEN))
"""How likely each shape is beforehand."""

PRIOR = 1.5
"""The power of the spread that weighs it beforehand, per step of its logarithm: 1 if all spreads are equally likely, 2
if all squares are. Chosen by simulation: see tests/sim/statistics/test_shrinkage.py."""

Array = NDArray[np.float64]


class Shrunk(NamedTuple):
    """Estimates pulled towards their middle, with the ends of their intervals."""

    estimates: Array
    low: Array
    high: Array


def shrink(
    estimates: ArrayLike,
    errors: ArrayLike,
    centre: float | None = None,
    correlation: float = 0.0,
    confidence: float = CONFIDENCE,
) -> Shrunk:
    """Effects of one kind, from their plain estimates and standard errors. `centre` is the mean of the true effects if
    it is known. `correlation` is that of the errors, if they share some luck: the common part moves all effects alike,
    so it says nothing about how they differ, and is added to the intervals. Fewer than four effects, or some without an
    error, keep their estimates, and their intervals are wide enough for all of them at once (Bonferroni)."""
    seen, spread = np.asarray(estimates, np.float64), np.asarray(errors, np.float64)
    if len(seen) < FEWEST or not spread.all():
        reach = z_of(1 - (1 - confidence) / max(1, len(seen))) * spread
        return Shrunk(seen, seen - reach, seen + reach)
    common = min(max(correlation, 0.0), 0.99)
    own = spread * np.sqrt(1 - common)
    centres = _centres(seen, own) if centre is None else np.array([centre])
    mean, variance = _posterior(seen, own, centres)
    reach = z_of(confidence) * np.sqrt(variance + common * spread**2)
    unit = float(spread.max()) * FINENESS
    return Shrunk(*(np.round(each / unit) * unit for each in (mean, mean - reach, mean + reach)))


def common_correlation(errors: ArrayLike, error_of_mean: float) -> float:
    """The mean correlation of estimates, from their standard errors and that of their mean; 0 if it is not positive."""
    spread = np.asarray(errors, np.float64)
    products = spread.sum() ** 2 - (spread**2).sum()
    covariances = (error_of_mean * len(spread)) ** 2 - (spread**2).sum()
    return float(min(max(covariances / products, 0.0), 1.0)) if products > 0 else 0.0


def _centres(seen: Array, own: Array) -> Array:
    """Where the middle of the true effects may lie: anywhere between the estimates, and finely around their median."""
    near = np.median(seen) + np.linspace(-4, 4, 17) * np.median(own) / np.sqrt(len(seen))
    return np.unique(np.concatenate([np.linspace(seen.min(), seen.max(), 33), near]))


def _spreads(seen: Array, own: Array, centres: Array) -> Array:
    """From one that hardly differs from none to one that hardly pulls at all."""
    least, most = 0.03 * np.median(own), 10 * (own.max() + np.abs(seen - np.median(centres)).max())
    return np.exp(np.arange(np.log(least), np.log(most), STEP))


def _posterior(seen: Array, own: Array, centres: Array) -> tuple[Array, Array]:
    """The mean and the variance of each true effect, averaged over spreads, shapes and centres."""
    spreads = _spreads(seen, own, centres)
    widths = np.gradient(centres) if len(centres) > 1 else np.ones(1)
    prior = PRIOR * np.log(spreads)[:, None] + np.log(widths)
    weights, means, squares = [], [], []
    for chance, parts in SHAPES:
        share, middle, scale = np.array(parts).T
        unit = spreads[:, None] / np.sqrt((share * (middle**2 + scale**2)).sum())
        # The axes: spread, centre, effect, part of the shape.
        true = (unit * scale)[:, None, None, :] ** 2
        total = true + (own**2)[:, None]
        distance = (seen - centres[:, None])[None, :, :, None] - (unit * middle)[:, None, None, :]
        likely = np.log(share) - (np.log(total) + distance**2 / total) / 2
        together = np.logaddexp.reduce(likely, axis=-1)
        weights.append(prior + np.log(chance) + together.sum(axis=-1))
        part = np.exp(likely - together[..., None])
        mean = seen[:, None] - distance * (own**2)[:, None] / total
        means.append((part * mean).sum(axis=-1))
        squares.append((part * (mean**2 + true * (own**2)[:, None] / total)).sum(axis=-1))
    whole = np.stack(weights)
    chances = np.exp(whole - logsumexp(whole))[..., None]
    mean = (chances * np.stack(means)).sum(axis=(0, 1, 2))
    return mean, np.maximum((chances * np.stack(squares)).sum(axis=(0, 1, 2)) - mean**2, 0.0)
