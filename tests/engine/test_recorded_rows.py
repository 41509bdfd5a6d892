"""Games that every policy of the four large games has played: not one of them changes, compiled or not.

What the rules and the policies mean is tested elsewhere; here any change of what they do is seen. A digest says that
something changed, not what: `python -m tests.engine.test_recorded_rows` writes them anew after a change that is wanted.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import load_game
from engine.kernel.compiled import INTERPRETED

RECORDED = Path(__file__).with_name("recorded_rows.json")
SEED = 19


class Games(NamedTuple):
    """The first games of a cell."""

    few: int
    """So many are played without the compiler, too."""
    many: int


QUICK, SLOW, SLOWEST = Games(12, 400), Games(3, 60), Games(1, 20)
SHIPWRECK = {
    **dict.fromkeys(("guess", "certain", "omniscient", "novice", "novice slip=0.2 forget_lines=0.3"), QUICK),
    **dict.fromkeys(("literal", "pragmatic depth=1", "pragmatic forget_powers=0.5 alpha=8"), SLOW),
    **dict.fromkeys(("expert", "convention rounds=1"), SLOWEST),
}
EUPHORIA = ("random", "guardian", "hunter", "gunslinger", "investigator lambda=0.5", "omniscient")
ORACLE = ("random", "stargazer", "prophet", "greedy", "planner eta=4")
HADAL = ("random", "gambler", "even", "safe", "sharp", "counter broken=lose", "veteran")
CELLS: dict[tuple[str, str], Games] = {
    **{("shipwreck", policy): games for policy, games in SHIPWRECK.items()},
    **dict.fromkeys((("euphoria", policy) for policy in EUPHORIA), QUICK),
    **dict.fromkeys((("oracle", policy) for policy in ORACLE), SLOW),
    **dict.fromkeys((("hadal", policy) for policy in HADAL), QUICK),
}
GRIDS = {
    "shipwreck": {"decks": ["full"], "players": [3], "doom": [3]},
    "euphoria": {"decks": ["wide"], "players": [5]},
    "oracle": {"layouts": ["B"], "players": [2]},
    "hadal": {"missions": ["B"], "players": [3]},
}


def cell_of(name: str, policy: str) -> tuple[Game, Cell]:
    game = load_game(name)
    return game, game.cells(game.resolve({**GRIDS[name], "policies": [policy]}, "test"))[0]


def digest(name: str, policy: str, games: int) -> str:
    """Of their rows and of what is counted for each piece."""
    game, cell = cell_of(name, policy)
    batch = game.simulate(cell, SEED, 0, games)
    rows = [[int(value) for value in row] for row in batch.rows.tolist()]
    return sha256(json.dumps([rows, batch.pieces.tolist()]).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("name", "policy"), CELLS)
def test_the_games_are_those_that_were_recorded(name: str, policy: str) -> None:
    few, many = json.loads(RECORDED.read_text(encoding="utf-8"))[f"{name} {policy}"]
    games = CELLS[name, policy]
    assert digest(name, policy, games.few) == few
    if not INTERPRETED:
        assert digest(name, policy, games.many) == many


if __name__ == "__main__":
    found = {
        f"{name} {policy}": [digest(name, policy, games.few), digest(name, policy, games.many)]
        for (name, policy), games in CELLS.items()
    }
    RECORDED.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
