"""A code: it distinguishes as many hands as possible, an improvement is a real one, and the better start wins."""

from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from engine.kernel.records import new
from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.minds.planning.memory import Judgement
from engine.shipwreck.minds.planning.move_code import (
    back_to_rival,
    identify,
    improve,
    play_anything,
    settle_code,
    shake,
)
from engine.shipwreck.minds.planning.outlooks import foresee_signals
from engine.shipwreck.minds.planning.plan import decide_all, listen, listen_to_code, play_code
from engine.shipwreck.policies import convention
from engine.shipwreck.table.state import NONE, View
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import before_plays, table_of, think_ahead

MANY = settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
CLOSE = 1e-9
SEED = 8

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


def worth_of_code(view: View, state: Copy) -> float:
    """The chance of winning with the present moves of the hands."""
    play_code(state.mind)
    listen(view, state.mind)
    return float(decide_all(view, state.mind))


def codes(deck: str, games: range, step: int) -> list[tuple[View, Copy]]:
    sitting = Sitting(table_of("convention rounds=1", deck, 3, 4), SEED)
    states = list(before_plays(sitting, games, 9))[::step]
    for state in states:
        state.mind.rounds = 3
    return [(think_ahead(state), state) for state in states]


@pytest.mark.full
@pytest.mark.parametrize("deck", ["base", "full"])
def test_the_better_start_improved(deck: str) -> None:
    """The code that is played is worth at least as much as either start leads to, and no sweep makes it worse."""
    gained = 0
    for view, state in codes(deck, range(1), 3):
        mind = state.mind
        foresee_signals(view, mind)
        starts = []
        for begin in ("anything", "identify"):
            if begin == "anything":
                play_anything(mind)
                listen(view, mind)
            else:
                identify(mind)
                listen_to_code(view, mind)
            settled = float(settle_code(view, mind))
            unswept = worth_of_code(view, state)
            assert unswept == pytest.approx(settled, abs=CLOSE), "the best code met is the one kept"
            promised = float(improve(view, mind))
            swept = worth_of_code(view, state)
            assert swept == pytest.approx(promised, abs=CLOSE)
            assert swept >= unswept - CLOSE
            gained += swept > unswept + CLOSE
            starts.append(swept)
        convention.agree(view, mind)
        listen(view, mind)
        assert decide_all(view, mind) >= max(starts) - CLOSE
        for hand in range(mind.hands):
            moves = slice(mind.start[hand], mind.start[hand + 1])
            assert mind.chance[moves].sum() == mind.chance[mind.chosen[hand]] == 1.0
    assert gained > 0, "the sweep never helped"


@pytest.mark.full
def test_what_a_sweep_believes_is_what_is_so() -> None:
    """Its running sums equal a fresh count."""
    for view, state in codes("base", range(1), 4):
        mind = state.mind
        foresee_signals(view, mind)
        identify(mind)
        improve(view, mind)
        heard = mind.heard.copy()
        team = sum(float(mind.team[signal]) for signal in mind.listed[: mind.signals])
        play_code(mind)
        listen(view, mind)
        listed = mind.listed[: mind.signals]
        np.testing.assert_allclose(mind.heard[listed], heard[listed], atol=1e-12)
        assert team == pytest.approx(float(decide_all(view, mind)), abs=CLOSE)


@pytest.mark.full
def test_shaking_keeps_the_code_at_hand() -> None:
    """Some hands take another of their moves, different hands in every attempt; the previous code is kept."""
    [(view, state), *_] = codes("base", range(1), 4)
    mind = state.mind
    foresee_signals(view, mind)
    identify(mind)
    before, moved = mind.chosen[: mind.hands].copy(), set()
    for attempt in range(7):
        shake(mind, attempt)
        after = mind.chosen[: mind.hands]
        assert (mind.start[: mind.hands] <= after).all()
        assert (after < mind.start[1 : mind.hands + 1]).all()
        assert 0 < (after != before).sum() < mind.hands / 2
        moved |= set(np.flatnonzero(after != before).tolist())
        back_to_rival(mind)
        assert (mind.chosen[: mind.hands] == before).all()
    assert len(moved) > mind.hands / 2
