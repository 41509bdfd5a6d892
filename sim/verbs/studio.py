"""`fatecast studio`: change a card in the browser, and see what that does."""

import os
import re
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypedDict

from engine.errors import BadInput, message
from engine.game.registry import DEFAULT_GAME, admit, how_named, is_command, is_file, own_file
from engine.language.current import said
from sim.verbs.request.choices import Files, Name, has_policies, texts
from sim.verbs.request.declaration import Says
from sim.verbs.request.progress import Progress
from sim.verbs.request.result import Result
from sim.verbs.request.verb import CHANGE, Verb

if TYPE_CHECKING:
    from engine.game.cell import Json

SERVER = "sim.studio.server"
OLDEST, NEWEST = (0, 40), (0, 54)
"""Versions of uvicorn whose inside `sim/studio/doors` is known to fit."""
SERVERS = f"uvicorn>={OLDEST[0]}.{OLDEST[1]},<{NEWEST[0]}.{NEWEST[1] + 1}"
MOST_PORTS = 65_535


@dataclass(frozen=True, kw_only=True)
class StudioRequest:
    """Open a folder in the browser: change a number or a rule, and see at once what that does. The server listens on
    this machine only; Ctrl-C ends it."""

    folder: Annotated[str | Path, Says("The folder to work in.", metavar="FOLDER", is_argument=True)] = Path()
    game: Annotated[Name, Says("The game; by default the one that fatecast.toml names in the folder.")] = None
    policy: Annotated[
        Files, Says("The file of your own policy (./mine.py), to play with; repeatable.", applies_to=has_policies)
    ] = None
    port: Annotated[int | None, Says("The port; by default a free one.", least=1, most=MOST_PORTS)] = None
    browser: Annotated[bool, Says("Open the browser, or only say how to.", ["--browser/--no-browser"])] = True


class StudioData(TypedDict):
    """What `--json` prints at the end."""

    folder: str
    game: str
    address: str


@dataclass(frozen=True, repr=False)
class ClosedStudio(Result):
    """A studio that was ended."""

    folder: Path
    game: str
    address: str

    @property
    def data(self) -> "Json":
        """What `fatecast studio --json` prints."""
        return {"folder": str(self.folder), "game": self.game, "address": self.address}

    def __str__(self) -> str:
        return said("{address} is closed", address=self.address)


class Code(NamedTuple):
    """The code that the starting command lets in, as a person names it in the folder."""

    game: str
    word: str | None
    """After --game; None for the game that needs no word."""
    policies: tuple[str, ...]


def run(asked: StudioRequest, progress: Progress) -> ClosedStudio:
    """Serve the folder until somebody ends it. It is the working folder meanwhile: a name in it, on a page or in a
    command that a page shows, is meant from there."""
    _check_server()
    folder = Path(asked.folder).resolve()
    if not folder.is_dir():
        raise BadInput(source=asked.folder, expected=message("a folder"))
    before = Path.cwd()
    words = _word(asked, folder), tuple(_from_there(each, before, folder) for each in texts(asked.policy))
    os.chdir(folder)
    try:
        code = _let_in(*words)
        # The studio stands above the verbs, and is one of their faces; this verb is only how it is started.
        address = import_module(SERVER).open_studio(
            folder,
            *code,
            port=asked.port or 0,
            opens_browser=asked.browser,
            tell=progress.tell,
            is_cancelled=progress.is_cancelled,
        )
    finally:
        os.chdir(before)
    return ClosedStudio(folder, code.game, address)


def _check_server() -> None:
    """Refuse a server of another age: the doors lean on its inside, and would stand open if it is another."""
    there = version("uvicorn")
    if not OLDEST <= tuple(map(int, re.findall(r"\d+", there)[:2])) <= NEWEST:
        oldest, newest = (".".join(map(str, each)) for each in (OLDEST, NEWEST))
        raise BadInput(
            message(
                "uvicorn {version} is not known to it; expected {oldest} to {newest}: pip install '{servers}'",
                version=there,
                oldest=oldest,
                newest=newest,
                servers=SERVERS,
            ),
            source="studio",
        )


def _word(asked: StudioRequest, folder: Path) -> str | None:
    """How the game is named in the folder: by the call, else by the folder's file if this user trusts what that names.
    The file is read here, and never again. None if nobody names one."""
    from sim.folder.folder_file import folder_file
    from sim.folder.trusted import check_trusted, trust_if_named

    found = folder_file(Path(asked.folder))
    if asked.game is not None:
        typed = how_named(str(asked.game)) or str(asked.game)
        if found is not None and is_file(typed):
            trust_if_named(found, own_file(typed))
        return _from_there(typed, Path.cwd(), folder)
    if found is None or found.game is None:
        return None
    check_trusted(found)
    return found.game


def _let_in(word: str | None, policies: tuple[str, ...]) -> Code:
    """Load the code, so that what is wrong with it is said before a browser opens."""
    from engine.game.registry import load_game

    game = DEFAULT_GAME if word is None else admit(word)
    load_game(game)
    return Code(game, word, policies)


def _from_there(word: str, here: Path, folder: Path) -> str:
    """A word that names a file from here, as it names the same file from the folder. Other words stay as they are."""
    name, space, parameters = word.partition(" ")
    if here == folder or is_command(word) or not is_file(name) or Path(name).is_absolute():
        return word
    inside = os.path.relpath(here / name, folder)
    return f"./{inside}{space}{parameters}" if not inside.startswith("..") else f"{inside}{space}{parameters}"


VERB = Verb("studio", CHANGE, 8, StudioRequest, run, ClosedStudio, [""], names_folder=True, data=StudioData)
