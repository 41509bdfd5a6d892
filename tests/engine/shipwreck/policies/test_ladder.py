"""The skill levels: every policy wins at least as much as when it was measured, and none is better than the next. Three
players, base set, fixed seeds; the bounds allow one false alarm in a thousand."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binom, binomtest, fisher_exact

from tests.support.shipwreck.samples import rows_of

DOOMS = (0, 6)
UNLIKELY = 0.001
SLACK = 0.005
"""Half a point below the reference is allowed."""

REFERENCE = {
    "literal": {0: 0.963, 6: 0.571},
    "pragmatic depth=1": {0: 0.995, 6: 0.717},
    "pragmatic": {0: 0.9990, 6: 0.822},
}
"""Win rates by doom, measured on 100,000 games with an independent program."""
LEARNT = {"expert": {0: 0.9987, 6: 0.915}, "convention": {0: 0.9999, 6: 0.941}}
LEARNT_SLACK = 0.01
"""Weights come from training, and two trainings give different results."""
CERTAIN = {0: 140, 2: 40, 4: 10, 6: 0}
"""Wins of `certain` in this many games, by doom."""
REFERENCE_GAMES = 100_000
CERTAIN_GAMES = 8_000
USUAL, FEW = 2000, 1000
"""Games of a rung, and of one that learned, which is slow."""

LADDER = ("guess", "novice", "literal", "pragmatic depth=1", "pragmatic", *LEARNT, "omniscient")


def games_of(policy: str) -> int:
    return FEW if policy in LEARNT else USUAL


def wins_of(policy: str, doom: int, games: int) -> int:
    return int(rows_of(policy, doom, games=games)["won"].sum())


def is_far_below(policy: str, doom: int, rate: float, games: int | None = None) -> bool:
    """Whether this few wins are nearly impossible at this rate."""
    games = games or games_of(policy)
    return bool(binom.cdf(wins_of(policy, doom, games), games, rate) < UNLIKELY)


def interval(policy: str, doom: int, games: int | None = None) -> tuple[float, float]:
    """The 99.9 % interval of the win rate."""
    games = games or games_of(policy)
    found = binomtest(wins_of(policy, doom, games), games).proportion_ci(1 - UNLIKELY, method="wilson")
    return float(found.low), float(found.high)


@pytest.mark.parametrize("doom", DOOMS)
@pytest.mark.parametrize("policy", REFERENCE)
def test_a_rung_wins_what_it_should(policy: str, doom: int) -> None:
    assert not is_far_below(policy, doom, REFERENCE[policy][doom] - SLACK)


@pytest.mark.parametrize(("policy", "doom"), [("expert", 6), ("convention", 0)])
def test_a_rung_that_learnt_wins_about_what_it_should(policy: str, doom: int) -> None:
    assert not is_far_below(policy, doom, LEARNT[policy][doom] - LEARNT_SLACK)


@pytest.mark.parametrize("policy", LEARNT)
def test_who_knows_nothing_of_positions_would_be_noticed(policy: str) -> None:
    """The negative control: no powers, and what was known is forgotten."""
    crippled = f"{policy} forget_powers=1 forget_lines=1"
    assert is_far_below(crippled, 6, LEARNT[policy][6] - LEARNT_SLACK, 500)


@pytest.mark.parametrize(
    ("crippled", "doom"),
    [("pragmatic slip=0.3", 0), ("pragmatic depth=1", 6)],
)
def test_a_crippled_table_does_not(crippled: str, doom: int) -> None:
    assert is_far_below(crippled, doom, REFERENCE["pragmatic"][doom] - SLACK)


@pytest.mark.parametrize("doom", CERTAIN)
def test_certain_is_its_reference_both_ways(doom: int) -> None:
    """Hard logic is the same in every program, so neither more nor less."""
    wins = wins_of("certain", doom, CERTAIN_GAMES)
    table = np.array([[wins, CERTAIN_GAMES - wins], [CERTAIN[doom], REFERENCE_GAMES - CERTAIN[doom]]])
    assert fisher_exact(table).pvalue > UNLIKELY


@pytest.mark.parametrize("doom", DOOMS)
def test_no_rung_stands_above_the_next(doom: int) -> None:
    for lower, upper in [*pairwise(LADDER), ("guess", "certain"), ("certain", "literal")]:
        if (lower, upper) == ("guess", "certain") and doom > 0:
            continue  # both win almost nothing, and only a guess is ever right by luck
        assert interval(lower, doom)[0] <= interval(upper, doom)[1], f"{lower} above {upper}"


def test_the_rungs_can_be_told_apart() -> None:
    """At the highest doom, every step from novice on is a real one."""
    for lower, upper in pairwise(LADDER[1:]):
        if {lower, upper} != LEARNT.keys():
            assert interval(lower, 6)[1] < interval(upper, 6)[0], f"{lower} not below {upper}"


@pytest.mark.parametrize("doom", DOOMS)
def test_the_bound_always_wins_in_seven_turns(doom: int) -> None:
    rows = rows_of("omniscient", doom, games=2000)
    assert rows["won"].all()
    assert (rows["turns"] == 7).all()
