"""What the gate says: on the terminal, as Markdown for a pull request, as JUnit XML, as JSON."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from rich.table import Table

from engine.game.cell import Json
from sim.compare.gate.gate import CheckedCell, GateOutcome, GateResult
from sim.compare.gate.self_test import LEAST_PASSES, LEAST_POWER, GateErrorRates, ObservedShare
from sim.display.number_format import p_value, plain_change, plain_percent, plain_points
from sim.display.templates import render
from sim.display.terminal import console
from sim.experiment.escapes import visible
from sim.experiment.json_text import readable
from sim.experiment.labels import varying

HEADS = ("claim", "before", "after", "change in points (95 %)", "p", "games", "diverged", "")
MEANING = {
    GateOutcome.PASS: "every cell is known to keep its claim",
    GateOutcome.FAIL: "a claim is broken",
    GateOutcome.INCONCLUSIVE: "no claim is known to be broken, but not every claim is known to be kept",
}
MOST_BROKEN = 5
"""Broken claims that get a sentence of their own."""


def sentences(result: GateResult) -> list[str]:
    """The result in words."""
    broken, open_, silent = (result.with_status(status) for status in ("broken", "open", "no information"))
    said = [f"{result.outcome.word}: {MEANING[result.outcome]}"]
    said += [f"broken: {cell.match.name}: {_evidence(cell)}" for cell in broken[:MOST_BROKEN]]
    if len(broken) > MOST_BROKEN:
        said.append(f"and {len(broken) - MOST_BROKEN} more")
    if open_ and result.outcome is GateOutcome.FAIL:
        said.append(f"the gate stopped there; {len(open_)} cells are not decided")
    elif open_:
        said.append(f"{len(open_)} cells need more than {max(cell.games for cell in open_):,} games (--games)")
    if silent:
        said.append(f"{len(silent)} cells give no information: every game ended the same way")
    if changed := result.changed_engine:
        said.append(
            f"the engine or the policy changed in {len(changed)} cells: their first games are not those of the "
            "baseline, so they were compared unpaired with the stored counts; accept a new baseline to pair again"
        )
    same = sum(cell.match.same for cell in result.cells)
    said.append(f"{result.played:,} games played; {same} of {len(result.cells)} cells have the same content")
    return said


def show_gate(result: GateResult, quiet: bool) -> None:
    """On the terminal; without a table where nothing changed."""
    out = console()
    for sentence in sentences(result):
        out.print(sentence, soft_wrap=True)
    if not quiet and any(cell.status != "kept" or not cell.match.same for cell in result.cells):
        out.print(_table(result.cells))


def markdown(result: GateResult) -> str:
    """For the summary of a GitHub job."""
    axes = _axes(result.cells)
    headline, *rest = sentences(result)
    rows = [_line(cell, axes) for cell in result.cells]
    content = {"headline": headline, "sentences": rest, "heads": [*axes, *HEADS[:-1], "status"], "rows": rows}
    return render("sim.compare.gate", "summary.md", content)


def junit(result: GateResult) -> bytes:
    """A test case for each cell. A cell that is not decided is an error, never a pass."""
    broken = len(result.with_status("broken"))
    kept = len(result.with_status("kept"))
    suite = Element(
        "testsuite",
        name="fatecast gate",
        tests=str(len(result.cells)),
        failures=str(broken),
        errors=str(len(result.cells) - broken - kept),
    )
    for cell in result.cells:
        case = SubElement(suite, "testcase", classname=visible(cell.baseline.stem), name=visible(cell.match.name))
        if cell.status != "kept":
            kind = "failure" if cell.status == "broken" else "error"
            SubElement(case, kind, message=visible(f"{cell.status}: {_evidence(cell)}"))
    return bytes(tostring(suite, encoding="utf-8", xml_declaration=True))


def as_json(result: GateResult) -> bytes:
    """The sentences, and every number of every cell."""
    data: Json = {
        "outcome": result.outcome.word,
        "exit_code": int(result.outcome),
        "risk": result.risk,
        "games": result.played,
        "sentences": sentences(result),
        "cells": [_data(cell) for cell in result.cells],
    }
    return readable(data)


def show_error_rates(measured: GateErrorRates) -> None:
    """The self-test on the terminal."""
    out = console()
    rows = [
        (f"false alarms where only the luck changed (at most {measured.risk:.0%})", measured.false_alarms),
        (f"passes of an unchanged game (at least {LEAST_PASSES:.0%})", measured.unchanged_passes),
        (f"failures of a planted change (at least {LEAST_POWER:.0%})", measured.found),
    ]
    for what, share in rows:
        out.print(f"{what}: {_share(share)}", soft_wrap=True)
    moved = f"{measured.planted_cell} moves by {plain_points(measured.planted_effect)} points"
    out.print(f"planted change: {measured.planted}: {moved}", soft_wrap=True)
    out.print(f"{measured.played:,} games played for the pools", soft_wrap=True)
    out.print("the gate is as good as promised" if measured.good else "the gate is NOT as good as promised")


def _share(share: ObservedShare) -> str:
    """`0.15% (0.03% to 0.44%; 3 of 2,000)`"""
    value, low, high = (plain_percent(each, 2) for each in (share.value, *share.interval))
    return f"{value} ({low} to {high}; {share.some:,} of {share.of:,})"


def _data(cell: CheckedCell) -> Json:
    table = cell.pair.table if cell.pair else None
    return {
        "baseline": cell.baseline.stem,
        **cell.match.labels,
        "status": cell.status,
        "claim": str(cell.claim),
        "claim_low": cell.claim.low,
        "claim_high": cell.claim.high,
        "change": cell.change,
        "change_low": cell.interval[0],
        "change_high": cell.interval[1],
        "p": cell.corrected,
        "games": cell.games,
        "paired": cell.same_engine,
        "same": cell.match.same,
        "diverged": len(cell.pair.diverged) if cell.pair else None,
        "table": table._asdict() if table else None,
    }


def _evidence(cell: CheckedCell) -> str:
    change = plain_change(cell.change, cell.interval)
    return f"{change} points in {cell.games:,} games, expected {cell.claim} points"


def _axes(cells: Sequence[CheckedCell]) -> list[str]:
    return varying([dict(cell.match.labels) for cell in cells])


def _line(cell: CheckedCell, axes: Sequence[str]) -> list[str]:
    table = cell.pair.table if cell.pair else None
    before = table.before if table else cell.stored.wins / cell.stored.games
    after = table.after if table else before + cell.change
    return [
        *(str(cell.match.labels[axis]) for axis in axes),
        str(cell.claim),
        plain_percent(before, 2),
        plain_percent(after, 2),
        plain_change(cell.change, cell.interval),
        p_value(cell.corrected),
        f"{cell.games:,}",
        f"{len(cell.pair.diverged):,}" if cell.pair else "unpaired",
        cell.status,
    ]


def _table(cells: Sequence[CheckedCell]) -> Table:
    axes = _axes(cells)
    table = Table()
    for axis in axes:
        table.add_column(axis)
    for head in HEADS:
        table.add_column(head, justify="left" if head in ("claim", "") else "right")
    for cell in cells:
        table.add_row(*_line(cell, axes))
    return table
