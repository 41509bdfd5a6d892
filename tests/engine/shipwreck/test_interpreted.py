"""Compiled or interpreted, a game is the same: every column, every card counter, every line of its replay."""

from pathlib import Path

import pytest

from engine.kernel.compiled import INTERPRETED
from tests.support.shipwreck import cells
from tests.support.shipwreck.both_ways import CELLS, differences, games, interpreted, play

pytestmark = [
    pytest.mark.usefixtures("chaos"),
    pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with"),
]

GAMES, SLOW_GAMES = 200, 12
FEW = 2 * len(CELLS)
"""Games of each deck that `make test` plays: every cell once with default and once with changed options."""
FEWER = {"novice": 12, "literal": 5, "pragmatic": 3, "expert": 2, "convention": 1, "omniscient": 12}
"""The same with policies that are slow to interpret."""
QUICK = [policy for policy in cells.POLICIES if policy not in (*cells.THINKING, *cells.LEARNT)]


def agree_both_ways(policy: str, count: int, out: Path) -> None:
    plainly = interpreted(out, policy, count, list(cells.DECKS))
    for deck in cells.DECKS:
        compiled = play(deck, policy, count)
        assert len(compiled["rows"]) == count
        assert differences(compiled, plainly[deck]) == []


@pytest.mark.parametrize("policy", cells.POLICIES)
def test_both_ways_agree(policy: str, tmp_path: Path) -> None:
    agree_both_ways(policy, FEWER.get(policy, FEW), tmp_path / "games.npz")


@pytest.mark.full
@pytest.mark.parametrize("policy", FEWER)
def test_both_ways_agree_in_more_games(policy: str, tmp_path: Path) -> None:
    agree_both_ways(policy, SLOW_GAMES if policy in cells.LEARNT else GAMES, tmp_path / "games.npz")


@pytest.mark.full
@pytest.mark.parametrize("dials", ["slip=0.2 forget_lines=0.3", "forget_powers=0.5 reveal_last_copy=1", "alpha=1000"])
def test_both_ways_agree_with_other_dials(dials: str, tmp_path: Path) -> None:
    agree_both_ways(f"pragmatic {dials}", 40, tmp_path / "games.npz")


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
@pytest.mark.parametrize("policy", QUICK)
@pytest.mark.parametrize("deck", cells.DECKS)
def test_both_ways_agree_in_every_cell(deck: str, policy: str, tmp_path: Path) -> None:
    """The whole product: 200 games in each of the 16 cells."""
    count = GAMES * len(CELLS)
    plainly = interpreted(tmp_path / "games.npz", policy, count, [deck], "--all-alike")
    assert differences(play(deck, policy, count, all_alike=True), plainly[deck]) == []
