"""All that a page says in words."""

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import NamedTuple
from unittest.mock import patch

from sim.report.build import build
from sim.report.cooperative.kind import COOPERATIVE
from sim.report.cooperative.sentences import notes as cooperative_notes
from sim.report.dossier.page import for_whom, untested
from sim.report.shared.kind import Kind
from sim.report.shared.pieces.claims import told_groups
from sim.report.shared.pieces.fate_sentences import answer, source_of
from sim.report.shared.pieces.fate_sentences import notes as fate_notes
from sim.report.shared.run_data import RunData, Tables
from tests.support.undrawn import _empty

WHOLE = ("p", "li", "figcaption")
"""Elements of sentences; those of a heading are others."""
READ = (*WHOLE, "h1", "h2", "h3", "dt", "dd", "summary", "a")


class Text(NamedTuple):
    """Something that a reader reads."""

    where: str
    """`verdict`, `sentence`, `heading`; of a whole page, its file and the element"""
    text: str


def words(data: RunData, kind: Kind, tables: Tables) -> Iterator[Text]:
    """What the sentence functions of a page write of its tables."""
    for line in kind.verdict(data, tables):
        yield Text("question", line.question)
        yield Text("verdict", line.says)
        yield Text("status", line.status)
    yield from (Text("sentence", each) for each in kind.sentences(data, tables))
    for group in told_groups(data):
        if source := source_of(data, tables, group):
            yield Text("answer", "".join(answer(source)))
            yield from (Text("note", each) for each in fate_notes(source))
    if kind is COOPERATIVE:
        noted = cooperative_notes(data, tables)
        yield from (Text("note", each) for told in noted.values() for each in told)
    yield from (Text("dossier", each) for each in untested(data, tables))
    yield Text("heading", for_whom(data, tables)[0])


class _Reader(HTMLParser):
    """The texts of the elements that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.skipped = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag == "code":
            self.handle_data("CODE")
        if tag in ("code", "pre") or (tag == "dl" and ("class", "facts") in attrs):
            self.skipped += 1
        if tag in READ:
            self.open.append(tag)
            self.found.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        if self.skipped and tag in ("code", "pre", "dl"):
            self.skipped -= 1
        if tag in READ and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.found and not self.skipped:
            tag, text = self.found[-1]
            self.found[-1] = tag, text + data


def page(data: RunData) -> Iterator[Text]:
    """What the page and the dossier of a run say, with every figure that its kind has."""
    drawn = lambda data, tables, figures: {name: (caption, None) for name, (caption, _) in figures.items()}  # noqa: E731
    with patch("sim.report.build.draw_all", drawn), patch("sim.report.build.picture", _empty):
        files = build(data.run.path, "run", with_dossier=True)
    for name in ("index.html", "dossier.html"):
        reader = _Reader()
        reader.feed(files[name].decode())
        for tag, text in reader.found:
            if said := " ".join(text.split(" ")).strip():
                yield Text(f"{name.partition('.')[0]} {tag}", said)
