"""What `tune` says: on the terminal, and as the comments of the file it writes."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from engine.kernel.sources import sources_digest
from sim.display.number_format import capital, counted
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console
from sim.experiment.escapes import visible
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import in_common
from sim.runs.manifest import tool_version
from sim.search.files import adapted
from sim.search.output import NOT_ADAPTED
from sim.search.tune.goals import Goal
from sim.search.tune.rates import EstimatedRate
from sim.search.tune.result import (
    CandidatesFailed,
    MissReason,
    OutOfReach,
    SearchStep,
    SinglesMeasured,
    SizeSearched,
    TuneResult,
)
from sim.search.tune.search_space import SearchSpace
from sim.statistics.intervals import CONFIDENCE

HEADLINES = {
    "reached": "the goals are reached",
    "likely": "the goals are probably reached, but the games do not prove it",
    "missed": "the goals are not reached; this is the nearest change that was found",
}


def show_tuned(
    found: TuneResult, base: ResolvedExperiment, goals: Sequence[Goal], space: SearchSpace, out: Path | None
) -> None:
    """How the search went, the changes, and the goals."""
    screen = console()
    for step in found.steps:
        screen.print(step_in_words(step), soft_wrap=True)
    screen.print(" · ".join([headline(found), *in_common(base.cells)]), soft_wrap=True)
    for line in change_lines(found, space):
        screen.print(f"  {line}", soft_wrap=True)
    screen.print(goals_table(found, goals))
    for line in result_notes(found, base):
        screen.print(line, soft_wrap=True)
    confirmed = found.confirmation
    fresh = f"measured on {confirmed.last - confirmed.first:,} games in each cell that the search did not use"
    screen.print(f"{fresh} · {found.played:,} games in all", soft_wrap=True)
    if out is not None:
        screen.print(f"written: {out}", soft_wrap=True)


def goals_table(found: TuneResult, goals: Sequence[Goal]) -> Table:
    """Each goal before and now."""
    table = Table()
    table.add_column("goal")
    for head in ("before", f"now ({CONFIDENCE:.0%})"):
        table.add_column(head, justify="right")
    table.add_column("")
    confirmed = found.confirmation
    for goal, before, after, said in zip(goals, confirmed.before, confirmed.after, confirmed.said, strict=True):
        table.add_row(_goal(goal), _plain(goal, before.mean), _rate(goal, after), said)
    return table


def headline(found: TuneResult) -> str:
    """One sentence."""
    said = HEADLINES[found.confirmation.verdict]
    if not found.changes:
        return "nothing to change: " + said.replace("this is the nearest change that", "no nearer change")
    return f"{counted(len(found.changes), 'field')} changed: {said}"


def change_lines(found: TuneResult, space: SearchSpace) -> list[str]:
    """`cards.fox.price: 3 → 2`"""
    return [f"{path}: {space.now[path]} → {value}" for path, value in found.changes.items()]


def evidence(
    found: TuneResult, base: ResolvedExperiment, goals: Sequence[Goal], space: SearchSpace, vary: Sequence[str]
) -> list[str]:
    """The comments of the file; the same search writes the same words."""
    confirmed = found.confirmation
    rates = [
        f"  {_goal(goal)}: {_plain(goal, before.mean)} before, {_rate(goal, after)} now: {said}"
        for goal, before, after, said in zip(goals, confirmed.before, confirmed.after, confirmed.said, strict=True)
    ]
    engine = sources_digest(base.game.name)
    fresh = f"{confirmed.first:,} to {confirmed.last - 1:,} of seed {base.settings.seed}"
    lines = [
        f"fatecast tune: {HEADLINES[confirmed.verdict]}.",
        f"Played: {' · '.join(in_common(base.cells))}. Varied: {', '.join(vary)}. Changed:",
        *(f"  {line}" for line in change_lines(found, space)),
        f"{_outcomes(goals)} with their {CONFIDENCE:.0%} intervals, on games that the search did not use, {fresh}:",
        *rates,
        *result_notes(found, base),
        f"{base.game.name} rules {base.game.version}, engine {engine}, fatecast {tool_version()}",
    ]
    return [visible(line) for line in lines]


def step_in_words(step: SearchStep) -> str:
    """One line for each step of a search."""
    if isinstance(step, SinglesMeasured):
        changes = f"{step.changes} single changes of {counted(step.fields, 'field')}"
        return f"{changes} measured on {step.games:,} games in each cell"
    if isinstance(step, SizeSearched):
        size = f"{counted(step.fields, 'field')}, {counted(step.steps, 'step')} in all"
        return f"{size}: {counted(step.played, 'combination')} played, {step.reached} reached the goals"
    if isinstance(step, CandidatesFailed):
        return f"{counted(step.attempts, 'candidate')} failed on fresh games; the search ends here"
    return f"played the {counted(step.combinations, 'combination')} predicted to come nearest"


def reason_in_words(reason: MissReason) -> str:
    """Why the goals were missed."""
    if isinstance(reason, OutOfReach):
        span = f"about {_plain(reason.goal, reason.low)} to {_plain(reason.goal, reason.high)}"
        return f"{reason.goal.text!r}: out of reach, {counted(reason.fields, 'field')} can move it to {span} at most"
    if reason == "failed on fresh games":
        return "the candidates reached the goals in the search but not on fresh games: more games may help (--games)"
    return "each goal can be reached alone, but no combination that was tried reaches all of them"


def result_notes(found: TuneResult, base: ResolvedExperiment) -> list[str]:
    """Why the goals were missed, and what else to know."""
    return [*map(reason_in_words, found.reasons), *([] if adapted(base) else [NOT_ADAPTED])]


def _goal(goal: Goal) -> str:
    return goal.text if len(goal.cells) == 1 else f"{goal.text} (mean of {len(goal.cells)} cells)"


def _outcomes(goals: Sequence[Goal]) -> str:
    """`Win rates`"""
    names = list(dict.fromkeys(goal.outcome.name for goal in goals))
    return f"{capital(names[0])}s" if len(names) == 1 and goals[0].is_share else "Outcomes"


def _plain(goal: Goal, value: float) -> str:
    return OutcomeFormat(goal.outcome).value(value)


def _rate(goal: Goal, rate: EstimatedRate) -> str:
    return OutcomeFormat(goal.outcome).estimate(rate.mean, rate.interval(goal))
