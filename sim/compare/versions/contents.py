"""Several contents in one run: each against the first, game by game, because a run plays all its cells on one luck."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import NotComparable
from engine.game.cell import Cell
from engine.game.outcomes import headline_of
from sim.compare.comparison import compare_pairs
from sim.compare.pairs import Pair, match_cells, pairs_of
from sim.compare.quick_trial import QuickTrial, judge_trial
from sim.compare.verdicts import Comparison, DecisionRule
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import Label, several_contents, values_of
from sim.runs.run import Run


@dataclass(frozen=True)
class TwoContents:
    """The first content of a run and another one."""

    before: str
    after: str
    axis: str
    comparison: Comparison
    """Cell by cell, of the headline."""
    trial: QuickTrial
    """The same, in groups."""

    @property
    def title(self) -> str:
        """`base → longer`"""
        return f"{self.before} → {self.after}"


def contents_in(run: Run) -> list[TwoContents]:
    """Each content against the first; nothing if there is only one, if the run kept no rows, or if no luck is
    shared."""
    experiment = run.experiment
    cells = experiment.cells
    axis = several_versions(experiment)
    if not axis or run.manifest["detail"] != "games":
        return []
    first, others = cells[0].labels[axis], _versions(experiment, axis)
    found = []
    for other in others:
        sides = ([cell for cell in cells if cell.labels[axis] == value] for value in (first, other))
        try:
            pairs = pairs_of(run, run, match_cells(experiment.game, *sides))
        except NotComparable:
            continue
        found.append(_judged(run, axis, pairs))
    return found


def several_versions(experiment: ResolvedExperiment) -> str:
    """The axis on which contents are named, if the experiment has several versions of the first one; else nothing."""
    axis = several_contents(experiment.cells, experiment.game.about)
    return axis if axis and _versions(experiment, axis) else ""


def _versions(experiment: ResolvedExperiment, axis: str) -> list[Label]:
    """The other contents that are versions of the first."""
    cells, is_version = experiment.cells, experiment.game.presentation.is_version
    others = {cell.labels[axis]: cell.spec for cell in reversed(cells)}
    return [value for value in values_of(axis, cells)[1:] if is_version(cells[0].spec, others[value])]


def content_name(run: Run, cell: Cell, axis: str) -> str:
    """A content as a person named it: by its title, and by its label where that says more."""
    label = str(cell.labels[axis])
    title = run.experiment.game.presentation.content_title(cell.spec)
    return label if title in ("", label) else f"{title} ({label})"


def _judged(run: Run, axis: str, pairs: Sequence[Pair]) -> TwoContents:
    game = run.experiment.game
    headline = headline_of(game.outcomes, [pair.match.before.labels for pair in pairs])
    rule = DecisionRule(told=0)
    comparison = compare_pairs(game, pairs, int(run.manifest["seed"]), rule, [headline])
    [trial] = judge_trial(pairs, game.about.skill, rule, [headline])
    before, after = (content_name(run, side, axis) for side in (pairs[0].match.before, pairs[0].match.after))
    return TwoContents(before, after, axis, comparison, replace(trial, changes=comparison.changes))
