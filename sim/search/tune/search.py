"""The smallest change of a deck that reaches its goals: fewest fields first, then the smallest sum of changes.

Every single change is measured on common luck. From these effects follows which combinations may reach the goals
(`additive`); they are played in the order of their size, many of one size at a time, and the bad ones die early
(`halving`); what they did is learned from. What comes through is confirmed on fresh games (`confirm`). If nothing does,
the nearest deck is found the same way. A library for black-box optimisation would know neither the order of sizes nor
the pairing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from scipy.special import ndtri

from sim.search.tune.additive_model import NO_CHANGE, Additive, Rows
from sim.search.tune.candidates import Combination, Trials
from sim.search.tune.confirmation import ATTEMPTS, Confirmation, confirm
from sim.search.tune.rates import Rate, Series, chance, miss, paired_rate, plain_rate, variance
from sim.search.tune.successive_halving import race
from sim.statistics.intervals import CONFIDENCE

SINGLES = 2_048
"""Games of each cell for every single change."""
FIELD = 32
"""Combinations of one size that are played against each other."""
ROUNDS = 3
"""How often more combinations of a size are played, as long as there are promising ones."""
PLAUSIBLE = 0.02
"""A combination less likely than this to reach the goals is not played, or no longer."""
LEAST = 4_096


@dataclass
class Tuned:
    """What was found."""

    changes: dict[str, object]
    confirmation: Confirmation
    told: list[str]
    """How the search went."""
    why: list[str] = field(default_factory=list)
    """Why the goals were not reached."""
    games: int = 0
    """Of each cell and candidate, at most."""
    played: int = 0


def games_needed(trials: Trials) -> int:
    """Enough to know every goal's rate to half its precision."""
    z = float(ndtri(0.5 + CONFIDENCE / 2))
    needed = max(goal.aim * (1 - goal.aim) * (2 * z / goal.precision) ** 2 for goal in trials.goals)
    games = LEAST
    while games < needed:
        games *= 2
    return games


def tune(trials: Trials, most_fields: int, most_games: int) -> Tuned:
    """Search, and confirm."""
    search = Search(trials, min(games_needed(trials), most_games))
    found = search.smallest(most_fields) or search.nearest(most_fields)
    found.games, found.played = search.games, trials.arena.played
    return found


class Search:
    """One search: what was measured so far, and what to say of it."""

    def __init__(self, trials: Trials, games: int) -> None:
        self.trials, self.goals, self.games = trials, trials.goals, games
        self.base: list[Series] = trials.play([()], games)[0]
        self.told: list[str] = []
        self.attempts = 0

    def smallest(self, most: int) -> Tuned | None:
        """The first combination, in the order of sizes, that reaches the goals on fresh games."""
        if miss([plain_rate(series) for series in self.base], self.goals) == 0 and (found := self._confirmed(())):
            return found
        self.model, rows = self._singles(), NO_CHANGE
        for _ in range(min(most, len(self.trials.dials.now))):
            rows = self.model.one_more(rows)
            for size in np.unique(self.model.sizes(rows)):
                if found := self._smallest_of(rows[self.model.sizes(rows) == size], int(size)):
                    return found
                if self.attempts == ATTEMPTS - 1:
                    self.told.append(f"{self.attempts} candidates failed on fresh games; the search ends here")
                    return None
        return None

    def _smallest_of(self, rows: Rows, size: int) -> Tuned | None:
        """Play combinations of one size, those first that are likeliest to reach the goals; learn, and play on."""
        tried: set[Combination] = set()
        reached = 0
        found = None
        for _ in range(ROUNDS):
            candidates = self._likeliest(rows, tried)
            if not candidates:
                break
            tried.update(candidates)
            inside = self._raced(candidates)
            reached += len(inside)
            for winner in inside:
                if self.attempts < ATTEMPTS - 1 and (found := self._confirmed(winner)):
                    break
            self.trials.forget(candidates)
            if found:
                break
        if tried:
            what = f"{_fields(rows.shape[1])}, {size} {'step' if size == 1 else 'steps'} in all"
            self.told.append(f"{what}: {_combinations(len(tried))} played, {reached} reached the goals")
        return found

    def _likeliest(self, rows: Rows, tried: set[Combination]) -> list[Combination]:
        """The combinations most worth playing."""
        chances = self.model.chances(rows)
        found: list[Combination] = []
        for row in np.argsort(-chances, kind="stable"):
            if chances[row] < PLAUSIBLE or len(found) == FIELD:
                break
            combination = tuple(rows[row].tolist())
            if combination not in tried and self.trials.can_be_played(combination):
                found.append(combination)
        return found

    def _raced(self, candidates: Sequence[Combination]) -> list[Combination]:
        """Those that come through and seem to reach the goals; the model learns from all."""
        self.seen: dict[Combination, list[Rate]] = {}
        finalists = race(candidates, self._scores, self.games)
        rates = np.array([self.seen[combination] for combination in candidates])
        self.model = self.model.learned(np.array(candidates), rates[..., 0], rates[..., 1])
        return [combination for combination in finalists if miss(self.seen[combination], self.goals) == 0]

    def nearest(self, most: int) -> Tuned:
        """The combination that misses the worst goal by least."""
        closest: list[tuple[float, Combination]] = []
        rows = NO_CHANGE
        for _ in range(min(most, len(self.trials.dials.now))):
            rows = self.model.one_more(rows)
            misses = self.model.misses(rows)
            best = np.argsort(misses, kind="stable")[:FIELD]
            closest += zip(misses[best].tolist(), map(tuple, rows[best].tolist()), strict=True)
        closest.sort(key=lambda one: one[0])
        field = [combination for _, combination in closest if self.trials.can_be_played(combination)][:FIELD]
        winner = race([(), *field], self._nearness, self.games)[0]
        self.told.append(f"the {len(field)} combinations that should be nearest were played")
        confirmation = confirm(self.trials, winner, self.games, self.attempts)
        why = self._why(most) if confirmation.verdict == "missed" else []
        return Tuned(self.trials.changes(winner), confirmation, self.told, why)

    def _singles(self) -> Additive:
        """Measure every option alone."""
        options = self.trials.dials.options
        alone = [(at,) for at in range(len(options))]
        played = self.trials.play(alone, min(SINGLES, self.games))
        base = np.array([series.mean() for series in self.base])
        steps = [
            [series - before[: len(series)] for series, before in zip(one, self.base, strict=True)] for one in played
        ]
        change = np.array([[step.mean() for step in one] for one in steps])
        error = np.array([[sqrt(variance(step) / len(step)) for step in one] for one in steps])
        fields = len(self.trials.dials.now)
        self.told.append(
            f"{len(options)} single changes of {fields} fields measured on {min(SINGLES, self.games):,} games a cell"
        )
        self.trials.forget(alone)
        return Additive.fitted(options, base, change, error, self.goals)

    def _confirmed(self, combination: Combination) -> Tuned | None:
        confirmation = confirm(self.trials, combination, self.games, self.attempts)
        self.attempts += 1
        if confirmation.verdict == "missed":
            return None
        return Tuned(self.trials.changes(combination), confirmation, self.told)

    def _scores(self, alive: Sequence[Combination], games: int) -> list[float | None]:
        known = self._rates(alive, games)
        self.seen |= dict(zip(alive, known, strict=True))
        chances = [chance(rates, self.goals) for rates in known]
        return [one if one >= PLAUSIBLE else None for one in chances]

    def _nearness(self, alive: Sequence[Combination], games: int) -> list[float | None]:
        return [-miss(rates, self.goals) for rates in self._rates(alive, games)]

    def _rates(self, combinations: Sequence[Combination], games: int) -> list[list[Rate]]:
        return [
            [paired_rate(before, series) for before, series in zip(self.base, one, strict=True)]
            for one in self.trials.play(combinations, games)
        ]

    def _why(self, most: int) -> list[str]:
        """What stands in the way."""
        if self.attempts == ATTEMPTS - 1:
            return ["what reached the goals in the search did not on fresh games: the goals are narrow for these games"]
        reasons = []
        for at, goal in enumerate(self.goals):
            low, high = self.model.reach(at, most)
            if low > goal.high or high < goal.low:
                span = f"about {low:.1%} to {high:.1%}"
                reasons.append(f"{goal.text!r}: out of reach, {_fields(most)} of these can move it to {span} at most")
        return reasons or [
            "every goal is within reach alone, but no combination that was looked at reaches all of them"
        ]


def _combinations(count: int) -> str:
    return "one combination" if count == 1 else f"{count} combinations"


def _fields(count: int) -> str:
    return "one field" if count == 1 else f"{count} fields"
