"""Compare two sides: play them on the same luck, test every cell, and see at which turn games diverge."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from engine.game.protocol import Game
from sim.compare.extremes import shrunk_changes
from sim.compare.pairs import Match, Pair, play_pairs
from sim.compare.pooled_change import pools_of
from sim.compare.verdicts import CellTest, Comparison, DecisionRule, judge_cells
from sim.play.outcome_cache import OutcomeCache
from sim.statistics.intervals import holm
from sim.statistics.paired import equivalence, interval, mcnemar
from sim.statistics.sequential import ChangeCounts, lasting_interval, looks

NOTHING_KNOWN = CellTest(1.0, 1.0, (-1.0, 1.0))


def compare_games(
    cache: OutcomeCache, matches: Sequence[Match], seed: int, games: int, rule: DecisionRule
) -> Comparison:
    """Play this many games of every cell, and test them as a number fixed in advance."""
    return compare_pairs(cache.game, play_pairs(cache, matches, seed, games), seed, rule, cache.played)


def compare_pairs(game: Game, pairs: Sequence[Pair], seed: int, rule: DecisionRule, played: int = 0) -> Comparison:
    """Test games that were already played, as a number fixed in advance."""
    return _comparison(game, pairs, [_fixed(pair, rule) for pair in pairs], seed, rule, played)


def compare_until_decided(
    cache: OutcomeCache, matches: Sequence[Match], seed: int, most: int, rule: DecisionRule
) -> Comparison:
    """Play every cell until it is known to have moved or to have held. The looks are fixed in advance, so the number of
    workers does not matter."""
    pairs: list[Pair | None] = [None] * len(matches)
    tests = [NOTHING_KNOWN] * len(matches)
    for games in looks(most):
        moved = holm([tested.moved for tested in tests])
        left = [at for at, tested in enumerate(tests) if moved[at] > rule.risk and tested.held > rule.risk]
        if not left:
            break
        for at, pair in zip(left, play_pairs(cache, [matches[at] for at in left], seed, games), strict=True):
            pairs[at], tests[at] = pair, _sequential(pair, rule, games == most)
    known = [pair for pair in pairs if pair is not None]
    return _comparison(cache.game, known, tests, seed, rule, cache.played)


def first_difference(game: Game, match: Match, seed: int, index: int) -> int:
    """The turn of the first event that differs between the two sides of a game."""
    before, after = (game.replay(cell, seed, index).events for cell in (match.before, match.after))
    for was, now in zip_longest(before, after):
        if was != now:
            return min(int(event["turn"]) for event in (was, now) if event is not None)
    return int(before[-1]["turn"])


def _comparison(
    game: Game, pairs: Sequence[Pair], tests: Sequence[CellTest], seed: int, rule: DecisionRule, played: int
) -> Comparison:
    cells = judge_cells(pairs, tests, rule)
    diverged = [at for at, cell in enumerate(cells) if cell.diverged]
    for at in diverged[: rule.told]:
        turns = _sampled_turns(game, pairs[at], seed, max(1, rule.told // len(diverged)))
        cells[at] = replace(cells[at], turns=turns)
    [whole] = pools_of(pairs, [])
    cells = [replace(cell, shrunk=change) for cell, change in zip(cells, shrunk_changes(pairs), strict=True)]
    return Comparison(cells, pools_of(pairs, [game.about.skill]), whole, rule.margin, rule.risk, seed, played)


def _sampled_turns(game: Game, pair: Pair, seed: int, sample: int) -> tuple[int, ...]:
    """The turns at which the first of the diverged games diverged. Results do not say it, so the games are replayed on
    both sides."""
    return tuple(first_difference(game, pair.match, seed, int(index)) for index in pair.diverged[:sample])


def _fixed(pair: Pair, rule: DecisionRule) -> CellTest:
    if not pair.table.games:
        return NOTHING_KNOWN
    return CellTest(mcnemar(pair.table), equivalence(pair.table, rule.margin), interval(pair.table))


def _sequential(pair: Pair, rule: DecisionRule, last: bool) -> CellTest:
    counts = ChangeCounts.of(pair.table, last)
    moved, held = counts.outside(0.0, 0.0), counts.inside(-rule.margin, rule.margin)
    return CellTest(float(moved), float(held), lasting_interval(pair.table, last))
