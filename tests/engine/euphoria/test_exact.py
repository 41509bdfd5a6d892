"""Exact values: the deal, first probabilities, and a tiny variant of the game enumerated without the kernel."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from engine.euphoria.cells.play_cell import TABLES
from engine.euphoria.table.state import CAP
from tests.support.euphoria import exact
from tests.support.euphoria.cells import make
from tests.support.euphoria.dealt import deals, first_beliefs

GAMES = 40_000
FAR = 4.5
SHEET = {
    4: ["1/6", "2/3", "1/6"],
    5: ["27/572", "259/572", "259/572", "27/572"],
    6: ["9/1430", "152/715", "402/715", "152/715", "9/1430"],
    7: ["243/184756", "14715/184756", "19355/46189", "19355/46189", "14715/184756", "243/184756"],
    8: ["0", "81/4522", "75/323", "1130/2261", "75/323", "81/4522", "0"],
}
"""Section 11: players on the Euphorian side at the deal, from 1 on."""


def apart(count: int, games: int, share: float) -> float:
    """In standard errors."""
    error = sqrt(max(share * (1 - share), 1e-12) / games)
    return abs(count / games - share) / error


@pytest.mark.parametrize("players", SHEET)
def test_the_sheet_agrees_with_an_enumeration(players: int) -> None:
    found = exact.euphorians_at_the_deal(players)
    assert [found.get(number, Fraction(0)) for number in range(1, players)] == [
        Fraction(each) for each in SHEET[players]
    ]


@pytest.mark.parametrize("players", SHEET)
def test_the_deal_is_as_the_sheet_says(players: int) -> None:
    rows = TABLES.play_batch(make(players=players, turn_cap=1), 3, 0, GAMES).rows
    for number, share in enumerate(SHEET[players], start=1):
        count = int(np.sum(rows["euphorians"] == number))
        if Fraction(share) == 0:
            assert count == 0
        else:
            assert apart(count, GAMES, float(Fraction(share))) < FAR
    assert apart(int(rows["focus_leader"].sum()), GAMES, 2 / players) < FAR
    assert apart(int(rows["focus_side"].sum()), GAMES, 0.5) < FAR
    for seat in range(players):
        assert apart(int(np.sum(rows["focus"] == seat)), GAMES, 1 / players) < FAR


@pytest.mark.parametrize("players", SHEET)
def test_a_leader_and_his_own_side(players: int) -> None:
    """The formula of the sheet."""
    each = exact.FOLLOWERS[players]
    outer, middle = Fraction(each - 1, 4 * each - 2), Fraction(each, 2 * each - 1)
    assert exact.leader_with_own_followers(each) == [outer, middle, outer]


DEALS = 3_000


@pytest.mark.parametrize("players", SHEET)
def test_the_leaders_are_dealt_by_that_formula(players: int) -> None:
    """By the kernel: what each Leader has beside him, and that a Leader whom a seat has not is anywhere else alike."""
    rows = list(deals(make(players=players), 3, DEALS))
    assert all(row.count("E") + row.count("S") <= 1 for dealt in rows for row in dealt), "two different players"
    followers = exact.FOLLOWERS[players]
    for leader, own in (("E", "e"), ("S", "s")):
        beside = Counter(next(row for row in dealt if leader in row).count(own) for dealt in rows)
        for number, share in enumerate(exact.leader_with_own_followers(followers)):
            assert apart(beside[number], DEALS, float(share)) < FAR
        for seat in range(players):
            elsewhere = [dealt for dealt in rows if leader not in dealt[seat]]
            for other in set(range(players)) - {seat}:
                there = sum(leader in dealt[other] for dealt in elsewhere)
                assert apart(there, len(elsewhere), 1 / (players - 1)) < FAR
    for place in range(3):
        there = sum(row[place] in "ES" for dealt in rows for row in dealt)
        assert apart(there, 2 * DEALS, 1 / 3) < FAR


@pytest.mark.parametrize("players", SHEET)
def test_before_any_look_every_other_seat_is_as_likely(players: int) -> None:
    """What the heuristics believe, by the kernel."""
    for game in range(4):
        for seat, belief in enumerate(first_beliefs(make(policy="guardian", players=players), 3, game)):
            for other in range(players):
                leaders = 1 if belief.has_leader else 2
                expected = 0.0 if other == seat else leaders / (players - 1)
                assert belief.promise[other] == pytest.approx(expected)


COUNTED = ("interrogations", "arms", "hides", "passes", "shots", "shots_leader")


@pytest.mark.parametrize("turns", [1, 3])
def test_a_tiny_variant_enumerated(turns: int) -> None:
    """Four players who act at random, two lasers, a few turns: the joint distribution of everything counted."""
    expected = exact.after_turns(turns)
    assert sum(expected.values()) == 1
    rows = TABLES.play_batch(make(players=4, turn_cap=turns), 5, 0, GAMES).rows
    end = rows["end"].astype(np.int64)
    ends = np.where(end == CAP, -1, np.where(end <= 1, 0, end))
    found = np.stack([*(rows[name].astype(np.int64) for name in COUNTED), ends], axis=1)
    values, counts = np.unique(found, axis=0, return_counts=True)
    assert {tuple(value) for value in values.tolist()} <= expected.keys()
    observed = dict(zip(map(tuple, values.tolist()), counts.tolist(), strict=True))
    for key, chance in expected.items():
        if chance * GAMES > 20:
            assert apart(observed.get(key, 0), GAMES, float(chance)) < FAR, key


def test_another_rule_would_be_noticed() -> None:
    """The same comparison with one laser instead of two fails."""
    expected = exact.after_turns(5, lasers=1)
    rows = TABLES.play_batch(make(players=4, turn_cap=5), 5, 0, GAMES).rows
    arms = sum(chance * key[exact.ARMED] for key, chance in expected.items())
    spread = float(rows["arms"].std()) / sqrt(GAMES)
    assert abs(float(rows["arms"].mean()) - float(arms)) > 10 * spread
