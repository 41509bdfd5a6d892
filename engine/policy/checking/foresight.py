"""Does a policy know the luck of a seed? Its games are compared with games that differ in what no policy knows.

They are played with dice of another key on the same luck, and with the luck of a seed that nobody knows. A policy that
knows nothing of the luck to come does as well there. Which outcome it works for does not matter: every outcome is
compared, and a difference in either direction counts.
"""

import secrets
from collections.abc import Callable, Sequence
from math import comb
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text, message
from engine.game.outcomes import Outcome, Share
from engine.game.results import Rows

CHANCE = 1e-6
"""The probability that an honest policy is said to know the luck."""
FEW, MANY = 100, 1_000
"""Games: many if few of them take no longer than this many seconds."""
SOON = 1.0


def chance_of(heads: int, tosses: int) -> float:
    """The probability of at least this many heads with a fair coin."""
    return float(sum(comb(tosses, more) for more in range(heads, tosses + 1)) / 2**tosses)


def chance_of_share(some: int, others: int, of: int) -> float:
    """The probability that at least this many of all successes fall into the first half by chance (Fisher's exact
    test)."""
    both = some + others
    ways = sum(comb(both, more) * comb(2 * of - both, of - more) for more in range(some, min(both, of) + 1))
    return float(ways / comb(2 * of, of))


def suspicion(play: Callable[[int, int, int], Rows], seed: int, outcomes: Sequence[Outcome]) -> Text:
    """What speaks for knowledge of the luck, in a line; empty if nothing does. `play` gets a seed, the seed of the
    policies' dice, and a number of games."""
    began = perf_counter()
    play(seed, seed, FEW)
    games = MANY if perf_counter() - began < SOON else FEW
    own = play(seed, seed, games)
    other_dice = play(seed, secrets.randbits(64), games)
    unknown = secrets.randbits(64)
    other_luck = play(unknown, unknown, games)
    limit = CHANCE / (4 * len(outcomes))
    for outcome in outcomes:
        mine, others = _result(outcome, own), _result(outcome, other_dice)
        more, less = int(np.sum(mine > others)), int(np.sum(mine < others))
        if chance_of(max(more, less), more + less) < limit:
            return message(
                "{outcome}: more in {more} and less in {less} of {games} games with dice of this seed than with dice "
                "of another key: a policy computes hidden things from them",
                outcome=outcome.name,
                more=more,
                less=less,
                games=games,
            )
        if isinstance(outcome, Share):
            here, elsewhere = int(mine.sum()), int(_result(outcome, other_luck).sum())
            if min(chance_of_share(here, elsewhere, games), chance_of_share(elsewhere, here, games)) < limit:
                return message(
                    "{outcome}: {here} of {games} games of seed {seed}, {elsewhere} of as many of a seed that nobody "
                    "knows: a policy knows the seed",
                    outcome=outcome.name,
                    here=here,
                    games=games,
                    seed=seed,
                    elsewhere=elsewhere,
                )
    return ""


def _result(outcome: Outcome, rows: Rows) -> NDArray[np.int64]:
    """What each game adds to an outcome; of a mean over another column, what it adds to the sum above."""
    column = rows[outcome.column]
    if isinstance(outcome, Share):
        return np.isin(column, outcome.codes).astype(np.int64)
    return np.array(outcome.values, np.int64)[column] if outcome.values else column.astype(np.int64)
