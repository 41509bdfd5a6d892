"""A designer edits one file all day: what happens to the runs and baselines of its earlier texts."""

import json
import shutil
from pathlib import Path

import pytest

import fatecast
from engine.errors import BadInput
from engine.game.registry import forget
from tests.support.card_game import BESIDE, CARDS, as_toml
from tests.support.command_line import Fatecast
from tests.support.own_file import SHORT, written
from tests.support.runs import forge_manifest

TEXT = written(SHORT)
MARK = "from pathlib import Path\nPath('sprung').touch()\n"
"""At the top of a text, says whether it was run."""
GAME = ("--game", "./plain_pig.py")
STORED = "--stored-code"
PLAYING: list[list[object]] = [
    ["verify", "run"],
    ["replay", "run", 0, 3],
    ["resume", "run", "--executor", "inline"],
    ["compare", "run", "run"],
]
READING: list[list[object]] = [["report", "run", "--out", "page"], ["find", "run", "--limit", 1]]
GATE = ("gate", "--games", 1024, "--executor", "inline")

A_COMMENT = written(SHORT, ("class PlainPig", "# what a pig is\nclass PlainPig"))
SAME_RULES = written(
    SHORT,
    ('"""Pig: roll as often', '"""Roll as often'),
    ("class PlainPig", "# a second\ndef timid(view, at=10):\n    return view['turn'] < at\n\n\nclass PlainPig"),
    ("[hold]", "[hold, timid]"),
)
"""Another comment, another docstring, and a policy more."""
OTHER_RULES = written(SHORT, ("if face == 1:", "if face == 6:"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, a run and a baseline of it."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("plain_pig.py").write_text(TEXT)
        fatecast.run(game="./plain_pig.py", players=2, games=40, out="run", executor="inline")
        fatecast.baseline_accept(game="./plain_pig.py", players=2, games=1024, workers=1)
    forget()
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, which is also the current one. Pages have no figures."""
    found = Path(shutil.copytree(made, tmp_path / "folder"))
    monkeypatch.chdir(found)
    monkeypatch.setattr("sim.report.build.draw_all", lambda *_: {})
    return found


def edit(text: str) -> None:
    Path("plain_pig.py").write_text(text)


def one_line(typed: Fatecast, words: list[object], code: int) -> str:
    done = typed(*words)
    assert (done.returncode, done.stderr.count("\n")) == (code, 1), (words, done.stderr)
    return done.stderr


def fine(typed: Fatecast, *words: object) -> str:
    done = typed(*words)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout + done.stderr


def test_an_edit_that_changes_no_rule_locks_nobody_out(typed: Fatecast, folder: Path) -> None:
    edit(SAME_RULES)
    for words in (*PLAYING, READING[1]):
        fine(typed, *words, *GAME)
    assert "pass" in fine(typed, *GATE, *GAME)
    assert "the rules are the same" in fine(typed, *READING[1], *GAME)


def test_another_rule_is_read_as_it_was_and_played_only_if_said(typed: Fatecast, folder: Path) -> None:
    before = (folder / "run" / "edition.json").read_text()
    kept = json.loads(before)["sha256"][:8]
    edit(OTHER_RULES)
    for words in READING:
        told = fine(typed, *words, *GAME)
        assert f"played by other rules of plain_pig (sha256 {kept}) than ./plain_pig.py has now" in told
    for words in PLAYING:
        assert one_line(typed, [*words, *GAME], 5).rstrip().endswith("--stored-code runs the text that the run keeps")
        fine(typed, *words, *GAME, STORED)
        fine(typed, *words, STORED)
    assert (folder / "run" / "edition.json").read_text() == before
    assert "--before FILE or --stored-code" in one_line(typed, [*GATE, *GAME], 5)
    assert typed(*GATE, *GAME, STORED).returncode in (0, 3, 4)


def test_a_run_is_read_without_its_game_and_nothing_is_run(typed: Fatecast, folder: Path) -> None:
    """Not even the file of this name in the present folder."""
    edit(MARK + TEXT)
    others: list[list[object]] = [["report", "run", "run", "--out", "two"], ["verify", "run", "--sample", 0]]
    for words in (*READING, *others):
        assert "no code was run" in fine(typed, *words), words
    refused: list[list[object]] = [["compare", "run", "run", STORED, "--games", 5], ["run", "run/experiment.json"]]
    for words in refused:
        one_line(typed, words, 2)
    for words in PLAYING:
        told = one_line(typed, words, 2)
        assert "--game ./plain_pig runs the file of today, --stored-code the text that the run keeps" in told
    assert one_line(typed, [*GATE], 5)
    assert "--stored-code: expected --game" in one_line(typed, [*GATE, STORED], 2)
    assert "@last" in one_line(typed, ["compare", "@last", "@now"], 2)
    assert fatecast.load_run("run").experiment.game.about.title == "Pig in plain Python"
    assert "Seat" in fine(typed, *PLAYING[1], STORED)
    assert not (folder / "sprung").exists()


def test_last_is_the_baseline_then_the_newest_run(typed: Fatecast, folder: Path) -> None:
    compared = ["compare", "@last", "@now", *GAME, "--players", 2, "--games", 100, "--executor", "inline"]
    shutil.copytree("run", "reports/runs/old")
    edit(OTHER_RULES)
    assert "--stored-code runs it" in one_line(typed, compared, 2)
    told = fine(typed, *compared, STORED)
    assert told.startswith("@last (configs/plain_pig/baselines/default.json, plain_pig@")
    assert "the text of the game changed: 1 line" in told
    shutil.rmtree("configs")
    shutil.copytree("run", "reports/runs/other")
    forge_manifest(Path("reports/runs/other"), experiment={"game": "elsewhere"})
    assert "@last (reports/runs/old/edition.json, plain_pig@" in fine(typed, *compared, STORED)
    shutil.rmtree("reports")
    assert "reports/runs" in one_line(typed, [*compared, STORED], 2)


def test_no_rule_changed_is_said_so(typed: Fatecast, folder: Path) -> None:
    compared = ["compare", "@last", "@now", *GAME, "--players", 2, "--games", 100, "--executor", "inline", STORED]
    for text in (TEXT, A_COMMENT):
        edit(text)
        told = fine(typed, *compared)
        assert "no rule changed: both sides are the same and play the same games" in told
        assert "unclear" not in told
    edit(OTHER_RULES)
    assert "no rule changed" not in fine(typed, *compared)


def test_the_flag_holds_for_one_call(folder: Path) -> None:
    """In Python, where a file that was named stays let in."""
    forget()
    assert fatecast.replay("run", 0, 3, stored_code=True).events
    with pytest.raises(BadInput, match="--stored-code"):
        fatecast.replay("run", 0, 3)
    edit(OTHER_RULES)
    fatecast.replay("run", 0, 3, stored_code=True, game="./plain_pig.py")
    with pytest.raises(Exception, match="--stored-code runs"):
        fatecast.replay("run", 0, 3, game="./plain_pig.py")
    forget()


def test_a_damaged_text_is_found_and_mended(typed: Fatecast, folder: Path) -> None:
    kept = folder / "run" / "edition.json"
    whole = kept.read_text()
    kept.write_text(whole.replace("rolls until", "rolls till"))
    assert "edition.json: changed since it was written" in one_line(typed, READING[1], 6)
    assert "edition.json: changed since it was written" in one_line(typed, [*PLAYING[1], STORED], 6)
    assert "edition.json: changed" in typed(*PLAYING[0], *GAME).stdout
    fine(typed, *PLAYING[2], *GAME)
    assert kept.read_text() == whole


def test_cards_are_kept_with_the_text(typed: Fatecast, folder: Path) -> None:
    Path("reef").mkdir()
    Path("reef/game.py").write_text(BESIDE)
    Path("reef/cards.toml").write_text(as_toml(CARDS))
    flags = ("--game", "./reef", "--players", 2, "--executor", "inline")
    fine(typed, "run", *flags, "--games", 60, "--out", "reports/runs/reef")
    Path("reef/cards.toml").write_text(as_toml({**CARDS, "gull": {"power": 9, "copies": 4}}))
    told = fine(typed, "compare", "@last", "@now", *flags, "--games", 60, STORED)
    assert "Gull" in told or "gull" in told
    shutil.rmtree("reef")
    run = "reports/runs/reef"
    fine(typed, "find", run, "--limit", 1)
    assert "--piece" in one_line(typed, ["find", run, "--card", "kraken"], 2)
    fine(typed, "report", run, "--out", "cards")
    assert "Kraken" in (folder / "cards" / "index.html").read_text()
    fine(typed, "verify", run, STORED)


def test_a_policy_in_a_file_need_not_be_there_to_read(typed: Fatecast, folder: Path) -> None:
    Path("mine.py").write_text("def mine(view, at=12):\n    return view['turn'] < at\n")
    flags = ("--players", 2, "--games", 60, "--executor", "inline", "--out", "other")
    fine(typed, "run", *GAME, "--policy", "./mine.py at=9", "--policy", "hold", *flags)
    Path("mine.py").unlink()
    assert '"candidates": 60' in fine(typed, "find", "other", "--limit", 1, "--where", "policy=mine at=9", "--json")
    fine(typed, "report", "other", "--out", "page")
    assert "mine at=9" in (folder / "page" / "index.html").read_text()
    assert "--policy" in one_line(typed, ["replay", "other", 0, 3, STORED], 2)
