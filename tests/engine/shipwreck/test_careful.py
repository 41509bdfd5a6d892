"""What the machine code of the game takes for granted (see `compiled.TESTED`): no index below 0, no memory given to a
function twice."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.compiled import TESTED
from engine.kernel.records import new
from engine.shipwreck.table.state import Table
from tests.support import ROOT
from tests.support.kernel_lines import Line, Lines
from tests.support.shipwreck.careful import CarefulRecord, Objection, careful


@pytest.mark.full
@pytest.mark.parametrize(("games", "policies"), [(6, "certain chaos novice"), (1, "literal pragmatic")])
def test_careful_records_have_nothing_to_object_to(games: int, policies: str) -> None:
    run("careful", "full", str(games), *policies.split())


def run(module: str, *words: str) -> str:
    command = [sys.executable, "-m", f"tests.support.shipwreck.{module}", *words]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


UNREACHED: dict[Line, str] = {}
"""Lines of the rules that careful games cannot reach, and why."""


@pytest.mark.full
def test_careful_games_reach_every_line_of_the_rules() -> None:
    """What the positions of `careful_positions` do not reach, nobody has tested."""
    left = {Line(*line) for line in json.loads(run("careful_lines", "full", "0"))}
    assert sorted(left - set(UNREACHED)) == []
    assert sorted(set(UNREACHED) - left) == [], "these are reached: they need no reason"


EXAMPLE = '''
@compiled
def rule(number):
    """Two
    lines."""
    if (
        number > 3
    ):
        number = max(
            number, 7
        )
    while number > 9:
        number -= 1
    return number

def helper():
    return 1
'''


@pytest.mark.parametrize(
    ("file", "number", "left"),
    [
        ("turn.py", 1, ["number = max(", "number -= 1"]),
        ("turn.py", 5, ["number -= 1"]),
        ("turn.py", 12, []),
        ("../kernel_chaos_0123456789ab.py", 12, []),
        ("../other.py", 12, ["if (", "number = max(", "while number > 9:", "number -= 1", "return number"]),
    ],
)
def test_a_line_that_is_not_reached_is_seen(file: str, number: int, left: list[str], tmp_path: Path) -> None:
    """A copy of the kernel has other line numbers."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/turn.py").write_text(EXAMPLE)
    lines = Lines(tmp_path / "rules", "turn")
    assert lines.count == 5
    names: dict[str, Any] = {"compiled": lambda function: function}
    exec(compile("\n\n" + EXAMPLE, str(tmp_path / "rules" / file), "exec"), names)  # noqa: S102
    with lines.watched():
        names["rule"](number)
    assert [line.text for line in lines.left] == left


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
