"""The quick look at a change (`fatecast try`): cells are taken together, so that a few games say something."""

from collections.abc import Sequence
from dataclasses import dataclass

from sim.compare.pairs import Pair
from sim.compare.pooled_change import PooledChange, pools_by_rung, pools_of
from sim.compare.verdicts import CellVerdict, DecisionRule
from sim.statistics.intervals import holm


@dataclass(frozen=True)
class QuickTrial:
    """What a change did to each rung, at each difficulty."""

    pools: list[PooledChange]
    verdicts: list[CellVerdict]
    rungs: list[PooledChange]
    whole: PooledChange
    games: int
    rule: DecisionRule


def judge_trial(pairs: Sequence[Pair], rungs: str, rule: DecisionRule) -> QuickTrial:
    """Group the cells by rung and by the last axis on which they differ, and judge the groups."""
    pools = pools_by_rung(pairs, rungs)
    corrected = holm([pool.moved for pool in pools])
    verdicts = [_verdict(pool, chance, rule) for pool, chance in zip(pools, corrected, strict=True)]
    [whole] = pools_of(pairs, [])
    return QuickTrial(pools, verdicts, pools_of(pairs, [rungs]), whole, pairs[0].before.games, rule)


def _verdict(pool: PooledChange, chance: float, rule: DecisionRule) -> CellVerdict:
    if pool.silent:
        return "no information"
    if pool.held(rule.margin) <= rule.risk:
        return "held"
    if chance <= rule.risk:
        return "easier" if pool.change > 0 else "harder"
    return "unclear"
