"""The random numbers: published known answers, uniform distribution, independent streams, shared luck."""

import os
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2, chisquare

from engine.kernel import rng
from engine.kernel.records import new
from engine.kernel.rng import STREAM_SHIFT, below, philox, seed_luck
from engine.shipwreck.table.state import Luck
from engine.shipwreck.table.streams import BAG, DECK
from tests.support import ROOT
from tests.support.shipwreck import cells
from tests.support.shipwreck.recount import deck_order
from tests.support.shipwreck.stepping import Sitting

PI = [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0]
KNOWN_ANSWERS = [
    ("philox", [0] * 6, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("philox", [0xFFFFFFFF] * 6, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("philox", PI, "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ("philox7", [0] * 6, "5f6fb709 0d893f64 4f121f81 4f730a48"),
    ("philox7", [0xFFFFFFFF] * 6, "5207ddc2 45165e59 4d8ee751 8c52f662"),
    ("philox7", PI, "4dfccaba 190a87f0 c47362ba b6b5242a"),
    ("philox7_of_two", [0] * 3, "257a3673 cd26be2a"),
    ("philox7_of_two", [0xFFFFFFFF] * 3, "ab302c4d 3dc9d239"),
    ("philox7_of_two", PI[:3], "bedbbe6b e4c770b3"),
]
"""kat_vectors of Random123, Philox4x32 with 10 and 7 rounds and Philox2x32 with 7: counter and key, and the answer."""

UNLIKELY = 1e-4


def test_known_answers() -> None:
    for name, given, answer in KNOWN_ANSWERS:
        assert " ".join(f"{int(word):08x}" for word in getattr(rng, name)(*map(np.uint64, given))) == answer


def test_every_bit_of_a_seed_is_in_the_keys() -> None:
    luck, keys = new(Luck), set()
    for seed in (0, *(1 << bit for bit in range(64))):
        seed_luck(luck, seed)
        keys.add((int(luck.key0), int(luck.key1)))
    assert len(keys) == 65


def test_known_answers_interpreted() -> None:
    shown = "*(f'{int(word):08x}' for word in getattr(rng, name)(*map(np.uint64, given)))"
    code = f"import numpy as np; from engine.kernel import rng\nfor name, given, _ in {KNOWN_ANSWERS}: print({shown})"
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, env=env, check=True, capture_output=True
    )
    assert done.stdout.decode().splitlines() == [answer for *_, answer in KNOWN_ANSWERS]


def stream(label: Any, seed: int, count: int) -> list[Any]:
    """The first word of this many draws of one stream."""
    key = np.uint64(seed), np.uint64(0)
    return [philox(np.uint64(7), label << STREAM_SHIFT, np.uint64(i), np.uint64(0), *key)[0] for i in range(count)]


@pytest.mark.parametrize("n", [2, 3, 7, 21, 100])
def test_below_is_even(n: int) -> None:
    drawn = [below(word, n) for word in stream(BAG, 1, 20_000)]
    assert set(drawn) == set(range(n))
    assert chisquare(np.bincount(drawn, minlength=n)).pvalue > UNLIKELY


def is_independent(one: list[Any], other: list[Any]) -> bool:
    """Chi-square test of the pairs of two sequences of draws, each reduced to 0..9."""
    pairs = [int(below(a, 10)) * 10 + int(below(b, 10)) for a, b in zip(one, other, strict=True)]
    return bool(chisquare(np.bincount(pairs, minlength=100)).pvalue > UNLIKELY)


def test_streams_are_independent() -> None:
    deck, bag = (stream(label, 1, 10_000) for label in (DECK, BAG))
    assert is_independent(deck, bag)
    assert is_independent(deck, stream(DECK, 2, 10_000)), "of two seeds"
    assert is_independent(deck[1:], deck[:-1]), "of two draws in a row"
    assert not is_independent(deck, deck), "the check notices a stream that repeats another"


def orders(deck: str | dict[str, Any], games: int, seed: int = 1) -> list[list[int]]:
    """The whole order of the arcana in each of this many games, from the first slot to the bottom of the deck."""
    sitting = Sitting(cells.make(deck, "mute"), seed)
    dealt = []
    for index in range(games):
        sitting.set_up(index)
        world = sitting.look()
        dealt.append([*world.table.row, *deck_order(world)])
    return dealt


def evenness(placed: list[list[int]]) -> float:
    """The p-value for places that are at least as uneven as these, if every card is equally likely at every place. Row
    and column sums are fixed, which leaves (n − 1)² degrees of freedom."""
    table = np.zeros((len(placed[0]), len(placed[0])))
    for order in placed:
        table[order, range(len(order))] += 1
    n, expected = len(table), len(placed) / len(table)
    statistic = ((table - expected) ** 2 / expected).sum() * (n - 1) / n
    return float(chi2.sf(statistic, (n - 1) ** 2))


def test_every_card_is_as_likely_at_every_place() -> None:
    assert evenness(orders("base", 1_500)) > UNLIKELY


def test_an_uneven_shuffle_is_noticed() -> None:
    """The naive shuffle: every place is swapped with a random one."""
    dice, shuffled = Random(1), []
    for _ in range(1_500):
        order = list(range(20))
        for at in range(20):
            other = dice.randrange(20)
            order[at], order[other] = order[other], order[at]
        shuffled.append(order)
    assert evenness(shuffled) < UNLIKELY


def test_a_card_less_leaves_the_others_in_order() -> None:
    deck = cells.make("base", "mute").spec["deck"]
    names = sorted(deck["cards"])
    whole = [[names[card] for card in order] for order in orders(deck, 50)]
    for gone in ("dawn", "the-judge", "the-stranger"):
        fewer = {**deck, "cards": {name: card for name, card in deck["cards"].items() if name != gone}}
        rest = [name for name in names if name != gone]
        without = [[rest[card] for card in order] for order in orders(fewer, 50)]
        assert without == [[name for name in order if name != gone] for order in whole]


def test_a_copy_more_leaves_the_others_in_order() -> None:
    deck = cells.make("base", "mute").spec["deck"]
    names = sorted(deck["cards"])
    more = {**deck, "cards": {**deck["cards"], "the-key": {**deck["cards"]["the-key"], "copies": 2}}}
    for single, double in zip(orders(deck, 50), orders(more, 50), strict=True):
        keys = [at for at, card in enumerate(double) if names[card] == "the-key"]
        assert len(keys) == 2
        assert single in [double[:at] + double[at + 1 :] for at in keys]
