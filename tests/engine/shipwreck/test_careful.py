"""What the machine code of the game takes for granted (see `compiled.TESTED`): no index below 0, no memory given to a
function twice."""

import os
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from engine.kernel.compiled import TESTED
from engine.kernel.records import new
from engine.shipwreck.table.state import Table
from tests.support import ROOT
from tests.support.sample import sampled
from tests.support.shipwreck.careful import CarefulRecord, Objection, careful

GAMES = {"certain chaos novice": 6, "literal pragmatic": 1, "expert convention": 1}


@pytest.mark.parametrize("policies", sampled(GAMES, ["certain chaos novice", "literal pragmatic"]))
def test_careful_records_have_nothing_to_object_to(policies: str) -> None:
    words = ["full", str(GAMES[policies]), *policies.split()]
    command = [sys.executable, "-m", "tests.support.shipwreck.careful", *words]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_no_other_game_is_trusted() -> None:
    packages = sorted(path.parent.name for path in (ROOT / "engine").glob("*/__init__.py"))
    trusted = [name for name in packages if hasattr(import_module(f"engine.{name}"), TESTED)]
    assert trusted == ["shipwreck"], "another game needs this test too"


def read(table: Any, slot: int) -> Any:
    return table.row[slot]


def read_two(table: Any, row: Any) -> Any:
    return table.row[0] + row[0]


def test_a_planted_index_is_noticed() -> None:
    table = CarefulRecord(new(Table))
    assert read(table, 3) == 0
    with pytest.raises(Objection, match="index -1"):
        read(table, -1)
    with pytest.raises(Objection, match="index"):
        table.fates[1, -1] = 3


def test_memory_that_is_given_twice_is_noticed() -> None:
    table, other = CarefulRecord(new(Table)), CarefulRecord(new(Table))
    checked = careful(read_two, inline=False)
    assert checked(table, other.row) == 0
    with pytest.raises(Objection, match="read_two gets the same memory twice"):
        checked(table, table.row)
    with pytest.raises(Objection, match="twice"):
        checked((other, table), table.row)
