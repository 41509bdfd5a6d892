"""Experiments: files, flags, what they become, and what is said of bad ones."""

import json
from pathlib import Path

import pytest

from engine.configs import names
from engine.errors import BadInput
from sim.cli.parsing import settings
from sim.experiment.experiment import override, read_experiment, resolve
from sim.experiment.values import numbers, words
from tests.support import ROOT
from tests.support.command_line import Fatecast


def test_flags_become_keys() -> None:
    assert words(["certain, guess", "pragmatic depth=2"]) == ["certain", "guess", "pragmatic depth=2"]
    assert numbers("--doom", "0,2-4,6") == [0, 2, 3, 4, 6]
    assert settings("--set", ["until.every=500", "until.half_width=0.01", "x=[1, 2]", "name=plain"]) == {
        "until": {"every": 500, "half_width": 0.01},
        "x": [1, 2],
        "name": "plain",
    }


@pytest.mark.parametrize("bad", ["", "two", "2-", "-", "2,,x", "1.5"])
def test_numbers_that_are_none(bad: str) -> None:
    with pytest.raises(BadInput, match="--players: expected numbers such as"):
        numbers("--players", bad)


@pytest.mark.parametrize("bad", ["=1", "=", "a=1 a.b=2"])
def test_settings_that_are_none(bad: str) -> None:
    with pytest.raises(BadInput, match="--set: "):
        settings("--set", bad.split())


def test_flags_override_files_and_a_new_way_to_stop_replaces_the_old() -> None:
    file = {"games": 10, "options": {"a": 1, "b": 2}}
    assert override(file, {"until": {"half_width": 0.01}}) == {
        "until": {"half_width": 0.01},
        "options": {"a": 1, "b": 2},
    }
    assert override(file, {"options": {"b": 3}})["options"] == {"a": 1, "b": 3}
    assert override({"until": {"half_width": 0.01}}, {"games": 5}) == {"games": 5}


def test_the_effective_experiment_resolves_to_itself_and_plays_the_same(tmp_path: Path) -> None:
    first = resolve({"game": "dice", "name": "one", "until": {"half_width": 0.01}}, "here")
    path = tmp_path / "experiment.json"
    path.write_text(json.dumps(first.to_json()))
    data, source = read_experiment(str(path))
    again = resolve(data, source)
    assert again.to_json() == first.to_json()
    assert again.hash == first.hash
    assert resolve(data | {"name": "two"}, source).hash == first.hash, "a name decides nothing"
    assert resolve(data | {"seed": 2}, source).hash != first.hash


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"games": 0}, "games: expected greater than or equal to 1, not 0"),
        ({"games": 1.5}, "games: expected a whole number, such as 5000, 10k, 1.5M or 1e4, not 1.5"),
        ({"games": True}, "games: expected a valid integer, not True"),
        ({"seed": -1}, "seed: expected greater than or equal to 0, not -1"),
        ({"seed": 2**64}, "seed: expected less than"),
        ({"games": 5, "until": {"half_width": 0.01}}, "expected either games or until, not both"),
        ({"until": {}}, "until.half_width: Field required"),
        ({"until": {"half_width": 0}}, "until.half_width: expected greater than 0, not 0"),
        ({"until": {"half_width": 0.1, "evry": 5}}, "until.evry: Extra inputs are not permitted"),
        ({"name": "../up"}, "name: String should match pattern"),
        ({"game": "dize"}, "unknown game 'dize': did you mean 'dice'?"),
        ({"dice": [99]}, "dice: expected 2 to 15, not 99"),
        ({"dise": [6]}, "dise: expected one of dice"),
        ({"dice": []}, "0 cells, expected 1 to 65535"),
    ],
)
def test_a_bad_experiment_is_one_line(data: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput) as error:
        resolve({"game": "dice"} | data, "my.toml")
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_cannot_be_read_are_one_line(tmp_path: Path, typed: Fatecast) -> None:
    (tmp_path / "broken.toml").write_text("games = ")
    (tmp_path / "broken.json").write_text("[1]")
    for name, complaint in {
        "missing.toml": "no such file",
        "broken.toml": "not valid TOML",
        "broken.json": "expected an object",
        "": "no such file",
    }.items():
        done = typed("run", f"{tmp_path}/{name}", "--out", tmp_path / "run")
        assert done.returncode == 2
        assert complaint in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()
    done = typed("run", "defalt")
    assert "unknown experiment 'defalt': did you mean 'default'?" in done.stderr


def test_the_shipped_experiments_are_sound() -> None:
    assert {"default", "full", "nightly", "smoke"} <= set(names("experiments", "shipwreck"))
    sizes = {}
    for name in names("experiments", "shipwreck"):
        effective = resolve(*read_experiment(name))
        sizes[name] = len(effective.cells) * effective.until.max_games
    assert sizes["default"] <= 800_000
    assert resolve(*read_experiment("default")).until.half_width == 0.015, "as the documents say"
    assert sizes["smoke"] <= 10_000
    assert sizes["nightly"] >= 10_000_000


def test_check_says_what_a_file_is(tmp_path: Path, typed: Fatecast) -> None:
    good = ROOT / "configs/shipwreck/experiments/smoke.toml"
    done = typed("check", good, ROOT / "configs/shipwreck/decks/base.toml")
    assert done.returncode == 0
    assert "smoke.toml: an experiment of " in done.stdout
    assert "base.toml: a deck of " in done.stdout
    bad = tmp_path / "bad.toml"
    bad.write_text("games = 0")
    done = typed("check", good, bad)
    assert done.returncode == 2
    assert done.stderr == f"fatecast: {bad}: games: expected greater than or equal to 1, not 0\n"


def test_the_laboratory_knows_no_game() -> None:
    """It plays one of the tests' own, and imports none."""
    for path in (ROOT / "sim").rglob("*.py"):
        assert "engine.shipwreck" not in path.read_text(), path
