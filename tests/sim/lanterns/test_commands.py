"""The commands of the laboratory, on the game of a package."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.sources import package_digest, sources_digest
from tests.support.command_line import Fatecast
from tests.support.lanterns import NAME, PACKAGES, lanterns

INLINE = ("--executor", "inline")
GAME = ("--game", NAME)
BASE = (PACKAGES / NAME / "decks/base.toml").read_text(encoding="utf-8")
EXPERIMENT = """
name = "watched"
game = "lanterns"
policies = ["watchful"]
lanterns = [4]
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def own_deck(text: str) -> None:
    """A deck of the user's own, which comes before that of the package."""
    folder = Path("configs") / NAME / "decks"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "base.toml").write_text(text)


def test_a_policy_passes_its_check(typed: Fatecast) -> None:
    done = typed("policies", "check", "watchful", *GAME)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"(\w+) +ok", done.stdout) == ["legal", "hidden", "luck", "repeatable", "portable"]


@pytest.mark.full
def test_a_run_of_workers_is_verified_replayed_and_reported(
    fatecast: Fatecast, typed: Fatecast, site: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), str(PACKAGES)]))
    flags = (*GAME, "--policy", "aimless", "--policy", "watchful", "--games", "1000", "--block", "250")
    done = fatecast("run", *flags, "--workers", "2", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    alone = typed("run", *flags, *INLINE, "--out", "alone")
    digest = re.compile(r"digest (\w+)")
    assert digest.findall(done.stdout) == digest.findall(alone.stdout) != []
    assert typed("verify", "run").returncode == 0
    game_id = re.findall(r"fatecast replay (\S+)", done.stdout)[0]
    told = typed("replay", game_id).stdout.splitlines()
    assert told[0].startswith("Turn 1: keeper 1 ")
    assert re.fullmatch(r"(The coast is lit|The storm has come), and \d+ burn\.", told[-1])
    reported = typed("report", "run", "--out", "page")
    assert reported.returncode == 0, reported.stderr
    assert "Lanterns before the Storm" in Path("page/index.html").read_text()
    assert typed("verify", "run", "--report", "page").returncode == 0


def test_the_gate_passes_a_new_name_and_stops_a_changed_card(typed: Fatecast) -> None:
    experiments = Path("configs") / NAME / "experiments"
    experiments.mkdir(parents=True)
    (experiments / "watched.toml").write_text(EXPERIMENT)
    accepted = typed("baseline", "accept", "watched", "--on", "watched", "--games", "1024", "--workers", "1")
    assert accepted.returncode == 0, accepted.stderr
    gate = ("gate", *GAME, "--games", "4096", *INLINE)
    own_deck(BASE.replace('"Gale"', '"A terrible gale"'))
    assert typed(*gate).returncode == 0
    own_deck(BASE.replace("wind = 1", "wind = 2"))
    assert typed(*gate).returncode == 3


def test_what_each_card_does(typed: Fatecast) -> None:
    done = typed("ablate", *GAME, "--kind", "cards", "--games", "50", *INLINE, "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["effects"]) == 3


def test_a_deck_is_shown_and_checked(typed: Fatecast) -> None:
    shown = typed("pieces", *GAME).stdout
    assert all(word in shown for word in ("Calm", "Breeze", "Gale", "copies", "wind", "oil"))
    assert "oil: 0" in typed("piece", "Gale", *GAME).stdout
    own_deck(BASE.replace("wind = 1", "wind = 13"))
    done = typed("run", *GAME, "--games", "10", *INLINE)
    assert done.returncode == 2
    assert "cards.breeze.wind: expected an integer from 0 to 12, got 13" in done.stderr


@pytest.fixture
def other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package whose rules were changed since, although nobody raised their version."""
    shutil.copytree(PACKAGES / NAME, tmp_path / "site" / NAME)
    rules = tmp_path / "site" / NAME / "rules.py"
    rules.write_text(rules.read_text().replace("SPARED = 2", "SPARED = 3"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.delitem(sys.modules, NAME)  # where a module that is loaded was found is not looked for again
    package_digest.cache_clear()
    yield
    package_digest.cache_clear()


def test_changed_rules_show_in_what_a_run_records(request: pytest.FixtureRequest) -> None:
    assert lanterns().name == NAME
    before = sources_digest(NAME)
    request.getfixturevalue("other_rules")
    assert sources_digest(NAME) != before
