"""`search` against its base on the same luck, in games whose exact values nobody knows: one cell each."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import sim.start
from engine.game.cell import Cell
from engine.game.outcomes import Mean
from engine.game.protocol import Game, PlaysTwoWays
from engine.game.registry import load_game
from tests.support.own_file import own_game

WORLDS = 64
FILES = Path(__file__).parents[1] / "games"
TEMPLATES = Path(sim.start.__file__).parent / "games"
Array = NDArray[np.float64]


class Pairing(NamedTuple):
    """A cell in which a policy searches, and the same with its base."""

    game_name: str
    """Or the name of a file in tests/games, or of a template."""
    base: str
    axes: Mapping[str, Any]
    has_focus: bool = True
    """Whether one seat searches, or all do together."""
    has_signals: bool = False
    """Whether moves tell others something, so that it may lose."""
    games: int = 2_000

    @property
    def name(self) -> str:
        return f"{self.game_name}, {self.base}"

    def game(self) -> Game:
        places = (FILES / f"{self.game_name}.py", TEMPLATES / self.game_name / "game.py.txt")
        files = [path.read_text(encoding="utf-8") for path in places if path.exists()]
        return own_game(files[0], self.game_name) if files else load_game(self.game_name)


def differences(pairing: Pairing, seed: int, games: range) -> Array:
    """Of each game, in points: wins of 100 games, or per cent of the range of means and returns."""
    game = pairing.game()
    if isinstance(game, PlaysTwoWays):
        game.compile_now()
    search = f'search base="{pairing.base}" worlds={WORLDS}'
    ends = seed, games.start, games.stop
    if pairing.has_focus:
        cell = _cell(game, {**pairing.axes, "focus": [search], "field": [pairing.base]})
        gain = next(each for each in game.outcomes if each.name in ("focus return gain", "focus gain"))
        assert isinstance(gain, Mean)
        return 2 * _points(game, cell, gain, *ends)
    worths = [
        _points(game, _cell(game, {**pairing.axes, "policies": [who]}), game.outcomes[0], *ends)
        for who in (search, pairing.base)
    ]
    return worths[0] - worths[1]


def _cell(game: Game, grid: Mapping[str, Any]) -> Cell:
    (cell,) = game.cells(game.resolve(grid, "test"))
    game.prepare([cell], lambda line: None)
    return cell


def _points(game: Game, cell: Cell, outcome: Any, *ends: int) -> Array:
    """By an outcome, in per cent of its range."""
    values = game.simulate(cell, *ends).rows[outcome.column]
    if not isinstance(outcome, Mean):
        return np.where(np.isin(values, outcome.codes), 100.0, 0.0)
    assert outcome.bounds is not None
    worths = np.array([outcome.worth(int(value)) for value in values], float)
    found: Array = 100 * worths / (outcome.bounds[1] - outcome.bounds[0])
    return found


PAIRED = (
    Pairing("pirates", "careful", {"players": [3]}),
    Pairing("harbour", "thrifty", {"players": [3]}),
    Pairing("vault", "patient", {"players": [2], "alarm": [1]}, has_focus=False),
    Pairing("hadal", "veteran", {"missions": ["A"], "players": [2]}, has_focus=False),
    Pairing("oracle", "greedy", {"layouts": ["A"]}, has_focus=False),
    Pairing("shipwreck", "literal", {"players": [2], "doom": [6]}, has_focus=False, has_signals=True, games=4_500),
    Pairing("euphoria", "hunter", {"decks": ["surrogate"], "players": [4]}, has_signals=True, games=2_400),
    Pairing("openspiel:leduc_poker", "random", {}, has_signals=True, games=6_000),
    Pairing("openspiel:leduc_poker", "solved", {}, has_signals=True, games=6_000),
)
