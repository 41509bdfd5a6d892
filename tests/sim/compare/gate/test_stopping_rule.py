"""The ledger of a gate: what is settled stays settled, silence is no consent, and a group stands in for its cells only
at the last look, and only if each of them is near enough."""

import numpy as np
import pytest

from sim.compare.gate.stopping_rule import ClaimLedger, Claims, PValues
from sim.statistics.sequential import ChangeCounts, StepCounts, looks

MARGIN, RISK, MOST = 0.01, 0.05, 16_384
SPEAKS = np.zeros(4, np.bool_)


def claimed(cells: int, *groups: list[int]) -> Claims:
    return Claims.of([(-MARGIN, MARGIN)] * cells, [2 * MARGIN] * cells, groups)


def look(ledger: ClaimLedger, seen: ChangeCounts, silent: np.ndarray) -> None:
    nothing = StepCounts(np.zeros((*ledger.runs, 0, 1)), np.zeros((0, 1)))
    ledger.judge(ledger.claims.weigh(seen, nothing), silent, seen.last)


def test_a_ledger_keeps_what_is_settled() -> None:
    ledger = ClaimLedger(claimed(2), RISK)
    speaks = np.zeros(2, np.bool_)
    look(ledger, ChangeCounts(np.array([0, 20]), np.array([0, 20]), np.full(2, 1024)), speaks)
    assert ledger.inside.tolist() == [True, False]
    assert not ledger.passed
    look(ledger, ChangeCounts(np.array([0, 40]), np.array([1000, 40]), np.full(2, 2048)), speaks)
    assert ledger.inside[0]
    assert not ledger.failed, "the first cell was settled before"
    look(ledger, ChangeCounts(np.array([0, 40]), np.array([0, 800]), np.full(2, 4096)), speaks)
    assert ledger.failed


def test_a_silent_cell_is_never_kept() -> None:
    ledger = ClaimLedger(claimed(1), RISK)
    look(ledger, ChangeCounts(np.zeros(1), np.zeros(1), np.full(1, 9999), True), np.ones(1, np.bool_))
    assert not ledger.passed
    assert not ledger.failed


def test_the_whole_grid_raises_few_false_alarms_at_the_margin() -> None:
    """Every cell as bad as is allowed, all of them dependent on nothing: Holm keeps the rate."""
    cells, runs = 8, 400
    ledger = ClaimLedger(claimed(cells), RISK, (runs,))
    failed = np.zeros(runs, np.bool_)
    random, total, done = np.random.default_rng(9), np.zeros((runs, cells, 3), np.int64), 0
    for games in looks(MOST):
        total += random.multinomial(games - done, [0.03, 0.02, 0.95], (runs, cells))
        done, (lost, gained, _) = games, np.moveaxis(total, -1, 0)
        look(
            ledger,
            ChangeCounts(gained, lost, np.full((runs, cells), games), games == MOST),
            np.zeros((runs, cells), bool),
        )
        failed |= ledger.failed
    assert failed.mean() < RISK


def p_values(**given: list[float]) -> PValues:
    """Four cells and a group of them, about which nothing is known but what is given."""
    nothing = {"outside": [1.0] * 4, "inside": [1.0] * 4, "wide": [1.0] * 4}
    nothing |= {"group_outside": [1.0], "group_inside": [1.0], "whole_outside": []}
    return PValues(**{name: np.array(values) for name, values in (nothing | given).items()})


def four() -> ClaimLedger:
    return ClaimLedger(claimed(4, [0, 1, 2, 3]), RISK)


NEAR = {"wide": [0.0] * 4, "group_inside": [0.001]}


def test_a_group_stands_in_for_its_cells_at_the_last_look() -> None:
    ledger = four()
    ledger.judge(p_values(**NEAR), SPEAKS, last=False)
    assert not ledger.passed, "before the last look, a cell must speak for itself"
    ledger.judge(p_values(**NEAR), SPEAKS, last=True)
    assert ledger.passed
    assert ledger.as_group.all()
    assert not ledger.inside.any()


@pytest.mark.parametrize(
    "seen",
    [
        {**NEAR, "group_inside": [0.06]},
        {**NEAR, "wide": [0.0, 0.0, 0.0, 0.06]},
        {**NEAR, "outside": [1.0, 1.0, 0.04, 1.0]},
    ],
    ids=["the group is not known to hold", "one cell may be far away", "one cell alone shows that it is outside"],
)
def test_a_group_that_does_not_stand_in(seen: dict[str, list[float]]) -> None:
    ledger = four()
    ledger.judge(p_values(**seen), SPEAKS, last=True)
    assert not ledger.passed
    assert not ledger.as_group.any()


def test_a_group_does_not_speak_for_a_silent_cell() -> None:
    ledger = four()
    ledger.judge(p_values(**NEAR), np.array([False, True, False, False]), last=True)
    assert not ledger.passed


def test_a_cell_that_is_kept_by_itself_is_not_kept_as_a_group() -> None:
    ledger = four()
    ledger.judge(p_values(**NEAR, inside=[0.0, 1.0, 1.0, 1.0]), SPEAKS, last=True)
    assert ledger.as_group.tolist() == [False, True, True, True]


def test_a_broken_group_fails_and_counts_in_the_correction() -> None:
    ledger = four()
    ledger.judge(p_values(group_outside=[RISK / 4.9]), SPEAKS, last=False)
    assert not ledger.failed, "four cells and a group are five tests"
    ledger.judge(p_values(group_outside=[RISK / 5.1]), SPEAKS, last=False)
    assert ledger.failed


def test_the_wider_claim_keeps_open_ends_open() -> None:
    claims = Claims.of([(-1 + 1e-9, -0.01)], [0.01], [[0]])
    assert (claims.wide_low[0], claims.wide_high[0]) == (-1 + 1e-9, 0.0)
