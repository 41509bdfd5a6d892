"""Write the folder of a new game, made from the files in `pirates`."""

import keyword
from importlib.resources import files
from pathlib import Path

from engine.errors import BadInput, message
from engine.game.registry import is_known

FILES = {
    "game.py": "game.py",
    "test_game.py": "test_game.py",
    "first.toml": "experiments/first.toml",
    "tuning.toml": "experiments/tuning.toml",
}
"""Each file of the starter, and where it goes."""


def write_new_game(folder: Path) -> list[Path]:
    """The files that were written, in a folder that did not exist."""
    name = folder.name
    if not name.isidentifier() or keyword.iskeyword(name) or not name.isascii():
        raise BadInput(source="new", expected=message("a name of letters, digits and _"), got=name)
    if is_known(name):
        raise BadInput(
            message("{name} is a game that comes with fatecast; choose another name", name=name), source="new"
        )
    if folder.exists() or folder.is_symlink():
        raise BadInput(message("is there already; choose another name"), source=folder)
    texts = {where: _text(file, name) for file, where in FILES.items()}
    try:
        (folder / "experiments").mkdir(parents=True)
        for where, text in texts.items():
            (folder / where).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(message("cannot be written ({strerror})", strerror=error.strerror), source=folder) from None
    return [folder / where for where in texts]


def _text(file: str, name: str) -> str:
    words = name.replace("_", " ").strip() or name
    title, of_class = words.capitalize(), "".join(word.capitalize() for word in words.split())
    text = (files("sim.start") / "pirates" / f"{file}.txt").read_text(encoding="utf-8")
    for mark, value in (("NAME_OF_CLASS", of_class), ("class Pirates", f"class {of_class}"), ("TITLE", title)):
        text = text.replace(mark, value)
    return text.replace("NAME", name)
