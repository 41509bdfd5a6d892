"""What `compare` and `try` print: sentences and tables on the terminal."""

from collections.abc import Sequence
from shlex import quote

from rich.table import Table

from engine.game.outcomes import Outcome, Share
from engine.game.registry import call_names
from engine.language.current import said, several, word
from sim.compare.quick_trial import QuickTrial
from sim.compare.telling.sentences import (
    all_sentences,
    blind_notes,
    games_note,
    nothing_changed,
    rung_notes,
    trial_sentence,
    trials_lines,
    verdict_word,
)
from sim.compare.verdicts import ComparedCell, ComparedOutcome, Comparison
from sim.compare.versions.contents import contents_in, several_versions
from sim.display.narrow import command_lines, leave_out
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console, crossed
from sim.experiment.changes import change_lines
from sim.experiment.labels import varying
from sim.runs.run import Run
from sim.text.axis_words import axis_word
from sim.text.number_format import local, p_value, plain_percent

MOST_GAMES_READ = 20_000_000
"""Of a run that is read again at its end."""
MOST_TABLES = 2
"""Contents of a run that get a table; of more, a sentence each is enough."""
ALWAYS, SPARE = 3, 4
"""Columns that are always shown, and those that a narrow terminal leaves out, the last first."""


def heads(outcomes: Sequence[Outcome]) -> list[str]:
    """Of the numbers of a cell. Players lose and gain what they want more of; other outcomes go down and up."""
    wanted = all(isinstance(outcome, Share) and outcome.better == "more" for outcome in outcomes)
    ways = said("lost/gained") if wanted else said("down/up")
    always = said("before"), said("after"), said("change (95 %)")
    return [*always, said("p, corrected"), ways, said("diverged"), said("variance left")]


def show_comparison(found: Comparison, title: str) -> None:
    """Sentences, then every cell; no cells where both sides are the same."""
    out = console()
    for line in found.not_played:
        out.print(line, soft_wrap=True)
    one = f": {word(found.outcomes[0].outcome.name)}" if len(found.outcomes) == 1 else ""
    out.print(f"{title}{one}", soft_wrap=True)
    for line in change_lines(found.changes):
        out.print(f"  {line}", soft_wrap=True)
    for sentence in all_sentences(found)[len(found.not_played) :]:
        out.print(f"  {sentence}", soft_wrap=True)
    if nothing_changed(found):
        return
    whole = cells_table(found.outcomes)
    spare = [str(column.header) for column in whole.columns[-1 - SPARE : -1]]
    table, left_out = leave_out(whole, spare, out.width)
    out.print(table)
    if left_out:
        out.print(said("A wider terminal also shows: {columns}.", columns=", ".join(left_out)), soft_wrap=True)


def show_trials(trials: Sequence[QuickTrial], title: str, all_told: bool = False) -> None:
    """Of one outcome a sentence and a small table; of several, a sentence for each that moved."""
    out = console()
    for line in trials_lines(trials, title, all_told):
        out.print(line, soft_wrap=True)
    if len(trials) == 1:
        out.print(trial_table(trials[0]))
    for note in (*rung_notes(trials[0]), *blind_notes(trials[0])):
        out.print(note, soft_wrap=True)
    out.print(games_note(trials[0]), soft_wrap=True)


def show_contents_of(run: Run) -> None:
    """The contents of a run, each against the first: what changed, a sentence, a small table. Of a very large run, the
    command that shows it."""
    experiment, out = run.experiment, console()
    axis = several_versions(experiment)
    if not axis:
        return
    if run.manifest["detail"] != "games":
        out.print(
            said(
                "The {contents} are compared game by game in a run that keeps its games (--detail games).",
                contents=several(axis),
            )
        )
        return
    if run.manifest["counts"]["games"] > MOST_GAMES_READ:
        command = f"fatecast report {quote(str(run.path))}{call_names().flags}"
        out.print(
            "\n".join(command_lines(said("The {contents} game by game", contents=several(axis)), command, out.width)),
            soft_wrap=True,
        )
        return
    found = contents_in(run)
    for each in found:
        for line in change_lines(each.trial.changes, said("{title}: what changed", title=each.title)):
            out.print(line, soft_wrap=True)
        sentence = said(
            "{title}: {outcome}, game by game: {sentence}",
            title=each.title,
            outcome=word(each.trial.outcome.name),
            sentence=trial_sentence(each.trial),
        )
        out.print(sentence, soft_wrap=True)
        if len(found) <= MOST_TABLES:
            out.print(trial_table(each.trial))


def trial_table(trial: QuickTrial) -> Table:
    """The change of each group, and its verdict."""
    form = OutcomeFormat(trial.outcome)
    entries = [
        f"{form.give_or_take(pool.change, pool.interval())} {verdict_word(verdict)}"
        for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)
    ]
    return crossed([pool.labels for pool in trial.pools], entries)


def cells_table(outcomes: Sequence[ComparedOutcome]) -> Table:
    """One row for each cell, and for each outcome if there are several."""
    is_many = len(outcomes) > 1
    axes = varying([dict(cell.match.labels) for cell in outcomes[0].cells])
    table = Table()
    for head in [*([said("outcome")] if is_many else []), *map(axis_word, axes)]:
        table.add_column(head)
    for head in heads([each.outcome for each in outcomes]):
        table.add_column(head, justify="right")
    table.add_column(said("verdict"))
    for each in outcomes:
        for cell in each.cells:
            name = [word(each.outcome.name)] if is_many else []
            table.add_row(*name, *(str(cell.match.labels[axis]) for axis in axes), *_line(each, cell))
    return table


def _line(each: ComparedOutcome, cell: ComparedCell) -> list[str]:
    paired, form = cell.paired, OutcomeFormat(each.outcome)
    if not paired.games:
        return [*[""] * (ALWAYS + SPARE), verdict_word(cell.verdict)]
    left = paired.variance_left
    return [
        form.side(paired.before, cell.tested.interval),
        form.side(paired.after, cell.tested.interval),
        form.change(paired.difference, cell.tested.interval),
        p_value(cell.corrected),
        f"{paired.fell}/{paired.rose}",
        plain_percent(cell.diverged / paired.games),
        "" if left is None else local(f"{left:.2f}"),
        verdict_word(cell.verdict),
    ]
