"""Tables that are new to a trained player: other numbers of players, or other content than it learned with."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.game.axes import Axis
from engine.game.cell import Cell, Json
from engine.language.current import listed, said
from engine.policy.seats.seating import policies_in
from engine.policy.seats.trained_policy import Learned, is_trained

TOML = ".toml"


def notes_on_new_tables(
    axes: Sequence[Axis], cells: Sequence[Cell], learned_by: Callable[[Json], Learned | None]
) -> list[str]:
    """A line for each axis of which a trained player meets a value for the first time."""
    found = (line for cell in cells for line in _new_in(axes, cell, learned_by))
    return [*dict.fromkeys(found)]


def _new_in(axes: Sequence[Axis], cell: Cell, learned_by: Callable[[Json], Learned | None]) -> Iterator[str]:
    for policy in filter(is_trained, policies_in(cell.spec)):
        learned = learned_by(policy)
        tables: Mapping[str, Sequence[Any]] = learned.tables if learned else {}
        for axis in axes:
            known, value = [*map(_word, tables.get(axis.key, ()))], cell.labels.get(axis.name)
            if known and value is not None and _word(value) not in known:
                yield said(
                    "trained: it learned with {axis} {known}; {value} is new to it, and may be played worse",
                    axis=axis.name,
                    known=listed(known),
                    value=_word(value),
                )


def _word(value: object) -> str:
    """A file goes by its name, as in a label."""
    text = str(value)
    return Path(text).stem if text.endswith(TOML) else text
