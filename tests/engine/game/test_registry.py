"""Which games there are."""

from pathlib import Path

import pytest

from engine.game import registry
from engine.game.registry import GAMES, admit, call_names, forget, is_known, load_game, one_call
from tests.support.own_file import PLAIN_PIG


def test_what_is_installed_is_looked_up_only_if_need_be(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def offered() -> dict[str, None]:
        looked.append("everywhere")
        return {"pirates": None}

    monkeypatch.setattr(registry, "offered", offered)
    assert all(is_known(name) for name in GAMES)
    assert not is_known("configs/shipwreck/decks/base.toml")
    assert not looked, "this reads a file of every installed package"
    assert is_known("pirates")
    assert not is_known("corsairs")
    assert len(looked) == 2


def test_a_call_knows_how_it_names_its_own_games(tmp_path: Path) -> None:
    first, second = tmp_path / "one_pig.py", tmp_path / "two_pig.py"
    for path in (first, second):
        path.write_text(PLAIN_PIG)
    with one_call() as names:
        admit(str(first))
        assert names.flags == f" --game {first}"
    with one_call() as names:
        admit(str(second))
        assert names.flags == call_names().flags == f" --game {second}", "what an earlier call named is not repeated"
    with one_call() as names:
        assert not names.flags
        load_game("one_pig")
        assert names.flags == f" --game {first}", "a game that an earlier call let in goes by its name"
    assert call_names().flags == f" --game {first} --game {second}", "for results that are shown later"
    forget()
    assert not call_names().flags
