"""The game that questions are asked about, by whatever names it."""

import re
from pathlib import Path
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.game.protocol import Game
from engine.game.registry import address_of, admit, game_at, is_file, is_from_outside, is_known, load_game

ADDRESS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class Subject(NamedTuple):
    """A game, and where another process finds it."""

    game: Game
    address: str


def subject_named(word: str, beside: Path) -> Subject:
    """A game by its name, by its file or folder (seen from the folder `beside`), or by its place in a package
    (`my_package.game:GAME`)."""
    if not is_address(word):
        path = beside / word
        name = admit(_typed(path) if is_file(word) or (path.is_dir() and not is_known(word)) else word)
        return Subject(load_game(name), address_of(name))
    try:
        return Subject(game_at(word), word)
    except (ImportError, AttributeError) as error:
        raise BadInput(
            source=word, expected=message("the place of a game, such as my_package.game:GAME ({error})", error=error)
        ) from None


def _typed(path: Path) -> str:
    """A path as a person types it, so that it cannot be a name."""
    return str(path) if path.is_absolute() else f"./{path}"


def is_address(word: str) -> bool:
    """Whether a word names a game by its module and its name there."""
    return ADDRESS.fullmatch(word) is not None and not is_from_outside(word)
