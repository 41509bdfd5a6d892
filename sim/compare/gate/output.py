"""What the gate says: on the terminal, as Markdown for a pull request, as JUnit XML, as JSON."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from rich.table import Table

from engine.game.cell import Json
from sim.compare.gate.gate import Entry, Outcome, Verdict
from sim.compare.output import chance, points
from sim.display.terminal import console
from sim.experiment.json_text import readable
from sim.experiment.labels import varying

HEADS = ("claim", "before", "after", "change in points (95 %)", "p", "games", "diverged", "")
MEANING = {
    Outcome.PASS: "every cell is known to keep to its claim",
    Outcome.FAIL: "a claim is broken",
    Outcome.INCONCLUSIVE: "no claim is known to be broken, and not all are known to be kept",
}


def sentences(verdict: Verdict) -> list[str]:
    """The outcome in words."""
    broken, open_, silent = (verdict.with_status(status) for status in ("broken", "open", "no information"))
    said = [f"{verdict.outcome.word}: {MEANING[verdict.outcome]}"]
    said += [f"broken: {entry.match.name}: {_told(entry)}" for entry in broken[:5]]
    if len(broken) > 5:
        said.append(f"and {len(broken) - 5} more")
    if open_ and verdict.outcome is Outcome.FAIL:
        said.append(f"the gate stopped there; {len(open_)} cells are not decided")
    elif open_:
        said.append(f"{len(open_)} cells need more games than {max(entry.games for entry in open_):,} (--games)")
    if silent:
        said.append(f"{len(silent)} cells give no information: every game ended alike")
    if changed := verdict.changed_engine:
        said.append(
            f"the engine or the policy changed in {len(changed)} cells: their first games are others than those of the "
            "baseline, so they were compared unpaired with the stored counts; accept a new baseline to pair again"
        )
    same = sum(entry.match.same for entry in verdict.entries)
    said.append(f"{verdict.played:,} games played, {same} of {len(verdict.entries)} cells are the same by content")
    return said


def show_gate(verdict: Verdict, quiet: bool) -> None:
    """On the terminal; where nothing at all changed, a table would say nothing."""
    out = console()
    for sentence in sentences(verdict):
        out.print(sentence, soft_wrap=True)
    if not quiet and any(entry.status != "kept" or not entry.match.same for entry in verdict.entries):
        out.print(_table(verdict.entries))


def markdown(verdict: Verdict) -> str:
    """For the summary of a GitHub job."""
    axes = _axes(verdict.entries)
    first, *rest = sentences(verdict)
    lines = [f"## fatecast gate: {first}", "", *(f"- {sentence}" for sentence in rest), ""]
    lines.append("| " + " | ".join([*axes, *HEADS[:-1], "status"]) + " |")
    lines.append("|" + "---|" * (len(axes) + len(HEADS)))
    lines += ["| " + " | ".join(_line(entry, axes)) + " |" for entry in verdict.entries]
    return "\n".join(lines) + "\n\n"


def junit(verdict: Verdict) -> bytes:
    """A test case for each cell; what is not decided is an error, never a pass."""
    broken = len(verdict.with_status("broken"))
    kept = len(verdict.with_status("kept"))
    suite = Element(
        "testsuite",
        name="fatecast gate",
        tests=str(len(verdict.entries)),
        failures=str(broken),
        errors=str(len(verdict.entries) - broken - kept),
    )
    for entry in verdict.entries:
        case = SubElement(suite, "testcase", classname=entry.baseline.stem, name=entry.match.name)
        if entry.status != "kept":
            SubElement(
                case, "failure" if entry.status == "broken" else "error", message=f"{entry.status}: {_told(entry)}"
            )
    return bytes(tostring(suite, encoding="utf-8", xml_declaration=True))


def as_json(verdict: Verdict) -> bytes:
    """Everything."""
    data: Json = {
        "outcome": verdict.outcome.word,
        "exit_code": int(verdict.outcome),
        "risk": verdict.risk,
        "games": verdict.played,
        "sentences": sentences(verdict),
        "cells": [_data(entry) for entry in verdict.entries],
    }
    return readable(data)


def _data(entry: Entry) -> Json:
    table = entry.pair.table if entry.pair else None
    return {
        "baseline": entry.baseline.stem,
        **entry.match.labels,
        "status": entry.status,
        "claim": str(entry.claim),
        "claim_low": entry.claim.low,
        "claim_high": entry.claim.high,
        "change": entry.change,
        "change_low": entry.interval[0],
        "change_high": entry.interval[1],
        "p": entry.corrected,
        "games": entry.games,
        "paired": entry.same_engine,
        "same": entry.match.same,
        "diverged": len(entry.pair.diverged) if entry.pair else None,
        "table": table._asdict() if table else None,
    }


def _told(entry: Entry) -> str:
    return f"{points(entry.change, entry.interval)} points in {entry.games:,} games, expected {entry.claim} points"


def _axes(entries: Sequence[Entry]) -> list[str]:
    return varying([dict(entry.match.labels) for entry in entries])


def _line(entry: Entry, axes: Sequence[str]) -> list[str]:
    table = entry.pair.table if entry.pair else None
    before = table.before if table else entry.stored.wins / entry.stored.games
    after = table.after if table else before + entry.change
    return [
        *(str(entry.match.labels[axis]) for axis in axes),
        str(entry.claim),
        f"{before:.2%}",
        f"{after:.2%}",
        points(entry.change, entry.interval),
        chance(entry.corrected),
        f"{entry.games:,}",
        f"{len(entry.pair.diverged):,}" if entry.pair else "unpaired",
        entry.status,
    ]


def _table(entries: Sequence[Entry]) -> Table:
    axes = _axes(entries)
    table = Table()
    for axis in axes:
        table.add_column(axis)
    for head in HEADS:
        table.add_column(head, justify="left" if head in ("claim", "") else "right")
    for entry in entries:
        table.add_row(*_line(entry, axes))
    return table
