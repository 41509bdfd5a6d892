"""The game that questions are asked about, by whatever names it."""

from pathlib import Path
from typing import NamedTuple

from engine.game.protocol import Game
from engine.game.registry import GAMES, address_of, game_at, is_from_outside


class Subject(NamedTuple):
    """A game, and where another process finds it."""

    game: Game
    address: str


def subject_named(word: str, beside: Path) -> Subject:
    """A game by its name, or by its place in a package (`my_package.game:GAME`)."""
    is_address = ":" in word and not is_from_outside(word) and word not in GAMES
    address = word if is_address else address_of(word)
    return Subject(game_at(address), address)
