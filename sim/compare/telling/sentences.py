"""What a comparison and a trial found, in words."""

from collections.abc import Mapping, Sequence
from math import isfinite

from engine.game.outcomes import Outcome, Share
from engine.language.current import counted, said, said_as, word
from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial, most_moved_first
from sim.compare.telling.unseen import most_assumed, too_few, unless_beyond, with_what_is_assumed
from sim.compare.verdicts import (
    HELD,
    NO_INFORMATION,
    UNCLEAR,
    ComparedCell,
    ComparedOutcome,
    Comparison,
    direction,
)
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.changes import change_lines
from sim.experiment.labels import Labels
from sim.statistics.intervals import holm
from sim.text.number_format import ends, local, p_value, plain_percent, rough_span, whole

MOST_MOVED = 5
"""Outcomes that moved and get a sentence of their own."""


def verdict_word(verdict: str) -> str:
    """A verdict as a person reads it; what more and less of an outcome are called is said by the game."""
    own = {HELD: said_as("a verdict", "held"), UNCLEAR: said("unclear"), NO_INFORMATION: said("no information")}
    ways = {"more": said("more"), "less": said("less"), "longer": said("longer"), "shorter": said("shorter")}
    ways |= {"easier": said("easier"), "harder": said("harder")}
    return own.get(verdict) or ways.get(verdict) or word(verdict)


def no_rule() -> str:
    return said("no rule changed: both sides are the same and play the same games")


def some_cells(some: int, of: int) -> str:
    """`3 of 16 cells`"""
    return said("{some} of {of} cells", some=whole(some), of=whole(of)) if of > 1 else said("the one cell")


def some_groups(some: int, of: int) -> str:
    """`3 of 16 groups`"""
    return said("{some} of {of} groups", some=whole(some), of=whole(of)) if of > 1 else said("the one group")


def all_sentences(found: Comparison) -> list[str]:
    """What a comparison found, in words: outcome by outcome if there are several. First comes what was not played."""
    first = found.outcomes[0]
    if nothing_changed(found):
        return [no_rule()]
    if len(found.outcomes) == 1:
        return [*found.not_played, *comparison_sentences(first)]
    told, corrected = [*found.not_played], holm([each.whole.moved for each in found.outcomes])
    for each, chance in zip(found.outcomes, corrected, strict=True):
        lead, *rest = _of_the_outcome(each, chance)
        told += [f"{word(each.outcome.name)}: {lead}", *(f"  {sentence}" for sentence in rest)]
    return [*told, *family_sentences(found), _divergence(first)]


def comparison_lead(found: ComparedOutcome) -> list[str]:
    """The first of them: what moved, and the mean of all cells."""
    return _lead(found, found.whole.moved)


def comparison_sentences(found: ComparedOutcome) -> list[str]:
    """What a comparison found about one outcome, in words."""
    return [*_of_the_outcome(found, found.whole.moved), _divergence(found)]


def nothing_changed(found: Comparison) -> bool:
    """Whether both sides are the same, and all their games are equal."""
    cells = found.outcomes[0].cells
    return not found.not_played and all(cell.match.same and not cell.diverged for cell in cells)


def family_sentences(found: Comparison) -> list[str]:
    """One for each whole of several categories."""
    told = []
    for family in dict.fromkeys(each.family for each in found.families):
        cells = [each for each in found.families if each.family == family]
        moved = sum(each.corrected <= found.risk for each in cells)
        known = {"family": word(family), "p": p_value(min(each.corrected for each in cells))}
        sentence = (
            said(
                "{family}, all categories together: changed in {cells} (smallest corrected p {p})",
                cells=some_cells(moved, len(cells)),
                **known,
            )
            if moved
            else said(
                "{family}, all categories together: no clear change in any cell (smallest corrected p {p})", **known
            )
        )
        told.append(sentence)
    return told


def _of_the_outcome(found: ComparedOutcome, chance: float) -> list[str]:
    """With the p-value that the mean of all cells has not moved."""
    seen = [(cell.match.labels, cell.verdict) for cell in found.cells]
    rungs = agreement(found.rungs, found.risk, found.outcome, seen)
    return [*_lead(found, chance), *([rungs] if rungs else []), _resolution(found)]


def _lead(found: ComparedOutcome, chance: float) -> list[str]:
    form, interval = OutcomeFormat(found.outcome), found.whole.interval()
    mean = said(
        "mean of all cells: {change} {unit} ({span})",
        change=form.difference(found.whole.change, interval),
        unit=form.unit_after,
        span=form.span(interval),
    )
    average = on_average(found, [cell.verdict for cell in found.cells], chance)
    return [average or _headline(found), *([] if average or found.whole.silent else [mean])]


def on_average(found: ComparedOutcome | QuickTrial, verdicts: Sequence[str], chance: float) -> str:
    """`easier on average by 0.3 to 3.3 points; in which cells is not known yet`: where the mean of all has clearly
    moved, with this p-value of no change, and no single one has; else empty."""
    outcome, interval = found.outcome, found.whole.interval()
    way, form = direction(found.whole.change, chance, found.risk, outcome), OutcomeFormat(outcome)
    known = {outcome.less, outcome.more} & {*verdicts} or UNCLEAR not in verdicts or len(verdicts) < 2
    if known or way == UNCLEAR or not isfinite(interval[1] - interval[0]) or interval[0] <= 0 <= interval[1]:
        return ""
    low, high = sorted(abs(end) * form.factor for end in interval)
    held = verdicts.count(HELD)
    assumed = most_assumed(found.pools if isinstance(found, QuickTrial) else found.cells, verdicts)
    told = {"way": verdict_word(way), "span": rough_span(low, high), "unit": form.unit_after}
    if isinstance(found, QuickTrial):
        if not held:
            return said("{way} on average by {span} {unit}; in which groups is not known yet", **told)
        return said(
            "{way} on average by {span} {unit}; in which groups is not known yet (held within {margin} in {groups})",
            margin=form.margin(found.margin),
            groups=unless_beyond(some_groups(held, len(verdicts)), outcome, assumed),
            **told,
        )
    if not held:
        return said("{way} on average by {span} {unit}; in which cells is not known yet", **told)
    return said(
        "{way} on average by {span} {unit}; in which cells is not known yet (held within {margin} in {cells})",
        margin=form.margin(found.margin),
        cells=unless_beyond(some_cells(held, len(verdicts)), outcome, assumed),
        **told,
    )


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
    changes = ", ".join(
        f"{rung.name} {form.difference(rung.change, rung.interval())} ({verdict_word(way)})"
        for rung, way in zip(rungs, ways, strict=True)
    )
    if set(ways) == {UNCLEAR}:
        return said("no rung shows a clear change: {changes}", changes=changes)
    if {outcome.less, outcome.more} <= set(ways):
        return said("the rungs disagree: {changes}", changes=changes)
    if len(set(ways)) == 1:
        return said("the rungs agree: {changes}", changes=changes)
    return said("not every rung shows a clear change: {changes}", changes=changes)


def _verdicts(rung: PooledChange, seen: Seen) -> set[str]:
    """The verdicts on a rung."""
    return {verdict for labels, verdict in seen if all(labels.get(axis) == at for axis, at in rung.labels.items())}


def trial_sentence(trial: QuickTrial, of: int = 1) -> str:
    """What a change did, in one sentence of this many."""
    if not trial.whole.diverged:
        games = whole(trial.games * trial.whole.cells)
        if trial.not_played:
            return said("not one of {games} games diverged", games=games)
        return said("nothing changed: not one of {games} games diverged", games=games)
    if average := on_average(trial, trial.verdicts, min(1.0, of * trial.whole.moved)):
        return average
    form, told = OutcomeFormat(trial.outcome), []
    for verdict in (trial.outcome.less, trial.outcome.more, HELD, UNCLEAR, NO_INFORMATION):
        some = trial.verdicts.count(verdict)
        groups = some_groups(some, len(trial.verdicts))
        if some and verdict == HELD:
            margin = form.margin(trial.rule.margin(trial.outcome))
            groups = unless_beyond(groups, trial.outcome, most_assumed(trial.pools, trial.verdicts))
            told.append(said("held within {margin} in {groups}", margin=margin, groups=groups))
        elif some:
            told.append(said("{verdict} in {groups}", verdict=verdict_word(verdict), groups=groups))
    where = ", ".join(told)
    if trial.whole.silent:
        return f"{where}: {_alike(trial.outcome)}"
    interval = trial.whole.interval()
    return said(
        "{where}; {change} {unit} on average ({span})",
        where=where,
        change=form.difference(trial.whole.change, interval),
        unit=form.unit_after,
        span=form.span(interval),
    )


def trials_lines(trials: Sequence[QuickTrial], title: str, all_told: bool = False) -> list[str]:
    """What was changed, and what that did, in words. Of several outcomes a sentence for each that moved, the most
    certain and largest change first; the others are named, or told, too."""
    lines, head = [*trials[0].not_played, *change_lines(trials[0].changes)], f"{title}: " if title else ""
    if len(trials) == 1 or not trials[0].whole.diverged:
        return [*lines, f"{head}{word(trials[0].outcome.name)}: {trial_sentence(trials[0])}"]
    ordered = most_moved_first(trials)
    moved = [trial for trial in ordered if trial.has_moved]
    lines += [f"{head}{word(each.outcome.name)}: {_in_margins(each, len(trials))}" for each in moved[:MOST_MOVED]]
    if rest := moved[MOST_MOVED:]:
        lines.append(head + said("also moved, by less: {names}", names=_names(rest)))
    others = ordered[len(moved) :]
    if all_told:
        return [*lines, *(f"{head}{word(each.outcome.name)}: {trial_sentence(each, len(trials))}" for each in others)]
    if not moved:
        lines.append(head + said("nothing has clearly moved"))
    held = [trial for trial in others if {*trial.verdicts} == {HELD}]
    silent = [trial for trial in others if {*trial.verdicts} == {NO_INFORMATION}]
    unclear = [trial for trial in others if trial not in held and trial not in silent]
    if held:
        names = ", ".join(with_what_is_assumed(trial) for trial in held)
        within = counted(
            len(held), "held within its margin: {names}", "held within their margins: {names}", names=names
        )
        lines.append(f"{head}{within}")
    lines += [f"{head}{verdict_word(UNCLEAR)}: {_names(unclear)}"] if unclear else []
    return [*lines, *([f"{head}{verdict_word(NO_INFORMATION)}: {_names(silent)}"] if silent else [])]


def _in_margins(trial: QuickTrial, of: int) -> str:
    """`… on average (…), 3.1 times its margin of 0.5 gold`"""
    return said(
        "{sentence}, {times} times its margin of {margin}",
        sentence=trial_sentence(trial, of),
        times=local(f"{trial.in_margins:.1f}"),
        margin=OutcomeFormat(trial.outcome).amount(trial.rule.margin(trial.outcome)),
    )


def _names(trials: Sequence[QuickTrial]) -> str:
    return ", ".join(word(trial.outcome.name) for trial in trials)


def rung_notes(trial: QuickTrial) -> list[str]:
    """Whether the rungs agree."""
    seen = [(pool.labels, verdict) for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)]
    return [agreement(trial.rungs, trial.rule.risk, trial.outcome, seen)] if len(trial.rungs) > 1 else []


def blind_notes(trial: QuickTrial) -> list[str]:
    """Why groups are unclear, where too few games changed to say anything about a mean."""
    blind = sum(pool.blind for pool in trial.pools)
    return [too_few(some_groups(blind, len(trial.pools)))] if blind else []


def games_note(trial: QuickTrial) -> str:
    """How many games were played."""
    share = plain_percent(trial.whole.diverged / (trial.games * trial.whole.cells))
    if trial.whole.cells == 1:
        return counted(
            trial.games,
            "one game in the one cell on both sides; {share} of the games diverged",
            "{count} games in the one cell on both sides; {share} of the games diverged",
            share=share,
        )
    return counted(
        trial.games,
        "one game in each of {cells} cells on both sides; {share} of the games diverged",
        "{count} games in each of {cells} cells on both sides; {share} of the games diverged",
        share=share,
        cells=trial.whole.cells,
    )


def _alike(outcome: Outcome) -> str:
    if isinstance(outcome, Share):
        return said("every game ended the same way")
    return said("every game counts for the same")


def _headline(found: ComparedOutcome) -> str:
    form, cells = OutcomeFormat(found.outcome), len(found.cells)
    parts = [
        said(
            "{verdict} by {range} in {cells}",
            verdict=verdict_word(verdict),
            range=_range(some, found.outcome),
            cells=some_cells(len(some), cells),
        )
        for verdict in (found.outcome.less, found.outcome.more)
        if (some := found.with_verdict(verdict))
    ]
    if held := len(found.with_verdict(HELD)):
        verdicts = [cell.verdict for cell in found.cells]
        where = unless_beyond(some_cells(held, cells), found.outcome, most_assumed(found.cells, verdicts))
        margin = form.margin(found.margin)
        parts.append(said("held within {margin} {unit} in {cells}", margin=margin, unit=form.unit_after, cells=where))
    if unclear := len(found.with_verdict(UNCLEAR)):
        parts.append(said("{verdict} in {cells}", verdict=verdict_word(UNCLEAR), cells=some_cells(unclear, cells)))
    if silent := len(found.with_verdict(NO_INFORMATION)):
        where, how = some_cells(silent, cells), _alike(found.outcome)
        parts.append(said("no information in {cells}, where {how}", cells=where, how=how))
    verdict = verdict_word(found.verdict)
    return f"{verdict}: {', '.join(parts).removeprefix(verdict).lstrip(' ,')}"


def _range(cells: Sequence[ComparedCell], outcome: Outcome) -> str:
    """From the smallest change of these cells to the largest, shrunk: they are picked for being extreme."""
    form = OutcomeFormat(outcome)
    sign = -1 if cells[0].verdict == outcome.less else 1
    shrunk = [max(0.0, sign * cell.shrunk) * form.factor for cell in cells]
    measured = [abs(cell.paired.difference) * form.factor for cell in cells]
    shown, plain = (rough_span(min(changes), max(changes)) for changes in (shrunk, measured))
    if plain == shown:
        return form.counted(shown)
    return said("{shown} {unit} (measured: {plain})", shown=shown, unit=form.unit_after, plain=plain)


def _resolution(found: ComparedOutcome) -> str:
    form = OutcomeFormat(found.outcome)
    games = [cell.paired.games for cell in found.cells]
    shown = [cell.visible * form.factor for cell in found.cells if cell.paired.games and isfinite(cell.visible)]
    few, many = min(games), max(games)
    count = whole(few) if few == many else ends(whole(few), whole(many))
    known: Mapping[str, object] = {"games": count, "unit": form.unit_after}
    if shown:
        seen = rough_span(min(shown), max(shown))
        told = counted(
            many,
            "{games} game in each cell can show a change of {span} {unit} or more",
            "{games} games in each cell can show a change of {span} {unit} or more",
            span=seen,
            **known,
        )
    else:
        told = counted(many, "{games} game in each cell", "{games} games in each cell", games=count)
    if blind := [cell for cell in found.cells if not isfinite(cell.visible) and not cell.match.same]:
        told += f"; {too_few(some_cells(len(blind), len(found.cells)))}"
    return told


def _divergence(found: ComparedOutcome) -> str:
    games = sum(cell.paired.games for cell in found.cells)
    diverged = sum(cell.diverged for cell in found.cells)
    turns = sorted(turn for cell in found.cells for turn in cell.turns)
    if all(cell.match.before.key == cell.match.after.key for cell in found.cells):
        return said("both sides are the same: they play equal games")
    if not diverged:
        return said("not one of {games} games diverged", games=whole(games))
    share = plain_percent(diverged / games)
    told = (
        said("{some} of {games} games diverged ({share})", some=whole(diverged), games=whole(games), share=share)
        if games > 1
        else said("the one game diverged ({share})", share=share)
    )
    if turns:
        told += f", {_turns(turns)}"
    left = [each * 100 for cell in found.cells if (each := cell.paired.variance_left) is not None]
    if not left:
        return told
    return said("{told}; pairing leaves {span} % of the variance", told=told, span=rough_span(min(left), max(left)))


def _turns(turns: Sequence[int]) -> str:
    """When games diverged, from the turns of a sample in ascending order."""
    if turns[0] == turns[-1]:
        return said("all of a sample of {count} at turn {turn}", count=len(turns), turn=turns[0])
    return said(
        "half of a sample of {count} by turn {turn} (turns {first} to {last})",
        count=len(turns),
        turn=turns[len(turns) // 2],
        first=turns[0],
        last=turns[-1],
    )
