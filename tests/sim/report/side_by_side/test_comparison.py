"""What the page of several runs claims: hardly ever a difference that is not there, and those that are.

Of 600 simulated pages without any difference, a right program makes a false claim in 5 % at most, because Fisher's test
and Holm's correction are exact: more than 7.4 % has a probability of less than 0.5 %, and the seed is fixed.
"""

import numpy as np
import pytest

from engine.game.outcomes import Mean, Share
from sim.report.side_by_side.comparison import judge
from sim.statistics.estimates import mean_estimate
from sim.statistics.intervals import fisher
from sim.statistics.paired import Paired
from sim.statistics.two_samples import Difference, MeanOf, ShareCount

RATES = np.array([0.0005, 0.03, 0.2, 0.5, 0.76, 0.83, 0.97, 0.998])
GAMES = 2000
WIN_RATE = Share(name="win rate", meaning="games won", column="won", more="easier", less="harder")
LENGTH = Mean(name="length", meaning="turns", column="turns", unit="turns", margin=0.1, more="longer", less="shorter")


def _excludes_zero(each: Difference) -> bool:
    assert each.interval is not None
    return not each.interval[0] <= 0 <= each.interval[1]


def page(rng: np.random.Generator, moved: float = 0.0) -> list[Difference]:
    """Five runs of eight cells that differ in their seeds alone; one cell of the last run may have moved."""
    wins = rng.binomial(GAMES, RATES, (5, len(RATES)))
    wins[4, 3] = rng.binomial(GAMES, RATES[3] + moved)
    return [
        Difference(ShareCount(int(first), GAMES), ShareCount(int(now), GAMES))
        for other in wins[1:]
        for first, now in zip(wins[0], other, strict=True)
    ]


@pytest.mark.full
def test_runs_that_differ_in_their_seeds_alone_seldom_have_a_difference() -> None:
    rng = np.random.default_rng(17)
    claims = alone = 0
    for at in range(600):
        differences = page(rng)
        claims += any(each.verdict != "unclear" for each in judge(differences, WIN_RATE))
        alone += at < 60 and any(_excludes_zero(each) for each in differences)
    assert claims / 600 <= 0.05 + 2.6 * np.sqrt(0.05 * 0.95 / 600)
    assert alone / 60 > 0.5, "the negative control: each interval alone, as if it were the only one of the page"


def test_a_difference_of_five_errors_is_found() -> None:
    rng = np.random.default_rng(18)
    found = [judge(page(rng, moved=-0.08), WIN_RATE)[-5].verdict for _ in range(100)]
    assert found.count("harder") >= 90
    assert "easier" not in found


def lengths(rng: np.random.Generator, moved: int = 0) -> list[Difference]:
    """The same for a skewed mean."""
    found = []
    for cell in range(32):
        sides = [rng.geometric(0.1, GAMES) + by for by in (0, moved if cell == 3 else 0)]
        sums = [[int((side.astype(np.int64) ** power).sum()) for power in (1, 2, 3)] for side in sides]
        before, after = (MeanOf(mean_estimate(GAMES, *each), GAMES) for each in sums)
        found.append(Difference(before, after))
    return found


def test_a_longer_game_is_found() -> None:
    rng = np.random.default_rng(20)
    found = [judge(lengths(rng, moved=2), LENGTH)[3].verdict for _ in range(20)]
    assert found.count("longer") >= 18, "two turns more are six errors"


def test_games_on_shared_luck_are_judged_as_pairs() -> None:
    """30 results lost and 8 gained among 2,000 games are no chance; two samples with these win rates tell nothing."""
    pair = Paired(1000, 30, 8, 962)
    before, after = ShareCount(1030, GAMES), ShareCount(1008, GAMES)
    [paired], [unpaired] = (judge([Difference(before, after, each)], WIN_RATE) for each in (pair, None))
    assert (paired.verdict, unpaired.verdict) == ("harder", "unclear")


def test_cells_without_games_say_nothing() -> None:
    nothing, something = ShareCount(0, 0), ShareCount(5, 10)
    for before, after in ((nothing, something), (something, nothing), (nothing, nothing)):
        difference = Difference(before, after)
        assert difference.value is None
        assert judge([difference], WIN_RATE)[0].verdict == "unclear"
    assert judge([], WIN_RATE) == []


def test_fishers_test_is_scipys() -> None:
    from scipy.stats import fisher_exact

    rng = np.random.default_rng(2)
    for _ in range(20):
        games = int(rng.integers(5, 500))
        one, other = (int(wins) for wins in rng.binomial(games, 0.3, 2))
        expected = fisher_exact(np.array([[one, games - one], [other, games - other]])).pvalue
        assert float(fisher(one, games, other, games)) == pytest.approx(expected, rel=1e-9)
