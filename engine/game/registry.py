"""Every game by name."""

from importlib import import_module

from engine.configs import unknown
from engine.errors import BadInput
from engine.game.protocol import Game

DEFAULT_GAME = "shipwreck"
GAMES = {"shipwreck": "engine.shipwreck:GAME"}
"""Every game by name, with where it lives: imported when asked for."""


def load_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise BadInput(unknown("game", name, GAMES))
    return game_at(GAMES[name])


def game_at(address: str) -> Game:
    """The game that lives at `module:attribute`."""
    module, _, attribute = address.partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game
