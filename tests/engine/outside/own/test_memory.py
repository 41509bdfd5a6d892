"""What policies remember: within a game, for one seat, and nothing beyond."""

from typing import Any

import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.cell import Cell
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.game import OwnGame
from engine.outside.own.policies.memory import Beginning
from tests.support.own_file import own_game

TURNS = '''"""Turns: each seat is asked three times, and its answers are counted."""

from fatecast.game import Game

NOTED = []


{policies}


class Turns(Game):
    players = 2
    draws = True
    columns = {{"first": "answers of the first seat", "second": "answers of the second seat"}}
    policies = [asked]

    def play(self, table):
        for _ in range(3):
            for seat in table.seats:
                table.turn(seat)
                answer = table.ask(seat, {{"seat": seat}}, [0, 1, 2, 3])
                table.count("second" if seat else "first", answer)
'''
COUNTS = '''def asked(view, memory={"times": 0}):
    """answers how often it was asked before"""
    memory["times"] += 1
    return memory["times"] - 1'''


def game_of(policies: str = COUNTS) -> OwnGame:
    return own_game(TURNS.format(policies=policies), "turns")


def cell_of(game: OwnGame, **grid: object) -> Cell:
    return game.cells(game.resolve({"policies": ["asked"], **grid}, "test"))[0]


def counted(game: OwnGame, games: int = 4, **grid: object) -> list[tuple[int, int]]:
    with plain_only():
        rows = game.simulate(cell_of(game, **grid), 1, 0, games).rows
    return [(int(row["first"]), int(row["second"])) for row in rows]


def test_a_memory_is_the_seats_own_and_new_in_every_game() -> None:
    assert counted(game_of()) == [(3, 3)] * 4


def test_a_replay_begins_anew() -> None:
    game = game_of()
    told = [game.replay(cell_of(game), 1, 2).events[-1] for _ in range(2)]
    assert told[0] == told[1]
    assert (told[0]["first"], told[0]["second"]) == (3, 3)


def test_one_who_slips_remembers_nothing_of_it() -> None:
    assert counted(game_of(), policies=["asked slips=100"]) != [(3, 3)] * 4
    found = counted(game_of(), 60, tables=["asked,asked slips=50"], policies=[])
    assert {first for first, _ in found} == {3}


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ("{}", "memory: expected 1 to 60 fields, got 0"),
        ("{f'x{n}': 0 for n in range(61)}", "memory: expected 1 to 60 fields, got 61"),
        ("{'two words': 0}", "memory: expected names of letters, digits and _, got 'two words'"),
        ("{3: 0}", "memory: expected names of letters, digits and _, got 3"),
        ("{'seen': []}", "memory: seen: expected a number, True, False or a text to begin with, got []"),
        ("{'seen': None}", "memory: seen: expected a number, True, False or a text to begin with, got None"),
        ("{'seen': float('nan')}", "memory: seen: expected a number, True, False or a text to begin with, got nan"),
    ],
)
def test_what_cannot_be_remembered_is_one_line(declared: str, told: str) -> None:
    with pytest.raises(BadInput) as error:
        game_of(f"def asked(view, memory={declared}):\n    return 0")
    assert error.value.line == f"turns.py: policies: asked: {told}"


KINDS = '{"times": 0, "rate": 0.5, "open": False, "mood": "calm"}'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('memory["tmes"] += 1', "memory['tmes']: expected one of the fields that it begins with: times, rate"),
        ('memory["new"] = 1', "memory['new']: expected one of the fields"),
        ('memory["times"] = 0.5', "memory['times']: expected a whole number, as at the start of a game, got 0.5"),
        ('memory["times"] = None', "memory['times']: expected a whole number"),
        ('memory["rate"] = "high"', "memory['rate']: expected a number, as at the start of a game, got 'high'"),
        ('memory["open"] = 1', "memory['open']: expected True or False, as at the start of a game, got 1"),
        ('memory["mood"] = 3', "memory['mood']: expected a text, as at the start of a game, got 3"),
        ("memory[[]] = 3", "memory[[]]: expected one of the fields"),
        ("memory.times = 3", "AttributeError"),
        ("list(memory)", "TypeError"),
        ('"times" in memory', "TypeError"),
    ],
)
def test_a_mistake_names_the_file_and_the_line(line: str, told: str) -> None:
    game = game_of(f"def asked(view, memory={KINDS}):\n    {line}\n    return 0")
    with pytest.raises(BrokenRule) as error, plain_only():
        game.simulate(cell_of(game), 1, 0, 1)
    assert "turn 1: turns.py: line 9: " in error.value.line
    assert told in error.value.line
    assert "\n" not in error.value.line


def test_nobody_changes_what_a_memory_begins_with() -> None:
    """One policy that calls another without a memory would fill the one that all games share."""
    shared = f"{COUNTS.replace('asked', 'other')}\n\n\ndef asked(view):\n    return other(view)"
    text = TURNS.format(policies=shared).replace("policies = [asked]", "policies = [asked, other]")
    game = own_game(text, "turns")
    with pytest.raises(BrokenRule, match="memory: hand yours over, as this one is shared by all games"), plain_only():
        game.simulate(cell_of(game), 1, 0, 1)
    with pytest.raises(BrokenRule):
        Beginning({"times": 0}).update(times=1)


def test_a_check_of_views_leaves_the_memory_alone() -> None:
    """To find the line that changes a view, the policy decides once more, with the memory that it had."""
    game = game_of(f'{COUNTS.split("    return")[0]}    view["seat"] = 7\n    return memory["times"] - 1')
    rows: list[Any] = []
    lines = [*map(str, game.policies.meddling(lambda: rows.append(game.simulate(cell_of(game), 1, 0, 2).rows)))]
    assert lines
    assert "policy asked changes what it is shown" in lines[0]
    assert {(int(row["first"]), int(row["second"])) for row in rows[0]} == {(3, 3)}


def test_a_policy_that_remembers_passes_its_check() -> None:
    heard: list[str] = []
    assert game_of().policies.check("asked", heard.append) == []
    assert any(line.startswith("repeatable") and line.endswith("ok") for line in heard)
