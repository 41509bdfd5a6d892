"""Presets: policies with parameters under a name, as a file."""

import tomllib
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.policy.registry import load_preset
from engine.shipwreck.cells.policy_set import INSTALLED
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells

SHIPPED = ("club", "family", "first-night")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_preset_is_a_table_of_people(name: str) -> None:
    preset = load_preset(name, "shipwreck")
    cell = cells.make("base", name)
    assert cell.labels["policy"] == name
    assert name not in INSTALLED
    assert cell.spec["policy"]["name"] == preset.policy
    assert set(preset.parameters.items()) <= set(cell.spec["policy"]["parameters"].items())


def test_a_preset_is_the_same_cell_as_what_it_stands_for() -> None:
    preset = load_preset("first-night", "shipwreck")
    spelled = " ".join([preset.policy, *(f"{key}={value}" for key, value in preset.parameters.items())])
    assert cells.make("base", "first-night").key == cells.make("base", spelled).key


def test_what_is_changed_about_a_preset_is_in_its_label() -> None:
    cell = cells.make("base", "first-night slip=0 forget_lines=0.25")
    assert cell.labels["policy"] == "first-night slip=0"
    assert cell.spec["policy"]["parameters"]["slip"] == 0.0


def test_a_resolved_preset_resolves_to_itself_and_its_ids_need_no_preset() -> None:
    grid = SHIPWRECK.resolve({"policies": ["family", "family depth=2"], "players": [3], "doom": [0]}, "test")
    assert SHIPWRECK.resolve(grid, "test") == grid
    for cell in SHIPWRECK.cells(grid):
        word = SHIPWRECK.game_id(cell, 1, 0)
        assert ":pragmatic,depth=" in word
        assert SHIPWRECK.find_game(word)[0].key == cell.key


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('policy = "pragmatc"\ndescription = "x"', "unknown policy 'pragmatc': did you mean 'pragmatic'?"),
        ('policy = "family"\ndescription = "x"', "unknown policy 'family'"),
        ('policy = "./mine.py"\ndescription = "x"', "policy: expected the name of an installed policy"),
        ('policy = "mute"\ndescription = "x\\ny"', "description: expected one line of text"),
        ('policy = "mute"', "description: missing field"),
        ('policy = "mute"\ndescription = "x"\ndepth = 1', "unknown key"),
        ('policy = "mute"\ndescription = "x"\n[parameters]\ndepth = 1', "unknown parameter 'depth'"),
        ('policy = "mute"\ndescription = "x"\n[parameters]\nslip = 2', "parameter slip: expected a number from 0 to 1"),
        ('policy = "mute"\ndescription = "x"\n[parameters]\nslip = [2]', "parameter slip: expected a number from 0"),
        ('policy = "script"\ndescription = "x"\n[parameters]\nfile = "x"', "x: cannot be read"),
    ],
)
def test_a_bad_preset_is_one_line_naming_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, complaint: str
) -> None:
    folder = tmp_path / "configs" / "shipwreck" / "policies"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    for attempt in (
        lambda: SHIPWRECK.resolve({"policies": ["mine"]}, "mine.toml"),
        lambda: SHIPWRECK.files.check(tomllib.loads(text), folder / "mine.toml"),
    ):
        with pytest.raises(BadInput) as error:
            attempt()
        assert complaint in str(error.value)
        assert "mine.toml" in str(error.value)
        assert "\n" not in str(error.value)


def test_a_preset_of_ones_own_is_found_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "configs" / "shipwreck" / "policies"
    folder.mkdir(parents=True)
    (folder / "grandma.toml").write_text('policy = "novice"\ndescription = "never forgets"\n[parameters]\nslip = 0.5\n')
    monkeypatch.chdir(tmp_path)
    assert cells.make("base", "grandma").labels["policy"] == "grandma"
    assert ["grandma", "preset", "never forgets (novice slip=0.5)"] in SHIPWRECK.policies.sheets()[0].rows
