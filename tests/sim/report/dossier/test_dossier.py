"""The dossier: what a publisher reads in two minutes, on two sheets."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest

from engine.errors import BadInput
from sim import Run, run
from sim.report.dossier.page import DOSSIER, untested
from sim.report.make import make_report
from sim.report.shared.run_data import RunData
from sim.report.verify import verify_report
from tests.support.browser import Opened
from tests.support.lottery import TICKETS
from tests.support.undrawn import without_figures


@pytest.fixture(scope="module")
def folder(played: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with without_figures():
        return make_report([played.path], tmp_path_factory.mktemp("page") / "tickets", dossier=True).parent


def test_it_answers_what_a_publisher_asks(folder: Path) -> None:
    text = (folder / DOSSIER).read_text()
    assert re.findall(r'<section id="(\w+)"', text)[:3] == ["game", "verdict", "whom"]
    assert re.findall(r'<section id="(\w+)"', text)[-2:] == ["untested", "verify"]
    assert "The &lt;Lottery&gt;" in text
    assert "<Lottery>" not in text
    assert "People: all players are programs (" in text
    record = json.loads((folder / "report.json").read_bytes())
    assert record["runs"][0]["digest"] in text
    assert DOSSIER in record["files"]
    assert re.search(r'http-equiv="Content-Security-Policy" content="default-src', text)


def test_its_lines_are_those_of_the_page(folder: Path) -> None:
    both = [re.findall(r"<dd>(.*?)</dd>", (folder / name).read_text()) for name in (DOSSIER, "index.html")]
    lines = [line for line in both[0] if "status" in line]
    assert lines
    assert set(lines) <= set(both[1])


def test_it_is_verified_like_the_page_and_goes_when_it_is_not_asked_for(tmp_path: Path) -> None:
    small = {**TICKETS, "games": 60, "policies": ["calm"], "players": [2], "doom": [0]}
    path = run(small, out=tmp_path / "run", executor="inline").path
    with without_figures():
        folder = make_report([path], tmp_path / "page", dossier=True).parent
        assert "correct" in [*verify_report(path, folder)][-1]
        text = (folder / DOSSIER).read_text()
        (folder / DOSSIER).write_text(text.replace("programs", "people"))
        assert "dossier.html: line " in next(verify_report(path, folder))
        make_report([path], tmp_path / "page")
    assert not (folder / DOSSIER).exists()
    with pytest.raises(BadInput, match="--dossier: expected one run"):
        make_report([path, path], tmp_path / "both", dossier=True)


def sheets(opened: Opened, paper: str) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", opened.page.pdf(format=paper)))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_it_prints_on_two_sheets(chromium: Any, folder: Path, paper: str) -> None:
    opened = Opened(chromium, folder / DOSSIER)
    assert 1 <= sheets(opened, paper) <= 2


def test_a_longer_one_would_be_noticed(chromium: Any, folder: Path, tmp_path: Path) -> None:
    """The negative control of the test above."""
    text = (folder / DOSSIER).read_text()
    (tmp_path / DOSSIER).write_text(text.replace("</main>", "<p>More.</p>" * 150 + "</main>"))
    assert sheets(Opened(chromium, tmp_path / DOSSIER), "A4") > 2


def not_tested(**changes: object) -> list[str]:
    """Of a run of one policy with everything tested that can be, apart from what is given."""
    group = SimpleNamespace(who="calm", field="", brief="calm")
    about = SimpleNamespace(stand_in="", axis=lambda role: "", players="2-3", size="players")
    asked: dict[str, Any] = {
        "groups": [group],
        "rungs": [group, group],
        "contents": [""],
        "content": "",
        "sizes": [2, 3],
    }
    asked |= {key: changes.pop(key) for key in asked if key in changes}
    data: Any = SimpleNamespace(layout=SimpleNamespace(**asked), left_out=changes.pop("left_out", []))
    data.game, data.headline = (
        SimpleNamespace(about=SimpleNamespace(**{**vars(about), **changes})),
        SimpleNamespace(name="x"),
    )
    tables = {
        "outcomes": pl.DataFrame({"outcome": ["x", "x"], "games": changes.pop("games", [5, 5])}),
        "coverage": pl.DataFrame({"times": changes.pop("times", [1, 1])}),
    }
    return [*untested(cast(RunData, data), tables)]


PEOPLE = "People: all players are programs (calm). Nobody was asked whether the game is fun."


def test_it_says_what_was_not_tested() -> None:
    group = SimpleNamespace(who="calm", field="", brief="calm")
    assert not_tested() == [PEOPLE]
    assert not_tested(rungs=[group])[1:] == ["Other ways to play: one way only was asked."]
    assert not_tested(stand_in="the board")[1:] == ["The printed game: no number is about what is a stand-in here."]
    one = not_tested(axis=lambda role: "deck", content="deck")
    assert one[1:] == ["Other contents: one deck only was played."]
    assert not_tested(players="1-5")[1:] == ["Other numbers of players: 1, 4 and 5."]
    assert not_tested(players="3")[1:] == []
    assert not_tested(players="1-5", size="trees")[1:] == []
    assert not_tested(games=[0, 5])[1:] == ["Cells without a game: 1."]
    assert not_tested(times=[0, 1, 2])[1:] == ["What never happened in these games: 1 of 3 parts that the rules have."]
    assert not_tested(left_out=["3 games failed"])[1:] == ["Games that broke off: 3 games failed."]
    many = [SimpleNamespace(who=f"p{at}", field="", brief="") for at in range(9)]
    assert "(p0, p1, p2, p3, p4 and p5 and others)" in not_tested(groups=many)[0]
