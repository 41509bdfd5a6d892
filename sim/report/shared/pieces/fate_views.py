"""The tables of a page about pieces that seats draw, and all that its templates need of them."""

from collections.abc import Mapping
from dataclasses import replace

from engine.game.presentation import Fate
from engine.language.current import said, word
from sim.display.outcome_format import POINTS
from sim.report.shared.page.entries import FAINT, PageTable, TableEntry, difference_entry, named, share_entry
from sim.report.shared.pieces.claims import told_groups
from sim.report.shared.pieces.fate_sentences import (
    Answer,
    FateSource,
    Row,
    answer,
    declared_kinds,
    fate_said,
    meaning_said,
    notes,
    shrunk,
    source_of,
)
from sim.report.shared.pieces.fates import gains_wins, has_winners
from sim.report.shared.pieces.views import adjusted_says, q_entry
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
        "answers": [_answer_of(found) for found in versions.values()] if len(versions) > 1 else [answer(source)],
        "notes": list(notes(source)),
        "group": group,
        "first": _side_by_side(source, versions) if len(versions) > 1 else first_table(source),
        "table": fates_table(source),
        "others": views,
        "judged": not source.judged.is_empty(),
        "margin": source.margin,
    }


def _answer_of(source: FateSource) -> Answer:
    found = answer(source)
    return Answer(f"{source.group.shown_version}: {found.claim}", found.says)


def _side_by_side(source: FateSource, versions: Mapping[str, FateSource]) -> PageTable:
    """The effects in each version."""
    found = {name: {row["title"]: row for row in each.table.to_dicts()} for name, each in versions.items()}
    titles = list(dict.fromkeys(title for rows in found.values() for title in rows))[:MOST_LINES]
    rows = []
    for title in titles:
        line = [named(word(title))]
        for name, each in versions.items():
            row = found[name].get(title)
            line.append(TableEntry(NOTHING) if row is None else effect_entry(each, row))
        rows.append(line)
    heads = [(each.group.shown_version, _effect_says(source)) for each in versions.values()]
    return PageTable([(source.piece, ""), *heads], rows)


def first_table(source: FateSource) -> PageTable:
    """The table of the first screen: effects alone, or win rates where there are none."""
    piece, shown = source.piece, source.table.head(MOST_LINES)
    if source.judged.is_empty():
        return PageTable(
            [(piece, ""), *((_when(kind), _rate_says(kind)) for kind in source.kinds)],
            [[named(word(row["title"])), *_rates(source, row)] for row in shown.to_dicts()],
        )
    more = said("more wins in 100 games") if gains_wins(source.data) else said("more {unit}", unit=source.unit)
    heads = [(piece, ""), (more, _effect_says(source)), (said("interval"), said("95 %"))]
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
    heads += [(said("effect"), _effect_says(source)), ("q", adjusted_says())] if judged else []
    heads += [(_naive_head(kinds), _naive_says(kinds))] if has_winners(source.data) else []
    heads += [
        (_when(kind), _rate_says(kind))
        if has_winners(source.data)
        else (fate_said(kind), said("at how many seats of a game {happened}", happened=meaning_said(kind)))
        for kind in kinds
    ]
    last = declared_kinds(source.data)[-1]
    if last in kinds:
        says = said(
            "of the games in which it was there, those in which it was not {happened}", happened=fate_said(last)
        )
        heads.append((said("not {happened}", happened=fate_said(last)), says))
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
    return named(word(row["title"]), "font-weight:700" if odd else "", said("stands out") if odd else "")


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
    if gains_wins(source.data):
        return said(
            "what drawing it causes: games in 100 that a seat wins more than with the {piece} drawn in its place on "
            "the same luck, shrunk",
            piece=source.piece,
        )
    return said(
        "what drawing it causes: {unit} more than with the {piece} drawn in its place on the same luck, shrunk",
        unit=source.unit,
        piece=source.piece,
    )


def _when(kind: Fate) -> str:
    return said("when {happened}", happened=fate_said(kind))


def _rate_says(kind: Fate) -> str:
    return said("how often a seat wins if {happened}, shrunk; not what the piece causes", happened=meaning_said(kind))


def _naive_head(kinds: list[Fate]) -> str:
    return said("{happened}, naive", happened=fate_said(kinds[0]))


def _naive_says(kinds: list[Fate]) -> str:
    return said(
        "how much more often seats win if {happened} than all seats of these games do, in games in 100; who wins for "
        "another reason counts, too",
        happened=meaning_said(kinds[0]),
    )
