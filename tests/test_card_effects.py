"""Effects of cards in a game file, against those that all orders of its deck give. The whole measurement, with 1,000
repetitions, is `python -m tests.card_effects`."""

import numpy as np
import pytest
from scipy.stats import chi2

from engine.outside.own import author
from engine.outside.own.compiled.kernels import SWITCH
from sim.statistics.intervals import z_of
from tests.card_effects import COPIES, POWERS, Exact, exact, measured

GAMES = 6000


@pytest.fixture(autouse=True)
def in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mistakes are planted there."""
    monkeypatch.setenv(SWITCH, "1")


@pytest.fixture(scope="module")
def truth() -> list[Exact]:
    return exact()


def distance(truth: list[Exact], games: int = GAMES) -> float:
    """How far the effects that are measured lie from the true ones: a sum of squares, in standard errors."""
    found = [seen.effect for seen in measured(11, 0, games)]
    assert all(each.value is not None for each in found)
    away = [
        ((each.value or 0.0) - true.effect) / (each.half_width / z_of())
        for each, true in zip(found, truth, strict=True)
    ]
    return float(np.square(np.array(away, float)).sum())


LIMIT = float(chi2.ppf(0.999, len(POWERS)))


def test_effects_are_those_of_all_orders_of_the_deck(truth: list[Exact]) -> None:
    assert distance(truth) < LIMIT
    many = [COPIES.get(name, 1) for name in POWERS]
    gains = sum(each.effect * copies for each, copies in zip(truth, many, strict=True))
    assert gains == 0, "what one card gains, another loses"
    assert all(each.naive - each.effect > 0.05 for each in truth), "the win rate of those who drew it says too much"


def test_a_mistake_is_seen(truth: list[Exact], monkeypatch: pytest.MonkeyPatch) -> None:
    """The other card comes from the bottom of the deck, whatever the luck."""
    monkeypatch.setattr(author, "partner", lambda key, index, cards: 0)
    assert distance(truth, 4000) > 2 * LIMIT
