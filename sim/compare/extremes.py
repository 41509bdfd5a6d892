"""How large a change is in the cells where it is largest: shrunk, because those are picked for being extreme.

If a change makes all cells harder by one point, the games of single cells show less in some and more in others, and
"by 0.4 to 1.7 points" tells of luck, not of cells. What is said of the extreme cells is therefore pulled towards the
mean of all, as far as their games leave it open whether they differ: see `sim.statistics.shrinkage`.
"""

from collections.abc import Sequence

import numpy as np

from engine.game.outcomes import Outcome
from sim.compare.pairs import Pair
from sim.compare.pooled_change import pools_of
from sim.statistics.shrinkage import common_correlation, shrink


def shrunk_changes(pairs: Sequence[Pair], outcome: Outcome) -> list[float]:
    """The change of every cell, in the order of the pairs. A cell that plays the same games on both sides has changed
    by exactly 0 and tells nothing about the others, nor does one without games."""
    found = [0.0] * len(pairs)
    members = [at for at, pair in enumerate(pairs) if not pair.match.same and pair.games]
    if members:
        changed = [pairs[at] for at in members]
        pools = [pools_of([pair], [], outcome)[0] for pair in changed]
        errors = [pool.spread for pool in pools]
        shrunk = shrink([pool.change for pool in pools], errors, None, _correlation(changed, errors, outcome))
        for at, change in zip(members, shrunk.estimates, strict=True):
            found[at] = float(change)
    return found


def _correlation(pairs: Sequence[Pair], errors: Sequence[float], outcome: Outcome) -> float:
    """Of the changes of two cells, in the games that all cells have."""
    [together] = pools_of(pairs, [], outcome)
    games = np.array([pair.games for pair in pairs])
    return common_correlation(np.array(errors) * np.sqrt(games / games.min()), together.spread)
