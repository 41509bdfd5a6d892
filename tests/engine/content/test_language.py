"""The rule language: what it means, what it refuses, and that it does nothing else."""

import ast
import inspect
import pickle
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine.content import language, terms
from engine.content.language import MAX_NESTING, MAX_NODES, ExpressionError, parse
from engine.shipwreck.deck.vocabulary import vocabulary

PLAY = vocabulary("played", "kept", "visible", "here")
ALL = vocabulary("played", "kept", "visible", "here", "X", "fate")


def table(name: str, *fates: int) -> dict[str, int]:
    """The inputs of the language for a table with these fates."""
    mask = sum(1 << value for value in set(fates))
    return {name: mask, f"total({name})": sum(fates), f"count({name})": len(fates)}


def holds(text: str, played: int = 3, kept: int = 5, visible: tuple[int, ...] = (), here: tuple[int, ...] = ()) -> bool:
    env = {"played": played, "kept": kept, "X": 4, "fate": 2, "hours(played)": 1, "hours(kept)": 2}
    return bool(parse(text, ALL).evaluate(env | table("visible", *visible) | table("here", *here)))


@pytest.mark.parametrize(
    "text",
    [
        "true",
        "not false",
        "played + kept == 8",
        "played - kept == -2",
        "2 * played == 6",
        "-played == -3",
        "kept // 2 == 2",
        "-kept // 2 == -3",
        "-kept % 3 == 1",
        "1 < played <= 3 < kept",
        "played != kept",
        "played in {1, 2, 3} and kept not in {1, 2, 3}",
        "kept in {2 * played, played + 2}",
        "false and false or true",
        "(played > 4) == (kept > 6)",
        "(played > 4) != (kept > 4)",
        "abs(played - kept) == 2",
        "min(played, kept, 4) == 3",
        "max(played, kept, 4) == 5",
        "sum == 8 and difference == 2 and low == 3 and high == 5",
        "hours(played) + hours(kept) == 3",
        "X == 4 and fate == 2",
        "  played\n  <\tkept  ",
    ],
)
def test_it_means_what_it_says(text: str) -> None:
    assert holds(text)


@pytest.mark.parametrize(
    ("text", "visible", "expected"),
    [
        ("kept in visible", (5, 5), True),
        ("kept not in visible", (4, 6), True),
        ("total(visible) == 9", (2, 2, 5), True),
        ("count(visible) == 3", (2, 2, 5), True),
        ("distinct(visible) == 2", (2, 2, 5), True),
        ("max(visible) == 5 and min(visible) == 2", (2, 2, 5), True),
        ("max(visible) == 0 and min(visible) == 0", (), True),
        ("total(visible) == 0 and count(visible) == 0 and distinct(visible) == 0", (), True),
        ("max(visible) == 62 and min(visible) == 62", (62,), True),
        ("max(visible) == 62 and min(visible) == 0 and distinct(visible) == 63", tuple(range(63)), True),
        ("count_between(2, 5, visible) == 2", (2, 3, 3, 4, 5), True),
        ("count_between(5, 2, visible) == 0", (2, 3, 4, 5), True),
        ("count_between(3, 4, visible) == 0", (3, 4), True),
        ("count_between(-9, 999, visible) == 63", tuple(range(63)), True),
        ("-1 in visible", tuple(range(63)), False),
        ("63 in visible", tuple(range(63)), False),
        ("64 in visible", (0,), False),
        ("62 in visible and 0 in visible", (0, 62), True),
    ],
)
def test_tables_of_fates(text: str, visible: tuple[int, ...], expected: bool) -> None:
    assert holds(text, visible=visible) is expected


def test_visible_and_here_are_two_tables() -> None:
    assert holds("max(here) == 2 and max(visible) == 7 and 7 not in here", here=(1, 2), visible=(1, 2, 7))


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("true", set()),
        ("difference == 1", {"played", "kept"}),
        ("kept > max(here)", {"kept", "here"}),
        ("total(visible) > count(here)", {"total(visible)", "count(here)"}),
        ("hours(played) == 1", {"hours(played)"}),
        ("played in visible and hours(kept) == 1", {"played", "visible", "hours(kept)"}),
    ],
)
def test_it_knows_what_it_needs_to_be_told(text: str, inputs: set[str]) -> None:
    assert parse(text, PLAY).inputs == inputs


def test_lanes_are_broadcast() -> None:
    values = np.arange(1, 8)
    result = parse("played + kept <= 5", PLAY).evaluate({"played": values[:, None], "kept": values[None, :]})
    assert result.shape == (7, 7)
    assert result.dtype == np.bool_
    assert result.sum() == 10


def test_an_expression_travels_between_processes() -> None:
    expression = parse("kept in {1, 2} or count_between(low, high, visible) == 1", PLAY)
    assert pickle.loads(pickle.dumps(expression)) == expression


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("played and 3", "expected a truth value, got a number: 'played'"),
        ("1 + (kept > 2) == 2", "expected a number, got a truth value: 'kept > 2'"),
        ("kept + 1", "expected a truth value, got a number: 'kept + 1'"),
        ("visible", "expected a truth value, got a table of fates: 'visible'"),
        ("visible == here", "expected a number, got a table of fates: 'visible'"),
        ("kept in played", "expected a table of fates, got a number: 'played'"),
        ("(kept > 1) == (kept > 2) == true", "expected a number, got a truth value: 'kept > 1'"),
        ("keep > 2", "unknown name 'keep': did you mean 'kept'? expected one of difference, "),
        ("X > 2", "unknown name 'X': expected one of difference, false, here, high, kept, low, played, "),
        ("totl(here) > 2", "unknown function 'totl': did you mean 'total'? expected one of abs, count, "),
        ("played % 0 == 1", "division by zero: 'played % 0'"),
        ("played // 0 == 1", "division by zero: 'played // 0'"),
        ("played % kept == 1", "expected a written-out number as divisor, got 'kept'"),
        ("played % -2 == 1", "expected a written-out number as divisor, got '-2'"),
        ("played < 1000", "expected numbers of at most 999, got 1000"),
        ("played = 3", "a single '=' compares nothing: write '=='"),
        ("played is 3", "'is' is not part of the rule language: write '=='"),
        ("played / 2 == 1", "'played / 2' is not part of the rule language"),
        ("played ** 2 == 1", "'played ** 2' is not part of the rule language"),
        ("+played == 1", "'+played' is not part of the rule language"),
        ("{1, 2}", "'{1, 2}' is not part of the rule language"),
        ("kept in {}", "'{}' is not part of the rule language"),
        ("kept in {*visible}", "'*visible' is not part of the rule language"),
        ("max(*visible) == 2", "'*visible' is not part of the rule language"),
        ("played if true else kept", "'played if true else kept' is not part of the rule language"),
        ("{v for v in visible}", "'{v for v in visible}' is not part of the rule language"),
        ("True", "'True' is not part of the rule language"),
        ("None", "'None' is not part of the rule language"),
        ("abs(1)(2) == 1", "'abs(1)(2)' is not part of the rule language"),
        ("kept.real == 1", "unexpected character '.'"),
        ("kept == 1.5", "unexpected character '.'"),
        ("kept == 'a'", 'unexpected character "\'"'),
        ("kept[0] == 1", "unexpected character '['"),
        ("(lambda: 1)() == 1", "unexpected character ':'"),
        ("kept ≥ 2", "unexpected character '\\u2265'"),
        ("ｋept > 2", "unexpected character '\\uff4b'"),
        ("kept == 0x10", "'0x10' is neither a number nor a word"),
        ("kept == 1e2", "'1e2' is neither a number nor a word"),
        ("1if kept else 2", "'1if' is neither a number nor a word"),
        ("abs() == 1", "expected abs(number), got 0 arguments"),
        ("max() == 1", "expected max(table) or max(number, number, …), got 0 arguments"),
        ("max(3) == 1", "expected a table of fates, got a number: '3'"),
        ("total(3) == 1", "expected a table of fates, got a number: '3'"),
        ("count_between(1, 2) == 1", "expected count_between(number, number, table), got 2 arguments"),
        ("hours(sum) == 1", "expected hours(played) or hours(kept) of a fate known here, got 'sum'"),
        ("hours(3) == 1", "expected hours(played) or hours(kept) of a fate known here, got '3'"),
        ("", "cannot be read as an expression"),
        ("played >", "cannot be read as an expression"),
        ("kept; kept", "unexpected character ';'"),
        (
            "played * sum * sum * sum * sum > 1",
            "the number 'played * sum * sum * sum * sum' may become too large",
        ),
        ("true and " * 60 + "true", "expected at most 400 characters, got 544"),
        ("x" * 10_000, "expected at most 400 characters, got 10000"),
        ("1<" * 130 + "1", f"expected at most {MAX_NODES} numbers, words and operations in all"),
        ("-" * 300 + "1 > 2", f"expected operations nested at most {MAX_NESTING} deep"),
        ("(" * 199 + "1" + ")" * 199, "expected a truth value, got a number: '1'"),
        ("(" * 390 + "1", "cannot be read as an expression"),
    ],
)
def test_what_it_refuses_and_why(text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as refusal:
        parse(text, PLAY)
    assert str(refusal.value).startswith(message)
    assert "\n" not in str(refusal.value)


def test_words_belong_to_their_place() -> None:
    parse("fate < kept", vocabulary("fate", "kept"))
    for text in ("sum == 3", "kept in visible", "hours(played) == 1", "total(here) == 1"):
        with pytest.raises(ExpressionError):
            parse(text, vocabulary("fate", "kept"))


def test_nested_comparisons_of_truth_values_stay_cheap() -> None:
    nested = "kept > 1"
    for _ in range(MAX_NESTING - 2):
        nested = f"({nested}) == true"
    assert holds(nested)


# A second, minimal implementation of the language: a text, and its value for one position.

Position = dict[str, Any]
Meaning = tuple[str, Callable[[Position], Any]]
WORDS = ("played", "kept", "X", "fate")

LEAVES: list[Meaning] = [
    *((str(number), lambda at, number=number: number) for number in (0, 1, 2, 3, 7, 11, 99)),
    *((word, lambda at, word=word: at[word]) for word in WORDS),
    ("sum", lambda at: at["played"] + at["kept"]),
    ("difference", lambda at: abs(at["played"] - at["kept"])),
    ("low", lambda at: min(at["played"], at["kept"])),
    ("high", lambda at: max(at["played"], at["kept"])),
    ("max(visible)", lambda at: max(at["visible"], default=0)),
    ("min(visible)", lambda at: min(at["visible"], default=0)),
    ("distinct(visible)", lambda at: len(at["visible"])),
]

# In each template a letter stands for a part.
NUMBERS: dict[str, Callable[..., int]] = {
    "(A + B)": lambda at, a, b: a + b,
    "(A - B)": lambda at, a, b: a - b,
    "(A * B)": lambda at, a, b: a * b,
    "(A // 3)": lambda at, a: a // 3,
    "(A % 4)": lambda at, a: a % 4,
    "-A": lambda at, a: -a,
    "abs(A)": lambda at, a: abs(a),
    "min(A, B, C)": lambda at, a, b, c: min(a, b, c),
    "max(A, B)": lambda at, a, b: max(a, b),
    "count_between(A, B, visible)": lambda at, a, b: sum(a < value < b for value in at["visible"]),
}
CLAIMS: dict[str, Callable[..., bool]] = {
    "A <= B": lambda at, a, b: a <= b,
    "A == B": lambda at, a, b: a == b,
    "A < B != C": lambda at, a, b, c: a < b != c,
    "A in visible": lambda at, a: a in at["visible"],
    "A not in {B, C}": lambda at, a, b, c: a not in (b, c),
}
RULES: dict[str, Callable[..., bool]] = {
    "(A and B)": lambda at, a, b: a and b,
    "(A or B)": lambda at, a, b: a or b,
    "((A) == (B))": lambda at, a, b: a == b,
    "(not A)": lambda at, a: not a,
}


def built(templates: dict[str, Callable[..., Any]], parts: st.SearchStrategy[Meaning]) -> st.SearchStrategy[Meaning]:
    def fill(template: str, chosen: list[Meaning]) -> Meaning:
        texts = {letter: text for letter, (text, _) in zip("ABC", chosen, strict=True)}
        text = re.sub(r"\b[ABC]\b", lambda letter: texts[letter.group()], template)
        arity = len(set(re.findall(r"\b[ABC]\b", template)))
        return text, lambda at: templates[template](at, *(meaning(at) for _, meaning in chosen[:arity]))

    return st.builds(fill, st.sampled_from(sorted(templates)), st.lists(parts, min_size=3, max_size=3))


numbers = st.recursive(st.sampled_from(LEAVES), lambda parts: built(NUMBERS, parts), max_leaves=6)
rules = st.recursive(built(CLAIMS, numbers), lambda parts: built(RULES, parts), max_leaves=6)
positions = st.lists(
    st.fixed_dictionaries({word: st.integers(1, 15) for word in WORDS} | {"visible": st.sets(st.integers(1, 12))}),
    min_size=1,
    max_size=5,
)


@pytest.mark.full
@given(rules, positions)
def test_it_agrees_with_a_plain_reading_of_the_same_rule(rule: Meaning, positions: list[Position]) -> None:
    text, meaning = rule
    try:
        expression = parse(text, ALL)
    except ExpressionError:
        assume(False)
    env = {word: np.array([at[word] for at in positions]) for word in WORDS}
    env["visible"] = np.array([sum(1 << value for value in at["visible"]) for at in positions])
    expected = [bool(meaning(at)) for at in positions]
    assert np.broadcast_to(expression.evaluate(env), len(positions)).tolist() == expected


ODDITIES = "played kept visible abs max hours eval __import__ not in and is if else lambda yield await for 0 9 1e9"
SIGNS = "( ) { } , == = < * ** // % -"
pieces = st.sampled_from(f"{ODDITIES} {SIGNS}".split())


@given(st.one_of(st.text(max_size=500), st.lists(pieces, max_size=60).map(" ".join)))
@example("__import__('os').system('true')")
@example("().__class__.__bases__[0].__subclasses__()")
@example("(yield) == 1")
@example("f'{played}'")
@example("\x00")
@example("9" * 400)
@example("{" * 100)
@example("\ud800")
def test_nothing_but_a_refusal_comes_of_hostile_text(text: str) -> None:
    with suppress(ExpressionError):
        expression = parse(text, PLAY)
        assert expression.evaluate(dict.fromkeys(expression.inputs, 1)).dtype == np.bool_


def test_there_is_nothing_in_it_that_could_run_a_text() -> None:
    for module in (language, terms):
        names = {node.id for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Name)}
        assert names.isdisjoint({"eval", "exec", "compile", "getattr", "__import__", "globals"})
