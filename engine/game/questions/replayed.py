"""The question whether a replay tells the game of the row."""

import json
from collections.abc import Iterator

import numpy as np

from engine.errors import Text, message
from engine.game.cell import Cell
from engine.game.questions.trial import Trial, difference
from engine.game.results import Replay, Rows

SOME, TURNS, END = 3, "turns", "end"


def replay_is_the_row(trial: Trial) -> Iterator[Text]:
    for cell in trial.cells:
        rows = trial.rows(cell)
        for index in _indices(rows):
            told = trial.game.replay(cell, trial.seed, index)
            fault = next(_wrong(told, rows, index), None) or _again(trial, cell, told, index)
            if fault:
                yield message("{cell}, game {index}: {fault}", cell=cell.name, index=index, fault=fault)
                break


def _indices(rows: Rows) -> list[int]:
    """The first games, and one for each way to end."""
    found = set(range(min(SOME, len(rows))))
    if END in (rows.dtype.names or ()):
        found |= set(np.unique(rows[END], return_index=True)[1].tolist())
    return sorted(found)


def _wrong(told: Replay, rows: Rows, index: int) -> Iterator[Text]:
    if json.loads(json.dumps(told.events)) != told.events:
        yield message("the events of the replay are not plain data: they change on their way through JSON")
    turns = [event.get("turn", -1) for event in told.events]
    if not all(isinstance(turn, int) and turn >= 0 for turn in turns):
        yield message("an event of the replay has no turn")
        return
    if turns != sorted(turns):
        yield message("the turns of the replay go backwards")
    if [turn for turn, _ in told.lines] != sorted(turn for turn, _ in told.lines):
        yield message("the turns of the replay's lines go backwards")
    if not any(isinstance(line, str) and line for _, line in told.lines):
        yield message("the replay has no line of text")
    yield from (table.fault for table in told.tables if table.fault)
    names = rows.dtype.names or ()
    last = told.events[-1] if told.events else {"turn": None}
    if TURNS in names and last["turn"] != rows[TURNS][index]:
        yield message(
            "the last event of the replay has turn {turn}, the row has {turns} turns",
            turn=last["turn"],
            turns=rows[TURNS][index],
        )
    for name in names:
        if name in last and isinstance(last[name], int) and last[name] != rows[name][index]:
            yield message(
                "the last event of the replay says {column} {value}, the row {value2}",
                column=name,
                value=last[name],
                value2=rows[name][index],
            )


def _again(trial: Trial, cell: Cell, told: Replay, index: int) -> Text | None:
    again = trial.game.replay(cell, trial.seed, index)
    if again != told:
        return message("its replay is another one the second time")
    played = trial.play(cell, index, index + 1)
    apart = difference(played._replace(rows=trial.rows(cell)[index : index + 1]), played, index)
    if apart:
        return message("after its replay it is another game: {apart}", apart=apart)
    return _decided(trial, cell, told)


def _decided(trial: Trial, cell: Cell, told: Replay) -> Text | None:
    pieces = trial.game.pieces
    if pieces is None:
        return None
    unknown = sorted(set(pieces.decided_by(told)) - set(pieces.names(cell)))
    return message("no piece is called {name!r}, which decided the game", name=unknown[0]) if unknown else None
