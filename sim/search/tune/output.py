"""What `tune` says: on the terminal, and as the comments of the file it writes."""

from collections.abc import Sequence

from rich.table import Table

from engine.game.cell import Json
from engine.game.differences import value_in_words
from engine.kernel.sources import sources_digest
from engine.language.current import counted, said, several, word
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import in_common, shown_labels
from sim.runs.manifest import tool_version
from sim.search.files import adapted
from sim.search.output import not_adapted, played
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
    some_fields,
    some_steps,
)
from sim.search.tune.search_space import SearchSpace
from sim.statistics.intervals import CONFIDENCE
from sim.text.escapes import visible
from sim.text.number_format import capital, ends, plain_percent, whole


def verdict_said(verdict: str) -> str:
    """Whether the goals are reached."""
    return {
        "reached": said("the goals are reached"),
        "likely": said("the goals are probably reached, but the games do not prove it"),
        "missed": said("the goals are not reached; this is the nearest change that was found"),
    }[verdict]


def goal_verdict(verdict: str) -> str:
    """Whether one of them is."""
    return {"reached": said("reached"), "unclear": said("unclear"), "missed": said("missed")}[verdict]


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
    games = whole(confirmed.last - confirmed.first)
    fresh = said("measured on {games} games in each cell that the search did not use", games=games)
    screen.print(" · ".join([fresh, said("{games} games in all", games=whole(found.played))]), soft_wrap=True)


def goals_table(found: TuneResult, goals: Sequence[Goal]) -> Table:
    """Each goal before and now."""
    table = Table()
    table.add_column(said("goal"))
    now = said("change") if all(goal.relative for goal in goals) else said("now")
    for head in (said("before"), f"{now} ({plain_percent(CONFIDENCE, 0)})"):
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
                before, verdict = _plain(goals[at], confirmed.before[at].mean), goal_verdict(confirmed.said[at])
                rows.append((_goal(goals[at]), before, _rate(goals[at], confirmed.after[at]), verdict))
        if together:
            form = OutcomeFormat(goals[group[0]].outcome)
            changes = sorted(confirmed.after[at].mean for at in together)
            low, high = (form.difference(change) for change in (changes[0], changes[-1]))
            cells = len(together)
            if cells < len(group):
                where = counted(cells, "one other cell", "{count} other cells")
            else:
                where = counted(cells, "one cell", "{count} cells")
            span = low if low == high else ends(low, high)
            rows.append((f"{goals[group[0]].text} ({where})", "", span, goal_verdict("reached")))
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
            "verdict": verdict,
        }
        for goal, before, after, verdict in zip(goals, told.before, told.after, told.said, strict=True)
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
    verdict = found.confirmation.verdict
    if found.changes:
        changed = counted(len(found.changes), "one field changed", "{count} fields changed")
        return f"{changed}: {verdict_said(verdict)}"
    if verdict == "missed":
        return said("nothing changed: the goals are not reached; on fresh games, no change came nearer")
    return ": ".join([said("nothing changed"), verdict_said(verdict)])


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
    lines = [
        ": ".join(["fatecast tune", said("{verdict}.", verdict=verdict_said(confirmed.verdict))]),
        said(
            "Played: {cells}. Varied: {fields}. Changed:",
            cells=" · ".join(in_common(shown_labels(base.game, base.cells))),
            fields=", ".join(vary),
        ),
        *(f"  {line}" for line in change_lines(found, space)),
        said(
            "{outcomes} with their {confidence} intervals, on games that the search did not use, {games} of "
            "seed {seed}:",
            outcomes=_outcomes(goals),
            confidence=plain_percent(CONFIDENCE, 0),
            games=ends(whole(confirmed.first), whole(confirmed.last - 1)),
            seed=base.settings.seed,
        ),
        *(f"  {_goal_line(*row)}" for row in goal_rows(confirmed, goals)),
        *result_notes(found, base, goals),
        said(
            "{game} rules {version}, engine {engine}, fatecast {tool}",
            game=base.game.name,
            version=base.game.version,
            engine=sources_digest(base.game.name),
            tool=tool_version(),
        ),
    ]
    return [visible(line) for line in lines]


def _goal_line(goal: str, before: str, now: str, verdict: str) -> str:
    told = said("{before} before, {now} now", before=before, now=now) if before else said("{now} now", now=now)
    return f"{goal}: {told}: {verdict}"


def step_in_words(step: SearchStep) -> str:
    """One line for each step of a search."""
    if isinstance(step, SinglesMeasured):
        return said(
            "{changes} single changes of {fields} measured on {games} games in each cell",
            changes=step.changes,
            fields=some_fields(step.fields),
            games=whole(step.games),
        )
    if isinstance(step, SizeSearched):
        size = said("{fields}, {steps} in all", fields=some_fields(step.fields), steps=some_steps(step.steps))
        return f"{size}: {_played(step)}"
    if isinstance(step, CandidatesFailed):
        return counted(
            step.attempts,
            "one candidate played on fresh games, none sure to reach the goals; the search ends here",
            "{count} candidates played on fresh games, none sure to reach the goals; the search ends here",
        )
    return counted(
        step.combinations,
        "played the one combination predicted to come nearest",
        "played the {count} combinations predicted to come nearest",
    )


def _played(step: SizeSearched) -> str:
    if not step.finalists:
        return counted(
            step.played,
            "one combination played, none came near the goals",
            "{count} combinations played, none came near the goals",
        )
    return counted(
        step.played,
        "one combination played; {reached} of {finalists} that played to the end seemed to reach the goals",
        "{count} combinations played; {reached} of {finalists} that played to the end seemed to reach the goals",
        reached=step.reached,
        finalists=step.finalists,
    )


def reason_in_words(reason: MissReason) -> str:
    """Why the goals were missed."""
    if isinstance(reason, OutOfReach):
        return f"{_goal(reason.goal)!r}: {_out_of_reach(reason)}"
    if isinstance(reason, Between):
        return f"{_goal(reason.goal)!r}: {_between(reason)}"
    if isinstance(reason, Conflict):
        return said(
            "{first!r} and {second!r} conflict: what reaches the first leaves the second at about {value} at best",
            first=reason.reached,
            second=_goal(reason.missed),
            value=_value(reason.missed, reason.at),
        )
    if reason == "failed on fresh games":
        return said(
            "the candidates reached the goals in the search but not on fresh games: more games may help (--games)"
        )
    return said("each goal can be reached alone, but no combination that was tried reaches all of them")


def _between(reason: Between) -> str:
    told = said("no combination of the allowed values comes to lie there")
    below, above = ("" if end is None else _value(reason.goal, end) for end in (reason.below, reason.above))
    if below and above:
        near = said("the nearest are about {below} below it and {above} above it", below=below, above=above)
    elif below:
        near = said("the nearest are about {below} below it", below=below)
    elif above:
        near = said("the nearest are about {above} above it", above=above)
    else:
        return told
    return f"{told}; {near}"


def _out_of_reach(reason: OutOfReach) -> str:
    told = counted(
        reason.fields,
        "out of reach, one field can move it to about {low} to {high} at most",
        "out of reach, {count} fields can move it to about {low} to {high} at most",
        low=_value(reason.goal, reason.low),
        high=_value(reason.goal, reason.high),
    )
    if reason.enough:
        enough = counted(
            reason.enough,
            "one field may do (--fields {number})",
            "{count} fields may do (--fields {number})",
            number=reason.enough,
        )
        return f"{told}; {enough}"
    match [_beyond(stop) for stop in reason.stops]:
        case [first]:
            takes = said("it would take {first}", first=first)
        case [first, second]:
            takes = said("it would take {first} or {second}", first=first, second=second)
        case [first, second, third]:
            takes = said("it would take {first} or {second} or {third}", first=first, second=second, third=third)
        case _:
            return told
    return f"{told}; {takes}"


def _beyond(stop: Stop) -> str:
    """`faces.1 below 0 (the game allows no less)`"""
    where = {"path": stop.path, "value": stop.value}
    if stop.by_game:
        if stop.lower:
            return said("{path} below {value} (the game allows no less)", **where)
        return said("{path} above {value} (the game allows no more)", **where)
    if stop.lower:
        return said("{path} below {value} (--vary and --reach end there)", **where)
    return said("{path} above {value} (--vary and --reach end there)", **where)


def shortfalls(found: TuneResult, goals: Sequence[Goal]) -> list[str]:
    """How far the nearest change is from the goals that it misses."""
    lines = []
    for goal, rate, verdict in zip(goals, found.confirmation.after, found.confirmation.said, strict=True):
        short = max(goal.low - rate.mean, rate.mean - goal.high)
        if verdict != "reached" and short > 0:
            known = {
                "goal": _goal(goal),
                "value": _value(goal, rate.mean),
                "amount": OutcomeFormat(goal.outcome).amount(short),
            }
            if rate.mean < goal.low:
                lines.append(said("nearest to {goal!r}: {value}, {amount} below the range", **known))
            else:
                lines.append(said("nearest to {goal!r}: {value}, {amount} above the range", **known))
    return lines


def result_notes(found: TuneResult, base: ResolvedExperiment, goals: Sequence[Goal]) -> list[str]:
    """How far the goals were missed and why, and what else to know."""
    notes = [*map(reason_in_words, found.reasons), *([] if adapted(base) else [not_adapted()])]
    if found.confirmation.verdict != "missed":
        return notes
    groups = groups_of(goals)
    reached = sum(all(found.confirmation.said[at] == "reached" for at in group) for group in groups)
    count = [said("{reached} of {goals} goals reached", reached=reached, goals=len(groups))] if len(groups) > 1 else []
    return [*count, *shortfalls(found, goals), *notes]


def _goal(goal: Goal) -> str:
    if goal.place:
        return f"{goal.text} · {goal.place}"
    return goal.text if len(goal.cells) == 1 else f"{goal.text} ({_mean_of(len(goal.cells))})"


def _mean_of(cells: int) -> str:
    return said("mean of {cells} cells", cells=cells)


def _outcomes(goals: Sequence[Goal]) -> str:
    """`Win rates`"""
    names = list(dict.fromkeys(goal.outcome.name for goal in goals))
    if len(names) > 1 or not goals[0].is_share:
        return said("Outcomes")
    return capital(word(names[0]) if names[0].endswith("s") else several(names[0]))


def _plain(goal: Goal, value: float) -> str:
    return OutcomeFormat(goal.outcome).value(value)


def _value(goal: Goal, value: float) -> str:
    """`61.2%`, or a change with its unit: `+1.20 points`."""
    form = OutcomeFormat(goal.outcome)
    return form.counted(form.difference(value)) if goal.relative else form.value(value)


def _rate(goal: Goal, rate: EstimatedRate) -> str:
    form = OutcomeFormat(goal.outcome)
    return (form.change if goal.relative else form.estimate)(rate.mean, rate.interval(goal))
