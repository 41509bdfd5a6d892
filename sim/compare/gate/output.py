"""What the gate says: on the terminal, as Markdown for a pull request, as JUnit XML, as JSON."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from rich.table import Table

from engine.game.cell import Json
from sim.compare.gate.checked import CheckedCell, CheckedGroup
from sim.compare.gate.effort import BEYOND_REACH, games_to_pass
from sim.compare.gate.gate import GateOutcome, GateResult
from sim.display.number_format import counted, p_value, plain_change, plain_percent
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
MOST_SENTENCES = 5
"""Cells of one kind that get a sentence of their own."""


def sentences(result: GateResult) -> list[str]:
    """The result in words."""
    broken, open_, silent = (result.with_status(status) for status in ("broken", "open", "no information"))
    said = [f"{result.outcome.word}: {_meaning(result)}"]
    breaches = [f"broken: {cell.match.name}: {_evidence(cell)}" for cell in broken]
    breaches += [f"broken: {group.name}: {_evidence(group)}" for group in result.groups if group.broken]
    said += _some(breaches)
    if open_ and result.outcome is GateOutcome.FAIL:
        said.append(f"the gate stopped there; {counted(len(open_), 'cell')} not decided")
    elif open_:
        hardest = sorted(open_, key=lambda cell: -(cell.needed or BEYOND_REACH))
        said += _some([f"not decided: {cell.match.name}: {_evidence(cell)}; {_needs(cell)}" for cell in hardest])
        said += _more_games(open_, result.risk)
    if stood_for := result.with_status("kept as a group"):
        wide = f"{100 * max(cell.room for cell in stood_for):g}"
        how = "the mean change of the group keeps the claim, and each cell is at most "
        how += f"{wide} point{'' if wide == '1' else 's'} outside of it"
        said.append(f"{counted(len(stood_for), 'cell')} kept as a group: {how}")
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


def _meaning(result: GateResult) -> str:
    if result.outcome is GateOutcome.PASS and (stood_for := result.with_status("kept as a group")):
        known = len(result.cells) - len(stood_for)
        return f"{counted(known, 'cell')} known to keep the claim, {counted(len(stood_for), 'cell')} only as a group"
    return MEANING[result.outcome]


def _some(sentences: list[str]) -> list[str]:
    """The first few, and how many more there are."""
    more = len(sentences) - MOST_SENTENCES
    return [*sentences[:MOST_SENTENCES], *([f"and {more} more"] if more > 0 else [])]


def _needs(cell: CheckedCell) -> str:
    if not cell.same_engine:
        return "the engine changed, so only a new baseline can decide it"
    return f"about {cell.needed:,} games would decide it" if cell.needed else "it seems to lie at the end of its claim"


def _more_games(cells: Sequence[CheckedCell], risk: float) -> list[str]:
    """How far to go on. What single cells would need says little about that: the largest of many is large by luck."""
    played = [cell for cell in cells if cell.paired and cell.games]
    if not played:
        return []
    games = games_to_pass(played, risk)
    return [f"if nothing moved there, about {games:,} games of each cell would show it: --games {games}"]


def show_budget(minutes: float, games: int) -> None:
    """What `--minutes` came to."""
    console().print(
        f"{minutes:g} minutes are {games:,} games a cell here; to repeat this run: --games {games}", soft_wrap=True
    )


def show_gate(result: GateResult, quiet: bool) -> None:
    """On the terminal; without a table where nothing changed."""
    out = console()
    for sentence in sentences(result):
        out.print(sentence, soft_wrap=True)
    if not quiet and any(not cell.kept or not cell.match.same for cell in result.cells):
        out.print(_table(result.cells))


def markdown(result: GateResult) -> str:
    """For the summary of a GitHub job."""
    axes = _axes(result.cells)
    headline, *rest = sentences(result)
    rows = [_line(cell, axes) for cell in result.cells]
    content = {"headline": headline, "sentences": rest, "heads": [*axes, *HEADS[:-1], "status"], "rows": rows}
    return render("sim.compare.gate", "summary.md", content)


def junit(result: GateResult) -> bytes:
    """A test case for each cell, and for each broken group. A cell that is not decided is an error, never a pass."""
    broken = len(result.with_status("broken"))
    kept = sum(cell.kept for cell in result.cells)
    groups = [group for group in result.groups if group.broken]
    suite = Element(
        "testsuite",
        name="fatecast gate",
        tests=str(len(result.cells) + len(groups)),
        failures=str(broken + len(groups)),
        errors=str(len(result.cells) - broken - kept),
    )
    for cell in result.cells:
        case = SubElement(suite, "testcase", classname=visible(cell.baseline.stem), name=visible(cell.match.name))
        if cell.status == "kept as a group":
            SubElement(case, "system-out").text = visible(f"{cell.status}: {_evidence(cell)}")
        if not cell.kept:
            kind = "failure" if cell.status == "broken" else "error"
            SubElement(case, kind, message=visible(f"{cell.status}: {_evidence(cell)}"))
    for group in groups:
        case = SubElement(suite, "testcase", classname=visible(group.cells[0].baseline.stem), name=visible(group.name))
        SubElement(case, "failure", message=visible(f"broken: {_evidence(group)}"))
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
        "groups": [_group_data(group) for group in result.groups],
    }
    return readable(data)


def _data(cell: CheckedCell) -> Json:
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
        "diverged": cell.diverged if cell.same_engine else None,
        "table": cell.table._asdict() if cell.table.games else None,
        "games_needed": cell.needed,
    }


def _group_data(group: CheckedGroup) -> Json:
    return {
        "group": group.name,
        **group.labels,
        "axis": group.axis,
        "cells": [cell.match.name for cell in group.cells],
        "status": "broken" if group.broken else "not broken",
        "claim": str(group.claim),
        "change": group.change,
        "change_low": group.interval[0],
        "change_high": group.interval[1],
        "p": group.corrected,
        "games": group.games,
    }


def _evidence(judged: CheckedCell | CheckedGroup) -> str:
    if isinstance(judged, CheckedCell) and judged.exact:
        return f"nothing changed, expected {judged.claim} points"
    change = plain_change(judged.change, judged.interval)
    return f"{change} points in {judged.games:,} games, expected {judged.claim} points"


def _axes(cells: Sequence[CheckedCell]) -> list[str]:
    return varying([dict(cell.match.labels) for cell in cells])


def _line(cell: CheckedCell, axes: Sequence[str]) -> list[str]:
    before = cell.table.before if cell.table.games else cell.stored.wins / cell.stored.games
    after = cell.table.after if cell.table.games else before + cell.change
    return [
        *(str(cell.match.labels[axis]) for axis in axes),
        str(cell.claim),
        plain_percent(before, 2),
        plain_percent(after, 2),
        plain_change(cell.change, cell.interval),
        p_value(cell.corrected),
        f"{cell.games:,}",
        f"{cell.diverged:,}" if cell.same_engine else "unpaired",
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
