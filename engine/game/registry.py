"""Every game by name."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.configs import unknown
from engine.errors import BadInput
from engine.game.about import About

if TYPE_CHECKING:
    from engine.game.protocol import Game  # takes NumPy with it, which the axes of a game do without

DEFAULT_GAME = "shipwreck"
GAMES = {"shipwreck": "engine.shipwreck.game:GAME", "pig": "engine.pig.game:GAME"}
"""Every game, and where it lives. A game is imported when it is asked for. Beside its module lies one called `about`,
which is quick to import."""


def load_game(name: str) -> "Game":
    """The game of that name."""
    return game_at(_address(name))


def game_at(address: str) -> "Game":
    """The game that lives at `module:attribute`."""
    module, _, attribute = address.partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game


def about(name: str) -> About:
    """What a game says about itself, without loading the game."""
    package = _address(name).partition(":")[0].rpartition(".")[0]
    try:
        module: Any = import_module(f"{package}.about")
    except ModuleNotFoundError:
        return load_game(name).about
    found: About = module.ABOUT
    return found


def _address(name: str) -> str:
    if name not in GAMES:
        raise BadInput(unknown("game", name, GAMES))
    return GAMES[name]
