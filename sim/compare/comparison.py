"""Compare two sides: play them on the same luck, test every outcome in every cell, and see at which turn games
diverge."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from engine.game.outcomes import Outcome, Share
from engine.game.protocol import Game
from sim.compare.pairs import Match, Pair, play_pairs, reach_of
from sim.compare.pooled_change import pools_of, shrunk_changes
from sim.compare.tested_outcomes import families_of, headlines
from sim.compare.verdicts import (
    SAME,
    CellTest,
    ComparedCell,
    ComparedFamily,
    ComparedOutcome,
    Comparison,
    DecisionRule,
    compared_cell,
)
from sim.compare.versions.what_changed import content_changes
from sim.play.outcome_cache import OutcomeCache
from sim.statistics.categories import FEWEST, whole_moved
from sim.statistics.intervals import holm
from sim.statistics.paired import lasting_interval
from sim.statistics.sequential import looks


@dataclass
class TestedCell:
    """One outcome of one cell, and what is known about it."""

    match: Match
    outcome: Outcome
    tested: CellTest
    pair: Pair | None = None

    @classmethod
    def unknown(cls, match: Match, outcome: Outcome) -> "TestedCell":
        """Before any game."""
        reach = reach_of(outcome)
        return cls(match, outcome, CellTest(1.0, 1.0, (-reach, reach)))


def compare_games(
    cache: OutcomeCache,
    matches: Sequence[Match],
    seed: int,
    games: int,
    rule: DecisionRule,
    outcomes: Sequence[Outcome] = (),
) -> Comparison:
    """Play this many games of every cell, and test them as a number fixed in advance. By default the headline is
    tested."""
    return compare_pairs(cache.game, play_pairs(cache, matches, seed, games), seed, rule, outcomes, cache.played)


def compare_pairs(
    game: Game, pairs: Sequence[Pair], seed: int, rule: DecisionRule, outcomes: Sequence[Outcome] = (), played: int = 0
) -> Comparison:
    """Test games that were already played, as a number fixed in advance."""
    tests = _tests(game, [pair.match for pair in pairs], outcomes)
    for test in tests:
        test.pair = next(pair for pair in pairs if pair.match is test.match)
        if test.pair.games:
            test.tested = _fixed(test.pair, test.outcome, rule)
    return _comparison(game, tests, seed, rule, played, {id(pair.match) for pair in pairs})


def compare_until_decided(
    cache: OutcomeCache,
    matches: Sequence[Match],
    seed: int,
    most: int,
    rule: DecisionRule,
    outcomes: Sequence[Outcome] = (),
) -> Comparison:
    """Play every cell until each outcome is known to have moved or to have held. The looks are fixed in advance, so the
    number of workers does not matter."""
    tests = _tests(cache.game, matches, outcomes)
    for games in looks(most):
        left = _undecided(tests, rule.risk)
        if not left:
            break
        going = [match for match in matches if any(test.match is match for test in left)]
        played = {id(pair.match): pair for pair in play_pairs(cache, going, seed, games)}
        for test in left:
            test.pair = played[id(test.match)]
            test.tested = _sequential(test.pair, test.outcome, rule, games == most)
    to_the_end = {id(test.match) for test in tests if test.pair and test.pair.games == most}
    return _comparison(cache.game, tests, seed, rule, cache.played, to_the_end)


def first_difference(game: Game, match: Match, seed: int, index: int) -> int:
    """The turn of the first event that differs between the two sides of a game."""
    before, after = (game.replay(cell, seed, index).events for cell in (match.before, match.after))
    for was, now in zip_longest(before, after):
        if was != now:
            return min(int(event["turn"]) for event in (was, now) if event is not None)
    return int(before[-1]["turn"])


def _tests(game: Game, matches: Sequence[Match], outcomes: Sequence[Outcome]) -> list[TestedCell]:
    """Every outcome in every cell that has it, outcome by outcome."""
    chosen = outcomes or headlines(game.outcomes, [match.before.labels for match in matches])
    return [
        TestedCell.unknown(match, outcome)
        for outcome in chosen
        for match in matches
        if outcome.applies(match.before.labels)
    ]


def _undecided(tests: Sequence[TestedCell], risk: float) -> list[TestedCell]:
    moved = holm([test.tested.moved for test in tests])
    return [test for test, chance in zip(tests, moved, strict=True) if chance > risk and test.tested.held > risk]


def _comparison(
    game: Game, tests: Sequence[TestedCell], seed: int, rule: DecisionRule, played: int, to_the_end: set[int]
) -> Comparison:
    """Everything together. Whole families are tested in the cells that were played to the end."""
    known = _longest_pairs(tests)
    families = _families(tests, known, to_the_end)
    chances = [test.tested.moved for test in tests] + [family.moved for family in families]
    corrected = holm(chances)
    turns = _turns(game, list(known.values()), seed, rule)
    cells: dict[str, list[ComparedCell]] = {}
    pairs: dict[str, list[Pair]] = {}
    outcomes = {test.outcome.name: test.outcome for test in tests}
    for test, chance in zip(tests, corrected, strict=False):
        if test.pair is not None:
            found = compared_cell(test.pair, test.outcome, test.tested, chance, rule.risk, len(chances))
            cells.setdefault(test.outcome.name, []).append(replace(found, turns=turns.get(id(test.match), ())))
            pairs.setdefault(test.outcome.name, []).append(test.pair)
    return Comparison(
        [_outcome(game, outcomes[name], cells[name], pairs[name], rule) for name in cells],
        [replace(family, corrected=chance) for family, chance in zip(families, corrected[len(tests) :], strict=True)],
        rule.risk,
        seed,
        played,
        content_changes(game, {id(test.match): test.match for test in tests}.values()),
    )


def _longest_pairs(tests: Sequence[TestedCell]) -> dict[int, Pair]:
    """The games of each cell. Outcomes that were decided early have seen only the first of them."""
    found: dict[int, Pair] = {}
    for test in tests:
        if test.pair is not None and (id(test.match) not in found or test.pair.games > found[id(test.match)].games):
            found[id(test.match)] = test.pair
    return found


def _outcome(
    game: Game, outcome: Outcome, cells: Sequence[ComparedCell], pairs: Sequence[Pair], rule: DecisionRule
) -> ComparedOutcome:
    [whole] = pools_of(pairs, [], outcome)
    shrunk = shrunk_changes(pairs, outcome)
    return ComparedOutcome(
        outcome,
        [replace(cell, shrunk=change) for cell, change in zip(cells, shrunk, strict=True)],
        pools_of(pairs, [game.about.skill], outcome),
        whole,
        rule.margin(outcome),
        rule.risk,
    )


def _families(tests: Sequence[TestedCell], known: dict[int, Pair], to_the_end: set[int]) -> list[ComparedFamily]:
    """For each cell, each whole of at least three categories that are tested. It has half of the risk: the tests of
    the single categories are not made for it."""
    members: dict[tuple[int, str], list[Share]] = {}
    matches = {id(test.match): test.match for test in tests}
    for test in tests:
        for family, shares in families_of([test.outcome]).items():
            members.setdefault((id(test.match), family), []).extend(shares)
    return [
        ComparedFamily(family, matches[at], _whole(known.get(at) if at in to_the_end else None, shares), 1.0)
        for (at, family), shares in members.items()
        if len(shares) >= FEWEST
    ]


def _whole(pair: Pair | None, shares: Sequence[Share]) -> float:
    return min(1.0, 2 * whole_moved(pair.categories(shares))) if pair is not None and pair.games else 1.0


def _turns(game: Game, pairs: Sequence[Pair], seed: int, rule: DecisionRule) -> dict[int, tuple[int, ...]]:
    """The turns at which the first of the diverged games diverged, by match. Results do not say it, so the games are
    replayed on both sides."""
    diverged = [pair for pair in pairs if len(pair.diverged)]
    sample = max(1, rule.told // max(1, len(diverged)))
    return {
        id(pair.match): tuple(first_difference(game, pair.match, seed, int(index)) for index in pair.diverged[:sample])
        for pair in diverged[: rule.told]
    }


def _fixed(pair: Pair, outcome: Outcome, rule: DecisionRule) -> CellTest:
    if _unmoved(pair):
        return SAME
    paired = pair.of(outcome)
    return CellTest(paired.moved, paired.held(rule.margin(outcome)), paired.interval())


def _unmoved(pair: Pair) -> bool:
    """Whether nothing can have moved, because both sides play the same. Games would not tell: where none changed, few
    of them exclude nothing."""
    return pair.match.same and not len(pair.diverged)


def _sequential(pair: Pair, outcome: Outcome, rule: DecisionRule, last: bool) -> CellTest:
    if _unmoved(pair):
        return SAME
    paired, margin = pair.of(outcome), rule.margin(outcome)
    evidence = paired.evidence(last)
    moved, held = evidence.outside(0.0, 0.0), evidence.inside(-margin, margin)
    return CellTest(float(moved), float(held), lasting_interval(paired, last))
