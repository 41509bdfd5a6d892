"""Every error in a deck is one line: the file, the field, what was expected and what was found."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.shipwreck.deck.files import deck_from_data, load_deck, with_changes

BASE = load_deck("base").data()
POWER = "powers.help"
CARD = "cards.the-deep"


def refusal(changes: dict[str, Any]) -> str:
    with pytest.raises(BadInput) as error:
        with_changes(BASE, changes, "FILE")
    return str(error.value)


@pytest.mark.parametrize("got", [0, -1, 31, 2.5, '"3"', "true", "a list", "a table", "nan"])
def test_moons_are_an_integer_from_1_to_30(got: object) -> None:
    values = {'"3"': "3", "true": True, "a list": [3], "a table": {"x": 3}, "nan": float("nan")}
    expected = f"FILE: {CARD}.moons: expected an integer from 1 to 30, got {got}"
    assert refusal({f"{CARD}.moons": values.get(str(got), got)}) == expected


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("goal", 0, "expected an integer from 1 to 99, got 0"),
        ("doom_limit", 100, "expected an integer from 1 to 99, got 100"),
        ("turn_limit", 10_001, "expected an integer from 1 to 10000, got 10001"),
        pytest.param(
            "goal",
            2**20_000,
            "expected an integer from 1 to 99, got a number of more than 20 digits",
            id="huge",
        ),
        ("rules", 2, "expected 1, the only rule version known, got 2"),
        ("rules", True, "expected 1, the only rule version known, got true"),
        ("rules", 1.0, "expected 1, the only rule version known, got 1.0"),
        ("name", 3, "expected text of one line and at most 80 printable characters, got 3"),
        ("name", "two\nlines", 'expected text of one line and at most 80 printable characters, got "two\\nlines"'),
        ("name", "\ud800", 'expected text of one line and at most 80 printable characters, got "\\ud800"'),
        ("fates", [], "expected a table, got a list"),
        ("fates.0", {"copies": 1, "hours": 1}, 'expected an integer from 1 to 12, got "0"'),
        ("fates.13", {"copies": 1, "hours": 1}, 'expected an integer from 1 to 12, got "13"'),
        ("fates.7.copies", 21, "expected an integer from 0 to 20, got 21"),
        ("fates.7.hours", 10, "expected an integer from 0 to 9, got 10"),
        ("fates.8", {"copies": 1}, "FILE: fates.8.hours: missing field"),
        ("cards", 3, "expected a table, got 3"),
        (CARD, 3, "expected a table, got 3"),
        (f"{CARD}.copies", 0, "expected an integer from 1 to 64, got 0"),
        (
            f"{CARD}.moon",
            3,
            "unknown key: did you mean 'moons'? expected one of name, ability, copies, moons, ",
        ),
        (f"{CARD}.fades", {}, "expected either on_play or at_end, got neither"),
        (
            f"{CARD}.fades",
            {"on_play": "true", "at_end": "true"},
            "expected either on_play or at_end, got both",
        ),
        (f"{CARD}.fades.on_play", "kept > 1", "unknown name 'kept': expected one of false, here, played, "),
        (f"{CARD}.fades.at_end", "played > 1", "unknown name 'played': expected one of false, here, kept, "),
        (f"{CARD}.power", "twise", "unknown power 'twise': did you mean 'twice'? expected one of 1-2-3, "),
        (
            f"{CARD}.power",
            "No Id",
            "expected an id of at most 40 lower-case letters, digits and hyphens, got ",
        ),
        (f"{CARD}.play", 3, "expected an expression in quotes, got 3"),
        (f"{CARD}.play", True, "expected an expression in quotes, got true"),
        (
            f"{CARD}.play",
            "kpet > 3",
            "unknown name 'kpet': did you mean 'kept'? expected one of difference, ",
        ),
        (f"{CARD}.play", "sum % 0 == 1", "division by zero: 'sum % 0'"),
        (f"{CARD}.play", "sum > 1 or " * 1000, "expected at most 400 characters, got 11000"),
        (f"{CARD}.play", "sum", "expected a truth value, got a number: 'sum'"),
        (f"{CARD}.effects", [], "expected a table, got a list"),
        (
            f"{CARD}.effects.no_dom",
            True,
            "unknown key: did you mean 'no_doom'? expected one of no_doom, tells, ",
        ),
        (f"{CARD}.effects.no_doom", 1, "expected true or false, got 1"),
        (f"{CARD}.effects.extra_guesses", 7, "expected an integer from 0 to 6, got 7"),
        (f"{CARD}.effects.hours.x", 1, 'expected an integer from 1 to 12, got "x"'),
        (f"{CARD}.effects.hours.7", 10, "expected an integer from 0 to 9, got 10"),
        (
            f"{CARD}.effects.steals",
            "played > 1",
            "unknown name 'played': expected one of false, fate, kept, true",
        ),
        ("cards.The Deep", {}, 'FILE: cards."The Deep": expected an id of at most 40 lower-case letters, '),
        (
            "cards." + "x" * 41,
            {},
            "expected an id of at most 40 lower-case letters, digits and hyphens, got ",
        ),
        (POWER, 3, "expected a table, got 3"),
        (
            f"{POWER}.kind",
            "qestion",
            "unknown kind 'qestion': did you mean 'question'? expected one of amplify, ",
        ),
        (f"{POWER}.kind", [], "unknown kind '[]': expected one of amplify, "),
        (f"{POWER}.cost", 3, "expected 1 or 2, got 3"),
        (f"{POWER}.cost", True, "expected 1 or 2, got true"),
        (f"{POWER}.ask", "kept in here", "unknown name 'here': "),
        (f"{POWER}.ask", "kept > X", 'got "none"'),
        (
            f"{POWER}.choose",
            "value",
            'expected "none", because the question does not use X, got "value"',
        ),
        (f"{POWER}.choose", "any", 'expected "none", "value" or "visible", got "any"'),
        (f"{POWER}.guesses", 2, "unknown key: expected one of name, kind, ask, choose, cost"),
        ("powers.twice.guesses", 0, "expected an integer from 1 to 6, got 0"),
        ("powers.plus-1.adds", 4, "expected an integer from 1 to 3, got 4"),
        ("powers.discard-lower.discards", "played < kept", "unknown name 'played': "),
        ("powers.new", {"kind": "old"}, "FILE: powers.new.name: missing field"),
        ("powers.new", {"name": "New"}, "FILE: powers.new.kind: missing field"),
        ("golas", 3, "unknown key: did you mean 'goal'? expected one of name, rules, goal, "),
        ("", 3, 'FILE: "": unknown key: '),
        ("goal.x", 3, "FILE: goal: expected an integer from 1 to 99, got a table"),
    ],
)
def test_one_wrong_field(field: str, value: object, message: str) -> None:
    line = refusal({field: value})
    assert line.startswith("FILE: ")
    assert message in line
    if not message.startswith("FILE") and not message.startswith("got"):
        assert line.startswith(f"FILE: {field}: {message}")
    assert "\n" not in line
    assert "pydantic" not in line


def test_moons_and_fades_exclude_each_other() -> None:
    both = {"name": "The Tide", "moons": 2, "fades": {"on_play": "true"}, "play": "true", "power": "old"}
    line = "FILE: cards.the-tide: expected either moons or fades, got "
    data = BASE | {"cards": BASE["cards"] | {"the-tide": both}}
    with pytest.raises(BadInput, match=f"^{line}both$"):
        deck_from_data(data, "FILE")
    neither = {key: value for key, value in both.items() if key not in ("moons", "fades")}
    assert refusal({"cards.the-tide": neither}) == f"{line}neither"


def test_a_deck_of_3_or_of_65_cards() -> None:
    assert refusal({"cards.dawn.copies": 46}) == "FILE: cards: expected 4 to 64 cards, got 65"
    for keep, fits in ((3, False), (4, True)):
        gone = {"remove": list(BASE["cards"])[keep:]}
        if fits:
            assert with_changes(BASE, gone).size == keep
        else:
            assert refusal(gone) == "FILE: cards: expected 4 to 64 cards, got 3"


def test_the_bag_needs_something_to_guess() -> None:
    def bag(*copies: int) -> dict[str, Any]:
        return BASE | {"fates": {str(v): {"copies": n, "hours": 1} for v, n in enumerate(copies, start=1)}}

    for copies, message in (
        ((), "fates: expected 2 to 120 tokens in all, got 0"),
        ((1, 0), "fates: expected 2 to 120 tokens in all, got 1"),
        ((20,) * 7, "fates: expected 2 to 120 tokens in all, got 140"),
        ((5, 0), "fates: expected tokens of at least 2 different values, got 1"),
    ):
        with pytest.raises(BadInput, match=f"^FILE: {message}$"):
            deck_from_data(bag(*copies), "FILE")
    assert deck_from_data(bag(1, 1), "FILE").fates[2].copies == 1


def test_the_first_of_many_mistakes_is_told_and_the_others_counted() -> None:
    assert refusal({"goal": 0, "doom_limit": 0, f"{CARD}.moons": 0}) == (
        "FILE: goal: expected an integer from 1 to 99, got 0 (and 2 more)"
    )


@pytest.mark.parametrize("field", ["cards.the-depe.moons", "powers.hepl.cost"])
def test_a_change_to_something_that_is_not_there(field: str) -> None:
    what, name = field.split(".")[:2]
    assert refusal({field: 2}).startswith(f"FILE: {field}: unknown {what[:-1]} {name!r}: did you mean ")


@pytest.mark.parametrize("data", [None, 3, "x", [], [BASE]])
def test_data_that_is_no_deck_at_all(data: object) -> None:
    with pytest.raises(BadInput, match=r"^FILE: expected a table, got "):
        deck_from_data(data, "FILE")


def test_data_nested_beyond_all_measure() -> None:
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    assert refusal({CARD: deep}).startswith(f"FILE: {CARD}.a: unknown key: ")
    assert refusal({"cards": deep}).startswith("FILE: cards.a.a: unknown key: ")


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates()
anything = st.recursive(
    scalars, lambda parts: st.lists(parts) | st.dictionaries(st.text() | st.integers(), parts), max_leaves=8
)
fields = st.sampled_from(
    [
        *BASE,
        CARD,
        *(f"{CARD}.{key}" for key in ("name", "moons", "fades", "play", "power", "effects", "effects.hours")),
    ]
) | st.sampled_from(
    [POWER, *(f"{POWER}.{key}" for key in ("name", "kind", "ask", "choose", "cost")), "fates.7", "remove"]
)


@given(fields, anything)
@example("fates", {0: {}})
def test_whatever_stands_in_a_field_the_answer_is_a_deck_or_one_line(field: str, value: Any) -> None:
    try:
        deck = with_changes(BASE, {field: value}, "FILE")
    except BadInput as error:
        line = str(error)
    else:
        line = f"FILE: {deck.digest}"
    assert line.startswith("FILE: ")
    assert "\n" not in line
