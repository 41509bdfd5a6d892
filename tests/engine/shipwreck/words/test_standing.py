"""The table as the events say it stands is the table that the next turn finds."""

from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.table import events as ev
from engine.shipwreck.words.standing import Standing, values_of
from sim.inspect.tables import title_of

GAMES = 40
CELLS = [SHIPWRECK.cells(SHIPWRECK.resolve({"players": [players], "doom": [0]}, "test"))[0] for players in (2, 5)]


def test_every_turn_begins_with_the_row_that_the_last_one_left() -> None:
    compared = moved = 0
    for cell in CELLS:
        for index in range(GAMES):
            log = SHIPWRECK.played.replay(cell, 1, index).log
            deck = SHIPWRECK.grid.content_in(cell)
            standing, turn = Standing(deck), 0
            for kind, *numbers in log.event[: log.count].tolist():
                turn = numbers[0] if kind == ev.TURN else turn
                if kind == ev.SLOT and turn > 1:
                    slot, card, _, fates, slowed, amplified = numbers[:6]
                    assert standing.row[slot] == card
                    assert standing.fates[slot] == values_of(fates), (cell.name, index, turn, slot)
                    assert standing.marks_at(slot) == (bool(slowed), bool(amplified))
                    compared, moved = compared + 1, moved + bool(fates)
                standing.hear(kind, numbers)
    assert moved > 100
    assert compared > 1_000


def test_a_replay_has_the_table_after_every_step() -> None:
    told = SHIPWRECK.replay(CELLS[0], 1, 0)
    assert told.tables[-1].rows[0] == ("Score", str(told.events[-2]["score"]))
    assert told.tables[0].rows[1] == ("Doom", "0 of 7")
    assert {title_of(each) for each in told.tables} == {"The table as it stood"}
    assert all(
        one.line < other.line or one.event < other.event
        for one, other in zip(told.tables, told.tables[1:], strict=False)
    )
    assert told.tables[-1].line <= len(told.lines)
    assert told == SHIPWRECK.replay(CELLS[0], 1, 0)
