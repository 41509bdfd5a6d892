"""The words of a game id that all games write alike."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.cell import Cell, RecentlyMade
from engine.policy.seats import in_ids
from engine.policy.seats.in_ids import HasDigest, content_word


def test_content_that_cells_share_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_ids, "_digests", RecentlyMade())
    checked = []

    def load(data: Any, source: str) -> HasDigest:
        checked.append(source)
        return SimpleNamespace(digest=f"{data['cards']:08}")

    def word(cards: int, players: int) -> str:
        cell = Cell({"deck": "mine", "players": players}, {"deck": {"cards": cards}, "players": players})
        return content_word(cell, "deck", load)

    assert [word(20, 2), word(20, 3), word(21, 2)] == ["mine@00000020", "mine@00000020", "mine@00000021"]
    assert len(checked) == 2
