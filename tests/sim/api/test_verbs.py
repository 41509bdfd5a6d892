"""Every verb from Python, for every kind of game: frozen data, frames, the numbers and words of the command line."""

import json
import re
import runpy
import subprocess
import sys
from dataclasses import FrozenInstanceError
from html.parser import HTMLParser
from pathlib import Path
from typing import assert_type

import polars as pl
import pytest

import fatecast
from engine.errors import BadInput, NotComparable
from engine.game.sheets import Sheet
from fatecast import (
    Ablated,
    Compared,
    Gated,
    Replayed,
    Report,
    Run,
    Swept,
    Tried,
    Tuned,
    ablate,
    compare,
    gate,
    replay,
    report,
    run,
    sweep,
    try_change,
    tune,
)
from sim.compare.gate.baseline import write_baseline
from sim.compare.gate.command import AcceptRequest, accept_now
from sim.display.terminal import sheet_table
from sim.play.options import PlayOptions
from sim.verbs.request.result import MOST_LINES, as_html
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.own_games import pirates
from tests.support.undrawn import without_figures

RACE = 'game = "dice"\ndice = [6]\ngoals = [15, 20]\nseed = 7\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "race.toml").write_text(RACE)
    monkeypatch.chdir(tmp_path)


class Page(HTMLParser):
    """What HTML shows, and what it is made of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.styles: list[str] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name not in ("style",)]
        self.styles += [value or "" for name, value in attrs if name == "style"]

    def handle_data(self, data: str) -> None:
        self.words += data.split()

    @property
    def text(self) -> str:
        return " ".join(self.words)


def shown(found: object) -> str:
    """What a notebook shows: no script, no colour of its own, so it can be read on any background. The prompt shows
    few lines."""
    assert 1 <= len(repr(found).splitlines()) <= MOST_LINES
    assert not repr(found).startswith(f"{type(found).__name__}(")
    page = Page(found._repr_html_())  # type: ignore[attr-defined]
    assert page.tags <= {"div", "p", "table", "thead", "tbody", "tr", "th", "td", "pre"}
    colours = {colour for style in page.styles for colour in re.findall(r"(?:color|background): *([^;]+)", style)}
    assert colours <= {"inherit", "none"}
    return page.text


def printed(done: object) -> str:
    """What the command line printed, without the width of its tables."""
    return " ".join(re.sub(r"[│┃┏┓┗┛┡┩└┘├┤┬┴┼╇┳━─]+", " ", done.stdout).split())  # type: ignore[attr-defined]


def test_compare_says_what_the_command_line_says(typed: Fatecast) -> None:
    found = assert_type(compare("goal 15", "goal 16", experiment="race.toml", games=400, executor="inline"), Compared)
    done = typed("compare", "goal 15", "goal 16", "--on", "race.toml", "--games", "400", "--executor", "inline")
    told = printed(done)
    assert found.verdict == "harder"
    for sentence in found.sentences:
        assert " ".join(sentence.split()) in told
        assert " ".join(sentence.split()) in shown(found)
    [row] = found.cells.rows(named=True)
    assert (row["outcome"], row["goal"], row["games"], row["verdict"]) == ("win rate", "15 → 16", 400, "harder")
    assert row["low"] <= row["difference"] <= row["high"] < 0
    assert found.rungs["difference"].to_list() == [row["difference"]]
    with pytest.raises(FrozenInstanceError):
        found.title = "else"  # type: ignore[misc]


def test_several_outcomes_with_their_margins() -> None:
    found = compare(
        "goal 15",
        "goal 16",
        on="race.toml",
        games=300,
        outcome=["win rate", "length"],
        margin="length: 3",
        executor="inline",
    )
    assert found.verdicts == {"win rate": "harder", "length": "held"}
    assert found.cells["outcome"].to_list() == ["win rate", "length"]


def test_two_runs_are_compared_as_they_were_played(tmp_path: Path) -> None:
    runs = [run("race.toml", goals=[goal], games=300, out=tmp_path / f"{goal}", executor="inline") for goal in (15, 16)]
    assert_type(runs[0], Run)
    found = compare(*runs)
    assert found.verdict == compare(tmp_path / "15", tmp_path / "16").verdict == "harder"
    with pytest.raises(BadInput, match="two runs are compared as they were played; keywords that play"):
        compare(*runs, games=3)


def test_errors_are_those_of_the_command_line(typed: Fatecast) -> None:
    with pytest.raises(BadInput) as error:
        compare("goal 15", "nothing", on="race.toml", executor="inline")
    assert typed("compare", "goal 15", "nothing", "--on", "race.toml").stderr == f"fatecast: {error.value}\n"
    with pytest.raises(BadInput, match="--risk: expected more than 0 and less than 50, not 70"):
        compare("goal 15", "goal 16", on="race.toml", risk=70)
    (race := Path("other.toml")).write_text(RACE.replace("seed = 7", "seed = 8"))
    with pytest.raises(NotComparable, match="seed 7 against 8"):
        compare("race.toml", str(race), executor="inline")


def test_nothing_is_printed_unless_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    """A die of 13 faces has a note for the terminal."""
    try_change("faces.6=7", on="race.toml", dice=[13], games=50, executor="inline")
    run("race.toml", dice=[13], games=50, executor="inline")
    assert capfd.readouterr() == ("", "")
    try_change("faces.6=7", on="race.toml", dice=[13], games=50, executor="inline", progress=True)
    assert "a die of 13 is rare" in capfd.readouterr().err


def test_try_change(typed: Fatecast) -> None:
    found = assert_type(try_change("faces.6=4", on="race.toml", games=400, executor="inline"), Tried)
    assert found.groups["verdict"].to_list() == ["harder", "harder"]
    told = printed(typed("try", "faces.6=4", "--on", "race.toml", "--games", "400", "--executor", "inline"))
    assert " ".join(found.sentences[0].split()) in told
    assert "harder" in shown(found)
    same = try_change({"faces.6": 4}, on="race.toml", games=400, executor="inline")
    assert same.groups.equals(found.groups)
    assert str(same) == str(found)


def test_ablate_and_sweep(tmp_path: Path) -> None:
    kinds = ablate(on="race.toml", games=200, executor="inline", out=tmp_path / "folder")
    assert_type(kinds, Ablated)
    assert kinds.effects["rank"].to_list() == sorted(kinds.effects["rank"].to_list())
    assert set(kinds.cells["alteration"]) == set(kinds.effects["alteration"])
    assert pl.read_parquet(tmp_path / "folder/effects.parquet").equals(kinds.effects)
    assert kinds.effects["alteration"][0] in shown(kinds)
    swept = assert_type(sweep("faces.6=5..7", on="race.toml", games=200, executor="inline"), Swept)
    assert swept.cells["faces.6"].unique(maintain_order=True).to_list() == [5, 6, 7]
    assert swept.effects.height == 6
    assert swept.path is None
    assert "unchanged" in shown(swept)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "race.toml"]


def test_tune(tmp_path: Path) -> None:
    asked = {"on": "race.toml", "dice": [6], "goals": [20], "games": 2048, "executor": "inline"}
    found = assert_type(tune("goal 20: 70 ± 4 %", "faces.6=5..9", **asked), Tuned)  # type: ignore[arg-type]
    assert found.verdict == "reached"
    assert list(found.changes) == ["faces.6"]
    [goal] = found.goals.rows(named=True)
    assert 0.66 <= goal["now"] <= 0.74
    assert goal["verdict"] == "reached"
    assert "faces.6: 6 →" in str(found)
    assert "reached" in shown(found)
    assert found.path is None
    missed = tune("goal 20: 99 ± 1 %", "faces.6=5..6", **asked)  # type: ignore[arg-type]
    assert missed.verdict == "missed"


def test_gate(tmp_path: Path) -> None:
    accept_now("race.json", "race.toml", AcceptRequest(1024), PlayOptions("inline"))
    passed = assert_type(gate("race.json", executor="inline"), Gated)
    assert (passed.verdict, passed.passed, passed.exit_code) == ("pass", True, 0)
    data = json.loads(Path("race.json").read_text())
    data["experiment"]["faces"] = {"6": 4}
    write_baseline(Path("race.json"), data)
    failed = gate("race.json", games=4096, executor="inline")
    assert (failed.verdict, failed.passed, failed.exit_code) == ("fail", False, 3)
    assert "broken" in failed.cells["status"].to_list()
    assert failed.sentences[0].startswith("fail: ")
    assert "broken" in shown(failed)
    Path("meant.txt").write_text("everywhere: at least 1 point harder\n")
    assert gate("race.json", intent="meant.txt", games=16_384, executor="inline").passed


def test_report_and_replay(tmp_path: Path) -> None:
    played = run("race.toml", games=100, out=tmp_path / "run", executor="inline")
    assert "win rate" in shown(played).lower()
    with without_figures():
        made = assert_type(report(played, out=tmp_path / "page", title="The great race"), Report)
    assert made.link == f"file://{tmp_path}/page/index.html"
    assert "The great race" in made.page.read_text()
    assert made.page.read_text().startswith("<!doctype html>")
    assert made.tables["win_rates"].height == 2
    assert "page/index.html" in shown(made)
    told = assert_type(replay(played, 1, 17), Replayed)
    assert (told.seed, told.index) == (7, 17)
    assert told.turns["rolled"].to_list() == [event["rolled"] for event in told.events]
    assert str(told) == replay("dice-6-20-6-7-17", game="dice").text
    assert replay(played, 1, 17, turn=3).events == told.events[2:]
    assert "rolls" in shown(told)
    with pytest.raises(BadInput, match=r"replay: expected .* CELL INDEX"):
        replay(played)


def test_other_kinds_of_games(tmp_path: Path) -> None:
    pirates(tmp_path)
    asked = {"games": 40, "players": 2, "executor": "inline"}
    own = compare("bold", "careful", game="./pirates", **asked)  # type: ignore[arg-type]
    assert own.cells["outcome"].to_list() == ["seat 1", "seat 2"]
    assert "seat 1" in shown(own)
    changed = try_change("options.goal=20", game="./pirates", outcome="length", **asked)  # type: ignore[arg-type]
    assert changed.groups["verdict"].to_list() == ["shorter"]
    older = compare("hold at=20", "hold at=10", game="pig", outcome="length", **asked)  # type: ignore[arg-type]
    assert older.verdict == "longer"


@pytest.mark.full
def test_a_game_of_openspiel() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
    found = compare("random", "mcts simulations=2", game="openspiel:kuhn_poker", games=20, executor="inline", told=0)
    assert found.cells["outcome"].to_list() == ["return of seat 1"]


def test_text_of_strangers_stays_text() -> None:
    table = sheet_table(Sheet("t", ["<b>head</b>"], [["<script>alert(1)</script>"], ["‮turned"]]))
    html = as_html("<img src=x>", ["a & b <i>"], [table], "</pre><script>")
    assert Page(html).tags <= {"div", "p", "table", "thead", "tbody", "tr", "th", "td", "pre"}
    assert "‮" not in html
    assert "<script>alert(1)</script>" in Page(html).text


def test_importing_is_quick_and_loads_only_what_is_used() -> None:
    check = "import sys, fatecast; print({'polars', 'numpy', 'numba', 'rich', 'sim', 'engine'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


REFERENCE = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", fatecast.__all__)
def test_the_reference_names_everything_public(name: str) -> None:
    public = getattr(fatecast, name)
    assert re.search(rf"`{name}[`(]", REFERENCE)
    if not isinstance(public, type) or issubclass(public, BaseException):
        return
    section = re.search(rf"^### (?:\w+ and )?{name}\b.*?(?=^##|\Z)", REFERENCE, flags=re.MULTILINE | re.DOTALL)
    assert section is not None
    own = {*vars(public), *getattr(public, "__dataclass_fields__", ())} - {"found", "asked", "base", "sheet"}
    missing = [each for each in own if each[0] != "_" and f"`{each}`" not in section[0]]
    assert missing == []


@pytest.mark.full
def test_the_example_of_the_reference_runs(tmp_path: Path) -> None:
    [example] = re.findall(r"^```python\n(.*?)^```$", REFERENCE, flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "example.py").write_text(example)
    done = runpy.run_path(str(tmp_path / "example.py"))
    assert done["found"].verdict == "harder"


def test_print_shows_a_run_as_the_command_line_does(tmp_path: Path, typed: Fatecast) -> None:
    played = run("race.toml", games="1e2", out=tmp_path / "run", executor="inline")
    text = str(played)
    assert text == repr(played)
    told = printed(typed("resume", tmp_path / "run", "--executor", "inline"))
    title, games, *table = text.splitlines()
    assert title in told
    assert re.sub(r"[│┃┏┓┗┛┡┩└┘├┤┬┴┼╇┳━─\s]+", " ", " ".join(table)).strip() in told
    assert games == f"200 games · digest {played.digest} · {played.path}"
    many = run("race.toml", goals=[*range(1, 81)], dice=[4, 6], games=1, out=tmp_path / "many", executor="inline")
    assert len(repr(many).splitlines()) == MOST_LINES
    assert repr(many).endswith("more lines: summary has a row for each cell")
    (tmp_path / "run" / "manifest.json").write_text("{")
    assert repr(Run(tmp_path / "run")).startswith("Run(")
    assert "\n" not in repr(Run(tmp_path / "run"))
