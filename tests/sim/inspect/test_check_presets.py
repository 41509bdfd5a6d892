"""`check` knows the presets of every game, and finds the game of a file by its folder."""

import re
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast

FILE = Path("configs/pig/policies/family.toml")


@pytest.fixture
def preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    FILE.parent.mkdir(parents=True)
    FILE.write_text('policy = "hold"\ndescription = "As we play."\n[parameters]\nat = 20\n')
    return FILE


@pytest.mark.parametrize("named", [[], ["--game", "pig"]])
def test_a_preset_of_any_game_is_checked_as_one(preset: Path, typed: Fatecast, named: list[str]) -> None:
    done = typed("check", preset, *named)
    assert (done.returncode, done.stdout) == (0, f"{FILE}: a preset of hold: As we play.\n"), done.stderr
    preset.write_text(preset.read_text().replace("at = 20", "att = 20"))
    wrong = typed("check", preset, *named)
    assert wrong.returncode == 2
    assert "att" in wrong.stderr
    assert "unknown key" not in wrong.stderr.replace("att: unknown key", "")


def test_an_experiment_that_does_not_name_its_game_is_of_its_folder(preset: Path, typed: Fatecast) -> None:
    experiment = Path("configs/pig/experiments/two.toml")
    experiment.parent.mkdir()
    experiment.write_text('policies = ["family"]\nplayers = [2]\n')
    assert typed("check", experiment).stdout == f"{experiment}: an experiment of one cell\n"


def test_a_preset_that_no_name_would_find_is_refused(preset: Path, typed: Fatecast) -> None:
    preset.rename("family.toml")
    done = typed("check", "family.toml", "--game", "pig")
    assert done.returncode == 2
    assert done.stderr == (f"fatecast: family.toml: a preset is used by its name; expected it in {FILE.parent}\n")


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (["default"], "configs/shipwreck/experiments/default.toml"),
        (["hadal/questions"], "configs/hadal/experiments/questions.toml"),
        (["questions", "--game", "oracle"], "configs/oracle/experiments/questions.toml"),
    ],
)
def test_an_experiment_is_checked_by_the_name_that_run_takes(words: list[str], file: str, fatecast: Fatecast) -> None:
    done = fatecast("check", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(rf"{re.escape(file)}: an experiment of \d+ cells\n", done.stdout)


def test_a_name_that_several_games_use_is_asked_back(fatecast: Fatecast) -> None:
    done = fatecast("check", "questions")
    assert done.returncode == 2
    assert "say hadal/questions or oracle/questions" in done.stderr
