"""Variants of an experiment, each played against the unchanged experiment, and their effects: the mean change of all
cells of one rung and one difficulty."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BrokenRule
from engine.game.outcomes import Outcome
from sim.compare.pairs import Pair, match_variant, play_pairs
from sim.compare.pooled_change import PooledChange, pools_by_rung
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import Label
from sim.experiment.values import as_typed
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.text.axis_words import axis_word

TOGETHER = 16
"""Variants played at a time: enough to keep the workers busy, few enough to fit into memory."""

Changes = Mapping[str, object]


@dataclass(frozen=True)
class Effect:
    """What a change did to the mean of an outcome over some cells."""

    pool: PooledChange
    before: float
    """Their mean without the change."""
    informative: bool
    """False if every game counts for the same on both sides: then the outcome says nothing."""
    same: bool
    """Whether nothing was changed here, so that both sides played the same games."""

    @property
    def labels(self) -> Mapping[str, Label]:
        """What the cells have in common."""
        return self.pool.labels

    @property
    def names(self) -> list[str]:
        """`literal` and `doom 2`"""
        return [
            value if isinstance(value, str) else f"{axis_word(axis)} {value}" for axis, value in self.labels.items()
        ]

    @property
    def change(self) -> float:
        """Of the mean."""
        return self.pool.change

    @property
    def interval(self) -> tuple[float, float]:
        """Of the change; exactly 0 if nothing was changed."""
        return (0.0, 0.0) if self.same else self.pool.interval()

    @property
    def chance(self) -> float:
        """The p-value of no change."""
        return 1.0 if self.same else self.pool.moved

    @property
    def certain(self) -> bool:
        """Whether the interval excludes no change."""
        low, high = self.interval
        return low > 0 or high < 0


def play_against_base(
    cache: OutcomeCache, base: ResolvedExperiment, variants: Sequence[Changes], games: int, source: str
) -> Iterator[list[Pair]]:
    """For each variant, its cells beside those of the base."""
    left = len(variants) + 1
    cache.expect(left * len(base.cells) * games)
    for at in range(0, len(variants), TOGETHER):
        together = variants[at : at + TOGETHER]
        yield from _play_together(cache, base, together, games, source)
        left -= len(together)
        cache.expect((left - 1) * len(base.cells) * games)


def effects_of(pairs: Sequence[Pair], rungs: str, outcome: Outcome) -> list[Effect]:
    """One effect for each rung and each value of the last axis that varies; all other cells are averaged."""
    return [_effect(pool, pairs_of(pool, pairs), outcome) for pool in pools_by_rung(pairs, rungs, outcome)]


def pairs_of(pool: PooledChange, pairs: Sequence[Pair]) -> list[Pair]:
    """Those that a pool took together."""
    return [pair for pair in pairs if pool.labels.items() <= pair.match.labels.items()]


def by_rung(effects: Sequence[Effect]) -> dict[str, list[int]]:
    """The numbers of the effects on each rung, by its name; the name is empty if there is only one rung."""
    rungs: dict[str, list[int]] = {}
    for at, effect in enumerate(effects):
        *rung, _ = effect.names
        rungs.setdefault(", ".join(rung), []).append(at)
    return rungs


def _play_together(
    cache: OutcomeCache, base: ResolvedExperiment, together: Sequence[Changes], games: int, source: str
) -> Iterator[list[Pair]]:
    seed, cells = base.settings.seed, len(base.cells)
    matches = [match for changes in together for match in match_variant(base, variant(base, changes, source))]
    try:
        pairs = play_pairs(cache, matches, seed, games)
    except BrokenRule:
        _blame(cache, base, together, games, source)
        raise
    kept = {cell.key for cell in base.cells}
    cache.forget(SeededCell(match.after, seed) for match in matches if match.after.key not in kept)
    for at in range(len(together)):
        yield pairs[at * cells : (at + 1) * cells]


def _blame(cache: OutcomeCache, base: ResolvedExperiment, together: Sequence[Changes], games: int, source: str) -> None:
    """The games of one of these variants break off: raises an error that names it."""
    for changes in together:
        try:
            play_pairs(cache, match_variant(base, variant(base, changes, source)), base.settings.seed, games)
        except BrokenRule as error:
            raise error.within(", ".join(f"{path}={as_typed(value)}" for path, value in changes.items())) from None


def _effect(pool: PooledChange, pairs: Sequence[Pair], outcome: Outcome) -> Effect:
    before = sum(pair.of(outcome).before for pair in pairs) / len(pairs)
    informative = any(pair.of(outcome).informative for pair in pairs)
    return Effect(pool, before, informative, all(pair.match.same for pair in pairs))
