"""Games that come with fatecast as one file, and games of packages: entry points in the group `fatecast.games`.

A package was installed by somebody, so its games can be named like those that come with fatecast. An entry point names
a class that an author derived from `fatecast.game.Game`, or an object with all of `engine.game.protocol.Game`. A run
records the hash of all sources of the package. Its configs lie beside the module of the game: `decks/base.toml`.
"""

import inspect
from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from engine.configs import look_beside
from engine.confined import may_run
from engine.errors import BadInput, first_line, message
from engine.game.protocol import Game
from engine.game.registry import offered
from engine.kernel.compiled import from_outside
from engine.kernel.sources import ENGINE, comes_from, package_digest
from engine.outside.own import author
from engine.outside.own.declared import Declared
from engine.outside.own.files import OwnFile, game_in, keep
from engine.outside.own.game import OwnGame


def built_in(package: str, code: Mapping[str, str]) -> Game:
    """A game that comes with fatecast as one file: `game.py` of this package. `about` lies beside it."""
    module = import_module(f"{package}.game")
    path = Path(str(module.__file__))
    digest = sha256(path.read_bytes()).hexdigest()
    where = path.relative_to(ENGINE.parent).as_posix()
    file = OwnFile(package.rpartition(".")[2], digest, "", str(path), where, game_in(module, where)(), is_ours=True)
    game = OwnGame(Declared(keep(file)))
    game.about = import_module(f"{package}.about").ABOUT
    return game


def game_named(name: str, code: Mapping[str, str]) -> Game:
    """The game that a package offers under this name. Only the call may name it, if it is about what a stranger has
    sent."""
    if not may_run(name):
        raise BadInput(
            message("{name} is a game of a package, and code: only the call may name it", name=name),
            hint=message("add --game {name}", name=name),
        )
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
