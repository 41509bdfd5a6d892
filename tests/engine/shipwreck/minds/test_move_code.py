"""A code distinguishes as many hands as possible."""

from functools import cache

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from engine.kernel.records import new
from engine.shipwreck.minds.planning.memory import Judgement
from engine.shipwreck.minds.planning.move_code import (
    identify,
)
from engine.shipwreck.table.state import NONE

MANY = settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))

Hands = list[tuple[int, set[int]]]
"""The weight of a hand, and the signals it can send."""
HANDS = st.lists(
    st.tuples(st.integers(1, 50), st.sets(st.integers(0, 11), min_size=1, max_size=5)), min_size=1, max_size=14
)


@cache
def some_mind() -> Judgement:
    """One record for all examples, because it has room for the positions of many games."""
    return new(Judgement)


def mind_of(hands: Hands) -> Judgement:
    mind = some_mind()
    mind.hands = len(hands)
    at = 0
    for hand, (weight, signals) in enumerate(hands):
        mind.pair[hand] = weight
        mind.start[hand] = at
        for signal in sorted(signals):
            mind.signal[at] = signal
            at += 1
    mind.start[len(hands)] = at
    mind.signals = 12
    mind.listed[:12] = range(12)
    return mind


def identified(hands: Hands, mind: Judgement) -> int:
    """The weight of the hands that are the only ones with their signal."""
    return sum(weight for hand, (weight, _) in enumerate(hands) if mind.owns[hand] != NONE)


def best_matching(hands: Hands) -> int:
    weights = np.zeros((len(hands), 12))
    for hand, (weight, signals) in enumerate(hands):
        weights[hand, list(signals)] = weight
    return int(weights[linear_sum_assignment(weights, maximize=True)].sum())


@MANY
@given(hands=HANDS)
def test_hands_of_the_greatest_weight_are_told_apart(hands: Hands) -> None:
    mind = mind_of(hands)
    identify(mind)
    assert identified(hands, mind) == best_matching(hands)
    owned = [int(mind.signal[mind.owns[hand]]) for hand in range(len(hands)) if mind.owns[hand] != NONE]
    assert len(set(owned)) == len(owned), "a signal has one owner"
    for hand in range(len(hands)):
        assert mind.start[hand] <= mind.chosen[hand] < mind.start[hand + 1]
        if mind.owns[hand] != NONE:
            assert mind.chosen[hand] == mind.owns[hand]


def test_taking_the_first_free_signal_would_not_do() -> None:
    """The negative control: in this example a hand must give up its signal for another."""
    hands: Hands = [(5, {0, 1}), (3, {0})]
    mind = mind_of(hands)
    identify(mind)
    assert identified(hands, mind) == best_matching(hands) == 8
    assert [int(mind.signal[mind.chosen[hand]]) for hand in range(2)] == [1, 0]
