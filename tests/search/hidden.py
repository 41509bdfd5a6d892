"""What `search` wins where only what is hidden tells the right choice: as much as by chance."""

from typing import Any

from engine.outside.own.hidden.forks.fork import Fork
from tests.support.hidden_games import HiddenGame
from tests.support.own_file import own_game

WORLDS = 1_000


def won(game: HiddenGame, seed: int, games: range, worlds: int = WORLDS, caution: float = 0.0) -> int:
    """Of so many games. Without caution, it would take any advantage."""
    file = own_game(game.text, game.name)
    file.compile_now()
    who = f"search base={game.base} worlds={worlds} caution={caution:g}"
    cell = file.cells(file.resolve({"players": [game.players], "policies": [who]}, "test"))[0]
    return int(file.simulate(cell, seed, games.start, games.stop).rows["won"].sum())


def as_they_lie(self: Fork, *given: Any) -> list[Any]:
    """A planted mistake: in every imagined world, the cards lie as they do."""
    self._shuffles += 1
    return list(self._past.shuffles[self._shuffles - 1].cards)
