"""What changed between the versions of a page, and what that did: the section that a page of several versions begins
with."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.language.current import said, word
from sim.compare.telling.sentences import comparison_lead, verdict_word
from sim.compare.verdicts import HELD, NO_INFORMATION, UNCLEAR, ComparedCell, ComparedOutcome
from sim.compare.versions.contents import TwoContents, content_name, contents_in
from sim.compare.versions.what_changed import content_changes
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.labels import Label, varying
from sim.report.shared.page.entries import FAINT, PageTable, TableEntry, named
from sim.report.shared.run_data import RunData
from sim.report.side_by_side.comparison import CommonCell, Side
from sim.text.axis_words import axis_word
from sim.text.number_format import NOTHING, capital


class VersionView(NamedTuple):
    """Two versions of a game, as a page shows them."""

    title: str
    changes: Sequence[str]
    sentence: str = ""
    table: PageTable | None = None
    """The difference in every cell; none where the page has such a table anyway."""


def contents_views(data: RunData) -> list[VersionView]:
    """The contents of one run, each against the first; nothing if there is only one."""
    return [_view(each) for each in contents_in(data.run)]


def run_views(sides: Sequence[Side], cells: Sequence[CommonCell]) -> list[VersionView]:
    """What changed from the first run to each of the others."""
    first, *others = sides
    found = []
    for at, side in enumerate(others):
        matches = [cell.matches[at] for cell in cells]
        names = [_named(each, {str(value) for value in _contents(each)}) for each in (first, side)]
        if changes := content_changes(first.data.game, matches):
            found.append(VersionView(" → ".join(names), changes))
    return found


def _named(side: Side, contents: set[str]) -> str:
    """A run, with the content that it plays, if it is one."""
    axis = side.data.game.about.axis("content")
    if len(contents) != 1:
        return side.caption
    name = word(content_name(side.data.run, side.data.experiment.cells[0], axis))
    return said("{run}: {content}", run=side.caption, content=name)


def _contents(side: Side) -> list[Label]:
    axis = side.data.game.about.axis("content")
    return [cell.labels[axis] for cell in side.data.experiment.cells if axis in cell.labels]


def _view(each: TwoContents) -> VersionView:
    [compared] = each.comparison.outcomes
    first, *mean = comparison_lead(compared)
    name = word(compared.outcome.name)
    if not mean:
        sentence = said("{outcome}, game by game: {verdict}.", outcome=name, verdict=first)
    else:
        sentence = said("{outcome}, game by game: {verdict}; {mean}.", outcome=name, verdict=first, mean=mean[0])
    table = difference_table(compared, each.before, each.after, each.axis)
    return VersionView(each.title, each.comparison.changes, capital(sentence), table)


def as_they_are(axis: str, label: Label) -> str:
    return str(label)


def difference_table(
    compared: ComparedOutcome,
    before: str,
    after: str,
    without: str = "",
    words: Callable[[str, Label], str] = as_they_are,
) -> PageTable:
    """One row a cell: both sides of an outcome, the difference, the verdict. The axis `without` names the sides, and
    `words` says what labels are called."""
    form = OutcomeFormat(compared.outcome, typeset=True)
    labels = [{key: value for key, value in cell.match.labels.items() if key != without} for cell in compared.cells]
    axes = varying(labels)
    meaning, unit = word(compared.outcome.meaning), form.unit
    heads = [(axis_word(axis), "") for axis in axes]
    heads += [(before, meaning), (after, meaning)]
    heads.append((said("difference"), said("in {unit}, with its 95 % interval", unit=unit)))
    heads.append((said("verdict"), said("corrected over all cells")))
    rows = [
        [*(TableEntry(words(axis, label[axis]), label[axis]) for axis in axes), *_entries(cell, form)]
        for label, cell in zip(labels, compared.cells, strict=True)
    ]
    return PageTable(heads, rows)


def _entries(cell: ComparedCell, form: OutcomeFormat) -> list[TableEntry]:
    paired, interval = cell.paired, cell.tested.interval
    if not paired.games:
        return [TableEntry(NOTHING), TableEntry(NOTHING), TableEntry(NOTHING), named(verdict_word(cell.verdict), FAINT)]
    style = FAINT if cell.verdict in (UNCLEAR, HELD, NO_INFORMATION) else "font-weight:700"
    return [
        *(TableEntry(form.side(side, interval), side) for side in (paired.before, paired.after)),
        TableEntry(form.difference(paired.difference, interval), paired.difference, style, form.span(interval)),
        named(verdict_word(cell.verdict), style),
    ]
