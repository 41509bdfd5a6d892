"""What `tune` says: on the terminal, and as the comments of the file it writes."""

from collections.abc import Sequence

from rich.table import Table

from engine.game.cell import Json
from engine.game.differences import value_in_words
from engine.kernel.sources import sources_digest
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import in_common, shown_labels
from sim.runs.manifest import tool_version
from sim.search.files import adapted
from sim.search.output import NOT_ADAPTED, played
from sim.search.tune.confirmation import Confirmation
from sim.search.tune.goals import Goal, groups_of
from sim.search.tune.rates import EstimatedRate
from sim.search.tune.result import (
    Between,
    CandidatesFailed,
    Conflict,
    MissReason,
    OutOfReach,
    SearchStep,
    SinglesMeasured,
    SizeSearched,
    Stop,
    TuneResult,
)
from sim.search.tune.search_space import SearchSpace
from sim.statistics.intervals import CONFIDENCE
from sim.text.escapes import visible
from sim.text.number_format import capital, counted

HEADLINES = {
    "reached": "the goals are reached",
    "likely": "the goals are probably reached, but the games do not prove it",
    "missed": "the goals are not reached; this is the nearest change that was found",
}


def show_tuned(found: TuneResult, base: ResolvedExperiment, goals: Sequence[Goal], space: SearchSpace) -> None:
    """How the search went, the changes, and the goals."""
    screen = console()
    for step in found.steps:
        screen.print(step_in_words(step), soft_wrap=True)
    screen.print(" · ".join([headline(found), *in_common(shown_labels(base.game, base.cells))]), soft_wrap=True)
    for line in change_lines(found, space):
        screen.print(f"  {line}", soft_wrap=True)
    screen.print(goals_table(found, goals))
    for line in result_notes(found, base, goals):
        screen.print(line, soft_wrap=True)
    confirmed = found.confirmation
    fresh = f"measured on {confirmed.last - confirmed.first:,} games in each cell that the search did not use"
    screen.print(f"{fresh} · {found.played:,} games in all", soft_wrap=True)


def goals_table(found: TuneResult, goals: Sequence[Goal]) -> Table:
    """Each goal before and now."""
    table = Table()
    table.add_column("goal")
    now = "change" if all(goal.relative for goal in goals) else "now"
    for head in ("before", f"{now} ({CONFIDENCE:.0%})"):
        table.add_column(head, justify="right")
    table.add_column("")
    for row in goal_rows(found.confirmation, goals):
        table.add_row(*row)
    return table


def goal_rows(confirmed: Confirmation, goals: Sequence[Goal]) -> list[tuple[str, str, str, str]]:
    """Goal, outcome before, outcome now or its change, verdict. The cells of one statement that reached it share a
    row."""
    rows = []
    for group in groups_of(goals):
        together = [at for at in group if confirmed.said[at] == "reached"] if len(group) > 1 else []
        for at in group:
            if at not in together:
                before = _plain(goals[at], confirmed.before[at].mean)
                rows.append((_goal(goals[at]), before, _rate(goals[at], confirmed.after[at]), confirmed.said[at]))
        if together:
            form = OutcomeFormat(goals[group[0]].outcome)
            changes = sorted(confirmed.after[at].mean for at in together)
            span = " to ".join(dict.fromkeys(form.difference(change) for change in (changes[0], changes[-1])))
            others = "other cell" if len(together) < len(group) else "cell"
            rows.append((f"{goals[group[0]].text} ({counted(len(together), others)})", "", span, "reached"))
    return rows


def goal_records(found: TuneResult, goals: Sequence[Goal]) -> list[dict[str, object]]:
    """Each goal as data. Of one that is a change, `now` is by how much the outcome has changed."""
    told = found.confirmation
    return [
        {
            "goal": goal.text,
            "cell": goal.place,
            "outcome": goal.outcome.name,
            "relative": goal.relative,
            "before": before.mean,
            "now": after.mean,
            **dict(zip(("low", "high"), after.interval(goal), strict=True)),
            "verdict": said,
        }
        for goal, before, after, said in zip(goals, told.before, told.after, told.said, strict=True)
    ]


def tuned_data(found: TuneResult, base: ResolvedExperiment, goals: Sequence[Goal]) -> Json:
    """What a search found, for another program."""
    return {
        **played("tune", base),
        "verdict": found.confirmation.verdict,
        "changes": found.changes,
        "goals": goal_records(found, goals),
        "steps": [*map(step_in_words, found.steps)],
        "notes": result_notes(found, base, goals),
        "games": found.played,
    }


def headline(found: TuneResult) -> str:
    """One sentence."""
    said = HEADLINES[found.confirmation.verdict]
    if not found.changes:
        nearer = "on fresh games, no change came nearer"
        return "nothing changed: " + said.replace("this is the nearest change that was found", nearer)
    return f"{counted(len(found.changes), 'field')} changed: {said}"


def change_lines(found: TuneResult, space: SearchSpace) -> list[str]:
    """`cards.fox.price: 3 → 2`"""
    return [f"{path}: {_shown(space.now[path])} → {_shown(value)}" for path, value in found.changes.items()]


def _shown(value: object) -> object:
    return value_in_words(value) if isinstance(value, bool) else value


def evidence(
    found: TuneResult, base: ResolvedExperiment, goals: Sequence[Goal], space: SearchSpace, vary: Sequence[str]
) -> list[str]:
    """The comments of the file; the same search writes the same words."""
    confirmed = found.confirmation
    rates = [
        f"  {goal}: {f'{before} before, ' if before else ''}{now} now: {said}"
        for goal, before, now, said in goal_rows(confirmed, goals)
    ]
    engine = sources_digest(base.game.name)
    fresh = f"{confirmed.first:,} to {confirmed.last - 1:,} of seed {base.settings.seed}"
    lines = [
        f"fatecast tune: {HEADLINES[confirmed.verdict]}.",
        f"Played: {' · '.join(in_common(shown_labels(base.game, base.cells)))}. Varied: {', '.join(vary)}. Changed:",
        *(f"  {line}" for line in change_lines(found, space)),
        f"{_outcomes(goals)} with their {CONFIDENCE:.0%} intervals, on games that the search did not use, {fresh}:",
        *rates,
        *result_notes(found, base, goals),
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
        played = f"{size}: {counted(step.played, 'combination')} played"
        if not step.finalists:
            return f"{played}, none came near the goals"
        return f"{played}; {step.reached} of {step.finalists} that played to the end seemed to reach the goals"
    if isinstance(step, CandidatesFailed):
        played = f"{counted(step.attempts, 'candidate')} played on fresh games"
        return f"{played}, none sure to reach the goals; the search ends here"
    return f"played the {counted(step.combinations, 'combination')} predicted to come nearest"


def reason_in_words(reason: MissReason) -> str:
    """Why the goals were missed."""
    if isinstance(reason, OutOfReach):
        return _out_of_reach(reason)
    if isinstance(reason, Between):
        near = [("below", reason.below), ("above", reason.above)]
        ends = [f"{_value(reason.goal, end)} {side} it" for side, end in near if end is not None]
        nearest = f"; the nearest are about {' and '.join(ends)}" if ends else ""
        return f"{_goal(reason.goal)!r}: no combination of the allowed values comes to lie there{nearest}"
    if isinstance(reason, Conflict):
        at = f"what reaches the first leaves the second at about {_value(reason.missed, reason.at)} at best"
        return f"{reason.reached!r} and {_goal(reason.missed)!r} conflict: {at}"
    if reason == "failed on fresh games":
        return "the candidates reached the goals in the search but not on fresh games: more games may help (--games)"
    return "each goal can be reached alone, but no combination that was tried reaches all of them"


def _out_of_reach(reason: OutOfReach) -> str:
    span = f"about {_value(reason.goal, reason.low)} to {_value(reason.goal, reason.high)}"
    said = f"{_goal(reason.goal)!r}: out of reach, {counted(reason.fields, 'field')} can move it to {span} at most"
    if reason.enough:
        return f"{said}; {counted(reason.enough, 'field')} may do (--fields {reason.enough})"
    if not reason.stops:
        return said
    return f"{said}; it would take {' or '.join(map(_beyond, reason.stops))}"


def _beyond(stop: Stop) -> str:
    """`faces.1 below 0 (the game allows no less)`"""
    side, further = ("below", "less") if stop.lower else ("above", "more")
    why = f"the game allows no {further}" if stop.by_game else "--vary and --reach end there"
    return f"{stop.path} {side} {stop.value} ({why})"


def shortfalls(found: TuneResult, goals: Sequence[Goal]) -> list[str]:
    """How far the nearest change is from the goals that it misses."""
    lines = []
    for goal, rate, said in zip(goals, found.confirmation.after, found.confirmation.said, strict=True):
        short = max(goal.low - rate.mean, rate.mean - goal.high)
        if said != "reached" and short > 0:
            form, side = OutcomeFormat(goal.outcome), "below" if rate.mean < goal.low else "above"
            far = f"{form.amount(short)} {side} the range"
            lines.append(f"nearest to {_goal(goal)!r}: {_value(goal, rate.mean)}, {far}")
    return lines


def result_notes(found: TuneResult, base: ResolvedExperiment, goals: Sequence[Goal]) -> list[str]:
    """How far the goals were missed and why, and what else to know."""
    notes = [*map(reason_in_words, found.reasons), *([] if adapted(base) else [NOT_ADAPTED])]
    if found.confirmation.verdict != "missed":
        return notes
    groups = groups_of(goals)
    reached = sum(all(found.confirmation.said[at] == "reached" for at in group) for group in groups)
    count = [f"{reached} of {len(groups)} goals reached"] if len(groups) > 1 else []
    return [*count, *shortfalls(found, goals), *notes]


def _goal(goal: Goal) -> str:
    if goal.place:
        return f"{goal.text} · {goal.place}"
    return goal.text if len(goal.cells) == 1 else f"{goal.text} (mean of {len(goal.cells)} cells)"


def _outcomes(goals: Sequence[Goal]) -> str:
    """`Win rates`"""
    names = list(dict.fromkeys(goal.outcome.name for goal in goals))
    if len(names) > 1 or not goals[0].is_share:
        return "Outcomes"
    return capital(names[0] if names[0].endswith("s") else f"{names[0]}s")


def _plain(goal: Goal, value: float) -> str:
    return OutcomeFormat(goal.outcome).value(value)


def _value(goal: Goal, value: float) -> str:
    """`61.2%`, or a change with its unit: `+1.20 points`."""
    form = OutcomeFormat(goal.outcome)
    return f"{form.difference(value)} {form.unit}" if goal.relative else form.value(value)


def _rate(goal: Goal, rate: EstimatedRate) -> str:
    form = OutcomeFormat(goal.outcome)
    return (form.change if goal.relative else form.estimate)(rate.mean, rate.interval(goal))
