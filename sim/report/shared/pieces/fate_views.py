"""The tables of a page about pieces that seats draw, and all that its templates need of them."""

from collections.abc import Mapping
from dataclasses import replace

from engine.game.presentation import Fate
from sim.display.outcome_format import POINTS
from sim.report.shared.page.entries import FAINT, PageTable, TableEntry, difference_entry, named, share_entry
from sim.report.shared.pieces.claims import told_groups
from sim.report.shared.pieces.fate_sentences import (
    Answer,
    FateSource,
    Row,
    answer,
    declared_kinds,
    notes,
    shrunk,
    source_of,
)
from sim.report.shared.pieces.fates import gains_wins, has_winners
from sim.report.shared.pieces.views import ADJUSTED, q_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import NOTHING, number

MOST_LINES = 12
"""Of the table of the first screen."""


def fates_content(data: RunData, tables: Tables) -> Mapping[str, object] | None:
    """What the templates need; None if nothing happened to any piece."""
    group = data.layout.even_focus
    source = source_of(data, tables, group)
    if source is None:
        return None
    others = [each for each in data.layout.groups if each != group]
    versions = {each.version: found for each in told_groups(data) if (found := source_of(data, tables, each))}
    views = [(each, fates_table(found)) for each in others if (found := source_of(data, tables, each)) is not None]
    return {
        "answers": [_answer_of(name, found) for name, found in versions.items()]
        if len(versions) > 1
        else [answer(source)],
        "notes": list(notes(source)),
        "group": group,
        "first": _side_by_side(source, versions) if len(versions) > 1 else first_table(source),
        "table": fates_table(source),
        "others": views,
        "judged": not source.judged.is_empty(),
        "margin": source.margin,
    }


def _answer_of(version: str, source: FateSource) -> Answer:
    found = answer(source)
    return Answer(f"{version}: {found.claim}", found.says)


def _side_by_side(source: FateSource, versions: Mapping[str, FateSource]) -> PageTable:
    """The effects in each version."""
    found = {name: {row["title"]: row for row in each.table.to_dicts()} for name, each in versions.items()}
    titles = list(dict.fromkeys(title for rows in found.values() for title in rows))[:MOST_LINES]
    rows = []
    for title in titles:
        line = [named(title)]
        for name, each in versions.items():
            row = found[name].get(title)
            line.append(TableEntry(NOTHING) if row is None else effect_entry(each, row))
        rows.append(line)
    return PageTable([(source.piece, ""), *((name, _effect_says(source)) for name in versions)], rows)


def first_table(source: FateSource) -> PageTable:
    """The table of the first screen: effects alone, or win rates where there are none."""
    piece, shown = source.piece, source.table.head(MOST_LINES)
    if source.judged.is_empty():
        return PageTable(
            [(piece, ""), *((f"when {kind.name}", _rate_says(kind)) for kind in source.kinds)],
            [[named(row["title"]), *_rates(source, row)] for row in shown.to_dicts()],
        )
    more = "more wins in 100 games" if gains_wins(source.data) else f"more {source.unit}"
    heads = [(piece, ""), (more, _effect_says(source)), ("interval", "95 %")]
    rows = []
    for row in shown.to_dicts():
        entry = effect_entry(source, row)
        rows.append(
            [
                replace(_name(row), note=""),
                TableEntry(entry.text, entry.value, entry.style),
                TableEntry(entry.note, entry.note),
            ]
        )
    return PageTable(heads, rows)


def fates_table(source: FateSource) -> PageTable:
    """All that is known about each piece, the strongest first."""
    judged, kinds = not source.judged.is_empty(), source.kinds
    heads = [(source.piece, "")]
    heads += [("effect", _effect_says(source)), ("q", ADJUSTED)] if judged else []
    heads += [(_naive_head(kinds), _naive_says(kinds))] if has_winners(source.data) else []
    heads += [
        (f"when {kind.name}", _rate_says(kind))
        if has_winners(source.data)
        else (kind.name, f"at how many seats of a game {kind.meaning}")
        for kind in kinds
    ]
    last = declared_kinds(source.data)[-1]
    heads += [(f"not {last.name}", f"of the games in which it was there, those in which it was not {last.name}")] * (
        last in kinds
    )
    rows = []
    for row in source.table.to_dicts():
        line = [_name(row)]
        line += [effect_entry(source, row), q_entry(row)] if judged else []
        line += [difference_entry(POINTS, row, "naive", "")] if has_winners(source.data) else []
        line += _rates(source, row)
        if last in kinds:
            line.append(share_entry(row["unused"] / row["in_game"] if row["in_game"] else None, (None, None)))
        rows.append(line)
    return PageTable(heads, rows)


def _name(row: Row) -> TableEntry:
    odd = row["stands_out"]
    return named(row["title"], "font-weight:700" if odd else "", "stands out" if odd else "")


def effect_entry(source: FateSource, row: Row) -> TableEntry:
    """A shrunk effect; faint if it is not significant after correction."""
    if row["effect"] is None:
        return TableEntry(NOTHING)
    text, ends = source.change(*shrunk(row))
    return TableEntry(text, row["shrunk"], "" if row["marked"] else FAINT, ends)


def _rates(source: FateSource, row: Row) -> list[TableEntry]:
    if not has_winners(source.data):
        often = [row[kind.seats] / row["games"] for kind in source.kinds]
        return [TableEntry(number(each), each) for each in often]
    return [
        share_entry(row[f"{kind.name}_shrunk"], (row[f"{kind.name}_shrunk_low"], row[f"{kind.name}_shrunk_high"]))
        for kind in source.kinds
    ]


def _effect_says(source: FateSource) -> str:
    unit = "games in 100 that a seat wins more" if gains_wins(source.data) else f"{source.unit} more"
    return f"what drawing it causes: {unit} than with the {source.piece} drawn in its place on the same luck, shrunk"


def _rate_says(kind: Fate) -> str:
    return f"how often a seat wins if {kind.meaning}, shrunk; not what the piece causes"


def _naive_head(kinds: list[Fate]) -> str:
    return f"{kinds[0].name}, naive"


def _naive_says(kinds: list[Fate]) -> str:
    return (
        f"how much more often seats win if {kinds[0].meaning} than all seats of these games do, in games in 100; who "
        f"wins for another reason counts, too"
    )
