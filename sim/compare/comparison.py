"""Two sides on the same luck: play, test, find."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game.protocol import Game
from sim.compare.divergence import sampled_turns
from sim.compare.pairs import Match, Pair, play_pairs
from sim.compare.pooled_change import pools_of
from sim.compare.verdicts import Comparison, Tested, find
from sim.play.outcome_cache import Arena
from sim.statistics.intervals import holm
from sim.statistics.paired import equivalence, interval, mcnemar
from sim.statistics.sequential import counts_of, lasting_interval, looks

MOST_TOLD = 64
"""Games told twice, in all, to see at which turn they diverged: each takes some hundredths of a second."""


@dataclass(frozen=True)
class Rule:
    """What counts as a difference, and how sure one wants to be."""

    margin: float = 0.005
    """Differences up to this are none that a designer cares for."""
    risk: float = 0.05
    told: int = MOST_TOLD


def compare_games(arena: Arena, matches: Sequence[Match], seed: int, games: int, rule: Rule) -> Comparison:
    """So many games of every cell, and the tests for a number fixed in advance."""
    return compare_pairs(arena.game, play_pairs(arena, matches, seed, games), seed, rule, arena.played)


def compare_pairs(game: Game, pairs: Sequence[Pair], seed: int, rule: Rule, played: int = 0) -> Comparison:
    """Games that were played, in a number fixed in advance."""
    return _comparison(game, pairs, [_fixed(pair, rule) for pair in pairs], seed, rule, played)


def compare_until_decided(arena: Arena, matches: Sequence[Match], seed: int, most: int, rule: Rule) -> Comparison:
    """Play every cell until it is known to have moved or to have held; looks are fixed, so workers do not matter."""
    pairs: list[Pair | None] = [None] * len(matches)
    tests = [Tested(1.0, 1.0, (-1.0, 1.0))] * len(matches)
    for games in looks(most):
        moved = holm([tested.moved for tested in tests])
        left = [at for at, tested in enumerate(tests) if moved[at] > rule.risk and tested.held > rule.risk]
        if not left:
            break
        for at, pair in zip(left, play_pairs(arena, [matches[at] for at in left], seed, games), strict=True):
            pairs[at], tests[at] = pair, _sequential(pair, rule, games == most)
    known = [pair for pair in pairs if pair is not None]
    return _comparison(arena.game, known, tests, seed, rule, arena.played)


def _comparison(
    game: Game, pairs: Sequence[Pair], tests: Sequence[Tested], seed: int, rule: Rule, played: int
) -> Comparison:
    findings = find(pairs, tests, rule.margin, rule.risk)
    diverged = [at for at, finding in enumerate(findings) if finding.diverged]
    for at in diverged[: rule.told]:
        turns = sampled_turns(game, pairs[at], seed, max(1, rule.told // len(diverged)))
        findings[at] = replace(findings[at], turns=turns)
    [whole] = pools_of(pairs, [])
    return Comparison(findings, pools_of(pairs, [game.skill_axis]), whole, rule.margin, rule.risk, seed, played)


def _fixed(pair: Pair, rule: Rule) -> Tested:
    if not pair.table.games:
        return Tested(1.0, 1.0, (-1.0, 1.0))
    return Tested(mcnemar(pair.table), equivalence(pair.table, rule.margin), interval(pair.table))


def _sequential(pair: Pair, rule: Rule, last: bool) -> Tested:
    counts = counts_of(pair.table, last)
    moved, held = counts.outside(0.0, 0.0), counts.inside(-rule.margin, rule.margin)
    return Tested(float(moved), float(held), lasting_interval(pair.table, last))
