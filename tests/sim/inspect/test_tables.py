"""How the table stood, as the games that come with fatecast tell it from their events."""

import pytest

from engine.game.cell import Cell
from engine.game.protocol import Game, TellsAsSeat
from engine.game.registry import in_words_of, load_game
from engine.game.results import Replay, Stood
from engine.language.current import speaking
from sim.inspect.replay import tell
from sim.inspect.tables import text_of, with_drawings

GRIDS: dict[str, dict[str, object]] = {
    "shipwreck": {"players": [2], "doom": [0]},
    "hadal": {},
    "oracle": {},
    "euphoria": {},
    "pig": {},
}
LAST = {
    "shipwreck": {"Score", "Doom", "Slot 1", "Slot 4"},
    "hadal": {"Points", "Vortex", "Return card"},
    "oracle": {"±1 boxes", "Move boxes", "Strip", "Corruption", "Goods"},
    "euphoria": {"Seat 1", "Seat 2"},
    "pig": {"", "points"},
}
"""What rows are about."""


def last_cell(name: str) -> tuple[Game, Cell]:
    game = load_game(name)
    return game, game.cells(game.resolve(GRIDS[name], "test"))[-1]


@pytest.mark.parametrize("name", GRIDS)
def test_every_game_says_how_the_table_stood(name: str) -> None:
    game, cell = last_cell(name)
    told = game.replay(cell, 1, 0)
    assert len(told.tables) > 3
    assert {row[0] for row in told.tables[-1].rows} >= LAST[name]
    assert [each.turn for each in told.tables] == sorted(each.turn for each in told.tables)
    assert [each.line for each in told.tables] == sorted(each.line for each in told.tables)
    assert told.tables[-1].line <= len(told.lines)
    assert all(one.rows != other.rows for one, other in zip(told.tables, told.tables[1:], strict=False))
    assert told == game.replay(cell, 1, 0)
    assert with_drawings(told) == told.events, "what the events say is not said twice"
    assert tell(game, cell, 1, 0, 0, False) == "\n".join(line for _, line in told.lines)


def test_a_seat_is_not_told_what_it_does_not_know() -> None:
    game, cell = last_cell("euphoria")
    assert isinstance(game, TellsAsSeat)
    whole, mine = game.replay(cell, 1, 0).tables[0], game.replay_as(cell, 1, 0, 1).tables[0]
    assert mine.rows[0] == whole.rows[0], "its own recruits"
    assert {*mine.rows[1][1:]} == {"(hidden)"}
    assert "(hidden)" not in {word for row in whole.rows for word in row}


def test_tables_speak_one_language() -> None:
    game, cell = last_cell("shipwreck")
    with speaking("es"), in_words_of("shipwreck"):
        rows = game.replay(cell, 1, 0).tables[-1].rows
    assert [row[0] for row in rows[:3]] == ["Puntuación", "Perdición", "Espacio 1"]


def test_drawings_stand_where_they_were_made() -> None:
    lines = [(0, "a"), (1, "b"), (1, "c")]
    events = [{"turn": turn, "event": text} for turn, text in lines]
    tables = [
        Stood(1, 2, 2, (("x", "1"), ("long", "2"), ("one alone",)), seat=1),
        Stood(1, 2, 2, (("everybody's",),)),
        Stood(1, 3, 3, (), seat=2, fault="game.py: line 3: KeyError"),
    ]
    assert text_of(lines, tables).splitlines() == [
        *("a", "b", "    The table as seat 1 sees it", "    x     1", "    long  2", "    one alone", "c"),
        "    The table is not drawn: game.py: line 3: KeyError",
    ]
    assert with_drawings(Replay(events, lines, tables)) == [
        *events[:2],
        {"turn": 1, "event": "table", "seat": 1, "rows": [["x", "1"], ["long", "2"], ["one alone"]]},
        events[2],
        {"turn": 1, "event": "table", "seat": 2, "fault": "game.py: line 3: KeyError"},
    ]
