"""What `compare` and `try` print: sentences and tables on the terminal."""

from collections.abc import Sequence
from math import isfinite
from shlex import quote

from rich.table import Table

from engine.game.outcomes import Outcome, Share
from engine.game.registry import call_names
from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial, most_moved_first
from sim.compare.verdicts import (
    HELD,
    NO_INFORMATION,
    UNCLEAR,
    ComparedCell,
    ComparedOutcome,
    Comparison,
    direction,
)
from sim.compare.versions.contents import contents_in, several_versions
from sim.display.narrow import command_lines, leave_out
from sim.display.outcome_format import OutcomeFormat
from sim.display.terminal import console, crossed
from sim.experiment.changes import change_lines
from sim.experiment.labels import Labels, varying
from sim.runs.run import Run
from sim.statistics.intervals import holm
from sim.statistics.unseen import FEWEST_CHANGED
from sim.text.number_format import counted, p_value, plain_percent, rough_span, some_of

HEADS = ("before", "after", "change (95 %)", "p, corrected", "lost/gained", "diverged", "variance left")
MOST_GAMES_READ = 20_000_000
"""Of a run that is read again at its end."""
MOST_MOVED = 5
"""Outcomes that moved and get a sentence of their own."""
MOST_TABLES = 2
"""Contents of a run that get a table; of more, a sentence each is enough."""
SPARE = len(HEADS) - HEADS.index("p, corrected")
"""Columns before the verdict that a narrow terminal leaves out, the last first."""
MEAN = "mean of all cells"
NO_RULE = "no rule changed: both sides are the same and play the same games"
WAYS = HEADS.index("lost/gained")
TOO_FEW = f"fewer than {FEWEST_CHANGED} games changed, and no bounds are declared that limit a rare, large change"


def show_comparison(found: Comparison, title: str) -> None:
    """Sentences, then every cell; no cells where both sides are the same."""
    out = console()
    for line in found.not_played:
        out.print(line, soft_wrap=True)
    one = f": {found.outcomes[0].outcome.name}" if len(found.outcomes) == 1 else ""
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
        out.print(f"A wider terminal also shows: {', '.join(left_out)}.", soft_wrap=True)


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


def trials_lines(trials: Sequence[QuickTrial], title: str, all_told: bool = False) -> list[str]:
    """What was changed, and what that did, in words. Of several outcomes a sentence for each that moved, the most
    certain and largest change first; the others are named, or told, too."""
    said, head = [*trials[0].not_played, *change_lines(trials[0].changes)], f"{title}: " if title else ""
    if len(trials) == 1 or not trials[0].whole.diverged:
        return [*said, f"{head}{trials[0].outcome.name}: {trial_sentence(trials[0])}"]
    ordered = most_moved_first(trials)
    moved = [trial for trial in ordered if trial.has_moved]
    said += [
        f"{head}{each.outcome.name}: {trial_sentence(each, len(trials))}{_in_margins(each)}"
        for each in moved[:MOST_MOVED]
    ]
    if rest := moved[MOST_MOVED:]:
        said.append(f"{head}also moved, by less: {_names(rest)}")
    others = ordered[len(moved) :]
    if all_told:
        return [*said, *(f"{head}{each.outcome.name}: {trial_sentence(each, len(trials))}" for each in others)]
    if not moved:
        said.append(f"{head}nothing has clearly moved")
    held = [trial for trial in others if {*trial.verdicts} == {HELD}]
    silent = [trial for trial in others if {*trial.verdicts} == {NO_INFORMATION}]
    unclear = [trial for trial in others if trial not in held and trial not in silent]
    within = "held within its margin" if len(held) == 1 else "held within their margins"
    named = {within: held, "unclear": unclear, "no information": silent}
    return [*said, *(f"{head}{how}: {_names(some)}" for how, some in named.items() if some)]


def _in_margins(trial: QuickTrial) -> str:
    """`, 3.1 times its margin of 0.5 gold`"""
    margin = OutcomeFormat(trial.outcome).amount(trial.rule.margin(trial.outcome))
    return f", {trial.in_margins:.1f} times its margin of {margin}"


def _names(trials: Sequence[QuickTrial]) -> str:
    return ", ".join(trial.outcome.name for trial in trials)


def show_contents_of(run: Run) -> None:
    """The contents of a run, each against the first: what changed, a sentence, a small table. Of a very large run, the
    command that shows it."""
    experiment, out = run.experiment, console()
    axis = several_versions(experiment)
    if not axis:
        return
    if run.manifest["detail"] != "games":
        out.print(f"The {axis}s are compared game by game in a run that keeps its games (--detail games).")
        return
    if run.manifest["counts"]["games"] > MOST_GAMES_READ:
        command = f"fatecast report {quote(str(run.path))}{call_names().flags}"
        out.print("\n".join(command_lines(f"The {axis}s game by game", command, out.width)), soft_wrap=True)
        return
    found = contents_in(run)
    for each in found:
        for line in change_lines(each.trial.changes, f"{each.title}: what changed"):
            out.print(line, soft_wrap=True)
        name = each.trial.outcome.name
        out.print(f"{each.title}: {name}, game by game: {trial_sentence(each.trial)}", soft_wrap=True)
        if len(found) <= MOST_TABLES:
            out.print(trial_table(each.trial))


def trial_table(trial: QuickTrial) -> Table:
    """The change of each group, and its verdict."""
    form = OutcomeFormat(trial.outcome)
    entries = [
        f"{form.give_or_take(pool.change, pool.interval())} {verdict}"
        for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)
    ]
    return crossed([pool.labels for pool in trial.pools], entries)


def cells_table(outcomes: Sequence[ComparedOutcome]) -> Table:
    """One row for each cell, and for each outcome if there are several."""
    several = len(outcomes) > 1
    axes = varying([dict(cell.match.labels) for cell in outcomes[0].cells])
    table = Table()
    for head in [*(["outcome"] if several else []), *axes]:
        table.add_column(head)
    for at, head in enumerate(HEADS):
        table.add_column(_ways([each.outcome for each in outcomes]) if at == WAYS else head, justify="right")
    table.add_column("verdict")
    for each in outcomes:
        for cell in each.cells:
            name = [each.outcome.name] if several else []
            table.add_row(*name, *(str(cell.match.labels[axis]) for axis in axes), *_line(each, cell))
    return table


def all_sentences(found: Comparison) -> list[str]:
    """What a comparison found, in words: outcome by outcome if there are several. First comes what was not played."""
    first = found.outcomes[0]
    if nothing_changed(found):
        return [NO_RULE]
    if len(found.outcomes) == 1:
        return [*found.not_played, *comparison_sentences(first)]
    said, corrected = [*found.not_played], holm([each.whole.moved for each in found.outcomes])
    for each, chance in zip(found.outcomes, corrected, strict=True):
        lead, *rest = _of_the_outcome(each, chance)
        said += [f"{each.outcome.name}: {lead}", *(f"  {sentence}" for sentence in rest)]
    return [*said, *family_sentences(found), _divergence(first)]


def comparison_sentences(found: ComparedOutcome) -> list[str]:
    """What a comparison found about one outcome, in words."""
    return [*_of_the_outcome(found, found.whole.moved), _divergence(found)]


def nothing_changed(found: Comparison) -> bool:
    """Whether both sides are the same, and all their games are equal."""
    cells = found.outcomes[0].cells
    return not found.not_played and all(cell.match.same and not cell.diverged for cell in cells)


def family_sentences(found: Comparison) -> list[str]:
    """One for each whole of several categories."""
    said = []
    for family in dict.fromkeys(each.family for each in found.families):
        cells = [each for each in found.families if each.family == family]
        moved = sum(each.corrected <= found.risk for each in cells)
        smallest = p_value(min(each.corrected for each in cells))
        what = f"changed in {some_of(moved, len(cells), 'cell')}" if moved else "no clear change in any cell"
        said.append(f"{family}, all categories together: {what} (smallest corrected p {smallest})")
    return said


def _of_the_outcome(found: ComparedOutcome, chance: float) -> list[str]:
    """With the p-value that the mean of all cells has not moved."""
    form = OutcomeFormat(found.outcome)
    interval = found.whole.interval()
    mean = f"{form.difference(found.whole.change, interval)} {form.unit} ({form.span(interval)})"
    seen = [(cell.match.labels, cell.verdict) for cell in found.cells]
    rungs = agreement(found.rungs, found.risk, found.outcome, seen)
    average = _on_average(found, [verdict for _, verdict in seen], "cell", chance)
    return [
        average or _headline(found),
        *([] if average or found.whole.silent else [f"{MEAN}: {mean}"]),
        *([rungs] if rungs else []),
        _resolution(found),
    ]


def _on_average(found: ComparedOutcome | QuickTrial, verdicts: Sequence[str], what: str, chance: float) -> str:
    """`easier on average by 0.3 to 3.3 points; in which cells is not known yet`: where the mean of all has clearly
    moved, with this p-value of no change, and no single one has; else empty."""
    outcome, interval = found.outcome, found.whole.interval()
    way, form = direction(found.whole.change, chance, found.risk, outcome), OutcomeFormat(outcome)
    known = {outcome.less, outcome.more} & {*verdicts} or UNCLEAR not in verdicts or len(verdicts) < 2
    if known or way == UNCLEAR or not isfinite(interval[1] - interval[0]) or interval[0] <= 0 <= interval[1]:
        return ""
    low, high = sorted(abs(end) * form.factor for end in interval)
    held, margin = verdicts.count(HELD), form.margin(found.margin)
    but = f" (held within {margin} in {some_of(held, len(verdicts), what)})" if held else ""
    return f"{way} on average by {rough_span(low, high)} {form.unit}; in which {what}s is not known yet{but}"


Seen = Sequence[tuple[Labels, str]]
"""The labels of what a table shows, each with its verdict."""


def agreement(rungs: Sequence[PooledChange], risk: float, outcome: Outcome, seen: Seen | None = None) -> str:
    """One sentence on whether the rungs moved the same way; empty if there is only one rung. The directions are
    corrected over the rungs (Holm), so the sentence names a wrong one with at most this probability. It names none that
    the table below does not show in any cell of the rung: sentence and table follow one rule."""
    if len(rungs) < 2:
        return ""
    form = OutcomeFormat(outcome)
    corrected = holm([rung.moved for rung in rungs])
    ways = [direction(rung.change, chance, risk, outcome) for rung, chance in zip(rungs, corrected, strict=True)]
    if seen is not None:
        ways = [way if way in _verdicts(rung, seen) else UNCLEAR for rung, way in zip(rungs, ways, strict=True)]
    told = ", ".join(
        f"{rung.name} {form.difference(rung.change, rung.interval())} ({way})"
        for rung, way in zip(rungs, ways, strict=True)
    )
    if set(ways) == {UNCLEAR}:
        return f"no rung shows a clear change: {told}"
    if {outcome.less, outcome.more} <= set(ways):
        return f"the rungs disagree: {told}"
    return f"{'the rungs agree' if len(set(ways)) == 1 else 'not every rung shows a clear change'}: {told}"


def _verdicts(rung: PooledChange, seen: Seen) -> set[str]:
    """The verdicts on a rung."""
    return {verdict for labels, verdict in seen if all(labels.get(axis) == at for axis, at in rung.labels.items())}


def trial_sentence(trial: QuickTrial, of: int = 1) -> str:
    """What a change did, in one sentence of this many."""
    if not trial.whole.diverged:
        nothing = "" if trial.not_played else "nothing changed: "
        return f"{nothing}not one of {trial.games * trial.whole.cells:,} games diverged"
    if average := _on_average(trial, trial.verdicts, "group", min(1.0, of * trial.whole.moved)):
        return average
    form, said = OutcomeFormat(trial.outcome), []
    for verdict in (trial.outcome.less, trial.outcome.more, HELD, UNCLEAR, NO_INFORMATION):
        some = trial.verdicts.count(verdict)
        within = f" within {form.margin(trial.rule.margin(trial.outcome))}" if verdict == HELD else ""
        said += [f"{verdict}{within} in {some_of(some, len(trial.verdicts), 'group')}"] if some else []
    if trial.whole.silent:
        return f"{', '.join(said)}: {_alike(trial.outcome)}"
    interval = trial.whole.interval()
    mean = f"{form.difference(trial.whole.change, interval)} {form.unit} on average ({form.span(interval)})"
    return f"{', '.join(said)}; {mean}"


def rung_notes(trial: QuickTrial) -> list[str]:
    """Whether the rungs agree."""
    seen = [(pool.labels, verdict) for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)]
    return [agreement(trial.rungs, trial.rule.risk, trial.outcome, seen)] if len(trial.rungs) > 1 else []


def blind_notes(trial: QuickTrial) -> list[str]:
    """Why groups are unclear, where too few games changed to say anything about a mean."""
    blind = sum(pool.blind for pool in trial.pools)
    return [f"in {some_of(blind, len(trial.pools), 'group')} {TOO_FEW}"] if blind else []


def games_note(trial: QuickTrial) -> str:
    """How many games were played."""
    share = trial.whole.diverged / (trial.games * trial.whole.cells)
    where = "the one cell" if trial.whole.cells == 1 else f"each of {trial.whole.cells} cells"
    games = f"{counted(trial.games, 'game')} in {where} on both sides"
    return f"{games}; {plain_percent(share)} of the games diverged"


def _line(each: ComparedOutcome, cell: ComparedCell) -> list[str]:
    paired, form = cell.paired, OutcomeFormat(each.outcome)
    if not paired.games:
        return ["", "", "", "", "", "", "", cell.verdict]
    left = paired.variance_left
    return [
        form.side(paired.before, cell.tested.interval),
        form.side(paired.after, cell.tested.interval),
        form.change(paired.difference, cell.tested.interval),
        p_value(cell.corrected),
        f"{paired.fell}/{paired.rose}",
        plain_percent(cell.diverged / paired.games),
        "" if left is None else f"{left:.2f}",
        cell.verdict,
    ]


def _ways(outcomes: Sequence[Outcome]) -> str:
    """The head of the column that counts games which fell and rose: players lose and gain what they want more of."""
    wanted = all(isinstance(outcome, Share) and outcome.better == "more" for outcome in outcomes)
    return HEADS[WAYS] if wanted else "down/up"


def _alike(outcome: Outcome) -> str:
    return "every game ended the same way" if isinstance(outcome, Share) else "every game counts for the same"


def _headline(found: ComparedOutcome) -> str:
    form = OutcomeFormat(found.outcome)
    parts = [
        f"{verdict} by {_range(cells, found.outcome)} in {_cells(len(cells), found)}"
        for verdict in (found.outcome.less, found.outcome.more)
        if (cells := found.with_verdict(verdict))
    ]
    if held := len(found.with_verdict(HELD)):
        parts.append(f"held within {form.margin(found.margin)} {form.unit} in {_cells(held, found)}")
    if unclear := len(found.with_verdict(UNCLEAR)):
        parts.append(f"unclear in {_cells(unclear, found)}")
    if silent := len(found.with_verdict(NO_INFORMATION)):
        parts.append(f"no information in {_cells(silent, found)}, where {_alike(found.outcome)}")
    return f"{found.verdict}: {', '.join(parts).removeprefix(f'{found.verdict} ')}"


def _range(cells: Sequence[ComparedCell], outcome: Outcome) -> str:
    """From the smallest change of these cells to the largest, shrunk: they are picked for being extreme."""
    form = OutcomeFormat(outcome)
    sign = -1 if cells[0].verdict == outcome.less else 1
    shrunk = [max(0.0, sign * cell.shrunk) * form.factor for cell in cells]
    measured = [abs(cell.paired.difference) * form.factor for cell in cells]
    shown, plain = (rough_span(min(changes), max(changes)) for changes in (shrunk, measured))
    return f"{shown} {form.unit}" + (f" (measured: {plain})" if plain != shown else "")


def _resolution(found: ComparedOutcome) -> str:
    form = OutcomeFormat(found.outcome)
    seen = [cell.visible * form.factor for cell in found.cells if cell.paired.games]
    games = [cell.paired.games for cell in found.cells]
    few, many = (f"{number:,}" for number in (min(games), max(games)))
    count = few if few == many else f"{few} to {many}"
    shown = [change for change in seen if isfinite(change)]
    said = f"{count} game{'' if count == '1' else 's'} in each cell"
    if shown:
        said += f" can show a change of {rough_span(min(shown), max(shown))} {form.unit} or more"
    if blind := [cell for cell in found.cells if not isfinite(cell.visible) and not cell.match.same]:
        said += f"; in {_cells(len(blind), found)} {TOO_FEW}"
    return said


def _divergence(found: ComparedOutcome) -> str:
    games = sum(cell.paired.games for cell in found.cells)
    diverged = sum(cell.diverged for cell in found.cells)
    turns = sorted(turn for cell in found.cells for turn in cell.turns)
    if all(cell.match.before.key == cell.match.after.key for cell in found.cells):
        return "both sides are the same: they play equal games"
    if not diverged:
        return f"not one of {games:,} games diverged"
    said = f"{some_of(diverged, games, 'game')} diverged ({plain_percent(diverged / games)})"
    if turns:
        said += f", {_turns(turns)}"
    left = [share * 100 for cell in found.cells if (share := cell.paired.variance_left) is not None]
    return f"{said}; pairing leaves {rough_span(min(left), max(left))} % of the variance" if left else said


def _turns(turns: Sequence[int]) -> str:
    """When games diverged, from the turns of a sample in ascending order."""
    if turns[0] == turns[-1]:
        return f"all of a sample of {len(turns)} at turn {turns[0]}"
    return f"half of a sample of {len(turns)} by turn {turns[len(turns) // 2]} (turns {turns[0]} to {turns[-1]})"


def _cells(some: int, found: ComparedOutcome) -> str:
    return some_of(some, len(found.cells), "cell")
