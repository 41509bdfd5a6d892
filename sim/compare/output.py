"""A comparison on the terminal."""

from collections.abc import Sequence

from rich.table import Table

from sim.compare.quick_trial import Trial
from sim.compare.verdicts import Comparison, Finding
from sim.display.terminal import console, crossed
from sim.experiment.labels import varying


def show_comparison(found: Comparison, title: str) -> None:
    """Sentences, then every cell."""
    out = console()
    out.print(title, soft_wrap=True)
    for sentence in found.sentences():
        out.print(f"  {sentence}", soft_wrap=True)
    out.print(findings_table(found.findings))


def show_trial(trial: Trial, title: str) -> None:
    """A sentence and a small table: the change in points."""
    out = console()
    out.print(f"{title}: {trial.sentence}", soft_wrap=True)
    entries = [
        f"{give_or_take(pool.change, pool.interval())} {verdict}"
        for pool, verdict in zip(trial.pools, trial.verdicts, strict=True)
    ]
    out.print(crossed([pool.labels for pool in trial.pools], entries))
    for note in trial.notes:
        out.print(note, soft_wrap=True)


def findings_table(findings: Sequence[Finding]) -> Table:
    """One line a cell."""
    labels = [dict(finding.match.labels) for finding in findings]
    axes = varying(labels)
    table = Table()
    for axis in axes:
        table.add_column(axis)
    for head in ("before", "after", "change (95 %)", "p, corrected", "lost/gained", "diverged", "variance left"):
        table.add_column(head, justify="right")
    table.add_column("verdict")
    for label, finding in zip(labels, findings, strict=True):
        table.add_row(*(str(label[axis]) for axis in axes), *cell_words(finding))
    return table


def cell_words(finding: Finding) -> list[str]:
    """What the line of a cell says."""
    counts, left = finding.table, finding.variance_left
    if not counts.games:
        return ["", "", "", "", "", "", "", finding.verdict]
    return [
        f"{counts.before:.2%}",
        f"{counts.after:.2%}",
        points(counts.difference, finding.tested.interval),
        chance(finding.corrected),
        f"{counts.lost}/{counts.gained}",
        f"{finding.diverged / counts.games:.1%}",
        "" if left is None else f"{left:.2f}",
        finding.verdict,
    ]


def points(change: float, interval: tuple[float, float]) -> str:
    """`+0.61 (+0.35 to +0.88)`"""
    low, high = interval
    return f"{change * 100:+.2f} ({low * 100:+.2f} to {high * 100:+.2f})"


def give_or_take(change: float, interval: tuple[float, float]) -> str:
    """`-1.6 ±0.3`, in points, of an interval that reaches as far to both sides; with one digit more where a tenth of a
    point is much."""
    reach = (interval[1] - interval[0]) / 2
    digits = 1 if reach > 0.002 else 2
    return f"{change * 100:+z.{digits}f} ±{reach * 100:.{digits}f}"


def chance(p: float) -> str:
    """A p-value, as long as it says something."""
    return f"{p:.3f}" if p >= 0.001 else "<0.001"
