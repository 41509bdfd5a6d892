"""What a stranger wrote can be read in every kind of output, and do nothing else there."""

import csv
import io
import logging
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from unicodedata import category

import polars as pl
import pytest
from markdown_it import MarkdownIt
from rich.table import Table

from engine.content.labels import LONGEST_NAME, check_label, is_label
from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.registry import GAMES
from sim.display.messages import complain, say
from sim.display.templates import environment
from sim.display.terminal import Terminal
from sim.experiment.experiment import resolve
from sim.play.logs import LOGGER, log_file, log_to_terminal
from sim.runs.summary import summary_files
from sim.runs.tables import csv_bytes
from sim.text.escapes import LONGEST_LINE, csv_cell, markdown, markdown_code, shortened, visible
from tests.support import ROOT, dice_race
from tests.support.hostile_texts import HOSTILE

texts = pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))

INERT = {"inline", "text", "softbreak"}
"""What Markdown makes of plain words."""


def controls(text: str) -> list[str]:
    """Characters that a terminal obeys, or that cannot be seen; a new line is for the caller to judge."""
    return [each for each in text if each != "\n" and category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


def kinds(text: str) -> list[str]:
    """The kinds of everything that a Markdown reader finds."""
    found = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        found += [token.type, *(child.type for child in token.children or [])]
    return found


# The rule for labels.


@texts
def test_a_label_cannot_be_invisible_or_long(text: str) -> None:
    if controls(text) or "\n" in text or len(text) > LONGEST_NAME:
        with pytest.raises(
            BadInput, match=r"file: deck: expected one line of 1 to 80 printable characters, got '"
        ) as no:
            check_label(text, "deck", "file")
        assert str(no.value).isprintable()
        assert len(str(no.value)) < 500
    else:
        assert check_label(text, "deck", "file") == text


@pytest.mark.parametrize("text", ["", " ", " a", "a ", "a\u00a0b", "a\u200db"])
def test_a_label_is_not_empty_and_has_only_plain_spaces(text: str) -> None:
    assert not is_label(text)


@pytest.mark.parametrize("text", ["base", "L'Étoile d’or", "pragmatic depth=1", "深海", "a|b <c>"])
def test_an_honest_name_is_a_label(text: str) -> None:
    assert is_label(text)


def test_every_experiment_passes_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever game it is, wherever the experiment comes from: manifests and baselines are resolved too."""
    monkeypatch.setitem(GAMES, "dice", dice_race.ADDRESS)
    monkeypatch.setattr(dice_race.DiceRace, "cells", lambda *_: [Cell({"deck": "a\x1b[2J"}, {})])
    with pytest.raises(BadInput, match=r"^there: deck: expected one line .*, got 'a\\x1b\[2J'$"):
        resolve({"game": "dice"}, "there")


# The terminal and the log.


@texts
def test_the_terminal_gets_no_control_character(text: str) -> None:
    for coloured in (False, True):
        screen = io.StringIO()
        out = Terminal(file=screen, width=120, color_system=None, force_terminal=coloured, markup=False, emoji=False)
        out.print(text, soft_wrap=True)
        table = Table(text[:50], title=text[:50])
        table.add_row(text[:50])
        out.print(table)
        shown = screen.getvalue()
        assert controls(re.sub(r"\x1b\[[0-9;]*m", "", shown) if coloured else shown) == []
        assert ("[bold]" in text) <= ("[bold]" in shown)


@texts
def test_a_message_is_one_readable_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    complain(text)
    say(text)
    out, err = capsys.readouterr()
    assert err.startswith("fatecast: ")
    assert err.count("\n") == 1
    assert len(err) <= len("fatecast: \n") + LONGEST_LINE
    assert controls(out.replace("\t", "") + err) == []


def test_a_long_line_keeps_its_start_and_its_end() -> None:
    line = f"deck.toml: name: got {'x' * 5000}; continue with: fatecast resume there"
    cut = shortened(line)
    assert len(cut) <= LONGEST_LINE
    assert cut.startswith("deck.toml: name: got xxx")
    assert cut.endswith("; continue with: fatecast resume there")
    assert shortened("short") == "short"


@texts
def test_no_record_of_a_log_can_be_forged(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(LOGGER, "propagate", False)  # pytest would send the text to another process, and could not
    path = tmp_path / "run.log"
    with log_file(path), log_to_terminal(logging.WARNING):
        LOGGER.warning("skipped %s", text)
        try:
            raise ValueError(text)
        except ValueError:
            LOGGER.warning("failed", exc_info=True)
    first, second, *rest = path.read_text(encoding="utf-8").split("\n")
    assert all(
        re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} WARNING +MainProcess +", line) for line in (first, second)
    )
    assert all(line.startswith("    ") for line in rest[:-1])
    assert controls(path.read_text(encoding="utf-8") + screen.getvalue().replace("\r", "")) == []


# Files that others read.


@texts
def test_markdown_gets_no_heading_link_or_html(text: str) -> None:
    shown = markdown(text)
    for frame in ("{}", "- {}", "## gate: {}", "# {}", "| a | b |\n|---|---|\n| {} | c |"):
        assert set(kinds(frame.format(shown))) - set(kinds(frame.format("plain"))) <= INERT, frame
        assert kinds(frame.format(shown)).count("heading_open") == ("# " in frame), frame
    assert not re.search(r"(?<!\\)://", shown)
    assert "www." not in shown
    assert "\n" not in shown


@texts
def test_names_in_code_stay_in_it(text: str) -> None:
    found = kinds(f"run {markdown_code(text)}, digest")
    assert found.count("code_inline") == 1
    assert set(found) - set(kinds("run `x`, digest")) <= INERT


@pytest.mark.parametrize(
    "text", ["61.2 % (60.9 to 61.5)", "−0.4", "+0.35 to +0.88", "<0.001", "the_deep", "a & b", "±1"]
)
def test_ordinary_entries_stay_as_they_are_in_markdown(text: str) -> None:
    assert markdown(text) == text


@texts
def test_xml_stays_valid(text: str) -> None:
    element = ET.Element("testcase", name=visible(text))
    assert ET.fromstring(ET.tostring(element, encoding="utf-8")).get("name") == visible(text)


@texts
def test_no_cell_of_a_spreadsheet_is_computed(text: str) -> None:
    summary = {"cells": [{"deck": visible(text), "change": -1.5, "notable": {}}, {"deck": "x", "change": 2.0}]}
    files = [summary_files(summary)["summary.csv"], csv_bytes(pl.DataFrame(summary["cells"]).select("deck", "change"))]
    for file in files:
        first, *_ = csv.DictReader(io.StringIO(file.decode()))
        assert first["change"] == "-1.5"
        assert not first["deck"].startswith(("=", "+", "-", "@", "\t", "\r"))
        assert first["deck"].removeprefix("'") == visible(text)
    assert csv_cell(-1.5) == -1.5


@texts
def test_html_is_escaped(text: str) -> None:
    page = environment("sim.report.shared.page").overlay(autoescape=True).from_string("{{ text }}")
    shown = page.render(text=visible(text))
    assert "<" not in shown.replace("&lt;", "")
    assert not re.search(r'["\']', shown)


def test_no_template_switches_the_escape_off() -> None:
    """Drawings are the one exception: `sim.report.build` makes them from XML."""
    for path in (ROOT / "sim").rglob("templates/*"):
        assert "safe" not in re.findall(r"\|\s*(\w+)", path.read_text(encoding="utf-8")), path
        assert "autoescape" not in path.read_text(encoding="utf-8"), path


def test_every_text_of_a_markdown_template_is_escaped() -> None:
    """Each `{{ … }}` ends in an escape, or is a constant of ours, or a sentence with nothing else in it."""
    ours = re.compile(r"\| (text|code|line)( if .*)?$|^\"|^table\(|^mark$|counts\.(games|cells)")
    for path in (ROOT / "sim").rglob("templates/*.md"):
        for shown in re.findall(r"\{\{ (.*?) \}\}", path.read_text(encoding="utf-8")):
            assert ours.search(shown) or is_of_escaped(shown), f"{path}: {shown}"


def is_of_escaped(shown: str) -> bool:
    """Whether a sentence has only values that are escaped."""
    sentence = re.fullmatch(r'said\("[^"]*"((?:, \w+=[^,()]+)*)\)', shown)
    return sentence is not None and all(
        value.endswith(("| text", "| code", "| line", '"')) for value in sentence[1].split(", ")[1:]
    )


def test_a_sentence_with_a_plain_value_is_found() -> None:
    assert is_of_escaped('said("run {run}, digest {digest}.", run=data.name | code, digest=data.run.digest | code)')
    assert not is_of_escaped('said("run {run}, digest {digest}.", run=data.name, digest=data.run.digest | code)')


ONE_PLACE = {
    r"\btyper\.echo\(|\bclick\.echo\(|(?<!def )(?<![\w.])print\(": {"sim/display/messages.py", "sim/play/progress.py"},
    r"\.write_csv\(|csv\.writer\(": {"sim/runs/tables.py"},
    r"csv\.DictWriter\(": {"sim/runs/summary.py"},
    r"(?<!\w)Console\((?!Console|logging|level)": set(),
    r"\bMarkup\(": {
        "sim/report/shared/files.py",
        "sim/report/shared/frame.py",
        "sim/share/page.py",
        "sim/text/html.py",  # sentences with marks in them; their values are escaped
    },
}
"""What writes text of strangers, and the modules that may: each of them escapes."""


@pytest.mark.parametrize("writes", ONE_PLACE)
def test_text_goes_out_in_one_place(writes: str) -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "sim").rglob("*.py")
        if re.search(writes, path.read_text(encoding="utf-8"))
    }
    assert found <= ONE_PLACE[writes]
