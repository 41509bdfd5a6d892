"""Results of a game of one's own: which rules they name, whoever plays; and that `verify` reads what a run keeps of its
game as the other verbs do."""

import json
import re
import shutil
from html import unescape
from pathlib import Path

import pytest

import fatecast
from engine.game.registry import forget
from sim.experiment.content_hash import content_hashes
from sim.report.make import make_report
from sim.runs.run import read_experiment_of
from sim.runs.store import Store
from tests.support.command_line import Fatecast
from tests.support.own_file import PLAIN_PIG, written
from tests.support.runs import checksum_of, forge_manifest

OTHER = '''def never(view):
    """never rolls again"""
    return False


class PlainPig'''
TWO = written(("class PlainPig", OTHER), ("policies = [hold]", "policies = [hold, never]"))


FINDS = '''"""A debt or some gold in a game, and rare finds in its hours."""

from fatecast.game import Column, Game, Mean


def first(view, choices):
    """takes the first"""
    return choices[0]


class Finds(Game):
    title = "Finds"
    kind = "production"
    players = 1
    columns = {"gold": Column("gold", "<i4", "gold"), "finds": "finds", "hours": "hours"}
    outcomes = [
        Mean(name="gold", meaning="gold of a game", column="gold", unit="gold", margin=1.0),
        Mean(name="finds", meaning="finds, for each hour", column="finds", over="hours", unit="finds", margin=0.5),
    ]
    policies = [first]

    def play(self, table):
        table.turn(0)
        table.ask(0, {}, [0, 1])
        table.count("gold", table.luck.die("gold", 6) - 3)
        table.count("hours", table.luck.die("hours", 5))
        table.count("finds", int(table.luck.chance("find", 0.006)))
'''
GOLD = next(line for line in FINDS.splitlines() if 'Mean(name="gold"' in line)
WAYS: dict[str, tuple[dict[str, str], str]] = {
    "a yield": ({}, "0.43 gold; sure if every game lies between −2 gold and 3 gold."),
    "no debts": ({"- 3": ""}, "sure if no game yields more than 6 gold."),
    "an hour": ({GOLD: "", "0.006": "0.5"}, "sure if no game counts for more than those that were played."),
    "rare finds": ({}, "Finds: in one cell fewer than 5 games count for anything, too few to know it."),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_page_says_on_what_condition_it_is_sure(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sim.report.build.draw_all", lambda *_: {})
    (changes, sentence), text = WAYS[way], FINDS
    for old, new in changes.items():
        text = text.replace(old, new)
    Path("finds.py").write_text(text)
    fatecast.run(game="./finds.py", games=600, out="run", executor="inline")
    page = make_report([Path("run")], Path("page"))
    forget()
    assert sentence in unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, text in (("market", TWO), ("changed", TWO.replace("face == 1", "face == 2"))):
            Path("market.py").write_text(text)
            forget()
            for who in ("hold", "never"):
                out = f"{name}-{who}"
                fatecast.run(game="./market.py", policy=who, players=2, games=20, out=out, executor="inline")
        Path("market.py").write_text(TWO)
    forget()
    return folder


def hashes(run: Path) -> list[str]:
    return content_hashes(read_experiment_of(run, Store(run).manifest(), named=False))


def test_a_content_is_named_by_its_rules_whoever_plays(made: Path) -> None:
    assert hashes(made / "market-hold") == hashes(made / "market-never")
    assert hashes(made / "market-hold") != hashes(made / "changed-hold"), "other rules are another content"


def test_a_named_game_and_what_a_run_keeps_of_it_have_the_same_rules(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made)
    found = json.loads((made / "market-never" / "manifest.json").read_text())
    named = fatecast.ladder(game="./market.py", players=[2], games=16, executor="inline").data
    forget()
    assert found["game"]["name"] == "market"
    assert named["contents"] == hashes(made / "market-hold")


def test_verify_finds_a_text_that_is_not_the_one_with_its_hash(
    typed: Fatecast, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Path(shutil.copytree(made / "market-hold", tmp_path / "run"))
    shutil.copy(made / "market.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    words = ["verify", "run", "--game", "./market.py", "--sample", "0"]
    assert typed(*words).returncode == 0
    kept = json.loads((run / "edition.json").read_text())
    assert kept["text"] == TWO != PLAIN_PIG
    kept["text"] = f"import os\n{TWO}"
    (run / "edition.json").write_text(json.dumps(kept))
    forge_manifest(run, edition=checksum_of(run / "edition.json"))
    done = typed(*words)
    assert done.returncode == 6
    assert "is not the text with this hash" in done.stderr
    assert "correct" not in done.stdout
