"""What games have not shown: jumps so rare that no game made one.

The spread of the games that were played says nothing about a jump that none of them made. If one game in 500 gains 200
gold, 300 games without such a game look as if nothing had changed at all. Before a mean is called `held`, two rules
count what may lie unseen:

- A game whose bounds are known can move the mean by at most their width R, its `reach`. Something that n games have not
  shown happens, with confidence 1 − α, in at most ln(1/α)/n of all games (for n games without a change this is the
  usual rule of three). So what is unseen can move the mean by at most R · ln(1/α)/n, and that much is added to what the
  games themselves leave possible.
- Without bounds nothing limits the jump. Fewer than ten changed games then say nothing at all. With ten and more,
  jumps of one size are judged rightly; a second kind of jump, rarer and larger, cannot be excluded. But a game can at
  least move as far as the games that were seen lie apart, before the change and after it, their `span`: what may be
  unseen within it is added, too. It is no bound, so nobody can bet on it, and whoever is told `held` is told how far.

Where fewer than ten games changed, the unseen part also counts for a change and for its interval: so few games do not
tell how far a game can jump.
"""

from collections.abc import Callable
from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Score = Callable[[ArrayLike], Array]

FEWEST_CHANGED = 10
"""Changed games below which a mean without bounds says nothing."""
LOWEST = -38.0
"""The lowest score there is: its p-value is the smallest positive number."""
HALVINGS = 28
"""Of the range of scores, until what is left does not matter."""


def unseen_part(reach: ArrayLike, games: ArrayLike, chance: float) -> Array:
    """By how much games that were not seen can move the mean, but for this chance."""
    return np.asarray(-np.log(chance) * np.asarray(reach, np.float64) / np.asarray(games, np.float64))


def games_until(error: float, unseen: float, distance: float) -> float:
    """The games after which error/√n + unseen/n is as small as this distance."""
    return ((error + sqrt(error**2 + 4 * unseen * distance)) / (2 * distance)) ** 2


class Unseen(NamedTuple):
    """What limits the jumps that games have not shown; numbers, or arrays for many cells."""

    reach: ArrayLike
    """The most by which a game can move the mean; infinite without bounds."""
    games: ArrayLike
    changed: ArrayLike
    """Of the games, those that count for something else after the change."""
    span: ArrayLike = 0.0
    """How far apart the games of both sides lie: at least so far a game can move the mean, if no bounds are known."""


NOTHING_UNSEEN = Unseen(np.inf, 1, np.inf)
"""For numbers of which enough games are known to have changed."""


def excluding_score(score: Score, bound: ArrayLike, sign: int, always: bool, unseen: Unseen) -> Array:
    """The score that has to exclude a difference at the bound and above it (`sign` +1), or below it (−1). What the
    games have not shown counts `always`, or only where fewer than ten games changed. Without bounds these exclude
    nothing."""
    reach, games, changed, span = (np.asarray(given, np.float64) for given in unseen)
    few, known = changed < FEWEST_CHANGED, np.isfinite(reach)
    plain = score(bound)
    found = np.where(few & ~known, sign * np.inf, plain)
    counts = np.where(known, few | always, ~few & always)
    if not counts.any():
        return np.asarray(found)
    return np.asarray(np.where(counts, _wary(score, bound, sign, np.where(known, reach, span), games), found))


def _wary(score: Score, bound: ArrayLike, sign: int, reach: Array, games: Array) -> Array:
    """The score of a bound that counts what is unseen: the z at whose p-value the seen and the unseen part together
    reach the bound. The lower z is, the larger is the unseen part, so there is exactly one, found by halving a range
    that begins at the score of what was seen."""
    from scipy.special import log_ndtr

    limit = np.asarray(bound, np.float64)
    seen = np.clip(sign * score(limit), LOWEST, 0.0)
    shape = np.broadcast_shapes(seen.shape, reach.shape, games.shape)
    low, high = np.broadcast_to(seen, shape), np.zeros(shape)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        unseen = -log_ndtr(middle) * reach / games
        above = sign * score(limit - sign * unseen) > middle
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return np.asarray(sign * high)


def widened(interval: tuple[float, float], unseen: Unseen, confidence: float) -> tuple[float, float]:
    """The interval of a mean with what the games have not shown, where fewer than ten games changed: all means that
    `excluding_score` does not exclude."""
    reach, games, changed, _ = (float(np.asarray(given)) for given in unseen)
    if changed >= FEWEST_CHANGED:
        return interval
    more = float(unseen_part(reach, games, (1 - confidence) / 2))
    return max(interval[0] - more, -reach), min(interval[1] + more, reach)


def smallest_seen(plain: float, unseen: Unseen, power: float) -> float:
    """The smallest difference that games could have shown: the plain one, or the larger one that a jump makes of which
    one would have been seen with this probability. Such a jump counts where no bounds are known, or where fewer than
    ten games changed."""
    reach, games, changed, span = (float(np.asarray(given)) for given in unseen)
    if changed < FEWEST_CHANGED:
        return max(plain, float(unseen_part(reach, games, 1 - power)))
    return plain if isfinite(reach) else max(plain, float(unseen_part(span, games, 1 - power)))
