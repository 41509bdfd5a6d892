"""A title of one's own, the link to the page, and the report as data."""

from json import loads
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from engine.errors import BadData, BadInput
from sim import Run, run
from sim.report.build import build
from sim.report.make import make_report
from sim.report.verify import verify_report
from tests.support.command_line import Fatecast
from tests.support.lottery import TICKETS
from tests.support.undrawn import without_figures

TITLE = 'Doom & <b>"gloom"</b>'


@pytest.fixture(scope="module")
def few(lottery: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    grid = {**TICKETS, "games": 60, "policies": ["blind", "calm"], "players": [2], "doom": [0, 1]}
    return run(grid, out=tmp_path_factory.mktemp("runs") / "a run", executor="inline")


@pytest.mark.full
def test_a_title_replaces_the_name_of_the_game_and_is_verified(few: Run, tmp_path: Path) -> None:
    with without_figures():
        page = make_report([few.path], tmp_path / "page", TITLE)
        assert "correct" in [*verify_report(few.path, page.parent)][-1]
    text = page.read_text()
    assert "<h1>Doom &amp; &lt;b&gt;&#34;gloom&#34;&lt;/b&gt;</h1>" in text
    assert "The &lt;Lottery&gt; · Balance report" in text, "the game is still named"
    assert "gloom" in (page.parent / "report.md").read_text().splitlines()[0]
    record = loads((page.parent / "report.json").read_text())
    for wrong in ("two\nlines", 7, "x" * 200):
        (page.parent / "report.json").write_text(str(record | {"title": wrong}).replace("'", '"'))
        with pytest.raises(BadData):
            list(verify_report(few.path, page.parent))


@pytest.mark.parametrize("title", ["two\nlines", " spaces ", "x" * 121, "\x1b[2J"])
def test_a_title_is_one_line(few: Run, title: str) -> None:
    with pytest.raises(BadInput, match="title: expected one line of 1 to 120 printable characters"):
        build(few.path, title=title)


def test_the_verb_ends_with_a_link(few: Run, tmp_path: Path, typed: Fatecast) -> None:
    """One word, whatever the path contains."""
    folder = tmp_path / "a page, 100 % mine"
    with without_figures():
        made = typed("report", few.path, "--out", folder, "--title", "Mine")
    page, link = made.stdout.splitlines()
    assert page == f"{folder}/index.html"
    assert link.startswith("file:///")
    assert " " not in link
    assert unquote(urlparse(link).path) == page
    assert "<h1>Mine</h1>" in Path(page).read_text()


def test_the_report_as_data(few: Run, tmp_path: Path, typed: Fatecast) -> None:
    with without_figures():
        made = typed("report", few.path, "--out", tmp_path / "page", "--json")
    data = loads(made.stdout)
    assert data["page"] == f"{tmp_path}/page/index.html"
    assert data["runs"][0]["digest"] == few.digest
    assert [row["games"] for row in data["tables"]["win_rates"]] == [60] * 4
    assert {file.stem for file in (tmp_path / "page" / "tables").glob("*.csv")} == set(data["tables"])
