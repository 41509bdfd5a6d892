"""Random positions: fates in front of the cards of a row, with all sums computed here."""

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import strategies as st

from engine.content.language import Expression
from engine.shipwreck.table.state import FATE_BITS, SLOTS, Table
from tests.support.shipwreck.stepping import Sitting

Rows = list[list[int]]
"""The values of the fates in front of each card."""


@st.composite
def boards(draw: st.DrawFn, sitting: Sitting) -> Rows:
    """Some of the bag's fates, in front of the four cards."""
    copies = sitting.book.copies
    tokens = [value for value in range(1, sitting.book.top + 1) for _ in range(copies[value])]
    lying = draw(st.permutations(tokens))[: draw(st.integers(0, max(0, len(tokens) - 2)))]
    board: Rows = [[] for _ in range(SLOTS)]
    for value in lying:
        board[draw(st.integers(0, SLOTS - 1))].append(value)
    return board


def lay(table: Table, board: Rows) -> None:
    """Writes a board into the record `table`."""
    table.fates[:] = 0
    for slot, fates in enumerate(board):
        for value in fates:
            table.fates[slot, value] += 1
        table.here[slot] = _mask(fates)
        table.here_total[slot] = sum(fates)
        table.here_count[slot] = len(fates)
    everything = [value for fates in board for value in fates]
    table.unseen = table.unseen_values = 0
    for value in range(len(table.visible)):
        table.visible[value] = Counter(everything)[value]
        unseen = int(table.tokens[value] - table.visible[value])
        table.unseen |= unseen << FATE_BITS * (value - 1) if unseen else 0
        table.unseen_values |= 1 << value if unseen else 0
    table.visible_mask = _mask(everything)
    table.visible_total = sum(everything)
    table.visible_count = len(everything)


def _mask(fates: list[int]) -> int:
    return sum(1 << value for value in set(fates))


def truth(expression: Expression, sitting: Sitting, board: Rows, slot: int, adds: int, **words: Any) -> Any:
    """The value of the expression for all played values (down) and kept values (across), each from 0 to the top."""
    top, hours = sitting.book.top, np.array(sitting.book.hours)
    fates, everything = np.arange(top + 1), [value for lying in board for value in lying]
    env: dict[str, Any] = {
        "played": fates[:, None],
        "fate": fates[:, None],
        "kept": fates[None, :] + adds,
        "hours(played)": hours[: top + 1, None],
        "hours(kept)": hours[None, : top + 1],
        "visible": _mask(everything),
        "total(visible)": sum(everything),
        "count(visible)": len(everything),
        "here": _mask(board[slot]),
        "total(here)": sum(board[slot]),
        "count(here)": len(board[slot]),
        **words,
    }
    answers = expression.evaluate({name: env[name] for name in expression.inputs})
    return np.broadcast_to(answers, (top + 1, top + 1))
