"""Write the folder of a new game, made from one of those in `games`."""

import keyword
import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from engine.configs import unknown_word
from engine.errors import BadInput, message
from engine.game.registry import is_known
from sim.folder.folder_file import NAME as FOLDER_FILE
from sim.folder.folder_file import folder_file, text_for
from sim.folder.trusted import trust_if_named


class Source(NamedTuple):
    """A game that a new one can begin as: a folder in `games`."""

    shows: str
    """What it is an example of, in a few words."""
    sweep: str
    """A change that is worth a look."""
    package: str = ""
    """Where its game.py lies, if it is a game that comes with fatecast."""
    beside: tuple[str, ...] = ()
    """Files that lie beside game.py."""


SOURCES = {
    "pirates": Source("the smallest", "options.storms=1..5"),
    "trick": Source("tricks, partners", "options.lantern=0..4"),
    "draft": Source("a blind choice", "options.bargain=0..3"),
    "auction": Source("bids", "options.commission=0..4"),
    "cards": Source("a table of cards", "cards.galleon.coins=4..9", beside=("cards.toml",)),
    "push": Source("push your luck", "options.claws=6..10"),
    "coop": Source("all against the game", "options.ships=6..9"),
    "pig": Source("an exact policy", "options.goal=50..100..10", "engine.pig"),
}
USUAL = "pirates"
GAME_FILE = "game.py"
FILES = {
    GAME_FILE: GAME_FILE,
    "test_game.py": "test_game.py",
    "first.toml": "experiments/first.toml",
    "tuning.toml": "experiments/tuning.toml",
}
"""Each file of a source, and where it goes."""


def write_new_game(folder: Path, source: str = USUAL) -> list[Path]:
    """The files that were written, in a folder that did not exist."""
    name = folder.name
    if source not in SOURCES:
        raise unknown_word("game to begin with", source, SOURCES, "--from")
    if not name.isidentifier() or keyword.iskeyword(name) or not name.isascii():
        raise BadInput(source="new", expected=message("a name of letters, digits and _"), got=name)
    if is_known(name):
        raise BadInput(
            message("{name} is a game that comes with fatecast; choose another name", name=name), source="new"
        )
    if folder.exists() or folder.is_symlink():
        raise BadInput(message("is there already; choose another name"), source=folder)
    places = {**FILES, **{file: file for file in SOURCES[source].beside}}
    texts = {where: _text(source, file, name) for file, where in places.items()}
    try:
        (folder / "experiments").mkdir(parents=True)
        for where, text in texts.items():
            (folder / where).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(message("cannot be written ({strerror})", strerror=error.strerror), source=folder) from None
    return [folder / where for where in texts]


def write_folder_file(folder: Path) -> Path | None:
    """Let the folder around a new game know it, unless it knows another; the file that was written. Whoever begins a
    game has named it, so it may run there."""
    path = folder.parent / FOLDER_FILE
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text_for(f"./{folder.name}"))
    except FileExistsError:
        return None
    except OSError as error:
        raise BadInput(message("cannot be written ({strerror})", strerror=error.strerror), source=path) from None
    if (found := folder_file(folder.parent)) is not None:
        trust_if_named(found, folder / GAME_FILE)
    return path


def text_of(source: str, file: str = GAME_FILE) -> str:
    """A file of a source, before it is renamed."""
    if file == GAME_FILE and (package := SOURCES[source].package):
        return (files(package) / file).read_text(encoding="utf-8")
    return (files("sim.start") / "games" / source / f"{file}.txt").read_text(encoding="utf-8")


def _text(source: str, file: str, name: str) -> str:
    words = name.replace("_", " ").strip() or name
    title, of_class = words.capitalize(), "".join(word.capitalize() for word in words.split())
    text = text_of(source, file)
    if file == GAME_FILE:
        text = re.sub(r'\A"""[^:\n]+:', f'"""{name}:', text)
        text = re.sub(r"^class \w+\(Game\):", f"class {of_class}(Game):", text, flags=re.MULTILINE)
        text = re.sub(r'^    title = ".*"$', f'    title = "{title}"', text, flags=re.MULTILINE)
    return text.replace("NAME_OF_CLASS", of_class).replace("NAME", name)
