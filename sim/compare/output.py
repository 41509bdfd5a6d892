"""What `compare` and `try` print: sentences and tables on the terminal."""

from collections.abc import Sequence

from rich.table import Table

from sim.compare.pooled_change import PooledChange
from sim.compare.quick_trial import QuickTrial
from sim.compare.verdicts import ComparedCell, Comparison, direction
from sim.display.number_format import (
    give_or_take,
    margin,
    p_value,
    plain_change,
    plain_percent,
    plain_points,
    plain_span,
    rough_span,
    some_of,
)
from sim.display.terminal import console, crossed
from sim.experiment.labels import varying
from sim.statistics.intervals import holm

HEADS = ("before", "after", "change (95 %)", "p, corrected", "lost/gained", "diverged", "variance left")


def show_comparison(found: Comparison, title: str) -> None:
    """Sentences, then every cell."""
    out = console()
    out.print(title, soft_wrap=True)
    for sentence in comparison_sentences(found):
        out.print(f"  {sentence}", soft_wrap=True)
    out.print(cells_table(found.cells))


def show_trial(trial: QuickTrial, title: str) -> None:
    """A sentence and a small table: the change in points."""
    out = console()
    out.print(f"{title}: {trial_sentence(trial)}", soft_wrap=True)
    entries = [
        f"{give_or_take(pool.change, pool.interval())} {verdict}"
        for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)
    ]
    out.print(crossed([pool.labels for pool in trial.pools], entries))
    for note in trial_notes(trial):
        out.print(note, soft_wrap=True)


def cells_table(cells: Sequence[ComparedCell]) -> Table:
    """One row for each cell."""
    labels = [dict(cell.match.labels) for cell in cells]
    axes = varying(labels)
    table = Table()
    for axis in axes:
        table.add_column(axis)
    for head in HEADS:
        table.add_column(head, justify="right")
    table.add_column("verdict")
    for label, cell in zip(labels, cells, strict=True):
        table.add_row(*(str(label[axis]) for axis in axes), *_line(cell))
    return table


def comparison_sentences(found: Comparison) -> list[str]:
    """What a comparison found, in words."""
    mean = f"{plain_points(found.whole.change)} points ({plain_span(found.whole.interval())})"
    rungs = agreement(found.rungs, found.risk)
    return [
        _headline(found),
        *([] if found.whole.silent else [f"mean of all cells: {mean}"]),
        *([rungs] if rungs else []),
        _resolution(found),
        _divergence(found),
    ]


def agreement(rungs: Sequence[PooledChange], risk: float) -> str:
    """One sentence on whether the rungs moved the same way; empty if there is only one rung. The directions are
    corrected over the rungs (Holm), so the sentence names a wrong one with at most this probability."""
    if len(rungs) < 2:
        return ""
    corrected = holm([rung.moved for rung in rungs])
    ways = [direction(rung.change, chance, risk) for rung, chance in zip(rungs, corrected, strict=True)]
    told = ", ".join(f"{rung.name} {plain_points(rung.change)} ({way})" for rung, way in zip(rungs, ways, strict=True))
    if set(ways) == {"unclear"}:
        return f"no rung shows a clear change: {told}"
    if {"harder", "easier"} <= set(ways):
        return f"the rungs disagree: {told}"
    return f"{'the rungs agree' if len(set(ways)) == 1 else 'not every rung shows a clear change'}: {told}"


def trial_sentence(trial: QuickTrial) -> str:
    """What a change did, in one sentence."""
    if not trial.whole.diverged:
        return f"nothing changed: not one of {trial.games * trial.whole.cells:,} games diverged"
    said = []
    for verdict in ("harder", "easier", "held", "unclear", "no information"):
        some = trial.verdicts.count(verdict)
        within = f" within {margin(trial.rule.margin)}" if verdict == "held" else ""
        said += [f"{verdict}{within} in {some_of(some, len(trial.verdicts), 'group')}"] if some else []
    if trial.whole.silent:
        return f"{', '.join(said)}: every game ended the same way"
    mean = f"{plain_points(trial.whole.change)} points on average ({plain_span(trial.whole.interval())})"
    return f"{', '.join(said)}; {mean}"


def trial_notes(trial: QuickTrial) -> list[str]:
    """Whether the rungs agree, and how many games were played."""
    rungs = [agreement(trial.rungs, trial.rule.risk)] if len(trial.rungs) > 1 else []
    share = trial.whole.diverged / (trial.games * trial.whole.cells)
    games = f"{trial.games:,} games in each of {trial.whole.cells} cells on both sides"
    return [*rungs, f"{games}; {plain_percent(share)} of the games diverged"]


def _line(cell: ComparedCell) -> list[str]:
    counts, left = cell.table, cell.variance_left
    if not counts.games:
        return ["", "", "", "", "", "", "", cell.verdict]
    return [
        plain_percent(counts.before, 2),
        plain_percent(counts.after, 2),
        plain_change(counts.difference, cell.tested.interval),
        p_value(cell.corrected),
        f"{counts.lost}/{counts.gained}",
        plain_percent(cell.diverged / counts.games),
        "" if left is None else f"{left:.2f}",
        cell.verdict,
    ]


def _headline(found: Comparison) -> str:
    parts = [
        f"{verdict} by {_range(cells)} in {_cells(len(cells), found)}"
        for verdict in ("harder", "easier")
        if (cells := found.with_verdict(verdict))
    ]
    if held := len(found.with_verdict("held")):
        parts.append(f"held within {margin(found.margin)} points in {_cells(held, found)}")
    if unclear := len(found.with_verdict("unclear")):
        parts.append(f"unclear in {_cells(unclear, found)}")
    if silent := len(found.with_verdict("no information")):
        parts.append(f"no information in {_cells(silent, found)}, where every game ended the same way")
    return f"{found.verdict}: {', '.join(parts).removeprefix(f'{found.verdict} ')}"


def _range(cells: Sequence[ComparedCell]) -> str:
    """From the smallest change of these cells to the largest, shrunk: they are picked for being extreme."""
    sign = -1 if cells[0].verdict == "harder" else 1
    shrunk = [max(0.0, sign * cell.shrunk) * 100 for cell in cells]
    measured = [abs(cell.table.difference) * 100 for cell in cells]
    shown, plain = (rough_span(min(changes), max(changes)) for changes in (shrunk, measured))
    return f"{shown} points" + (f" (measured: {plain})" if plain != shown else "")


def _resolution(found: Comparison) -> str:
    seen = [cell.visible * 100 for cell in found.cells if cell.table.games]
    games = [cell.table.games for cell in found.cells]
    few, many = (f"{number:,}" for number in (min(games), max(games)))
    count = few if few == many else f"{few} to {many}"
    if not seen:
        return f"{count} games in each cell"
    return f"{count} games in each cell can show a change of {rough_span(min(seen), max(seen))} points or more"


def _divergence(found: Comparison) -> str:
    games = sum(cell.table.games for cell in found.cells)
    diverged = sum(cell.diverged for cell in found.cells)
    turns = sorted(turn for cell in found.cells for turn in cell.turns)
    if not diverged:
        return f"not one of {games:,} games diverged"
    said = f"{diverged:,} of {games:,} games diverged ({plain_percent(diverged / games)})"
    if turns:
        said += f", {_turns(turns)}"
    left = [cell.variance_left * 100 for cell in found.cells if cell.variance_left is not None]
    return f"{said}; pairing leaves {rough_span(min(left), max(left))} % of the variance" if left else said


def _turns(turns: Sequence[int]) -> str:
    """When games diverged, from the turns of a sample in ascending order."""
    if turns[0] == turns[-1]:
        return f"all of a sample of {len(turns)} at turn {turns[0]}"
    return f"half of a sample of {len(turns)} by turn {turns[len(turns) // 2]} (turns {turns[0]} to {turns[-1]})"


def _cells(some: int, found: Comparison) -> str:
    return some_of(some, len(found.cells), "cell")
