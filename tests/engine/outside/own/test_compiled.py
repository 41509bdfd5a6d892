"""Game files as kernels: the same games as in plain Python, or a line that says why not."""

import json
import sys

import pytest

from engine.outside.own.compiled.kernel_text import write_kernel
from engine.outside.own.compiled.kernels import kernel_of
from tests.own_games.cells import BY_MACHINE_CODE, GAMES, PLAIN, TO_COPY, game_of
from tests.own_games.rows import DIGESTS, compiled_digest, plain_digest
from tests.support.own_file import own_game, written
from tests.support.plainly import run_plainly
from tests.support.sample import sampled

OF_PEOPLE = {"voyage": 2, "pawnshop": 2, "rowing": 2, "wolves": 12}
"""Columns below zero, words of the rules, policies that remember, teams of seats and of roles, and minutes;
and how many games of each cell."""


def test_random_programs_play_alike() -> None:
    """The main test of the compiler: programs that nobody wrote, of all statements that it knows."""
    assert run_plainly("tests.own_games.programs", "6", "1") == "6 programs, seed 1: 6 same\n"


def test_games_of_people_play_alike() -> None:
    found = run_plainly("tests.own_games.verdicts", *(f"{name}:{games}" for name, games in OF_PEOPLE.items()))
    assert found.splitlines() == [f"{name}: same" for name in OF_PEOPLE]


@pytest.mark.full
def test_more_random_programs_play_alike() -> None:
    assert run_plainly("tests.own_games.programs", "40", "2") == "40 programs, seed 2: 40 same\n"


def test_a_role_that_is_no_text_of_the_file_is_left_to_plain_python() -> None:
    assert (
        refusals(
            ("    players = (2, 6)", "    players = (2, 4)\n    roles = 'wolf', 'seer'"),
            ("return table.win(seat)", "table.roles = [None] * 2; return table.win(seat)"),
        )
        == []
    )


@pytest.mark.parametrize("name", sampled([*BY_MACHINE_CODE, "rowing"], BY_MACHINE_CODE))
def test_machine_code_plays_the_games_that_were_recorded_in_plain_python(name: str) -> None:
    found, left = compiled_digest(name)
    assert found == json.loads(DIGESTS.read_text())[name]
    assert left < 0.05, "nearly all games go through the kernel"


@pytest.mark.parametrize("name", sampled([*GAMES, *TO_COPY], [*PLAIN, "tricks"]))
def test_plain_games_are_those_of_every_machine(name: str) -> None:
    assert plain_digest(name) == json.loads(DIGESTS.read_text())[name]


@pytest.mark.parametrize("name", PLAIN)
def test_what_is_not_compiled_says_what_to_write(name: str) -> None:
    lines = kernel_of(game_of(name).edition).refusals
    assert lines == [
        "line 139: a text that is made while a game is played; use a tuple such as (kind, number), or texts of the file"
    ]


def refusals(*replaced: tuple[str, str]) -> list[str]:
    game = own_game(written(*replaced)).edition.file
    return write_kernel(game.text, sys.modules[type(game.game).__module__], game.game, True).refusals


FLIPPED = """def flipped(old):
    def hold(view, at=20):
        return not old(view, at)

    return hold


hold = flipped(hold)


"""
NEXT = "\n        "
THEN = f"{NEXT}    "
FACE = 'face = table.luck.die("roll", 6, turn, roll)'


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (FACE, f"{FACE}{THEN}for x in {{1, 2}}: pass", "line 32: a set has no order; write sorted(set(…))"),
        (FACE, f"{FACE}{THEN}x = max({{1, 2}}, key=lambda x: -x)", "line 32: max of a set with a key"),
        (FACE, 'face = table.luck.die(f"roll{roll}", 6, turn)', "line 31: a text that is made while a game is played"),
        (
            FACE,
            f"{FACE}\n            try: pass\n            except ValueError: pass",
            "line 32: try cannot be compiled",
        ),
        (FACE, f"{FACE}{THEN}x = 'a' + 'b'", "line 32: a text that is made while a game is played"),
        (FACE, f"{FACE}{THEN}x = 1 if face > 2 else [1]", "sometimes a list and sometimes a number"),
        (FACE, f"{FACE}{THEN}x = sum([0.5, 1.5])", "line 32: sum of fractions differs between versions"),
        (FACE, f"{FACE}{THEN}def f(): pass", "line 32: f: a function within an if or a loop"),
        (FACE, f"{FACE}{THEN}def f(): yield 1", "line 32: f: a function within an if or a loop"),
        (FACE, f"{FACE}{THEN}f = lambda x: x", "line 32: f: a function within an if or a loop"),
        ("turn, points = ", f"def f(): yield 1{NEXT}turn, points = ", "line 29: f: a decorator or yield"),
        ("turn, points = ", f"f = lambda *x: 1{NEXT}turn, points = f(1), ", "line 30: "),
        (FACE, f"{FACE}{THEN}import math", "line 32: import within a function"),
        (FACE, f"{FACE}{THEN}x = [1].extend", "line 32: .extend cannot be compiled here"),
        (FACE, f"{FACE}{THEN}x = print(3)", "line 32: print: say it with table.tell"),
        (
            FACE,
            f"{FACE}\n            x = {'(' * 120}1{')' * 120}{'+1' * 120}",
            "more than 100 things within each other",
        ),
    ],
)
def test_what_cannot_be_compiled_is_said_with_its_line(old: str, new: str, line: str) -> None:
    found = refusals((old, new))
    assert any(line in each for each in found), found
    assert all("\n" not in each and "numba" not in each.lower() for each in found)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            'return view["turn"] < at',
            'return hold(view, at - 1) if at > 90 else view["turn"] < at',
            "hold calls itself",
        ),
        ("class PlainPig", f"{FLIPPED}class PlainPig", "hold: the name stands for something else than its def"),
        ("    def play(", "    def __init__(self):\n        self.much = 3\n\n    def play(", ""),
    ],
)
def test_what_would_crash_or_stands_for_something_else_is_refused(old: str, new: str, line: str) -> None:
    found = refusals((old, new))
    assert any(line in each for each in found) if line else not found, found


def test_a_text_that_is_too_long_or_has_too_many_constants_is_refused_at_once() -> None:
    assert refusals(("class PlainPig", "#" * 200_000 + "\nclass PlainPig")) == [
        "the file has more than 200,000 characters"
    ]
    assert "50,000 values" in refusals(("class PlainPig", "MANY = list(range(60_000))\n\n\nclass PlainPig"))[0]
