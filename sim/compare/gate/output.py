"""What the gate says about one game: in words, as Markdown for a pull request, as JUnit XML, as JSON."""

from collections.abc import Sequence
from math import isfinite, isinf
from xml.etree.ElementTree import Element, SubElement, tostring

from rich.table import Table

from engine.game.cell import Json
from sim.compare.claimed_change import claim_text
from sim.compare.gate.cell_evidence import CheckedCell, CheckedGroup, CheckedWhole
from sim.compare.gate.effort import BEYOND_REACH, games_to_pass
from sim.compare.gate.gate import GateOutcome, GateResult
from sim.compare.output import TOO_FEW
from sim.display.outcome_format import OutcomeFormat
from sim.display.templates import render
from sim.display.terminal import console
from sim.experiment.changes import change_lines
from sim.experiment.labels import varying
from sim.statistics.paired import Paired, PairedOutcome
from sim.text.escapes import visible
from sim.text.json_text import readable
from sim.text.number_format import NOTHING, counted, listed, p_value

HEADS = ("claim", "before", "after", "change in {unit} (95 %)", "p of claim", "games", "diverged", "status")
MEANING = {
    GateOutcome.PASS: "every cell is known to keep its claim",
    GateOutcome.FAIL: "a claim is broken",
    GateOutcome.INCONCLUSIVE: "no claim is known to be broken, but not every claim is known to be kept",
}
SUITE = "fatecast gate"
MOST_SENTENCES = 5
"""Cells of one kind that get a sentence of their own."""


def sentences(result: GateResult) -> list[str]:
    """The result in words."""
    broken, open_, silent = (result.with_status(status) for status in ("broken", "open", "no information"))
    said = [f"{result.outcome.word}: {_meaning(result)}", *result.not_played, *result.edited]
    said += change_lines(result.changes)
    breaches = [f"broken: {_name(cell, result)}: {_evidence(cell)}" for cell in broken]
    breaches += [f"broken: {_name(group, result)}: {_evidence(group)}" for group in result.groups if group.broken]
    breaches += [f"broken: {whole.name}: {_evidence(whole)}" for whole in result.wholes if whole.broken]
    said += _some(breaches)
    if open_ and result.outcome is GateOutcome.FAIL:
        said.append(f"the gate stopped there; {counted(len(open_), 'cell')} not decided")
    elif open_:
        hardest = sorted(open_, key=lambda cell: -(cell.needed or BEYOND_REACH))
        said += _some(
            [f"not decided: {_name(cell, result)}: {_evidence(cell)}{_needs(cell, open_)}" for cell in hardest]
        )
        said += _more_games(open_, result.risk)
    if stood_for := result.with_status("kept as a group"):
        rooms = {cell.outcome.name: OutcomeFormat(cell.outcome).amount(cell.room) for cell in stood_for}
        how = "the mean change of the group keeps the claim, and each cell is at most "
        how += f"{listed(list(dict.fromkeys(rooms.values())))} outside of it"
        said.append(f"{counted(len(stood_for), 'cell')} kept as a group: {how}")
    if silent:
        said.append(f"{len(silent)} cells give no information: every game ended the same way")
    if changed := result.changed_engine:
        said.append(
            f"the engine or the policy changed in {len(changed)} cells: their first games are not those of the "
            "baseline, so they were compared unpaired with the stored counts; accept a new baseline to pair again"
        )
    said += _how_to_read(result)
    matches = {id(cell.match): cell.match for cell in result.cells}.values()
    same = sum(match.same for match in matches)
    said.append(f"{result.played:,} games played; {same} of {len(matches)} cells have the same content")
    return said


def _how_to_read(result: GateResult) -> list[str]:
    """What the numbers of the table mean, where there are any."""
    played = [cell for cell in result.cells if cell.paired and cell.games]
    if not played:
        return []
    tests = len(result.cells) + len(result.groups) + len(result.wholes)
    said = [
        f"p of claim: how likely games like these are if the claim is kept, corrected for {counted(tests, 'test')}; "
        f"a claim is broken at {result.risk:g} or less"
    ]
    if any(cell.games < result.most for cell in played):
        said.append(
            "the gate may stop at any of its looks, so the interval of a cell that stopped before "
            f"{result.most:,} games holds at all of them: it is wider than that of compare for the same games"
        )
    return said


def _name(judged: CheckedCell | CheckedGroup, result: GateResult) -> str:
    """With the outcome, if there is more than the headline."""
    name = judged.match.name if isinstance(judged, CheckedCell) else judged.name
    return f"{name}, {judged.outcome.name}" if result.names_outcomes else name


def _meaning(result: GateResult) -> str:
    kept = result.outcome is GateOutcome.INCONCLUSIVE and all(cell.kept for cell in result.cells)
    if kept and result.not_played:
        return "what was played is kept, but not every edit was played"
    if kept and result.edited:
        return "what was accepted is kept, but an experiment has changed since"
    if result.outcome is GateOutcome.PASS and (stood_for := result.with_status("kept as a group")):
        known = len(result.cells) - len(stood_for)
        return f"{counted(known, 'cell')} known to keep the claim, {counted(len(stood_for), 'cell')} only as a group"
    return MEANING[result.outcome]


def _some(sentences: list[str]) -> list[str]:
    """The first few, and how many more there are."""
    more = len(sentences) - MOST_SENTENCES
    return [*sentences[:MOST_SENTENCES], *([f"and {more} more"] if more > 0 else [])]


def _needs(cell: CheckedCell, open_: Sequence[CheckedCell]) -> str:
    """What would decide a cell. If there are several, one number for all of them follows: two would contradict each
    other."""
    if not cell.same_engine:
        return "; the engine changed, so only a new baseline can decide it"
    if cell.paired and not cell.games:
        return "; it was not played"
    if cell.needed is None and cell.table is not None and isinf(cell.table.interval()[1]):
        return f"; {TOO_FEW}"
    if cell.needed is None:
        return "; it seems to lie at the end of its claim"
    return f"; about {cell.needed:,} games would decide it: --games {cell.needed}" if len(open_) == 1 else ""


def _more_games(cells: Sequence[CheckedCell], risk: float) -> list[str]:
    """How far to go on with several cells. What the hardest of them would need says little about that: the largest of
    many numbers is large by luck. The one in the middle is not."""
    played = [cell for cell in cells if cell.paired and cell.games]
    needs = sorted(cell.needed for cell in played if cell.needed is not None)
    if len(cells) == 1 or not needs:
        return []
    half, unmoved = needs[len(needs) // 2], games_to_pass(played, risk)
    if unmoved >= half:
        return [f"if nothing moved there, about {unmoved:,} games of each cell would show it: --games {unmoved}"]
    return [f"about {half:,} games of each cell would decide at least half of them: --games {half}"]


def show_gate(result: GateResult, quiet: bool, said: Sequence[str] | None = None) -> None:
    """On the terminal, in these words or its own; without a table where nothing changed."""
    out = console()
    for sentence in sentences(result) if said is None else said:
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
        case = SubElement(suite, "testcase", classname=visible(cell.baseline.stem), name=visible(_name(cell, result)))
        if cell.status == "kept as a group":
            SubElement(case, "system-out").text = visible(f"{cell.status}: {_evidence(cell)}")
        if not cell.kept:
            kind = "failure" if cell.status == "broken" else "error"
            SubElement(case, kind, message=visible(f"{cell.status}: {_evidence(cell)}"))
    for group in groups:
        name = group.name if isinstance(group, CheckedWhole) else _name(group, result)
        case = SubElement(suite, "testcase", classname=visible(group.cells[0].baseline.stem), name=visible(name))
        SubElement(case, "failure", message=visible(f"broken: {_evidence(group)}"))
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


def _evidence(judged: CheckedCell | CheckedGroup | CheckedWhole) -> str:
    if isinstance(judged, CheckedWhole):
        return f"p {p_value(judged.corrected)} in {judged.games:,} games, expected every category within its claim"
    form = OutcomeFormat(judged.outcome)
    expected = f"expected {claim_text(judged.claim, judged.outcome)} {form.unit}"
    if isinstance(judged, CheckedCell) and judged.exact:
        return f"nothing changed, {expected}"
    return f"{_change(judged)} {form.unit} in {judged.games:,} games, {expected}"


def _change(judged: CheckedCell | CheckedGroup) -> str:
    """With its interval, if it has one: a mean without bounds has none before the last look."""
    form = OutcomeFormat(judged.outcome)
    if not isfinite(judged.interval[1] - judged.interval[0]):
        return form.difference(judged.change)
    return form.change(judged.change, judged.interval)


def _axes(cells: Sequence[CheckedCell]) -> list[str]:
    return varying([dict(cell.match.labels) for cell in cells])


def _units(result: GateResult) -> list[str]:
    return list(dict.fromkeys(OutcomeFormat(cell.outcome).unit for cell in result.cells))


def _heads(result: GateResult) -> list[str]:
    units = _units(result)
    unit = units[0] if len(units) == 1 else "its unit"
    outcome = ["outcome"] if result.names_outcomes else []
    return [*_axes(result.cells), *outcome, *(head.format(unit=unit) for head in HEADS)]


def _line(cell: CheckedCell, result: GateResult) -> list[str]:
    form, before = OutcomeFormat(cell.outcome), cell.before
    after = cell.table.after if cell.table else None if before is None else before + cell.change
    sides = [NOTHING if side is None else form.side(side, cell.interval) for side in (before, after)]
    return [
        *(str(cell.match.labels[axis]) for axis in _axes(result.cells)),
        *([cell.outcome.name] if result.names_outcomes else []),
        claim_text(cell.claim, cell.outcome),
        *sides,
        _change(cell),
        p_value(cell.corrected),
        f"{cell.games:,}",
        f"{cell.diverged:,}" if cell.same_engine else "unpaired",
        cell.status,
    ]


def gate_table(result: GateResult) -> Table:
    """Every cell."""
    table = Table()
    for head in _heads(result):
        left = head in ("claim", "outcome", "status") or head in _axes(result.cells)
        table.add_column(head, justify="left" if left else "right")
    for cell in result.cells:
        table.add_row(*_line(cell, result))
    return table
