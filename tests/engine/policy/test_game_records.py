"""The records that compiled games share, and the functions that are written out of the fields of a record."""

from collections.abc import Callable
from importlib import import_module
from itertools import permutations
from typing import Annotated, Any, NamedTuple, get_type_hints

import numpy as np
import pytest

from engine.euphoria.rules import scorebook as euphoria
from engine.hadal.rules import scorebook as hadal
from engine.kernel.records import Ints, dtype_of, new
from engine.oracle.rules import scorebook as oracle
from engine.policy.compiled_game.records import Dice, any_of
from engine.shipwreck.rules import scorebook as shipwreck

GAMES = ("euphoria", "hadal", "oracle", "shipwreck")
SEVEN = 7


class Counts:
    """A record that a game might have."""

    points: int
    end: int
    lost: Annotated[Ints, 3]
    pairs: Annotated[Ints, 2, 3]
    over_all_games: Annotated[Ints, 2]


class Board:
    """Another one."""

    end: int
    turn: int
    lost: int


class World(NamedTuple):
    """Both."""

    counts: Counts
    board: Board


def test_any_member_of_a_set_is_as_likely_as_another() -> None:
    dice: Any = new(Dice)
    drawn = [int(any_of(dice, 0b101001)) for _ in range(3000)]
    assert {drawn.count(member) > 850 for member in (0, 3, 5)} == {True}, "1000 each, and 26 is a standard error"
    assert set(drawn) == {0, 3, 5}
    assert any_of(dice, 1 << 61) == 61


WRITERS: dict[str, Callable[[Any, Any], None]] = {
    "euphoria": lambda world, row: euphoria.write_row(world, 0, row),
    "hadal": hadal.write_row,
    "oracle": oracle.write_row,
    "shipwreck": lambda world, row: shipwreck.write_row(world, 0, row),
}


@pytest.mark.parametrize("game", GAMES)
def test_every_column_is_written(game: str) -> None:
    """Only whoever plays a field against a focus knows who wins in its place."""
    state, results = (import_module(f"engine.{game}.table.{name}") for name in ("state", "results"))
    world = state.World(*map(new, get_type_hints(state.World).values()))
    if game == "euphoria":
        world.scenario.players = 1  # it divides by them
    row = np.zeros(1, [(column.name, column.dtype) for column in results.COLUMNS]).view(np.recarray)
    for name in row.dtype.names or ():
        row[name] = SEVEN
    WRITERS[game](world, row[0])
    assert [name for name in row.dtype.names or () if row[name][0] == SEVEN] == (
        ["paired"] if game == "euphoria" else []
    )


@pytest.mark.parametrize("record", ["Luck", "Dice", "Log"])
def test_no_record_begins_like_that_of_another_game(record: str) -> None:
    """Numba would take it for one of that kind, and warn."""
    kinds = {dtype_of(getattr(import_module(f"engine.{game}.table.state"), record)) for game in GAMES}
    for one, other in permutations(kinds, 2):
        assert one.descr[: len(other.descr)] != other.descr
