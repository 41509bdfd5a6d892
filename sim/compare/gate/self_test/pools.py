"""Pools of games that were really played on two sides, and pools made of them with a known difference.

A pool has one row a game index and one column an outcome of a cell, because all cells share their luck.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.game.outcomes import Mean, Outcome, Share
from sim.play.outcomes import Outcomes

Values = NDArray[np.int64]


@dataclass(frozen=True)
class Pool:
    """What each game counts for, before and after a change."""

    outcomes: Sequence[Outcome]
    """One a column."""
    before: Values
    after: Values
    under: tuple[Values, Values] | None = None
    """The denominators of means over another column, on both sides, if there are any; 0 in the other columns."""

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], sides: Sequence[tuple[Outcomes, Outcomes]]) -> "Pool":
        """The games of both sides, for each column."""
        columns = list(zip(outcomes, sides, strict=True))
        before, after = (np.stack([side[at].of(outcome) for outcome, side in columns], axis=1) for at in (0, 1))
        if not any(isinstance(outcome, Mean) and outcome.over for outcome in outcomes):
            return cls(outcomes, before, after)
        old, new = (np.stack([_under(outcome, side[at]) for outcome, side in columns], axis=1) for at in (0, 1))
        return cls(outcomes, before, after, (old, new))

    def __len__(self) -> int:
        return len(self.before)

    @property
    def cells(self) -> int:
        return len(self.outcomes)

    def changed(self) -> NDArray[np.bool_]:
        """Which games count for something else after the change."""
        other = self.before != self.after
        return np.asarray(other if self.under is None else other | (self.under[0] != self.under[1]))

    def changed_shares(self) -> NDArray[np.float64]:
        """The share of such games in each column."""
        return np.asarray(self.changed().mean(axis=0))


def _under(outcome: Outcome, played: Outcomes) -> Values:
    ratio = isinstance(outcome, Mean) and bool(outcome.over)
    return played.over(outcome) if ratio and isinstance(outcome, Mean) else np.zeros(played.games, np.int64)


def tossed(pool: Pool) -> Pool:
    """Every row both ways round, so that there is no difference between the sides, whatever the games were."""
    before, after = (np.concatenate(sides) for sides in ((pool.before, pool.after), (pool.after, pool.before)))
    if pool.under is None:
        return Pool(pool.outcomes, before, after)
    old, new = pool.under
    return Pool(pool.outcomes, before, after, (np.concatenate([old, new]), np.concatenate([new, old])))


def thinned(pool: Pool, share: float, random: np.random.Generator) -> Pool:
    """The pool with only this share of its rows changed; in the others the new side ends as the old one did."""
    changed = (random.random(len(pool)) < share)[:, None]
    after = np.where(changed, pool.after, pool.before)
    under = None if pool.under is None else (pool.under[0], np.where(changed, pool.under[1], pool.under[0]))
    return replace(pool, after=after, under=under)


def lowered(pool: Pool, cells: Sequence[int], by: float, random: np.random.Generator) -> Pool:
    """The pool with the outcomes of the new side lower by so many times what a self-test plants, in these columns. Of a
    share, some games no longer count, at random; of a mean, random games count for a part less."""
    after = pool.after.copy()
    for cell in cells:
        outcome = pool.outcomes[cell]
        if isinstance(outcome, Share):
            wins, count = np.flatnonzero(after[:, cell]), round(by * planted(outcome) * len(pool))
            after[random.choice(wins, min(count, len(wins)), replace=False), cell] = 0
            continue
        mean_under = 1.0 if pool.under is None or not outcome.over else float(pool.under[1][:, cell].mean())
        parts = by * planted(outcome) * outcome.scale * mean_under
        least = outcome.bounds[0] if outcome.bounds else int(after[:, cell].min()) - int(parts) - 1
        after[:, cell] = np.maximum(after[:, cell] - int(parts), least)
        above = np.flatnonzero(after[:, cell] > least)
        count = min(round((parts - int(parts)) * len(pool)), len(above))
        after[random.choice(above, count, replace=False), cell] -= 1
    return replace(pool, after=after)


def planted(outcome: Outcome) -> float:
    """The difference that a self-test plants: twice what the game says is too small to matter."""
    return 2 * outcome.margin
