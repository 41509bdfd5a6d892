"""Stakes: a competitive game of the tests in which points count, with means that are known in advance. NumPy draws it.

The first seat gets 4 points in half of the games, else none. The second always gets 1. What the third gets makes the
sum constant (`Duel`), or is nothing (`Market`). A player who is `keen` gets 5 points more than a `calm` one in a tenth
of the games.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.game.about import About
from engine.game.axes import Axis
from engine.game.cell import Cell, Json
from engine.game.outcomes import Mean, Outcome
from engine.game.presentation import Contest, Presentation, Returns, Rung, Shape
from engine.game.results import Batch, Column
from engine.game.seats import FIELD, FOCUS
from tests.support.contest import Bout
from tests.support.dice_race import rolls

DUEL, MARKET = "tests.support.stakes:DUEL_GAME", "tests.support.stakes:MARKET_GAME"
STAKES = {"games": 4000, "seed": 5}
"""A small experiment, but for its game."""
OFFSET, SCALE = -50, 10
GAIN = 0.5
SUM = 3


def gets(name: str, called: str, column: str, offset: int = OFFSET) -> Mean:
    needs = {FOCUS: 0} if column.startswith("focus") else {}
    return Mean(
        name=name,
        meaning=called,
        column=column,
        unit="gold",
        margin=0.1,
        scale=SCALE,
        offset=offset,
        apart=SCALE,
        needs=needs,
    )


SEATS = [gets(f"seat {seat}", f"what seat {seat} gets", f"return{seat}") for seat in (1, 2, 3)]
SKILL = [gets("focus return", "what it gets", "focus_return"), gets("focus gain", "what it gains", "focus_gain")]
TOTAL = gets("total", "what all get", "total", 3 * OFFSET)
LENGTH = Mean(name="length", meaning="turns of a game", column="turns", unit="turns", margin=0.1, length=True)


class Market(Bout):
    """What there is differs from game to game. Everything that it does not need is inherited."""

    name = "market"
    about = About(
        title="The Market",
        kind="competitive",
        players="3",
        real="all of it",
        axes=(Axis("policy", "policies", "Who plays.", "policies", role="skill"),),
    )
    columns: Sequence[Column] = (
        *(Column(each.column, "<u2", each.meaning, histogram=False) for each in (*SEATS, TOTAL, *SKILL)),
        Column("turns", "<u1", "turns"),
    )
    outcomes: Sequence[Outcome] = (*SKILL, *SEATS, TOTAL, LENGTH)
    presentation = Presentation(
        ladder=(Rung("calm", "calm players"), Rung("keen", "keen players")),
        shape=(Shape("turns", "turns of a game"),),
        contest=Contest("", turns="turns"),
        returns=Returns([each.name for each in SEATS], "focus return", "focus gain", "total"),
    )

    def cells(self, grid: Json) -> list[Cell]:
        found = super().cells({**grid, "players": [3]})
        return [Cell({key: cell.labels[key] for key in cell.labels if key != "players"}, cell.spec) for cell in found]

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        drawn = rolls(20, seed, first, last, 2).astype(np.int64) - 1
        rows = np.zeros(last - first, [(column.name, column.dtype) for column in self.columns])
        worth = [4 * (drawn[:, 0] < 10), np.ones(last - first, np.int64), np.zeros(last - first, np.int64)]
        worth[2] = self.third_seat(worth[0], drawn[:, 1])
        for seat, each in enumerate(worth, 1):
            rows[f"return{seat}"] = each * SCALE - OFFSET
        if TOTAL in self.outcomes:
            rows["total"] = sum(worth) * SCALE - 3 * OFFSET
        rows["turns"] = 4 + drawn[:, 1] % 5
        if FOCUS in cell.spec:
            more = 5 * (drawn[:, 1] < 2) * (int(cell.spec[FOCUS] == "keen") - int(cell.spec[FIELD] == "keen"))
            rows["focus_return"] = (worth[0] + more) * SCALE - OFFSET
            rows["focus_gain"] = more * SCALE - OFFSET
        return Batch(rows, np.zeros((0, 0), np.int64), {})

    def third_seat(self, of_first: NDArray[np.int64], luck: NDArray[np.int64]) -> NDArray[np.int64]:
        return 0 * of_first

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return f"{self.name}:{cell.name}:{seed}:{index}"


class Duel(Market):
    """All seats together always get as much; whoever gets more than his share wins."""

    name = "duel"
    columns: Sequence[Column] = (
        Column("winners", "<u1", "one bit a seat"),
        *(column for column in Market.columns if column.name != "total"),
    )
    outcomes: Sequence[Outcome] = (*SKILL, *SEATS, LENGTH)
    presentation = Presentation(
        ladder=Market.presentation.ladder,
        shape=Market.presentation.shape,
        contest=Contest("winners", turns="turns"),
        returns=Returns([each.name for each in SEATS], "focus return", "focus gain", equal_share=SUM / 3),
    )

    def third_seat(self, of_first: NDArray[np.int64], luck: NDArray[np.int64]) -> NDArray[np.int64]:
        return SUM - 1 - of_first

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        found = super().simulate(cell, seed, first, last)
        found.rows["winners"] = np.where(found.rows["return1"] > found.rows["return3"], 1, 4)
        return found


def replaced_seats(presentation: Presentation, names: Sequence[str]) -> Presentation:
    """The same game with fewer seats."""
    assert presentation.returns is not None
    return replace(presentation, returns=replace(presentation.returns, seats=names))


MARKET_GAME = Market()
DUEL_GAME = Duel()
