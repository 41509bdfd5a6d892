"""What shipped games measure, on the pages of others."""

from pathlib import Path

import pytest

import engine.configs
from engine.errors import BadData
from engine.game.registry import load_game
from sim.experiment import yardstick
from sim.experiment.yardstick import FILE, Yardstick, yardsticks
from tests.support import ROOT
from tests.yardstick import CELLS, yardstick_of


@pytest.fixture(autouse=True)
def read_anew() -> None:
    yardstick._shipped.cache_clear()


def shipped(game: str) -> Yardstick:
    return Yardstick.model_validate(engine.configs.read_toml(ROOT / "configs" / game / FILE))


def test_every_shipped_game_has_one_with_its_source() -> None:
    assert {path.parent.name for path in (ROOT / "configs").glob(f"*/{FILE}")} == set(CELLS)
    for game, (experiment, *_) in CELLS.items():
        found = shipped(game)
        assert (ROOT / "configs" / game / "experiments" / f"{experiment}.toml").is_file()
        assert (found.experiment, found.seed) == (experiment, 1)
        assert found.kind == load_game(game).about.kind
        assert all(each.low <= each.value <= each.high for each in found.measures)


def test_it_is_shown_for_the_same_kind_and_never_for_the_game_itself() -> None:
    (line,) = yardsticks(load_game("pig"))
    assert line.startswith("Leaders of Euphoria, 6 players, guardians, without artifacts: the first seat 3.6 points")
    (line,) = yardsticks(load_game("euphoria"))
    assert line.startswith("Pig, 4 players")
    assert line.endswith(" turns a game")
    assert yardsticks(load_game("oracle")) == []


def test_what_the_user_has_is_no_yardstick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "configs/pig" / FILE
    mine.parent.mkdir(parents=True)
    mine.write_text("nonsense")
    assert len(yardsticks(load_game("euphoria"))) == 1


@pytest.mark.parametrize("text", ['title = "x"', "", 'title = "x"\nkind = "card"'])
def test_a_damaged_one_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "pig").mkdir()
    (tmp_path / "pig" / FILE).write_text(text)
    monkeypatch.setattr(yardstick, "roots", lambda: [tmp_path])
    with pytest.raises(BadData, match="not a yardstick"):
        yardsticks(load_game("euphoria"))


def test_it_is_what_its_command_measures(tmp_path: Path) -> None:
    found, kept = yardstick_of("pig", tmp_path, games=600), shipped("pig")
    assert found.title == kept.title
    assert found.who == kept.who
    for few, many in zip(found.measures, kept.measures, strict=True):
        assert (few.says, few.kind, few.unit) == (many.says, many.kind, many.unit)
        assert few.low < many.value < few.high
