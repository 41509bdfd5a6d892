"""The engine compared with an exact enumeration: small variants, every deck order, draw and choice.

The exact means are kept in a file, because the enumeration takes half a minute. Who changes a variant or the enumerator
writes it anew: python -m tests.support.shipwreck.exact_means
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from engine.game.results import Rows
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells
from tests.support.shipwreck.exact import MEASURES, Enumerator, Variant
from tests.support.shipwreck.exact_means import POLICIES, enumerated, kept_means
from tests.support.shipwreck.small_games import VARIANTS, deck_of

GAMES = 15_000
SEED = 2024
CONFIDENCE = 0.999
EXTRAS = MEASURES[2:]
"""Checked in addition to the win probability and the turns. There are many, so the confidence is joint."""
TOGETHER = 1 - (1 - CONFIDENCE) / (len(EXTRAS) * len(VARIANTS) * len(POLICIES))


EXACT = kept_means()


def played(small: Variant, policy: str, deck: dict[str, Any] | None = None) -> Rows:
    cell = cells.make(deck or deck_of(small), policy, small.players, small.doom)
    return SHIPWRECK.simulate(cell, SEED, 0, GAMES).rows


def misses(rows: Rows, means: dict[str, Any]) -> list[str]:
    """The measures whose Monte Carlo interval does not cover the exact mean."""
    won = binomtest(int(rows["won"].sum()), len(rows)).proportion_ci(CONFIDENCE)
    found = [] if won.low <= means["won"] <= won.high else ["won"]
    for name in MEASURES[1:]:
        column = rows[name].astype(np.int64)
        confidence = TOGETHER if name in EXTRAS else CONFIDENCE
        half = norm.ppf((1 + confidence) / 2) * column.std(ddof=1) / len(column) ** 0.5
        if not abs(column.mean() - float(means[name])) <= half + 1e-12:
            found.append(name)
    return found


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", VARIANTS)
def test_intervals_cover_the_exact_means(name: str, policy: str) -> None:
    small = VARIANTS[name]
    assert misses(played(small, policy), EXACT[name][policy]) == []


QUICK = ("dry",)


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.full) for name in VARIANTS]
)
def test_the_kept_means_are_those_of_the_enumeration(name: str) -> None:
    assert EXACT[name] == {policy: enumerated(name, policy) for policy in POLICIES}


def test_every_variant_has_kept_means() -> None:
    assert {name: tuple(means) for name, means in EXACT.items()} == dict.fromkeys(VARIANTS, POLICIES)


def test_a_fade_that_costs_less_is_noticed() -> None:
    """The planted error is in the enumerator's rules."""
    small = VARIANTS["plain, two players"]
    wrong = Enumerator(replace(small, fade_doom=1), "certain").totals()
    assert {"won", "turns"} <= set(misses(played(small, "certain"), wrong))


@pytest.mark.parametrize(
    ("name", "policy", "card", "changed"),
    [
        ("plain, two players", "certain", "higher", {"moons": 3}),
        ("answers", "certain", "chalice", {"effects": {"tells": "kept >= played"}}),
        ("guesses", "guess", "wish", {"effects": {"extra_guesses": 0}}),
        ("stars", "certain", "thief", {"effects": {"steals": "fate >= kept"}}),
        ("stars", "certain", "fall", {"fades": {"at_end": "total(here) > 2 * kept"}}),
        ("dry", "guess", "blind", {"effects": {"no_doom": False}}),
    ],
)
def test_a_changed_card_is_noticed(name: str, policy: str, card: str, changed: dict[str, Any]) -> None:
    """The planted error is in the deck that is played."""
    small = VARIANTS[name]
    deck = deck_of(small)
    deck["cards"][card] |= changed
    assert {"won", "turns"} & set(misses(played(small, policy, deck), EXACT[name][policy]))


def test_every_corner_is_reached() -> None:
    """The Hours, an empty deck, two fades in one turn and a win really occur in the variants."""
    assert played(VARIANTS["the hours"], "guess")["hours_plays"].max() > 1
    assert played(VARIANTS["dry"], "guess")["fades"].max() == len(VARIANTS["dry"].deck)
    for small in VARIANTS.values():
        assert len(set(played(small, "guess")["end"])) > 1
    stars = cells.make(deck_of(VARIANTS["stars"]), "mute", 2, 0)
    told = [(index, event) for index in range(25) for event in SHIPWRECK.replay(stars, SEED, index).events]
    fades = Counter((index, event["turn"]) for index, event in told if event["event"] == "faded")
    assert max(fades.values()) > 1
