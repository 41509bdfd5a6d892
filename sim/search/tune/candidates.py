"""Combinations of changes, played on common luck in the cells that the goals name."""

from collections.abc import Iterable, Sequence

from engine.errors import BadInput
from engine.game.cell import Cell
from sim.compare.pairs import match_variant
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.search.tune.goals import Goal
from sim.search.tune.rates import Series, series_of
from sim.search.tune.search_space import SearchSpace

Combination = tuple[int, ...]
"""The numbers of the chosen options; the empty combination is the base."""


class CandidatePlayer:
    """Plays combinations in the cells that the goals name."""

    def __init__(
        self, cache: OutcomeCache, base: ResolvedExperiment, goals: Sequence[Goal], space: SearchSpace
    ) -> None:
        self.cache, self.base, self.goals, self.space = cache, base, goals, space
        self._asked = sorted({cell for goal in goals for cell in goal.cells})
        self._cells: dict[Combination, dict[int, Cell]] = {}

    def changes(self, combination: Combination) -> dict[str, object]:
        """What a combination changes."""
        options = [self.space.options[at] for at in combination]
        return {option.path: option.value for option in options}

    def can_be_played(self, combination: Combination) -> bool:
        """Whether the game accepts these changes together."""
        try:
            self._cells_of(combination)
        except BadInput:
            return False
        return True

    def play(self, combinations: Sequence[Combination], last: int, first: int = 0) -> list[list[Series]]:
        """The games [first, last) of each combination; for each combination, one series a goal."""
        places = [
            SeededCell(cell, self.base.settings.seed)
            for combination in combinations
            for cell in self._cells_of(combination).values()
        ]
        outcomes = iter(self.cache.play(places, last, first))
        played = [{cell: next(outcomes) for cell in self._asked} for _ in combinations]
        return [[series_of([cells[at] for at in goal.cells], goal.outcome) for goal in self.goals] for cells in played]

    def forget(self, combinations: Iterable[Combination]) -> None:
        """Free the memory of combinations that are no longer needed."""
        gone = [self._cells.pop(combination) for combination in combinations if combination in self._cells]
        kept = {cell.key for cells in self._cells.values() for cell in cells.values()}
        seed = self.base.settings.seed
        self.cache.forget(SeededCell(cell, seed) for cells in gone for cell in cells.values() if cell.key not in kept)

    def _cells_of(self, combination: Combination) -> dict[int, Cell]:
        if combination not in self._cells:
            changed = variant(self.base, self.changes(combination), "tune") if combination else self.base
            matches = match_variant(self.base, changed)
            self._cells[combination] = {at: matches[at].after for at in self._asked}
        return self._cells[combination]
