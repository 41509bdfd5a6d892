"""A comparison on the terminal."""

from collections.abc import Sequence

from rich.table import Table

from sim.findings import Comparison, Finding
from sim.terminal import console, crossed, varying


def show_comparison(found: Comparison, title: str) -> None:
    """Sentences, then every cell."""
    out = console()
    out.print(title, soft_wrap=True)
    for sentence in found.sentences():
        out.print(f"  {sentence}", soft_wrap=True)
    out.print(findings_table(found.findings))


def show_trial(found: Comparison, title: str) -> None:
    """A sentence and a small table: the change in points, the last axis that varies across."""
    out = console()
    out.print(f"{title}: {found.sentences()[0]}", soft_wrap=True)
    labels = [finding.match.labels for finding in found.findings]
    out.print(crossed(labels, [f"{change(finding)} {finding.verdict}" for finding in found.findings]))
    for sentence in found.sentences()[1:]:
        out.print(sentence, soft_wrap=True)


def findings_table(findings: Sequence[Finding]) -> Table:
    """One line a cell."""
    labels = [dict(finding.match.labels) for finding in findings]
    axes = varying(labels)
    table = Table()
    for axis in axes:
        table.add_column(axis)
    for head in ("before", "after", "change (95 %)", "p", "lost/gained", "diverged", "variance left"):
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
        change(finding),
        chance(finding.corrected),
        f"{counts.lost}/{counts.gained}",
        f"{finding.diverged / counts.games:.1%}",
        "" if left is None else f"{left:.2f}",
        finding.verdict,
    ]


def change(finding: Finding) -> str:
    """`+0.61 (+0.35 to +0.88)`, in points."""
    low, high = finding.tested.interval
    return f"{finding.table.difference * 100:+.2f} ({low * 100:+.2f} to {high * 100:+.2f})"


def chance(p: float) -> str:
    """A p-value, as long as it says something."""
    return f"{p:.3f}" if p >= 0.001 else "<0.001"
