"""`search` against its base on the same luck, in games whose exact values nobody knows: one cell each."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell
from engine.game.outcomes import Mean
from engine.game.protocol import Game, PlaysTwoWays
from engine.game.registry import load_game
from engine.game.seats import FIELD_ONLY, FOCUS_COLUMN, FOCUS_ONLY
from tests.support.own_file import own_game

WORLDS = 64
GAMES_FOLDER = Path(__file__).parents[1] / "games"


class Pairing(NamedTuple):
    """A cell in which a policy searches, and the same with its base."""

    name: str
    """Of the game; with a path, a file of one's own."""
    base: str
    axes: Mapping[str, Any]
    has_focus: bool = True
    """Whether one seat searches, or all do together."""
    has_signals: bool = False
    """Whether moves tell others something, so that it may lose."""
    games: int = 2_000
    spread: float = 1.0
    """The range of what is judged; wins have 1."""

    def game(self) -> Game:
        path = GAMES_FOLDER / f"{self.name}.py"
        if not path.exists():
            return load_game(self.name)
        return own_game(path.read_text(encoding="utf-8"), self.name)


def differences(pairing: Pairing, seed: int, games: range) -> NDArray[np.float64]:
    """Of each game, in points: wins of 100 games, or per cent of the range."""
    game = pairing.game()
    if isinstance(game, PlaysTwoWays):
        game.compile_now()
    search = f'search base="{pairing.base}" worlds={WORLDS}'
    ends = seed, games.start, games.stop
    if pairing.has_focus:
        cell = _cell(game, {**pairing.axes, "focus": [search], "field": [pairing.base]})
        codes = game.simulate(cell, *ends).rows[FOCUS_COLUMN.name].astype(int)
        found: NDArray[np.float64] = 100.0 * (codes == FOCUS_ONLY) - 100.0 * (codes == FIELD_ONLY)
        return found
    worths = [_worth(game, _cell(game, {**pairing.axes, "policies": [who]}), *ends) for who in (search, pairing.base)]
    return 100.0 * (worths[0] - worths[1]) / pairing.spread


def _cell(game: Game, grid: Mapping[str, Any]) -> Cell:
    (cell,) = game.cells(game.resolve(grid, "test"))
    game.prepare([cell], lambda line: None)
    return cell


def _worth(game: Game, cell: Cell, *ends: int) -> NDArray[np.float64]:
    """By the headline of the game."""
    rows, outcome = game.simulate(cell, *ends).rows, game.outcomes[0]
    values = rows[outcome.column]
    if isinstance(outcome, Mean):
        return np.array([outcome.worth(int(value)) for value in values], float)
    return np.isin(values, outcome.codes).astype(float)


PAIRED: tuple[Pairing, ...] = ()
