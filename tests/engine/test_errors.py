"""What was meant by a mistyped word."""

from time import process_time

import pytest

from engine.errors import LONGEST_WORD, did_you_mean, nearest, slips


@pytest.mark.parametrize(
    ("typed", "known", "count"),
    [
        ("policy", "policy", 0),
        ("polcy", "policy", 1),
        ("polciy", "policy", 1),
        ("pollicy", "policy", 1),
        ("polixy", "policy", 1),
        ("kitten", "sitting", 3),
        ("", "abc", 3),
        ("ca", "abc", 3),
    ],
)
def test_slips_are_counted_both_ways(typed: str, known: str, count: int) -> None:
    assert slips(typed, known) == slips(known, typed) == count


@pytest.mark.parametrize(
    ("word", "choices", "meant"),
    [
        ("polcy", ["play", "players", "policy"], "policy"),
        ("playrs", ["layout", "players"], "players"),
        ("brater", ["barter", "trader"], "barter"),
        ("ot", ["on", "out"], "out"),
        ("Pig", ["pig"], "pig"),
        ("face 9", ["face 1", "face 8"], "face 8"),
        ("hlod", ["gold", "hold"], "hold"),
        ("output", ["out", "outcome"], ""),
        ("D", ["A", "B"], ""),
        ("xyzzy", ["yes", "policy"], ""),
        ("", ["a"], ""),
        ("x", [], ""),
    ],
)
def test_the_nearest_word_or_none(word: str, choices: list[str], meant: str) -> None:
    assert nearest(word, choices) == nearest(word, choices[::-1]) == meant
    assert did_you_mean(word, choices) == (f"did you mean {meant!r}? " if meant else "")


def test_a_limit_of_slips() -> None:
    assert nearest("the-tide", ["the-rider"], 1) == ""
    assert nearest("the-ride", ["the-rider"], 1) == "the-rider"


def test_words_of_strangers_take_little_time() -> None:
    began = process_time()
    assert nearest("x" * 10**6, ["x" * 10**6 + "y"]) == ""
    nearest("x" * LONGEST_WORD, ["y" * LONGEST_WORD] * 10**5)
    assert process_time() - began < 20
