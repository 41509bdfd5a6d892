"""Numbers as people read them."""

import pytest

from engine.language.current import speaking
from sim.text.number_format import (
    NO_BREAK,
    bare,
    brief_percent,
    capital,
    cost,
    duration,
    estimate,
    give_or_take,
    listed,
    listed_some,
    number,
    p_value,
    percent,
    plain_change,
    plain_points,
    plain_rate,
    points,
    rough_count,
    rough_span,
    short_points,
    typeset,
)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "less than a second"),
        (40, "40 s"),
        (89, "89 s"),
        (200, "3.3 min"),
        (9_000, "2.5 h"),
        (400_000, "4.6 days"),
    ],
)
def test_durations_are_rough(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_rates_get_a_digit_more_near_the_ends() -> None:
    assert plain_rate(0.612, (0.609, 0.615)) == "61.2% (60.9-61.5)"
    assert plain_rate(0.0018, (0.0013, 0.0025)) == "0.18% (0.13-0.25)"


def test_differences_have_a_sign_and_zero_has_none_that_lies() -> None:
    assert plain_change(0.0061, (0.0035, 0.0088)) == "+0.61 (+0.35 to +0.88)"
    assert plain_points(-0.00001) == "+0.00"
    assert give_or_take(-0.0158, (-0.0189, -0.0127)) == "-1.6 ±0.3"
    assert give_or_take(-0.0058, (-0.0069, -0.0047)) == "-0.58 ±0.11"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.83, "83"), (0.067, "6.7"), (0.994, "99.4"), (1.0, "100"), (0.0001, "<0.1"), (0.9999, ">99.9")],
)
def test_a_map_has_room_for_few_digits(share: float, text: str) -> None:
    assert brief_percent(share) == text


def test_small_p_values_are_not_spelled_out() -> None:
    assert (p_value(0.0321), p_value(0.0009)) == ("0.032", "<0.001")


def test_two_numbers_that_read_the_same_are_one() -> None:
    assert rough_span(81.4, 106.2) == "81 to 106"
    assert rough_span(0.418, 2.44) == "0.4 to 2.4"
    assert rough_span(0.056, 2.5) == "0.06 to 2.50", "both ends have the same decimals, and neither is 0"
    assert rough_span(0.0, 2.5) == "0.0 to 2.5"
    assert rough_span(1.21, 1.23) == "1.2"


def test_counts_agree_with_their_nouns() -> None:
    assert (short_points(0.01), short_points(0.005)) == ("1 point", "0.5 points")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (percent(0.6123), "61.2 %"),
        (estimate(0.6123, (0.609, 0.615)), "61.2 % (60.9 to 61.5)"),
        (estimate(0.9995, (0.9987, 0.9998)), "99.95 % (99.87 to 99.98)"),
        (estimate(0.0, (0.0, 0.00048)), "0.00 % (0.00 to 0.05)"),
        (points(-0.0293, (-0.036, -0.024)), "−2.9 points (−3.6 to −2.4)"),
        (points(0.0319, (0.027, 0.036)), "+3.2 points (+2.7 to +3.6)"),
        (cost(0.139, (0.133, 0.146)), "13.9 points (13.3 to 14.6)"),
        (points(-0.0001, (-0.01, 0.01)), "0.0 points (−1.0 to +1.0)"),
        (bare(0.0123), "1.2"),
        (number(9.25), "9.25"),
        (listed(["a"]), "a"),
        (listed(["a", "b", "c"]), "a, b and c"),
        (capital("no card"), "No card"),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert text.replace(NO_BREAK, " ") == expected


def test_a_sentence_of_the_terminal_is_typeset_for_a_page() -> None:
    plain = "mean of all cells: -1.73 points (-3.46 to -0.01); hold at=-5, first-time 2-4 players, from 2 to 5"
    page = "mean of all cells: −1.73 points (−3.46\xa0to\xa0−0.01); hold at=-5, first-time 2-4 players, from 2 to 5"
    assert typeset(plain) == page


def test_a_cost_is_as_large_whichever_way_it_goes() -> None:
    assert cost(-0.021, (-0.028, -0.014)) == cost(0.021, (0.014, 0.028)) == "2.1 points (1.4 to 2.8)"


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0"), (7, "7"), (99.6, "100"), (1249, "1,200"), (70_751, "71,000"), (1e9 + 1, "1,000,000,000")],
)
def test_two_digits_of_a_large_number(count: float, text: str) -> None:
    assert rough_count(count) == text


def test_a_rough_count_is_written_as_its_language_does() -> None:
    with speaking("es"):
        assert rough_count(12_345) == "12\N{NARROW NO-BREAK SPACE}000"


def test_a_list_is_never_cut_by_one() -> None:
    words = list("abcdef")
    assert [listed_some(words[:many]) for many in (1, 2, 4, 5)] == [
        "a",
        "a and b",
        "a, b, c and d",
        "a, b, c and 2 more",
    ]
