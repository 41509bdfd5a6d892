"""`ablate`, `sweep` and `tune`, for the command line and for Python: from what a person asks to what was found."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import BadInput, message
from engine.game.optional_parts import Alteration, content_of
from engine.game.outcomes import Outcome, outcome_named
from sim.compare.operands import games_of
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.value_ranges import Setting
from sim.experiment.values import words
from sim.play.options import PlayOptions
from sim.play.outcome_cache import PieceStore, outcome_cache
from sim.search.ablation import Ablation, play_ablation, read_alterations
from sim.search.sweep import Sweep, play_sweep
from sim.search.tune.candidates import CandidatePlayer
from sim.search.tune.goals import Goal, read_goals
from sim.search.tune.result import TuneResult
from sim.search.tune.search import tune
from sim.search.tune.search_space import SearchSpace, read_search_space

GAMES = 4_096
"""Of each cell and variant, by default."""
MOST_GAMES = 65_536
"""The default limit of a candidate in a search, for each cell."""


def measured_outcome(base: ResolvedExperiment, name: str | None) -> Outcome:
    """The outcome to measure: the one named, or the headline."""
    if name is None:
        return base.headline
    found = outcome_named(base.game.outcomes, name, "--outcome")
    for cell in base.cells:
        if not found.applies(cell.labels):
            raise BadInput(message("--outcome {name}: {name2} does not have it", name=found.name, name2=cell.name))
    return found


def chosen_alterations(base: ResolvedExperiment, kinds: Sequence[str], pieces: Sequence[str]) -> list[Alteration]:
    """What to try, from words; by default all changes of the first kind."""
    known = content_of(base.game).kinds
    return read_alterations(base, list(dict.fromkeys(words(kinds) or [next(iter(known))])), words(pieces))


def ablation(
    base: ResolvedExperiment,
    alterations: Sequence[Alteration],
    outcome: Outcome,
    options: PlayOptions,
    store: PieceStore | None = None,
) -> Ablation:
    """Play every alteration. What a store has is not played again."""
    with outcome_cache([base], options, store) as played:
        return play_ablation(played, base, alterations, games_of(base), outcome)


def swept(
    base: ResolvedExperiment,
    settings: Sequence[Setting],
    outcome: Outcome,
    options: PlayOptions,
    store: PieceStore | None = None,
) -> Sweep:
    """Play every variant. What a store has is not played again."""
    with outcome_cache([base], options, store) as played:
        return play_sweep(played, base, settings, games_of(base), outcome)


@dataclass(frozen=True)
class TuneRequest:
    """What to reach, and what may change, read and checked."""

    base: ResolvedExperiment
    goals: list[Goal]
    space: SearchSpace
    fields: int

    def found(self, options: PlayOptions, store: PieceStore | None = None) -> TuneResult:
        """Search. What a store has is not played again."""
        with outcome_cache([self.base], options, store) as played:
            player = CandidatePlayer(played, self.base, self.goals, self.space)
            return tune(player, self.fields, games_of(self.base))


def tune_request(base: ResolvedExperiment, goal: str, vary: Sequence[str], reach: int, fields: int) -> TuneRequest:
    """From words."""
    if fields < 1:
        raise BadInput(message("--fields: expected 1 or more, not {fields}", fields=fields), source="tune")
    labels = [cell.labels for cell in base.cells]
    goals = read_goals(goal, labels, base.game.outcomes, base.game.about.skill, "tune: --goal")
    return TuneRequest(base, goals, read_search_space(base, vary, reach), fields)
