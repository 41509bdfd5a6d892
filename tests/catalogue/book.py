"""The catalogue: every text, once, with the run and the case that it was first seen in."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sim.report.choice import kind_of
from sim.report.shared.claims.verdict import not_yet
from tests.catalogue.cases import CASES
from tests.catalogue.compared import compared, searched, several
from tests.catalogue.ladders import climbed
from tests.catalogue.runs import RUNS, WHOLE, played
from tests.catalogue.texts import Text, page, words


class Entry(NamedTuple):
    """A text, and where it is from."""

    run: str
    case: str
    text: Text


def book(folder: Path, runs: Iterable[str] = RUNS, only_pages: bool = False) -> list[Entry]:
    """The whole catalogue, or that of some runs."""
    found: dict[Text, Entry] = {}
    for entry in chain(_pages(folder, runs), () if only_pages else _others(folder)):
        found.setdefault(entry.text, entry)
    return list(found.values())


def _pages(folder: Path, runs: Iterable[str]) -> Iterator[Entry]:
    for name in runs:
        data = played(folder, name)
        kind = kind_of(data)
        tables = dict(kind.tables(data))
        claims = [*kind.claims(data, tables)]
        for case in (case for case in CASES if case.applies(tables)):
            there = case.tables(data, kind, tables, claims)
            yield from (Entry(name, case.name, text) for text in words(data, kind, there))
        for skipped in (1, 2):
            data.summary[0]["skipped"] = skipped
            yield Entry(name, "games that broke off", Text("dossier", f"Games that broke off: {data.left_out[0]}."))
        if name in WHOLE:
            yield from (Entry(name, "page", text) for text in page(data))


def _others(folder: Path) -> Iterator[Entry]:
    yield from (Entry("compare", name, text) for name, text in compared())
    yield from (Entry("several runs", name, text) for name, text in several(folder))
    yield from (Entry("search", name, text) for name, text in searched())
    yield from (Entry("ladder", name, text) for name, text in climbed())
    yield from (Entry("status", "", Text("status", not_yet(games))) for games in ("", "2", "40,000"))
