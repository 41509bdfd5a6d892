"""Nothing is lost and nothing appears: fates, cards, sums, tracks and number lines, after every step of a game."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.cell import Cell
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells, recount
from tests.support.shipwreck.random_decks import random_cells
from tests.support.shipwreck.stepping import Sitting

pytestmark = pytest.mark.usefixtures("chaos")

QUICK = settings(max_examples=6, derandomize=True, suppress_health_check=list(HealthCheck))

OPTIONS: list[dict[str, Any]] = [
    {"players": 3, "doom": 0},
    {"players": 2, "doom": 2, "options": {"fall": "announced", "imago": "strict", "own_fate": True}},
    {"players": 5, "doom": 4, "options": {"restless": True}},
    {"players": 2, "doom": 0, "challenge": True, "options": {"own_fate": True}},
    {"players": 3, "doom": 0, "changes": [{"before_turn": 3, "leave": 2}, {"before_turn": 5, "join_after": 1}]},
]


def play_and_check(cell: Cell, seed: int, index: int) -> Sitting:
    """Plays one game and recounts everything after every step."""
    sitting = Sitting(cell, seed)
    table, tally = sitting.world.table, sitting.world.tally
    powers = fades = 0
    for step in sitting.steps(index):
        recount.check(sitting, step)
        if step == "fade":
            assert tally.powers - powers <= 1, "one power a turn"
            if cell.labels["deck"] == "base":
                assert tally.fades - fades <= 1, "the base set never fades twice in a turn"
            powers, fades = int(tally.powers), int(tally.fades)
    if cell.labels["policy"] == "certain":
        assert tally.wrong == 0, "what is certain is true"
    assert table.end >= 0
    return sitting


def play_and_check_all(deck: str, policy: str, games: int) -> None:
    for scenario in OPTIONS:
        cell = cells.make(deck, policy, **scenario)
        for index in range(games):
            sitting = play_and_check(cell, 11, index)
        assert sitting.row() == SHIPWRECK.simulate(cell, 11, index, index + 1).rows[0], (
            "taken step by step, the same game"
        )


@pytest.mark.parametrize(("deck", "policy"), [("base", "certain"), ("full", "chaos")])
def test_published_decks(deck: str, policy: str) -> None:
    play_and_check_all(deck, policy, 3 if policy == "chaos" else 1)


@QUICK
@given(cell=random_cells(), seed=st.integers(0, 2**64 - 1), index=st.integers(0, 2**48 - 1))
def test_random_decks(cell: Cell, seed: int, index: int) -> None:
    sitting = play_and_check(cell, seed, index)
    assert sitting.row() == SHIPWRECK.simulate(cell, seed, index, index + 1).rows[0]


def test_a_lost_fate_is_noticed() -> None:
    sitting = Sitting(cells.make("base", "mute"), 1)
    steps = sitting.steps(0)
    while next(steps) != "play":
        continue
    recount.check(sitting, "play")
    sitting.world.hidden.bag[sitting.world.hidden.bag.argmax()] -= 1
    with pytest.raises(AssertionError, match="fate"):
        recount.check(sitting, "play")


def test_a_lost_card_is_noticed() -> None:
    sitting = Sitting(cells.make("base", "mute"), 1)
    next(sitting.steps(0))
    recount.check(sitting, "set-up")
    sitting.world.table.row[2] = sitting.world.table.row[1]
    with pytest.raises(AssertionError):
        recount.check(sitting, "set-up")


def test_a_wrong_line_is_noticed() -> None:
    sitting = Sitting(cells.make("base", "mute"), 1)
    steps = sitting.steps(0)
    while next(steps) != "play":
        continue
    sitting.world.table.line[sitting.world.table.seat] &= ~(1 << int(sitting.world.hidden.kept))
    with pytest.raises(AssertionError, match="holds"):
        recount.check(sitting, "play")
