"""Every game by name: those that come with fatecast, and games from outside.

A game from outside has a name with a scheme: `openspiel:leduc_poker`. The scheme says which module
makes a game of the rest. Names without a scheme are those of `GAMES`.
"""

from functools import cache
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

SCHEMES = {"openspiel": "engine.outside.openspiel.game:game_named"}
"""Where games from outside come from: a function that takes the rest of the name."""


def load_game(name: str) -> "Game":
    """The game of that name."""
    return game_at(address_of(name))


def game_at(address: str) -> "Game":
    """The game that lives at `module:attribute`, or that `module:function:name` makes."""
    module, _, rest = address.partition(":")
    attribute, scheme, name = rest.partition(":")
    if scheme:
        return _made(module, attribute, name)
    game: Game = getattr(import_module(module), attribute)
    return game


@cache
def _made(module: str, function: str, name: str) -> "Game":
    game: Game = getattr(import_module(module), function)(name)
    return game


def about(name: str) -> About:
    """What a game says about itself; games that come with fatecast are not loaded for it."""
    if is_from_outside(name):
        return load_game(name).about
    package = address_of(name).partition(":")[0].rpartition(".")[0]
    try:
        module: Any = import_module(f"{package}.about")
    except ModuleNotFoundError:
        return load_game(name).about
    found: About = module.ABOUT
    return found


def is_from_outside(name: str) -> bool:
    """Whether a name has one of the schemes."""
    return name.partition(":")[0] in SCHEMES and ":" in name


def address_of(name: str) -> str:
    """Where a game lives."""
    if is_from_outside(name):
        scheme, _, rest = name.partition(":")
        return f"{SCHEMES[scheme]}:{rest}"
    if name not in GAMES:
        raise BadInput(unknown("game", name, GAMES))
    return GAMES[name]
