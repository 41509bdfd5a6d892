"""Teams, roles, scores of which the fewest win, and minutes: the same rows from the kernel as from plain Python. Here
kernels are plain Python, too; `test_compiled` plays these games with machine code."""

import sys

from engine.outside.own.compiled.kernel_text import write_kernel
from tests.own_games.cells import COMPILED, GAMES, game_of
from tests.support.own_file import own_game, written
from tests.support.plainly import run_plainly

BOTH = ("rowing", "wolves")
"""Two games that declare all of it: teams of seats and teams of roles."""


def test_rows_are_the_same() -> None:
    assert run_plainly("tests.own_games.verdicts", "12", *BOTH).splitlines() == [f"{name}: same" for name in BOTH]


def test_the_two_games_declare_all_of_it() -> None:
    assert set(BOTH) <= set(COMPILED)
    declared = [game_of(name).edition for name in BOTH]
    assert all(each.fewest_wins and each.pace and each.sides.teams and each.sides.roles for each in declared)
    assert [each.sides.by_role for each in declared] == [False, True]


def test_a_file_that_declares_none_of_it_has_the_kernel_that_it_had() -> None:
    file = own_game().edition.file
    text = write_kernel(file.text, sys.modules[type(file.game).__module__], file.game, True).text
    assert text
    assert not [word for word in ("roles", "team", "seconds") if word in text]
    plain = [name for name in GAMES if name not in BOTH]
    assert not [name for name in plain if (found := game_of(name).edition).sides or found.pace or found.fewest_wins]


def test_a_role_that_is_no_text_of_the_file_is_left_to_plain_python() -> None:
    text = written(
        ("    players = (2, 6)", "    players = (2, 4)\n    roles = 'wolf', 'seer'"),
        ("return table.win(seat)", "table.roles = [None] * 2; return table.win(seat)"),
    )
    file = own_game(text).edition.file
    assert write_kernel(file.text, sys.modules[type(file.game).__module__], file.game, True).refusals == []
