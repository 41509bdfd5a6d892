"""Why no combination reaches the goals, as the additive model sees it: a goal is out of reach, lies between the steps
that the fields allow, or two of them exclude each other."""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from sim.search.tune.additive_model import AdditiveModel, CombinationRows
from sim.search.tune.candidates import CandidatePlayer
from sim.search.tune.goal_scale import Array
from sim.search.tune.goals import Goal
from sim.search.tune.result import Between, Conflict, MissReason, OutOfReach, Stop
from sim.search.tune.search_space import FieldOption, is_allowed

MOST_STOPS = 3


class Nearest(NamedTuple):
    """The combination that misses one statement least, of those that reach another."""

    miss: float
    place: Array
    """Its goals, on the scale."""


class Reachable:
    """What the combinations that the search considered reach, statement by statement."""

    def __init__(self, goals: Sequence[Goal]) -> None:
        self.goals = goals
        self._reached: set[int] = set()
        self._beside: dict[tuple[int, int], Nearest] = {}
        self._below = np.full(len(goals), -np.inf)
        self._above = np.full(len(goals), np.inf)

    def look(self, model: AdditiveModel, rows: CombinationRows) -> None:
        """Take these combinations into account."""
        place, misses = model.predicted(rows), model.misses_of_goals(rows)
        self._below = np.maximum(self._below, np.where(place < model.low, place, -np.inf).max(axis=0))
        self._above = np.minimum(self._above, np.where(place > model.high, place, np.inf).min(axis=0))
        groups = [misses[:, group].max(axis=1) for group in model.groups]
        self._reached |= {at for at, miss in enumerate(groups) if not miss.all()}
        for one, other in permutations(range(len(groups)), 2):
            inside = np.flatnonzero(groups[one] == 0)
            if len(inside):
                best = inside[groups[other][inside].argmin()]
                known = self._beside.get((one, other))
                if known is None or groups[other][best] < known.miss:
                    self._beside[one, other] = Nearest(float(groups[other][best]), place[best])

    def reasons(self, model: AdditiveModel) -> list[MissReason]:
        """Statements that no combination reaches, and pairs that none reaches together."""
        found: list[MissReason] = [
            self._between(model, group) for at, group in enumerate(model.groups) if at not in self._reached
        ]
        if found:
            return found
        pairs = [(one, other) for (one, other), near in self._beside.items() if near.miss > 0 and one < other]
        return [self._conflict(model, *pair) for pair in pairs]

    def _between(self, model: AdditiveModel, group: Sequence[int]) -> Between:
        """Of the goals of a statement, the first that is missed everywhere; or the first, if each of them is reached
        somewhere, but not all at once."""
        goal = group[0]
        ends = self._below[goal], self._above[goal]
        below, above = (value_of(model, self.goals, goal, end) if np.isfinite(end) else None for end in ends)
        return Between(self.goals[goal], below, above)

    def _conflict(self, model: AdditiveModel, one: int, other: int) -> Conflict:
        place = self._beside[one, other].place
        missed = np.maximum(model.low - place, place - model.high)
        worst = max(model.groups[other], key=lambda goal: missed[goal])
        text = self.goals[model.groups[one][0]].text
        return Conflict(text, self.goals[worst], value_of(model, self.goals, worst, place[worst]))


def out_of_reach(model: AdditiveModel, player: CandidatePlayer, most: int) -> list[MissReason]:
    """The goals that the fields cannot reach, not even all at their best; of one statement, the first."""
    reasons: list[MissReason] = []
    fields = len(np.unique(model.field))
    for group in model.groups:
        for at in group:
            goal, start = player.goals[at], _start(model, player.goals, at)
            low, high = (end - start for end in model.reach(at, most))
            if low > goal.high or high < goal.low:
                sign = 1 if high < goal.low else -1
                stops = _stops(model, player, at, sign)
                enough = next((more for more in range(most + 1, fields + 1) if _reaches(model, player, at, more)), 0)
                reasons.append(OutOfReach(goal, min(most, fields), low, high, stops, enough))
                break
    return reasons


def value_of(model: AdditiveModel, goals: Sequence[Goal], goal: int, place: float) -> float:
    """What a goal speaks of, at a place of the scale: an outcome, or its change."""
    return model.scale.back(goal, float(place)) - _start(model, goals, goal)


def _start(model: AdditiveModel, goals: Sequence[Goal], goal: int) -> float:
    return model.scale.back(goal, float(model.base[goal])) if goals[goal].relative else 0.0


def _reaches(model: AdditiveModel, player: CandidatePlayer, at: int, most: int) -> bool:
    goal, start = player.goals[at], _start(model, player.goals, at)
    low, high = (end - start for end in model.reach(at, most))
    return low <= goal.high and high >= goal.low


def _stops(model: AdditiveModel, player: CandidatePlayer, goal: int, sign: int) -> tuple[Stop, ...]:
    """The fields that move a goal most the way it needs, and could go no further."""
    options = player.space.options
    best = [options[at] for gain, at in sorted(model.best_options(goal, sign), reverse=True) if gain > 0]
    return tuple(stop for option in best if (stop := _stop(player, option)))[:MOST_STOPS]


def _stop(player: CandidatePlayer, option: FieldOption) -> Stop | None:
    """None if the best value of a field is not its last one, or is no number."""
    now, value = player.space.now[option.path], option.value
    others = [other.value for other in player.space.options if other.path == option.path]
    numbers = [other for other in others if isinstance(other, int) and not isinstance(other, bool)]
    if not isinstance(value, int) or not isinstance(now, int) or len(numbers) < len(others):
        return None
    lower = value < now
    if value != (min(numbers) if lower else max(numbers)):
        return None
    further = value - 1 if lower else value + 1
    return Stop(option.path, value, lower, not is_allowed(player.base, {option.path: further}))
