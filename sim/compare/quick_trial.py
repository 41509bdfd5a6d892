"""The quick look at a change (`fatecast try`): cells are taken together, so that a few games say something."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.outcomes import Outcome
from sim.compare.pairs import Pair
from sim.compare.pooled_change import PooledChange, pools_by_rung, pools_of
from sim.compare.verdicts import HELD, NO_INFORMATION, DecisionRule, direction
from sim.statistics.intervals import holm


@dataclass(frozen=True)
class QuickTrial:
    """What a change did to one outcome on each rung, at each difficulty."""

    outcome: Outcome
    pools: list[PooledChange]
    verdicts: list[str]
    rungs: list[PooledChange]
    whole: PooledChange
    cells: list[PooledChange]
    """Each cell by itself."""
    games: int
    rule: DecisionRule
    changes: Sequence[str] = ()
    """What was changed, in words."""
    not_played: Sequence[str] = ()
    """Edits that an experiment hides, one line each."""

    @property
    def risk(self) -> float:
        return self.rule.risk

    @property
    def margin(self) -> float:
        return self.rule.margin(self.outcome)

    @property
    def has_moved(self) -> bool:
        """Whether some group has clearly moved."""
        return bool({self.outcome.less, self.outcome.more} & {*self.verdicts})

    @property
    def in_margins(self) -> float:
        """The mean change, in units of the margin."""
        return abs(self.whole.change) / self.rule.margin(self.outcome)

    @property
    def surely(self) -> float:
        """The change that the games prove at least, in units of the margin, where they prove most: on the whole, or in
        one of the groups."""
        margin = self.rule.margin(self.outcome)
        ends = [pool.interval() for pool in (self.whole, *self.pools) if not pool.silent]
        return max((max(low, -high, 0.0) / margin for low, high in ends), default=0.0)


def most_moved_first(trials: Sequence[QuickTrial]) -> list[QuickTrial]:
    """The trials of all outcomes: those that have clearly moved, by how much of their margin that is at least; then the
    others, by how far they seem to have moved."""
    return sorted(trials, key=lambda trial: (not trial.has_moved, -trial.surely, -trial.in_margins))


def judge_trial(pairs: Sequence[Pair], rungs: str, rule: DecisionRule, outcomes: Sequence[Outcome]) -> list[QuickTrial]:
    """For each outcome, group the cells by rung and by the last axis on which they differ, and judge the groups. The
    correction is over all groups of all outcomes."""
    having = [[pair for pair in pairs if outcome.applies(pair.match.before.labels)] for outcome in outcomes]
    pools = [pools_by_rung(some, rungs, outcome) for some, outcome in zip(having, outcomes, strict=True)]
    corrected = iter(holm([pool.moved for some in pools for pool in some]))
    found = []
    for outcome, some, its in zip(outcomes, having, pools, strict=True):
        verdicts = [_verdict(pool, next(corrected), rule, outcome) for pool in its]
        [whole] = pools_of(some, [], outcome)
        ladder = pools_of(some, [rungs], outcome)
        cells = [pool for pair in some for pool in pools_of([pair], [*pair.match.labels], outcome)]
        found.append(QuickTrial(outcome, its, verdicts, ladder, whole, cells, pairs[0].games, rule))
    return found


def _verdict(pool: PooledChange, chance: float, rule: DecisionRule, outcome: Outcome) -> str:
    if pool.silent:
        return NO_INFORMATION
    if pool.held(rule.margin(outcome)) <= rule.risk:
        return HELD
    return direction(pool.change, chance, rule.risk, outcome)
