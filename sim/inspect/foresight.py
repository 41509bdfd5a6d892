"""Asks the policies of a run that somebody brought along whether they know the luck of the run, by its own seed."""

from collections.abc import Iterator

from engine.game.cell import Cell
from engine.game.optional_parts import policies_of
from engine.language.current import said
from sim.experiment.experiment import ResolvedExperiment
from sim.play.dispatch import dispatch
from sim.play.executors import WorkerPool
from sim.play.progress import Progress
from sim.play.runner import task_for
from sim.play.worker import Task, right_game, timed
from sim.runs.block import Block


def asked_about_luck(
    experiment: ResolvedExperiment, workers: WorkerPool, patience: float, progress: Progress
) -> Iterator[tuple[Cell, str]]:
    """Each cell that was asked, and what speaks for knowledge of the luck; empty if nothing does."""
    tasks = [task_for(experiment, Block(number, 0, 1)) for number in _cells_to_ask(experiment)]
    if not tasks:
        return
    progress.begin(len(tasks), said("asking about the luck"))
    for task, suspicion in dispatch(tasks, _ask, workers, patience, tick=progress.tick):
        progress.advance(1)
        yield task.cell, suspicion


def _cells_to_ask(experiment: ResolvedExperiment) -> Iterator[int]:
    """The numbers of cells in which a policy from outside plays: one for each policy."""
    policies, seen = experiment.game.policies, set()
    for number, cell in enumerate(experiment.cells):
        who = tuple(cell.labels.get(key) for key in (experiment.game.about.skill, "focus", "field"))
        if policies is not None and who not in seen and policies.from_outside(cell):
            seen.add(who)
            yield number


def _ask(task: Task) -> str:
    """What a worker does. The heartbeat shows it as one game, so that it cannot go on forever."""
    game = right_game(task)
    outcomes = [outcome for outcome in game.outcomes if outcome.applies(task.cell.labels)]
    found, _ = timed(task, task.first, task.last, lambda: policies_of(game).suspicion(task.cell, task.seed, outcomes))
    return str(found)
