"""A deck whose every name is hostile, played and reported: the names can be read everywhere, and do nothing."""

import csv
import io
import shlex
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from engine.shipwreck.deck.files import load_deck
from sim import Run, run
from sim.report.shared.files import ReportFiles
from tests.support.command_line import Fatecast
from tests.support.undrawn import build_drawn

NAMES = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "</svg><svg onload=alert(1)>",
    '" onmouseover="alert(1)',
    "' style='x",
    "[x](javascript:alert(1))",
    "![x](http://e.test/x.png)",
    "# Heading",
    "a | b | c",
    '=HYPERLINK("http://e.test")',
    "+1",
    "-1+1",
    "@SUM(A1)",
    "$\\frac{1}{0}$",
    "{{ 7 * 7 }}",
    "`tick` ```",
    "&lt;b&gt; ]]>",
    "%s %(x)s {0}",
    "$(touch owned)",
    "; touch owned #",
)
DECK = "$(touch owned) <b>`|"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    deck = load_deck("base").data()
    for card, name in zip(deck["cards"].values(), NAMES, strict=True):
        card["name"], card["ability"] = name, name
    decks = [{"name": DECK, "content": {**deck, "name": NAMES[0]}}]
    grid: dict[str, Any] = {"decks": decks, "policies": ["certain"], "players": [3], "doom": [0, 6]}
    return run(grid, games=2000, out=tmp_path_factory.mktemp("runs") / "a `run` <b>", executor="inline")


@pytest.fixture(scope="module")
def report(played: Run) -> ReportFiles:
    return build_drawn(played.path)


class Tags(HTMLParser):
    """Everything in a page that could act."""

    def __init__(self) -> None:
        super().__init__()
        self.acting: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("img", "iframe", "object", "form", "base", "b"):
            self.acting.append((tag, attrs))
        for name, value in attrs:
            if name.startswith("on") or (name in ("href", "src", "xlink:href") and not (value or "").startswith("#")):
                self.acting.append((tag, name, value))


def test_the_page_has_only_our_own_elements(report: ReportFiles) -> None:
    tags = Tags()
    page = report["index.html"].decode()
    tags.feed(page)
    assert tags.acting == [("link", "href", "data:,")]
    assert page.count("<script") == 1
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "{{ 7 * 7 }}" in page


def test_the_figures_are_xml(report: ReportFiles) -> None:
    for name, file in report.items():
        if name.endswith(".svg"):
            found = {element.tag.rpartition("}")[2] for element in ET.fromstring(file).iter()}
            assert not found & {"script", "a", "image", "foreignObject"}


def test_the_markdown_has_only_our_own_headings(report: ReportFiles) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(report["report.md"].decode())
    inner = [child.type for token in tokens for child in token.children or []]
    assert "link_open" not in inner
    assert "html_inline" not in inner
    assert not any(token.type == "html_block" for token in tokens)
    assert all("Heading" not in token.content for token in tokens if token.type == "heading_open")


def test_no_table_is_computed(report: ReportFiles, played: Run) -> None:
    tables = [file for name, file in report.items() if name.endswith(".csv")]
    tables.append((played.path / "summary.csv").read_bytes())
    for table in tables:
        for row in csv.DictReader(io.StringIO(table.decode())):
            for value in row.values():
                assert not value.startswith(("=", "@", "+")), value
                assert not value.startswith("-") or float(value) < 0


def test_commands_to_copy_are_quoted(report: ReportFiles, played: Run, typed: Fatecast) -> None:
    """What a shell makes of them is one word for each word."""
    resumed = typed("resume", played.path, "--executor", "inline")
    found = typed("find", played.path, "--limit", 2)
    lines = [line.split(": ", 1)[1] for line in resumed.stdout.splitlines() if ": fatecast " in line]
    lines += [line.split("   # ")[0] for line in found.stdout.splitlines() if line.startswith("fatecast ")]
    assert len(lines) >= 4
    for line in lines:
        words = shlex.split(line)
        assert words[:1] == ["fatecast"]
        assert len(words) in (3, 5)
        assert shlex.join(words) == line


def test_the_terminal_shows_the_names(played: Run, typed: Fatecast, tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text('extends = "base"\n[cards.dawn]\nname = "[bold]<b>[/bold] :smile:"\n')
    listed = typed("cards", "--deck", path)
    assert "[bold]<b>[/bold] :smile:" in listed.stdout
