"""The kernel of a game file in use: what it leaves to plain Python, when it is not used, and that it is compared."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import FatecastError
from engine.game.cell import Cell
from engine.outside.own.cards.played import Played
from engine.outside.own.compiled import kernels
from engine.outside.own.compiled.kernels import OwnKernel, kernel_of, plain_only
from engine.outside.own.compiled.writing import comparisons
from engine.outside.own.game import OwnGame
from tests.own_games.cells import game_of
from tests.own_games.rows import ready, wanted
from tests.support.troubled_file import LARGE, MUCH_MEMORY, NO_SUCH_ITEM, RAISES, TIME_OUT, TROUBLED

SEED = 5
GAMES = 90


@contextmanager
def used() -> Iterator[None]:
    """Kernels are used, as they are in a run."""
    with patch.dict(os.environ):
        os.environ.pop(kernels.SWITCH, None)
        yield


@pytest.fixture(scope="module")
def game() -> OwnGame:
    found = game_of("troubled", TROUBLED)
    with wanted():
        ready(found)
    return found


def cell_of(game: OwnGame, **options: int) -> Cell:
    return game.cells(game.resolve({"policies": ["hold"], "players": [2], "options": options}, "test"))[0]


def forget(kernel: OwnKernel) -> None:
    """As on a machine on which it was never used."""
    kernel._known, kernel._is_given_up = None, False
    for suffix in (kernels.COMPARED_FILE, kernels.DIFFERS, kernels.STOPS):
        kernel._file(suffix).unlink(missing_ok=True)


@pytest.mark.parametrize("fault", [LARGE, TIME_OUT, MUCH_MEMORY])
def test_what_a_kernel_cannot_do_plain_python_does(game: OwnGame, fault: int) -> None:
    """Numbers beyond 64 bits and much memory stop the kernel; a game that is too long ends in it."""
    cell = cell_of(game, fault=fault)
    with wanted():
        rows = game.simulate(cell, SEED, 0, GAMES).rows
        with plain_only():
            plain = game.simulate(cell, SEED, 0, GAMES).rows
        with plain_only():
            sound = game.simulate(cell_of(game), SEED, 0, GAMES).rows
    assert (rows == plain).all()
    assert (rows != sound).any(), "something went wrong in some game"
    _, left, _ = kernel_of(game.edition)._player.play(
        [cell.spec["policy"]] * 2, cell.spec["options"], SEED, np.arange(GAMES)
    )
    assert left.any() == (fault != TIME_OUT)
    assert left.mean() < 0.2


@pytest.mark.parametrize("fault", [RAISES, NO_SUCH_ITEM])
def test_an_error_has_the_line_of_the_author(game: OwnGame, fault: int) -> None:
    cell = cell_of(game, fault=fault)
    lines = []
    with wanted():
        for way in (plain_only, used):
            with pytest.raises(FatecastError) as caught, way():
                game.simulate(cell, SEED, 0, GAMES)
            lines.append(caught.value.line)
    assert lines[0] == lines[1]
    at = TROUBLED.splitlines().index(
        '            raise ValueError("no wind")' if fault == RAISES else "            return [number][points]"
    )
    assert f"line {at + 1}" in lines[0]


def test_each_table_and_each_option_is_compared_once(game: OwnGame) -> None:
    kernel = kernel_of(game.edition)
    forget(kernel)
    compared: list[int] = []

    def play(cell: Cell) -> None:
        seats, rules = [cell.spec["policy"]] * 2, cell.spec["options"]
        rows = kernel._player.play(seats, rules, SEED, np.arange(60)).rows

        def plainly(indices: NDArray[np.int64]) -> Played:
            compared.append(len(indices))
            return Played(rows[indices], np.zeros((0, 0), np.int64))

        kernel.play(seats, rules, SEED, np.arange(60), plainly)

    for goal in (30, 30, 40, 40):
        play(cell_of(game, goal=goal))
    assert compared == [kernels.COMPARED, kernels.COMPARED_AGAIN]
    kernel._known = None  # another process
    play(cell_of(game, goal=40))
    assert len(compared) == 2


@pytest.mark.full
def test_a_kernel_that_plays_another_game_is_never_used_again(capfd: pytest.CaptureFixture[str]) -> None:
    """A mistake is planted into the pass: < becomes <=."""
    with patch.dict(comparisons.SIGNS, {next(iter(comparisons.SIGNS)): "<="}), used():
        game = game_of("troubled", TROUBLED + "# compiled with a mistake\n")
        kernel = kernel_of(game.edition)
        assert "<= v_at" in kernel.written.text
        kernel.compile()
        forget(kernel)
        assert kernel.is_ready
        cell = cell_of(game)
        rows = game.simulate(cell, SEED, 0, GAMES).rows
        with plain_only():
            assert (rows == game.simulate(cell, SEED, 0, GAMES).rows).all(), "the rows are those of plain Python"
        said = capfd.readouterr().err
        assert said.count("\n") == 1
        assert "differs when it is compiled; played in plain Python from now on (fatecast check -v shows it)" in said
        assert not kernel.is_ready
        assert kernel.why_plain == ["compiled and plain play differ: see fatecast check -v"]
        assert any("in plain Python" in line and "compiled" in line for line in kernel.differences)
        another = OwnKernel(game.edition)  # as in another process
        assert not another.is_ready
        assert another.differences == kernel.differences
        forget(kernel)


def test_a_kernel_that_stops_in_most_games_is_given_up(game: OwnGame) -> None:
    kernel = OwnKernel(game.edition)
    forget(kernel)
    cell = cell_of(game)
    seats, rules = [cell.spec["policy"]] * 2, cell.spec["options"]
    played = kernel._player.play(seats, rules, SEED, np.arange(GAMES))
    rows, none = played.rows, np.zeros((0, 0), np.int64)
    with used(), patch.object(kernel._player, "play", lambda *given: played._replace(left=~played.left)):
        found = kernel.play(seats, rules, SEED, np.arange(GAMES), lambda indices: Played(rows[indices], none))
        assert (found.rows == rows).all()
        assert not kernel.is_ready
        assert kernel.why_plain == [kernels.NEEDS_PLAIN]
    forget(kernel)


def test_without_a_folder_games_are_played_plainly() -> None:
    def no_folder(*given: object) -> Path:
        raise OSError("read-only file system")

    game = game_of("troubled", TROUBLED + "# kept nowhere\n")
    with used(), patch.object(kernels, "write_module", no_folder):
        kernel = kernel_of(game.edition)
        kernel.compile()
        assert not kernel.is_ready
        assert list(map(str, kernel.why_plain)) == ["its machine code cannot be kept"]
        assert len(game.simulate(cell_of(game), SEED, 0, GAMES).rows) == GAMES
