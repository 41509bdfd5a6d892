"""What a player gains over others, on games that it has not learned from."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell, Json
from engine.game.outcomes import Mean, Outcome
from engine.game.protocol import Game
from engine.language.current import said
from sim.statistics.intervals import z_of
from sim.text.number_format import local, plain_signed

GAINS = ("focus return gain", "focus gain")
"""The outcomes by which a focus is judged, in a field of others on the same luck."""


SURE = 0.95
"""How often an interval holds, or all intervals of a judgement together."""


class Duel(NamedTuple):
    """A player against another, at one table."""

    against: str
    cells: tuple[Cell, ...]
    """One with a focus in a field; or one of each, to be compared game by game."""


class Gain(NamedTuple):
    """Over all tables: in points of win rate, or in the unit of what is counted."""

    against: str
    mean: float
    half: float
    """Of the interval."""
    unit: str

    @property
    def low(self) -> float:
        return self.mean - self.half

    @property
    def high(self) -> float:
        return self.mean + self.half

    @property
    def is_none(self) -> bool:
        """Whether no game ended otherwise."""
        return self.mean == self.half == 0

    @property
    def told(self) -> str:
        digits = 1 if self.half >= 0.1 else 3
        return said(
            "{gain} ± {half} over {policy}",
            gain=plain_signed(self.mean, digits),
            half=local(f"{self.half:.{digits}f}"),
            policy=self.against,
        )


def duels(game: Game, tables: Mapping[str, Any], player: Json, others: Sequence[str]) -> list[Duel]:
    """The player against each of the others, at each of the tables that a grid spans."""
    found = []
    for other in others:
        if game.about.has_focus:
            every = game.cells(game.resolve({**tables, "focus": [player], "field": [other]}, "training"))
            found += [Duel(other, (cell,)) for cell in every]
        else:
            both = [game.cells(game.resolve({**tables, "policies": [who]}, "training")) for who in (player, other)]
            found += [Duel(other, pair) for pair in zip(*both, strict=True)]
    return found


def judged_by(game: Game) -> Outcome:
    """The outcome that tells who plays better."""
    if game.about.has_focus:
        return next(each for each in game.outcomes if each.name in GAINS)
    return game.outcomes[0]


def differences(outcome: Outcome, columns: Sequence[NDArray[np.integer]]) -> NDArray[np.float64]:
    """Of each game of a duel, what the player got more than the other: more is better."""
    worths = [_worths(outcome, column) for column in columns]
    found = worths[0] - worths[1] if len(worths) > 1 else worths[0]
    return -found if outcome.better == "less" else found


def _worths(outcome: Outcome, column: NDArray[np.integer]) -> NDArray[np.float64]:
    if not isinstance(outcome, Mean):
        return np.where(np.isin(column, outcome.codes), 100.0, 0.0)
    values, places = np.unique(column, return_inverse=True)
    worths = np.array([outcome.worth(int(value)) for value in values], float) / outcome.scale
    found: NDArray[np.float64] = worths[places]
    return found


def gain_over(against: str, found: Sequence[NDArray[np.float64]], unit: str, level: float = SURE) -> Gain:
    """The mean over all tables, each counted alike."""
    mean = float(np.mean([each.mean() for each in found]))
    variance = sum(each.var() / max(len(each), 1) for each in found) / len(found) ** 2
    return Gain(against, mean, z_of(level) * float(np.sqrt(variance)), unit)
