"""The ten-second look at a change: cells taken together, so that few games say something."""

from collections.abc import Sequence
from dataclasses import dataclass

from sim.compare.comparison import Rule
from sim.compare.pairs import Pair
from sim.compare.pooled_change import Pool, agreement, pools_by_rung, pools_of
from sim.compare.verdicts import Verdict, cells_in_words
from sim.statistics.intervals import holm


@dataclass(frozen=True)
class Trial:
    """What a change did to each rung, at each difficulty."""

    pools: list[Pool]
    verdicts: list[Verdict]
    rungs: list[Pool]
    whole: Pool
    games: int
    rule: Rule

    @property
    def sentence(self) -> str:
        """What happened, in one sentence."""
        low, high = (end * 100 for end in self.whole.interval())
        mean = f"{self.whole.change * 100:+.2f} points over all ({low:+.2f} to {high:+.2f})"
        said = []
        for verdict in ("harder", "easier", "held", "unclear"):
            some = self.verdicts.count(verdict)
            within = f" within ±{self.rule.margin * 100:g}" if verdict == "held" else ""
            said += [f"{verdict}{within} in {cells_in_words(some, len(self.verdicts), 'group')}"] if some else []
        if not self.whole.diverged:
            return f"nothing changed: not one of {self.games * self.whole.cells:,} games diverged"
        return f"{', '.join(said)}; {mean}"

    @property
    def notes(self) -> list[str]:
        """What else there is to say."""
        total = self.games * self.whole.cells
        rungs = [agreement(self.rungs)] if len(self.rungs) > 1 else []
        share = f"{self.whole.diverged / total:.1%} of the games diverged"
        return [*rungs, f"{self.games:,} games of each of {self.whole.cells} cells on both sides; {share}"]


def judge_trial(pairs: Sequence[Pair], rungs: str, rule: Rule) -> Trial:
    """Group the cells by rung and by the last axis on which they differ, and judge the groups."""
    pools = pools_by_rung(pairs, rungs)
    corrected = holm([pool.moved for pool in pools])
    verdicts = [_verdict(pool, chance, rule) for pool, chance in zip(pools, corrected, strict=True)]
    [whole] = pools_of(pairs, [])
    return Trial(pools, verdicts, pools_of(pairs, [rungs]), whole, pairs[0].before.games, rule)


def _verdict(pool: Pool, chance: float, rule: Rule) -> Verdict:
    if pool.held(rule.margin) <= rule.risk:
        return "held"
    if chance <= rule.risk:
        return "easier" if pool.change > 0 else "harder"
    return "unclear"
