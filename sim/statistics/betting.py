"""Tests that stay right however often one looks: a gambler bets on the changed results, game after game.

Each game steps by −1, 0 or +1 (lost by the change, same, gained). Who claims "the difference is at least m" offers a
fair bet to whoever doubts it; the doubter's capital can then grow tenfold in no more than one of ten cases, at whatever
moment he stops (Ville's inequality). So the inverse of the capital is a p-value at every look, exact for any number of
games, with nothing assumed about how often results change. The stake that suits the truth is not known, so the doubter
spreads his capital over many (Waudby-Smith, Ramdas: "Estimating means of bounded random variables by betting", Journal
of the Royal Statistical Society B 86, 2024). For steps of three values the capital follows from the counts alone.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp

STAKES = np.geomspace(0.002, 0.999, 32)
"""From what pays when half of all results change by luck to what pays when none does."""

Array = NDArray[np.float64]


def doubt_at_least(gained: ArrayLike, lost: ArrayLike, games: ArrayLike, difference: ArrayLike) -> Array:
    """The p-value, valid at any look, of the claim that the true difference is this or more. Takes whole arrays."""
    up, down, n, m = (np.asarray(given, np.float64)[..., None] for given in (gained, lost, games, difference))
    stakes = STAKES / (1 - m)
    capital = down * np.log1p(stakes * (1 + m)) + (n - up - down) * np.log1p(stakes * m) + up * np.log1p(-STAKES)
    grown = logsumexp(capital, axis=-1) - np.log(len(STAKES))
    return np.asarray(np.exp(-np.maximum(grown, 0.0)))


def doubt_at_most(gained: ArrayLike, lost: ArrayLike, games: ArrayLike, difference: ArrayLike) -> Array:
    """The p-value, valid at any look, of the claim that the true difference is this or less."""
    return doubt_at_least(lost, gained, games, -np.asarray(difference))
