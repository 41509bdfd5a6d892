"""The laboratory with the real game: the simple form of the command, and the smoke experiment."""

import json
from pathlib import Path

import pytest

from engine.shipwreck.game import GAME
from sim import run
from tests.support.command_line import Fatecast

LABELS = ["deck", "policy", "players", "challenge", "doom"]
COUNTED = [column.name for column in GAME.columns if column.name != "opening"]
CELL = [
    *LABELS,
    "games",
    "wins",
    "win_rate",
    "win_low",
    "win_high",
    "hours_play_share",
    *(f"mean_{name}" for name in COUNTED),
    *(f"sd_{name}" for name in COUNTED),
    "digest",
    "skipped",
    "outcomes",
    "notable",
]


@pytest.mark.full
def test_the_simple_form(tmp_path: Path, fatecast: Fatecast) -> None:
    grid = ["--deck", "base", "--policy", "certain", "--players", "2,3,4,5", "--doom", "0,2,4,6"]
    done = fatecast("run", *grid, "--games", 200, "--seed", 1, "--workers", 2, "--out", tmp_path / "run")
    assert done.returncode == 0
    assert "doom 6" in done.stdout
    cells = json.loads((tmp_path / "run" / "summary.json").read_bytes())["cells"]
    assert [(cell["players"], cell["doom"]) for cell in cells] == [
        (players, doom) for players in (2, 3, 4, 5) for doom in (0, 2, 4, 6)
    ]
    for cell in cells:
        assert list(cell) == CELL
        assert list(cell["outcomes"]) == ["win rate", "length"]
        assert cell["outcomes"]["win rate"]["value"] == cell["win_rate"]
        assert cell["outcomes"]["length"]["value"] == cell["mean_turns"]
        assert (cell["deck"], cell["policy"], cell["challenge"], cell["games"]) == ("base", "certain", False, 200)
    assert fatecast("verify", tmp_path / "run").returncode == 0
    notable = cells[0]["notable"]["longest game"]
    by_id = fatecast("replay", notable["id"])
    by_place = fatecast("replay", tmp_path / "run", "base/certain/players2/doom0", notable["game"])
    assert by_id.returncode == 0
    assert by_id.stdout == by_place.stdout != ""
    assert notable["id"].startswith("shipwreck:base@")
    flags = ["--lost-by", "fade", "--where", "doom=2", "--where", "players=4", "--limit", 1]
    found = fatecast("find", tmp_path / "run", *flags).stdout.splitlines()[0]
    command, _, told = found.partition("   # ")
    card = told.rpartition(" ")[2]
    assert ":4p:doom2:" in command
    assert [
        line for line in fatecast(*command.split()[1:], "--json").stdout.splitlines() if f'"card": "{card}"' in line
    ]
    again = fatecast("find", tmp_path / "run", *flags, "--card", card).stdout
    assert again.startswith(found)


def test_challenge_mode_and_options(tmp_path: Path, fatecast: Fatecast) -> None:
    flags = ["--players", 2, "--challenge", "--doom", 4, "--option", "restless=true", "--games", 20]
    done = fatecast("run", *flags, "--out", tmp_path / "run")
    assert done.returncode == 0
    [cell] = json.loads((tmp_path / "run" / "summary.json").read_bytes())["cells"]
    assert cell["challenge"] is True
    assert json.loads((tmp_path / "run" / "experiment.json").read_bytes())["options"]["restless"] is True
    refused = fatecast("run", "--players", 3, "--challenge", "--out", tmp_path / "never")
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert not (tmp_path / "never").exists()


def test_smoke_is_the_same_on_workers_and_without_rows(tmp_path: Path) -> None:
    digests = {
        run("smoke", out=tmp_path / "inline", executor="inline").digest,
        run("smoke", out=tmp_path / "workers", workers=2, block=300).digest,
        run("smoke", out=tmp_path / "cells", workers=2, detail="cells").digest,
    }
    assert len(digests) == 1
