"""What always holds: symmetric sides, ends that cannot be, columns that fit each other."""

from math import sqrt

import numpy as np
import pytest

from engine.euphoria.cells.play_cell import TABLES
from engine.game.results import Rows
from engine.kernel.compiled import INTERPRETED
from tests.support.euphoria.cells import make, with_focus
from tests.support.euphoria.orders import order_of_deck

GAMES, FAR = 12_000, 4.5


def lopsided(rows: Rows) -> float:
    """By how many standard errors Euphoria wins more or less often than Subterra."""
    euphoria, subterra = int(np.sum(rows["end"] == 0)), int(np.sum(rows["end"] == 1))
    return abs(euphoria - subterra) / sqrt(euphoria + subterra)


@pytest.mark.parametrize(("deck", "policy", "players"), [("none", "guardian", 4), ("wide", "hunter", 8)])
def test_the_sides_are_symmetric(deck: str, policy: str, players: int) -> None:
    assert lopsided(TABLES.play_batch(make(deck, policy, players), 11, 0, GAMES).rows) < FAR


def test_among_random_players_the_minority_wins_half() -> None:
    rows = TABLES.play_batch(make("surrogate", "random"), 12, 0, 4 * GAMES).rows
    uneven = int(rows["uneven"].sum())
    assert abs(2 * int(rows["minority_won"].sum()) - uneven) / sqrt(uneven) < FAR


@pytest.mark.parametrize(("deck", "policy"), [("none", "random"), ("none", "guardian"), ("no-barter", "guardian")])
def test_no_swap_no_lonely_winner(deck: str, policy: str) -> None:
    assert not np.isin(TABLES.play_batch(make(deck, policy), 13, 0, GAMES).rows["end"], (3, 4)).any()


@pytest.mark.parametrize(
    ("deck", "policy", "players"), [("wide", "random", 6), ("surrogate", "gunslinger", 7), ("none", "hunter", 4)]
)
def test_columns_fit_each_other(deck: str, policy: str, players: int) -> None:
    rows = TABLES.play_batch(make(deck, policy, players), 14, 0, 20 if INTERPRETED else 4_000).rows
    bits = np.array([bin(winners).count("1") for winners in rows["winners"]])
    assert (rows["n_winners"] == bits).all()
    assert (rows["won"] == rows["winners"] >> rows["focus"] & 1).all()
    assert (rows["first_won"] == (rows["winners"] & 1)).all()
    assert (rows["last_won"] == rows["winners"] >> (players - 1) & 1).all()
    actions = sum(rows[name].astype(int) for name in ("interrogations", "arms", "hides", "passes", "artifacts"))
    assert (actions <= rows["turns"]).all()
    assert ((rows["killer"] < players) == np.isin(rows["end"], (0, 1, 2))).all()
    assert (rows["own_goal"][rows["killer"] == 255] == 0).all()
    ended = rows[rows["killer"] < players]
    assert (ended["own_goal"] == 1 - (ended["winners"] >> ended["killer"] & 1)).all()
    assert (rows["uneven"] == (np.isin(rows["end"], (0, 1)) & (2 * rows["euphorians"] != players))).all()
    minority = np.where(2 * rows["euphorians"].astype(int) < players, 0, 1)
    assert (rows["minority_won"] == (rows["uneven"] & (rows["end"] == minority))).all()
    assert (rows["shots_leader"] <= rows["shots"]).all()
    assert ((rows["first_shot"] > 0) == (rows["shots"] > 0)).all()
    assert ((rows["first_leader"] > 0) == (rows["exposed_by"] > 0)).all()
    assert (rows["rounds"] == -(-rows["turns"].astype(int) // players)).all()
    assert (rows["anarchists"][rows["end"] == 2] > 0).all()


@pytest.mark.full
def test_focus_and_field_share_their_deal() -> None:
    """A in the seat of focus and B there get the same recruits and the same artifacts."""
    both = [
        TABLES.play_batch(with_focus("surrogate", focus, "hunter"), 16, 0, 400).rows for focus in ("random", "guardian")
    ]
    for column in ("focus", "focus_side", "focus_leader", "euphorians"):
        assert (both[0][column] == both[1][column]).all()
    alone = TABLES.play_batch(make("surrogate", "hunter"), 16, 0, 400).rows
    assert (alone["won"] == (both[0]["paired"] & 1)).all(), "the field's own games are those of a table without a focus"


def test_without_barter_the_other_artifacts_keep_their_order() -> None:
    for game in range(20):
        whole, less = order_of_deck("surrogate", game), order_of_deck("no-barter", game)
        others = [name for name in whole if name != "barter"]
        assert others[: len(less)] == less
        assert len(less) == 20
