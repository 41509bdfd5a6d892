"""Several categories of one whole, before and after a change: who won, the first seat, the second, or nobody.

The test of Stuart and Maxwell asks whether any category gained or lost (Stuart: "A test for homogeneity of the marginal
distributions in a two-way classification", Biometrika 42, 1955; Maxwell: "Comparing the classification of subjects by
two independent judges", British Journal of Psychiatry 116, 1970). It sees a change that is spread over all categories,
where each alone shows too little. Categories without a changed game say nothing and are left out. As all categories
make one whole, one more is redundant; a pseudo-inverse drops it and any other that follows from the rest, and the
degrees of freedom are those that are left.

A claim may allow some change. Then the distance is that to the nearest change that is allowed, which never raises more
false alarms than the test of no change at all does.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc

Array = NDArray[np.float64]

FEWEST = 3
"""Of two categories each is what the other is not: there is no whole beside them."""
NEGLIGIBLE = 1e-9
"""Of the largest eigenvalue: smaller ones are zero but for rounding."""


def transitions(before: ArrayLike, after: ArrayLike, categories: int) -> NDArray[np.int64]:
    """How many games were of which category before and after: one row a category before, one column a category after.
    Categories are numbered from 1; 0 is none of them."""
    was, now = np.asarray(before, np.int64), np.asarray(after, np.int64)
    size = categories + 1
    return np.bincount(was * size + now, minlength=size * size).reshape(size, size)


def whole_moved(table: ArrayLike, low: ArrayLike = 0.0, high: ArrayLike = 0.0) -> float:
    """The p-value of the claim that each share of a category moved by something between low and high; by default, that
    none moved. The table is that of `transitions`."""
    counts = np.asarray(table, np.float64)
    games = counts.sum()
    moved, spread = _moved(counts)
    changed = np.flatnonzero(np.diag(spread) > 0)
    if not len(changed):
        return 1.0
    values, vectors = np.linalg.eigh(spread[np.ix_(changed, changed)])
    real = values > NEGLIGIBLE * values[-1]
    # One row a direction in which the categories can move, in standard errors.
    roots = vectors[:, real].T / np.sqrt(values[real])[:, None]
    ends = [np.broadcast_to(np.asarray(end, np.float64), len(moved))[changed] * games for end in (low, high)]
    distance = _distance(roots, moved[changed], ends[0], ends[1])
    return float(chdtrc(int(real.sum()), distance))


def _moved(counts: Array) -> tuple[Array, Array]:
    """By how many games each category grew, and the variances and covariances of that if none really did."""
    grown = counts.sum(axis=0) - counts.sum(axis=1)
    crossed = counts + counts.T
    spread = np.diag(crossed.sum(axis=1)) - crossed
    return grown[1:], spread[1:, 1:]


def _distance(roots: Array, moved: Array, low: Array, high: Array) -> float:
    """The square of the smallest distance, in standard errors, from what moved to what may have moved."""
    if np.array_equal(low, high):
        return float(((roots @ (moved - low)) ** 2).sum())
    if ((low <= moved) & (moved <= high)).all():
        return 0.0
    from scipy.optimize import lsq_linear  # only a claim that allows some change needs it

    nearest = lsq_linear(roots, roots @ moved, (low, high))
    return float(2 * nearest.cost)
