"""What a game says about one piece before any game is played: what `fatecast piece` prints, and the numbers of the
figures that it draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shlex import join

from engine.game.sheets import Numbers, Panel, Shares
from sim.studio.jobs.job import Event
from sim.studio.jobs.talk import Talk
from sim.studio.workbench.asked import content_axis_flag
from sim.text.number_format import NOTHING, brief_number, plain_percent
from sim.verbs.piece import VERB, Piece, PieceRequest

DIGITS = 3


@dataclass(frozen=True)
class OfPiece:
    """What the worker is asked for."""

    game: str
    game_word: str | None
    content: str
    piece: str

    @property
    def command(self) -> str:
        """The command that prints the same."""
        named = ["--game", self.game_word] if self.game_word else []
        return join(["fatecast", "piece", self.piece, *named, *content_axis_flag(self.game, self.content)])


def play(asked: OfPiece, talk: Talk) -> None:
    """Tell it. A game may have to play some games first."""
    found = VERB(PieceRequest(name=asked.piece, content=asked.content or None, game=asked.game), talk)
    assert isinstance(found, Piece)
    sheet = found.sheet
    talk.event(
        "sheet",
        command=asked.command,
        title=sheet.title,
        lines=sheet.lines,
        tables=[table._asdict() for table in sheet.tables],
        figures=[figure(panel) for panel in sheet.panels],
        notes=sheet.notes,
        data=found.data,
    )


def figure(panel: Panel) -> Event:
    """A figure as a table: each number as it is said, and how long its bar is, from 0 to 1."""
    if isinstance(panel, Shares):
        corner = f"{panel.down} ↓ · {panel.across} →"
        return _table(panel.title, corner, panel.rows, panel.columns, panel.values, "%")
    unit = f"{panel.title} ({panel.unit})" if panel.unit not in ("", "%") else panel.title
    values: Sequence[Numbers] = list(zip(*panel.series.values(), strict=True))
    return _table(unit, panel.along, panel.labels, list(panel.series), values, panel.unit)


def _table(
    title: str, corner: str, rows: Sequence[str], columns: Sequence[str], values: Sequence[Numbers], unit: str
) -> Event:
    numbers = [abs(value) for line in values for value in line if value is not None]
    most = 1.0 if unit == "%" else max(numbers, default=0.0) or 1.0
    return {
        "title": title,
        "header": [corner, *columns],
        "rows": [
            {"head": head, "cells": [_cell(value, most, unit) for value in line]}
            for head, line in zip(rows, values, strict=True)
        ],
    }


def _cell(value: float | None, most: float, unit: str) -> Mapping[str, object]:
    if value is None:
        return {"text": NOTHING, "bar": None}
    text = plain_percent(value, 0) if unit == "%" else brief_number(value, DIGITS)
    return {"text": text, "bar": abs(value) / most}
