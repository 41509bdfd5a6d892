"""Names of configs are looked up by game, in ./configs first; the paths of version 0.1 are still read."""

from pathlib import Path

import pytest

from engine.configs import LONGEST_FOLDER, find, find_experiment, folder_of, names
from engine.errors import BadInput
from engine.game.registry import load_game
from tests.support import ROOT

DECK = 'extends = "base"\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str = DECK) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_every_shipped_config_belongs_to_a_game() -> None:
    kinds = {path.relative_to(ROOT / "configs").parts[1] for path in (ROOT / "configs").glob("*/*")}
    assert {"decks", "experiments", "policies", "baselines"} <= kinds
    assert not [path for path in (ROOT / "configs").iterdir() if not path.is_dir()]


def test_shipped_configs_are_found_from_anywhere(home: Path) -> None:
    assert find("decks", "base", "shipwreck") == ROOT / "configs/shipwreck/decks/base.toml"
    assert find_experiment("smoke") == ROOT / "configs/shipwreck/experiments/smoke.toml"
    assert "family" in names("policies", "shipwreck")


def test_a_config_of_ones_own_comes_first(home: Path) -> None:
    write(home / "configs/shipwreck/decks/base.toml")
    write(home / "configs/shipwreck/decks/mine.toml")
    assert find("decks", "base", "shipwreck") == Path("configs/shipwreck/decks/base.toml")
    assert {"mine", "base", "full"} <= set(names("decks", "shipwreck"))


def test_a_config_beside_the_file_that_names_it_comes_before_all(home: Path) -> None:
    write(home / "configs/shipwreck/decks/mine.toml")
    beside = write(home / "elsewhere/mine.toml")
    assert find("decks", "mine", "shipwreck", beside.parent) == beside


def test_games_do_not_see_each_others_configs(home: Path) -> None:
    write(home / "configs/chess/decks/mine.toml")
    assert names("decks", "chess") == ["mine"]
    assert "mine" not in names("decks", "shipwreck")
    with pytest.raises(BadInput, match="unknown deck 'base': expected one of mine"):
        find("decks", "base", "chess")
    with pytest.raises(BadInput, match=r"unknown deck 'x': expected one of \(none found\)"):
        find("decks", "x", "draughts")


def test_a_path_is_a_file(home: Path) -> None:
    write(home / "mine.toml")
    assert find("decks", "mine.toml", "shipwreck") == find_experiment("mine.toml") == Path("mine.toml")
    assert find("decks", "./mine.toml", "shipwreck", home) == home / "mine.toml"
    with pytest.raises(BadInput, match=r"^no/such.toml: no such file$"):
        find("decks", "no/such.toml", "shipwreck")
    with pytest.raises(BadInput, match=r"^no/such.toml: no such file$"):
        find_experiment("no/such.toml")


# Experiments are found by name alone.


def test_experiments_of_every_game_are_found_by_name(home: Path) -> None:
    mine = write(home / "configs/chess/experiments/mate.toml", 'game = "chess"')
    assert find_experiment("mate") == find_experiment("chess/mate") == mine.relative_to(home)
    assert find_experiment("shipwreck/smoke") == find_experiment("smoke")
    with pytest.raises(BadInput, match=r"unknown experiment 'smok': did you mean 'smoke'\? expected one of .*mate"):
        find_experiment("smok")
    with pytest.raises(BadInput, match="unknown experiment 'mate': expected one of"):
        find_experiment("shipwreck/mate")


def test_two_games_with_experiments_of_one_name_are_told_apart(home: Path) -> None:
    for game in ("chess", "draughts"):
        write(home / f"configs/{game}/experiments/quick.toml", f'game = "{game}"')
    with pytest.raises(BadInput, match=r"^several games have an experiment quick: say chess/quick or draughts/quick$"):
        find_experiment("quick")
    assert find_experiment("draughts/quick") == Path("configs/draughts/experiments/quick.toml")


def test_an_experiment_of_ones_own_hides_a_shipped_one_of_another_game(home: Path) -> None:
    write(home / "configs/chess/experiments/smoke.toml", 'game = "chess"')
    assert find_experiment("smoke") == Path("configs/chess/experiments/smoke.toml")
    assert find_experiment("shipwreck/smoke") == ROOT / "configs/shipwreck/experiments/smoke.toml"


def test_a_file_comes_before_a_game_and_a_name(home: Path) -> None:
    write(home / "shipwreck/smoke", "games = 1")
    assert find_experiment("shipwreck/smoke") == Path("shipwreck/smoke")


# Version 0.1 kept the configs of its only game directly in configs.


def test_a_deck_in_the_old_place_can_be_played(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(home / "configs/decks/mine.toml", 'extends = "base"\n[cards.the-deep]\nmoons = 2\n')
    grid = load_game("shipwreck").resolve({"decks": ["mine"], "policies": ["mute"]}, "test")
    assert grid["decks"][0]["content"]["cards"]["the-deep"]["moons"] == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "folder"),
    [
        ("shipwreck", "shipwreck"),
        ("my-größe", "my-größe"),
        ("openspiel:leduc_poker", "openspiel-leduc_poker"),
        ("openspiel:leduc_poker()", "openspiel-leduc_poker"),
        ("openspiel:hanabi(players=3,p=0.5)", "openspiel-hanabi-players-3-p-0.5"),
        ("cmd:../mine --balance", "cmd-..-mine-balance"),
    ],
)
def test_the_folder_of_a_game_has_a_name_that_every_file_system_takes(game: str, folder: str) -> None:
    assert folder_of(game) == folder
    assert folder_of(folder) == folder


def test_long_names_of_games_have_folders_of_their_own() -> None:
    one, other = (folder_of(f"openspiel:universal_poker({'x' * 300}={end})") for end in (1, 2))
    assert one != other
    assert len(one) == len(other) == LONGEST_FOLDER
