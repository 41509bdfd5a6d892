"""Game files as kernels: the same games as in plain Python, or a line that says why not."""

import json
import sys

import pytest

from engine.outside.own.compiled.kernel_text import write_kernel
from engine.outside.own.compiled.kernels import kernel_of
from tests.own_games.cells import COMPILED, GAMES, PLAIN, TO_COPY, game_of, text_of
from tests.own_games.planted import MISTAKES
from tests.own_games.rows import DIGESTS, both_ways, digest
from tests.support.own_file import own_game, written
from tests.support.plainly import run_plainly
from tests.support.sample import sampled

EACH = 200
FEW = ["a lost copy", "a swapped comparison"]
ON_ZONES = [name for name in TO_COPY if "table.deck(" in text_of(name)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", sampled([*COMPILED, *TO_COPY], [*COMPILED, *ON_ZONES]))
def test_compiled_and_plain_play_have_the_same_rows(name: str) -> None:
    found = both_ways(name, EACH)
    assert found.equal == found.games
    assert found.left <= found.games // 20, "nearly all games go through the kernel"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", sampled([*GAMES, *TO_COPY], [*GAMES, *ON_ZONES[:2]]))
def test_the_games_are_those_of_every_machine(name: str) -> None:
    """The digest was recorded in plain Python."""
    assert digest(name, compiled=name not in PLAIN) == json.loads(DIGESTS.read_text())[name]


@pytest.mark.parametrize("name", PLAIN)
def test_what_is_not_compiled_says_what_to_write(name: str) -> None:
    assert len(GAMES) >= 12
    assert len(COMPILED) >= 10
    lines = kernel_of(game_of(name).edition).refusals
    assert lines == [
        "line 139: a text that is made while a game is played; use a tuple such as (kind, number), or texts of the file"
    ]


@pytest.mark.full
@pytest.mark.parametrize("number", sampled([10, 30], [10]))
@pytest.mark.parametrize("what", ["edits", "programs"])
def test_random_texts_play_alike_or_not_at_all(what: str, number: int) -> None:
    found = run_plainly(f"tests.own_games.{what}", str(number), str(number), "2")
    assert f"{number} {what}, seed {number}" in found
    assert " same" in found, "some of them are played by a kernel"


@pytest.mark.full
@pytest.mark.parametrize("mistakes", sampled([FEW, list(MISTAKES)], [FEW]))
def test_planted_mistakes_are_found(mistakes: list[str]) -> None:
    assert run_plainly("tests.own_games.planted", *mistakes).count("found by program") == len(mistakes)


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
