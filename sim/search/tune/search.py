"""The smallest change that reaches the goals: fewest fields first, then the smallest sum of steps.

Every single change is measured on common luck. From these effects the additive model says which combinations may reach
the goals. They are played in the order of their size, many of one size at a time, and the bad ones are dropped early
(successive halving); the model learns from all of them. What remains is confirmed on fresh games. If nothing reaches
the goals, the nearest combination is found the same way. A library for black-box optimisation would know neither the
order of sizes nor the pairing.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from engine.language.current import said
from sim.search.tune.additive_model import NO_CHANGE, AdditiveModel, CombinationRows
from sim.search.tune.candidates import CandidatePlayer, Combination
from sim.search.tune.confirmation import ATTEMPTS, confirm
from sim.search.tune.rates import EstimatedRate, Series, chance, measured, miss, paired_rate, variance
from sim.search.tune.reasons import Reachable, out_of_reach
from sim.search.tune.result import (
    CandidatesFailed,
    MissReason,
    NearestPlayed,
    SearchStep,
    SinglesMeasured,
    SizeSearched,
    TuneResult,
    some_fields,
    some_steps,
)
from sim.search.tune.successive_halving import race
from sim.statistics.intervals import z_of

SINGLES = 2_048
"""Games of each cell for every single change."""
FIELD = 32
"""Combinations of one size that are played against each other."""
ROUNDS = 3
"""How many times combinations of one size are played, as long as there are promising ones."""
PLAUSIBLE = 0.02
"""A combination is played only while its probability to reach the goals is at least this."""
LEAST = 4_096
PAIRED = 0.25
"""Of the variance of an outcome, about what is left of it in a small change on the same luck."""


def games_needed(player: CandidatePlayer) -> int:
    """Enough to know the outcome of every goal to half its precision."""
    needed = max(
        of_one_game * (2 * z_of() / goal.precision) ** 2
        for goal, of_one_game in zip(player.goals, _variances(player), strict=True)
    )
    games = LEAST
    while games < needed:
        games *= 2
    return games


def _variances(player: CandidatePlayer) -> list[float]:
    """The variance of one game, for every goal: that of a share follows from its aim, that of a mean is measured. On
    the same luck, a change varies less than the outcome itself."""
    if all(goal.is_share and not goal.relative for goal in player.goals):
        return [goal.aim * (1 - goal.aim) for goal in player.goals]
    [played] = player.play([()], LEAST)
    return [
        goal.aim * (1 - goal.aim)
        if goal.is_share and not goal.relative
        else variance(series, goal) * (PAIRED if goal.relative else 1.0)
        for goal, series in zip(player.goals, played, strict=True)
    ]


def tune(player: CandidatePlayer, most_fields: int, most_games: int) -> TuneResult:
    """Search, and confirm."""
    search = SmallestChangeSearch(player, min(games_needed(player), most_games))
    found = search.smallest(most_fields) or search.nearest(most_fields)
    found.games, found.played = search.games, player.cache.played
    return found


class SmallestChangeSearch:
    """One search, and what it has measured so far."""

    def __init__(self, player: CandidatePlayer, games: int) -> None:
        self.player, self.goals, self.games = player, player.goals, games
        player.cache.doing = said("the game as it is")
        self.base: list[Series] = player.play([()], games)[0]
        self.steps: list[SearchStep] = []
        self.attempts = 0
        self.reserve: TuneResult | None = None
        """The smallest change that only probably reaches the goals."""

    def smallest(self, most: int) -> TuneResult | None:
        """The first combination, in the order of sizes, that reaches the goals on fresh games. At the edge of a goal no
        number of games is sure, and a slightly larger change may well be: only if none is, the first that probably
        reaches the goals is taken."""
        return self._sure(most) or self.reserve

    def _sure(self, most: int) -> TuneResult | None:
        now = [measured(series, series, goal) for series, goal in zip(self.base, self.goals, strict=True)]
        if miss(now, self.goals) == 0 and (found := self._confirmed(())):
            return found
        self.model, rows = self._singles(), NO_CHANGE
        for _ in range(min(most, len(self.player.space.now))):
            rows = self.model.one_more(rows)
            for size in np.unique(self.model.sizes(rows)):
                if found := self._smallest_of(rows[self.model.sizes(rows) == size], int(size)):
                    return found
                if self.attempts == ATTEMPTS - 1:
                    self.steps.append(CandidatesFailed(self.attempts))
                    return None
        return None

    def _smallest_of(self, rows: CombinationRows, size: int) -> TuneResult | None:
        """Play combinations of one size, the likeliest to reach the goals first; learn from them, and play more."""
        tried: set[Combination] = set()
        finalists = reached = 0
        found = None
        self.player.cache.doing = f"{some_fields(rows.shape[1])}, {some_steps(size)}"
        for _ in range(ROUNDS):
            candidates = self._likeliest(rows, tried)
            if not candidates:
                break
            tried.update(candidates)
            last, inside = self._raced(candidates)
            finalists, reached = finalists + len(last), reached + len(inside)
            for winner in inside:
                if self.attempts < ATTEMPTS - 1 and (found := self._confirmed(winner)):
                    break
            self.player.forget(candidates)
            if found:
                break
        if tried:
            self.steps.append(SizeSearched(rows.shape[1], size, len(tried), finalists, reached))
        return found

    def _likeliest(self, rows: CombinationRows, tried: set[Combination]) -> list[Combination]:
        """The combinations most worth playing."""
        chances = self.model.chances(rows)
        found: list[Combination] = []
        for row in np.argsort(-chances, kind="stable"):
            if chances[row] < PLAUSIBLE or len(found) == FIELD:
                break
            combination = tuple(rows[row].tolist())
            if combination not in tried and self.player.can_be_played(combination):
                found.append(combination)
        return found

    def _raced(self, candidates: Sequence[Combination]) -> tuple[list[Combination], list[Combination]]:
        """The finalists, and those of them that seem to reach the goals; the model learns from all candidates."""
        self.seen: dict[Combination, list[EstimatedRate]] = {}
        finalists = race(candidates, self._scores, self.games)
        rates = np.array([self.seen[combination] for combination in candidates])
        start = [series.mean() if goal.relative else 0.0 for series, goal in zip(self.base, self.goals, strict=True)]
        self.model = self.model.learned(np.array(candidates), rates[..., 0] + start, rates[..., 1])
        return finalists, [one for one in finalists if miss(self.seen[one], self.goals) == 0]

    def nearest(self, most: int) -> TuneResult:
        """The combination that misses the worst goal by least."""
        closest: list[tuple[float, Combination]] = []
        rows = NO_CHANGE
        reachable = Reachable(self.goals)
        reachable.look(self.model, rows)
        for _ in range(min(most, len(self.player.space.now))):
            rows = self.model.one_more(rows)
            reachable.look(self.model, rows)
            misses = self.model.misses(rows)
            best = np.argsort(misses, kind="stable")[:FIELD]
            closest += zip(misses[best].tolist(), map(tuple, rows[best].tolist()), strict=True)
        closest.sort(key=lambda one: one[0])
        field = [combination for _, combination in closest if self.player.can_be_played(combination)][:FIELD]
        self.player.cache.doing = said("the nearest")
        winner = race([(), *field], self._nearness, self.games)[0]
        self.steps.append(NearestPlayed(len(field)))
        confirmation = confirm(self.player, winner, self.games, self.attempts)
        reasons = self._reasons(most, reachable) if confirmation.verdict == "missed" else []
        return TuneResult(self.player.changes(winner), confirmation, self.steps, reasons)

    def _singles(self) -> AdditiveModel:
        """Measure every option alone."""
        options = self.player.space.options
        self.player.cache.doing = said("single changes")
        alone = [(at,) for at in range(len(options))]
        played = self.player.play(alone, min(SINGLES, self.games))
        base = np.array([series.mean() for series in self.base])
        steps = [
            [series - before[: len(series)] for series, before in zip(one, self.base, strict=True)] for one in played
        ]
        change = np.array([[step.mean() for step in one] for one in steps])
        error = np.array(
            [
                [sqrt(variance(step, goal) / len(step)) for step, goal in zip(one, self.goals, strict=True)]
                for one in steps
            ]
        )
        fields = len(self.player.space.now)
        self.steps.append(SinglesMeasured(len(options), fields, min(SINGLES, self.games)))
        self.player.forget(alone)
        return AdditiveModel.fitted(options, base, change, error, self.goals)

    def _confirmed(self, combination: Combination) -> TuneResult | None:
        confirmation = confirm(self.player, combination, self.games, self.attempts)
        self.attempts += 1
        if confirmation.verdict == "missed":
            return None
        found = TuneResult(self.player.changes(combination), confirmation, self.steps)
        if confirmation.verdict == "reached":
            return found
        self.reserve = self.reserve or found
        return None

    def _scores(self, alive: Sequence[Combination], games: int) -> list[float | None]:
        known = self._rates(alive, games)
        self.seen |= dict(zip(alive, known, strict=True))
        chances = [chance(rates, self.goals) for rates in known]
        return [one if one >= PLAUSIBLE else None for one in chances]

    def _nearness(self, alive: Sequence[Combination], games: int) -> list[float | None]:
        return [-miss(rates, self.goals) for rates in self._rates(alive, games)]

    def _rates(self, combinations: Sequence[Combination], games: int) -> list[list[EstimatedRate]]:
        return [
            [paired_rate(before, series, goal) for before, series, goal in zip(self.base, one, self.goals, strict=True)]
            for one in self.player.play(combinations, games)
        ]

    def _reasons(self, most: int, reachable: Reachable) -> list[MissReason]:
        """Why the goals were missed."""
        if self.attempts == ATTEMPTS - 1:
            return ["failed on fresh games"]
        found = out_of_reach(self.model, self.player, most) or reachable.reasons(self.model)
        return found or ["no combination reaches all goals"]
