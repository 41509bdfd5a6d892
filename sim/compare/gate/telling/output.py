"""What the gate says about one game: in words, as Markdown for a pull request, as JUnit XML, as JSON."""

from collections.abc import Sequence
from math import isfinite
from xml.etree.ElementTree import Element, SubElement, tostring

from rich.table import Table

from engine.game.cell import Json
from engine.language.current import said, word
from sim.compare.claimed_change import claim_text
from sim.compare.gate.cell_evidence import CheckedCell, CheckedGroup, CheckedWhole
from sim.compare.gate.gate import GateResult
from sim.compare.gate.telling.sentences import change_of, evidence, name_of, sentences, status_said, why_open
from sim.display.outcome_format import OutcomeFormat
from sim.display.templates import render
from sim.display.terminal import console
from sim.experiment.changes import change_lines
from sim.experiment.labels import varying
from sim.statistics.paired import Paired, PairedOutcome
from sim.text.axis_words import axis_word
from sim.text.escapes import visible
from sim.text.json_text import readable
from sim.text.number_format import NOTHING, p_value, whole

SUITE = "fatecast gate"
NUMBERS = 6
"""Columns of the table between the claim and the status."""


def show_gate(result: GateResult, quiet: bool, told: Sequence[str] | None = None) -> None:
    """On the terminal, in these words or its own; without a table where nothing changed."""
    out = console()
    for sentence in sentences(result) if told is None else told:
        out.print(sentence, soft_wrap=True)
    if not quiet and any(not cell.kept or not cell.match.same for cell in result.cells):
        out.print(gate_table(result))


def markdown(result: GateResult, named: str = "") -> str:
    """For the summary of a GitHub job."""
    headline, *rest = sentences(result)
    rows = [_line(cell, result) for cell in result.cells]
    content = {"headline": f"{SUITE}: {named}{headline}", "sentences": rest, "heads": _heads(result), "rows": rows}
    return render("sim.display", "summary.md", content)


def junit(result: GateResult) -> bytes:
    """The suite as a file."""
    return bytes(tostring(suite_of(result), encoding="utf-8", xml_declaration=True))


def suite_of(result: GateResult, suite_name: str = SUITE) -> Element:
    """A test case for each cell, and for each broken group. A cell that is not decided is an error, never a pass."""
    broken = len(result.with_status("broken"))
    kept = sum(cell.kept for cell in result.cells)
    unchecked = [*result.not_played, *result.edited]
    sets: list[CheckedGroup | CheckedWhole] = [*result.groups, *result.wholes]
    groups = [each for each in sets if each.broken]
    suite = Element(
        "testsuite",
        name=suite_name,
        tests=str(len(result.cells) + len(groups) + len(unchecked)),
        failures=str(broken + len(groups)),
        errors=str(len(result.cells) - broken - kept + len(unchecked)),
    )
    if result.changes:
        SubElement(suite, "system-out").text = visible("\n".join(change_lines(result.changes)), keep="\n")
    for cell in result.cells:
        case = SubElement(suite, "testcase", classname=visible(cell.baseline.stem), name=visible(name_of(cell, result)))
        if cell.status == "kept as a group":
            SubElement(case, "system-out").text = visible(f"{status_said(cell.status)}: {evidence(cell)}")
        if not cell.kept:
            kind = "failure" if cell.status == "broken" else "error"
            SubElement(case, kind, message=visible(f"{status_said(cell.status)}: {evidence(cell)}"))
    for group in groups:
        name = group.name if isinstance(group, CheckedWhole) else name_of(group, result)
        case = SubElement(suite, "testcase", classname=visible(group.cells[0].baseline.stem), name=visible(name))
        SubElement(case, "failure", message=visible(f"{status_said('broken')}: {evidence(group)}"))
    for line in unchecked:
        case = SubElement(suite, "testcase", classname="experiments", name=visible(line.partition(":")[0]))
        SubElement(case, "error", message=visible(line))
    return suite


def as_json(result: GateResult) -> bytes:
    """All of it as text."""
    return readable(result_data(result))


def result_data(result: GateResult) -> Json:
    """The sentences, and every number of every cell."""
    return {
        "outcome": result.outcome.word,
        "exit_code": int(result.outcome),
        "risk": result.risk,
        "games": result.played,
        "most_games": result.most,
        "changes": list(result.changes),
        "not_played": list(result.not_played),
        "sentences": sentences(result),
        "cells": [_data(cell, result) for cell in result.cells],
        "groups": [_group_data(group, result) for group in result.groups],
        **({"wholes": [_whole_data(whole) for whole in result.wholes]} if result.wholes else {}),
    }


def _data(cell: CheckedCell, result: GateResult) -> Json:
    return {
        "baseline": cell.baseline.stem,
        **cell.match.labels,
        **({"outcome": cell.outcome.name} if result.names_outcomes else {}),
        "status": cell.status,
        "claim": claim_text(cell.claim, cell.outcome),
        "claim_low": _finite(cell.claim.low),
        "claim_high": _finite(cell.claim.high),
        "change": cell.change,
        "change_low": _finite(cell.interval[0]),
        "change_high": _finite(cell.interval[1]),
        "p": cell.corrected,
        "games": cell.games,
        "paired": cell.same_engine,
        "same": cell.match.same,
        "diverged": cell.diverged if cell.same_engine else None,
        "table": _table_data(cell.table) if cell.table else None,
        "games_needed": cell.needed,
    }


def _table_data(table: PairedOutcome) -> Json:
    """The counts of a share; both sides of a mean."""
    if isinstance(table, Paired):
        return table._asdict()
    return {"before": table.before, "after": table.after, "fell": table.fell, "rose": table.rose}


def _finite(end: float) -> float | None:
    """JSON has no number without an end."""
    return end if isfinite(end) else None


def _whole_data(whole: CheckedWhole) -> Json:
    return {
        "whole": whole.name,
        **whole.cells[0].match.labels,
        "outcomes": [cell.outcome.name for cell in whole.cells],
        "status": "broken" if whole.broken else "not broken",
        "p": whole.corrected,
        "games": whole.games,
    }


def _group_data(group: CheckedGroup, result: GateResult) -> Json:
    return {
        "group": group.name,
        **group.labels,
        **({"outcome": group.outcome.name} if result.names_outcomes else {}),
        "axis": group.axis,
        "cells": [cell.match.name for cell in group.cells],
        "status": "broken" if group.broken else "not broken",
        "claim": claim_text(group.claim, group.outcome),
        "change": group.change,
        "change_low": _finite(group.interval[0]),
        "change_high": _finite(group.interval[1]),
        "p": group.corrected,
        "games": group.games,
    }


def _axes(cells: Sequence[CheckedCell]) -> list[str]:
    return varying([dict(cell.match.labels) for cell in cells])


def _units(result: GateResult) -> list[str]:
    return list(dict.fromkeys(OutcomeFormat(cell.outcome).unit for cell in result.cells))


def _heads(result: GateResult) -> list[str]:
    units = _units(result)
    if len(units) == 1:
        change = said("change in {unit} (95 %)", unit=units[0])
    else:
        change = said("change in its unit (95 %)")
    return [
        *map(axis_word, _axes(result.cells)),
        *([said("outcome")] if result.names_outcomes else []),
        *(said("claim"), said("before"), said("after"), change),
        *(said("p of claim"), said("games"), said("diverged"), said("status")),
    ]


def _line(cell: CheckedCell, result: GateResult) -> list[str]:
    form, before = OutcomeFormat(cell.outcome), cell.before
    after = cell.table.after if cell.table else None if before is None else before + cell.change
    sides = [NOTHING if side is None else form.side(side, cell.interval) for side in (before, after)]
    return [
        *(str(cell.match.labels[axis]) for axis in _axes(result.cells)),
        *([word(cell.outcome.name)] if result.names_outcomes else []),
        claim_text(cell.claim, cell.outcome),
        *sides,
        change_of(cell),
        NOTHING if cell.waits(result.most) else p_value(cell.corrected),
        whole(cell.games),
        whole(cell.diverged) if cell.same_engine else said("unpaired"),
        _status_of(cell, result),
    ]


def _status_of(cell: CheckedCell, result: GateResult) -> str:
    """With the reason, where a claim is open although its numbers may look certain."""
    status, why = status_said(cell.status), why_open(cell, result)
    return f"{status}: {why}" if why else status


def gate_table(result: GateResult) -> Table:
    """Every cell."""
    table = Table()
    heads = _heads(result)
    for at, head in enumerate(heads):
        is_number = len(heads) - NUMBERS - 1 <= at < len(heads) - 1
        table.add_column(head, justify="right" if is_number else "left")
    for cell in result.cells:
        table.add_row(*_line(cell, result))
    return table
