"""Compiled or interpreted, a game is the same game: every column, every card counter, every told line."""

from pathlib import Path

import pytest

from engine.compiled import INTERPRETED
from tests.engine.shipwreck import cells
from tests.engine.shipwreck.both_ways import CELLS, differences, games, interpreted, play

pytestmark = [
    pytest.mark.usefixtures("chaos"),
    pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with"),
]

GAMES = 200


@pytest.mark.parametrize("policy", cells.POLICIES)
def test_both_ways_agree(policy: str, tmp_path: Path) -> None:
    plainly = interpreted(tmp_path / "games.npz", policy, GAMES, list(cells.DECKS))
    for deck in cells.DECKS:
        compiled = play(deck, policy, GAMES)
        assert len(compiled["rows"]) == GAMES
        assert differences(compiled, plainly[deck]) == []


@pytest.mark.parametrize("policy", cells.POLICIES)
def test_every_cell_is_among_them(policy: str) -> None:
    plain = {
        (cell.labels["players"], cell.labels["doom"])
        for cell, _ in games("base", policy, GAMES)
        if not cell.labels["challenge"] and not cell.spec["changes"]
    }
    assert plain == set(CELLS)


def test_a_planted_difference_is_noticed(tmp_path: Path) -> None:
    planted = interpreted(tmp_path / "games.npz", "mute", 32, ["base"], "--plant")["base"]
    found = differences(play("base", "mute", 32), planted)
    assert {"doom", "turns", "card counter doom", "told lines"} <= set(found)


@pytest.mark.full
@pytest.mark.parametrize("policy", cells.POLICIES)
@pytest.mark.parametrize("deck", cells.DECKS)
def test_both_ways_agree_in_every_cell(deck: str, policy: str, tmp_path: Path) -> None:
    """The whole product: 200 games in each of the 16 cells."""
    count = GAMES * len(CELLS)
    plainly = interpreted(tmp_path / "games.npz", policy, count, [deck], "--all-alike")
    assert differences(play(deck, policy, count, all_alike=True), plainly[deck]) == []
