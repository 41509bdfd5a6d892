"""Games of installed packages: entry points in the group `fatecast.games`.

A package was installed by somebody, so its games can be named like those that come with fatecast. An entry point names
a class that an author derived from `fatecast.game.Game`, or an object with all of `engine.game.protocol.Game`. A run
records the hash of all sources of the package. Its configs lie beside the module of the game: `decks/base.toml`.
"""

import inspect
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from engine.configs import look_beside
from engine.errors import BadInput, first_line, message
from engine.game.protocol import Game
from engine.game.registry import offered
from engine.kernel.compiled import from_outside
from engine.kernel.sources import comes_from, package_digest
from engine.outside.own import author
from engine.outside.own.declared import Declared
from engine.outside.own.files import OwnFile, keep
from engine.outside.own.game import OwnGame


def game_named(name: str, code: Mapping[str, str]) -> Game:
    """The game that a package offers under this name."""
    entry = offered()[name]
    digest = package_digest(entry.module)
    try:
        with from_outside(digest[:16]):
            found = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadInput(
            message("cannot be loaded: {kind}: {error}", kind=type(error).__name__, error=first_line(error)),
            source=f"game {name} of {entry.value}",
        ) from None
    place = find_spec(entry.module)
    if place and place.origin:
        look_beside(name, Path(place.origin).parent)
    if not (isinstance(found, type) and issubclass(found, author.Game)):
        comes_from(name, entry.module)
        game: Game = found
        return game
    module = inspect.getsourcefile(found) or entry.module
    file = OwnFile(name, digest, "", module, entry.value, found())
    return OwnGame(Declared(keep(file)))
