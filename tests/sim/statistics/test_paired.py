"""Paired statistics against published examples and by simulation, each with a control that must fail."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import chi2

from sim.statistics.intervals import holm
from sim.statistics.intervals import paired_score as score
from sim.statistics.paired import Paired, equivalence, interval, mcnemar, smallest_visible, unseen, variance_left
from tests.support.sample import sampled

AIRWAYS = Paired(1, 1, 7, 12)
"""Airway hyper-responsiveness before and after a transplantation (Bentur et al. 2009), the running example of
Fagerland, Lydersen, Laake: "Recommended tests and confidence intervals for paired binomial proportions", 2014."""
APPROVAL = Paired(794, 150, 86, 570)
"""Approval of a prime minister, asked twice (Agresti: "Categorical Data Analysis", table 10.1)."""
SPUTUM = Paired(20, 12, 2, 16)
"""Two media for the culture of tubercle bacilli (Armitage, Berry: "Statistical Methods in Medical Research", 1994)."""


def test_the_interval_is_that_of_the_published_example() -> None:
    """Table V of Fagerland et al. gives Tango's interval as −0.517 to −0.026, the sides the other way round."""
    assert interval(AIRWAYS) == pytest.approx((0.026, 0.517), abs=5e-4)


def test_the_interval_of_many_pairs_is_that_of_the_textbook() -> None:
    """Agresti gives −0.06 to −0.02."""
    assert [round(end, 2) for end in interval(APPROVAL)] == [-0.06, -0.02]


@pytest.mark.parametrize(("table", "chance"), [(AIRWAYS, 0.0703), (SPUTUM, 0.0129)])
def test_mcnemar_is_that_of_the_published_examples(table: Paired, chance: float) -> None:
    assert mcnemar(table) == pytest.approx(chance, abs=5e-5)


def test_the_score_of_no_difference_is_mcnemars_statistic() -> None:
    """Agresti: z² = (86 − 150)² / (86 + 150) = 17.36."""
    assert float(score(86, 150, 1600, 0.0)) ** 2 == pytest.approx(17.36, abs=0.005)
    assert chi2.sf(17.36, 1) == pytest.approx(mcnemar(APPROVAL), rel=0.25)


def test_the_interval_turns_round_with_the_sides() -> None:
    for table in (AIRWAYS, APPROVAL, Paired(5, 0, 3, 2), Paired(9, 0, 0, 9)):
        low, high = interval(table)
        turned = interval(Paired(table.both, table.gained, table.lost, table.neither))
        assert turned == pytest.approx((-high, -low), abs=1e-9)
        assert -1 <= low < table.difference < high <= 1 or table.changed == 0


def test_holm_is_the_textbook_example() -> None:
    """Holm's steps by hand: 4 × 0.005, 3 × 0.01, 2 × 0.03, then never smaller than the one before."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_without_a_changed_result_the_bound_is_exact() -> None:
    """In n games none of which changed: (1 − bound)^n is the risk."""
    assert (1 - unseen(5000, 0.01)) ** 5000 == pytest.approx(0.01)
    same = Paired(3000, 0, 0, 2000)
    assert equivalence(same, unseen(5000, 0.01)) == pytest.approx(0.01)
    assert equivalence(same, 0.0005) > 0.01 > equivalence(same, 0.001)


def tables(share_lost: float, share_gained: float, games: int, repeats: int) -> list[Paired]:
    rest = 1 - share_lost - share_gained
    drawn = np.random.default_rng(5).multinomial(games, [rest / 2, share_lost, share_gained, rest / 2], repeats)
    return [Paired(both + neither, lost, gained, 0) for both, lost, gained, neither in drawn.tolist()]


def share(drawn: list[Paired], judged: Callable[[Paired], bool]) -> float:
    """Of the tables that are judged so. Many are alike: each is judged once."""
    return float(np.mean([*map(cache(judged), drawn)]))


@pytest.mark.parametrize(("lost", "gained"), [(0.01, 0.002), (0.05, 0.04), (0.0, 0.003)])
def test_the_interval_covers_the_truth(lost: float, gained: float) -> None:
    def covers(table: Paired) -> bool:
        low, high = interval(table)
        return low <= gained - lost <= high

    assert share(tables(lost, gained, 4000, 700), covers) > 0.92


def test_an_interval_for_unpaired_games_would_be_caught() -> None:
    """The control: with results that change together, one that ignores the pairs covers far too often."""
    drawn = tables(0.01, 0.01, 4000, 2000)
    reach = [1.96 * np.sqrt(2 * 0.25 / table.games) for table in drawn]
    assert np.mean([abs(table.difference) <= wide for table, wide in zip(drawn, reach, strict=True)]) > 0.999


@pytest.mark.parametrize("changed", sampled([0.004, 0.04, 0.3], [0.04]))
def test_mcnemar_keeps_its_risk(changed: float) -> None:
    drawn = tables(changed / 2, changed / 2, 3000, 3000)
    assert share(drawn, lambda table: mcnemar(table) <= 0.05) < 0.058


def test_a_test_that_takes_games_for_independent_coins_would_be_caught() -> None:
    """The control: a test that drops the smaller count is wrong far more often than it says."""
    drawn = tables(0.02, 0.02, 3000, 1000)
    assert share(drawn, lambda table: mcnemar(table._replace(lost=0)) <= 0.05) > 0.9


@pytest.mark.parametrize(("lost", "gained"), [(0.012, 0.002), (0.03, 0.02), (0.002, 0.012)])
def test_equivalence_is_rarely_claimed_at_the_margin(lost: float, gained: float) -> None:
    drawn = tables(lost, gained, 6000, 4000)
    assert share(drawn, lambda table: equivalence(table, 0.01) <= 0.05) < 0.058


def test_equivalence_is_found_where_it_is_and_not_beyond() -> None:
    assert np.mean([equivalence(table, 0.01) <= 0.05 for table in tables(0.01, 0.01, 6000, 500)]) > 0.9
    assert np.mean([equivalence(table, 0.01) <= 0.05 for table in tables(0.03, 0.01, 6000, 500)]) == 0


@pytest.mark.parametrize("changed", sampled([0.01, 0.1], [0.01]))
def test_the_smallest_visible_change_is_seen_as_often_as_promised(changed: float) -> None:
    probe = Paired(3000, int(3000 * changed), int(3000 * changed), 3000 - int(6000 * changed))
    step = smallest_visible(probe, 0.05)
    part = probe.changed / probe.games
    drawn = tables((part - step) / 2, (part + step) / 2, probe.games, 3000)
    assert share(drawn, lambda table: mcnemar(table) <= 0.05) == pytest.approx(0.8, abs=0.04)


def test_what_pairing_leaves_of_the_variance() -> None:
    assert variance_left(Paired(50, 0, 0, 50)) == 0
    assert variance_left(Paired(25, 25, 25, 25)) == pytest.approx(1)
    assert variance_left(Paired(10, 0, 0, 0)) is None
    assert variance_left(Paired(40, 10, 10, 40)) == pytest.approx(0.4)


def test_all_the_same_is_no_information() -> None:
    assert not Paired(0, 0, 0, 0).informative
    assert not Paired(10, 0, 0, 0).informative
    assert not Paired(0, 0, 0, 10).informative
    assert Paired(9, 0, 0, 1).informative
    assert mcnemar(Paired(10, 0, 0, 0)) == 1.0
    assert interval(Paired(10, 0, 0, 0))[0] < -0.2


def test_the_statistics_of_whole_arrays_are_those_of_single_tables() -> None:
    lost, gained = np.arange(8), np.arange(8)[::-1]
    together = score(gained, lost, 100, -0.02)
    assert together.tolist() == [float(score(g, b, 100, -0.02)) for g, b in zip(gained, lost, strict=True)]
    assert all(left > right for left, right in pairwise(together))
