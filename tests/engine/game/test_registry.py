"""Which games there are."""

import pytest

from engine.game import registry
from engine.game.registry import GAMES, is_known


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
