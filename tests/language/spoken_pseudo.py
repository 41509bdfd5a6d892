"""The pseudo-language in the place of every catalogue, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import engine.language.current as current
import sim.folder.language as of_folder
from engine.language.catalogues import Catalogue, Words, catalogue, languages
from tests.language.pseudo import Numbered, Pseudo

CODE = "xx"


def words_of_all_games(package: str, code: str) -> Words | None:
    """Every word of a game is known to the words of all games. The game has none itself: it may have its own word for
    every text of the laboratory, too, and then nobody would see what stands in what."""
    return Pseudo("‹›") if package == current.ALL_GAMES and code == CODE else None


@contextmanager
def pseudo_for_all(own: Numbered) -> Iterator[None]:
    """A command that is asked for the language `xx` speaks it, about any game."""

    def found(code: str) -> Catalogue | None:
        return own if code == CODE else catalogue(code)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(current, "catalogue", found)
        patch.setattr(current, "words_of_package", words_of_all_games)
        patch.setattr(of_folder, "languages", lambda: [*languages(), CODE])
        patch.setenv("FATECAST_LANG", CODE)
        yield
