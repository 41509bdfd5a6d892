"""Configs that a page or a file names are files of the folder, or come with fatecast: no link leads to another, and
none extends or names one that lies elsewhere."""

import os
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from engine import configs
from engine.configs import EXPERIMENTS, find, folder_beside, folders, names, parse_toml
from engine.errors import BadInput, message
from engine.game.registry import about
from sim.studio.folder import read_in

EXTENDS = "extends"
LONGEST_CHAIN = 16
"""Files that extend each other; the game itself refuses a circle."""
WHO_PLAYS = ("policies", "tables", "focus", "field")
LEARNED = "policies"
"""The kind of configs that policies read without being told to."""
SHOWN = ("label", "name")
"""Words that are shown, and open nothing."""
ENDINGS = (".py", ".json", ".toml", ".csv", ".tsv", ".xlsx", ".ods")
MOST_WEIGHTS = 64_000_000
"""Bytes of a file that a policy has learned."""
WORDS = re.compile(r"[\s,:=]+")


def check_inside(kind: str, name: str, game: str) -> None:
    """Refuse a config that is not of this folder, or that extends or names one which is not."""
    word, beside = name, None
    for _ in range(LONGEST_CHAIN):
        path = find(kind, word, game, beside)
        if _is_ours(path):
            return
        root, parts = _within(path, game)
        try:
            data = parse_toml(read_in(root, parts).decode())
        except ValueError:
            return  # whoever reads it says what is wrong with the text
        if kind == EXPERIMENTS:
            check_experiment(data, game)
        extended = data.get(EXTENDS)
        if not isinstance(extended, str):
            return
        word, beside = extended, path.parent


def check_experiment(data: Mapping[str, object], game: str) -> None:
    """Refuse an experiment that names a file elsewhere: a content, or what a policy has learned."""
    for key in content_keys(game):
        listed = data.get(key)
        for name in listed if isinstance(listed, list) else [listed]:
            if isinstance(name, str) and (is_file_word(name) or name in names(key, game)):
                check_inside(key, name, game)
    for key in WHO_PLAYS:
        for words in _texts(data.get(key)):
            check_words(words, game)


def check_words(text: str, game: str, let_in: Container[str] = ()) -> None:
    """Refuse words about a policy in which one is a file elsewhere: `trained weights=../theirs.json`. The files that
    are let in were named by the starting command."""
    for word in WORDS.split(text):
        if is_file_word(word) and word not in let_in:
            root, parts = _within(Path(word), game)
            read_in(root, parts, MOST_WEIGHTS)


def check_learned(game: str) -> None:
    """Refuse what policies read without being told to, if a link leads out of the folder."""
    for folder in folders(LEARNED, game):
        if not _is_ours(folder):
            for path in [folder, *folder.iterdir()]:
                _within(Path(os.path.realpath(path)), game, Path(os.path.realpath(".")))


def content_keys(game: str) -> Iterable[str]:
    """The keys of experiments that name contents."""
    return [axis.key for axis in about(game).axes if axis.values == "names"]


def is_file_word(word: str) -> bool:
    """Whether a word could name a file."""
    return "/" in word or "\\" in word or word.endswith(ENDINGS)


def _texts(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for each in part:
            yield from _texts(each)
    elif isinstance(part, dict):
        for key, each in part.items():
            if key not in SHOWN:
                yield from _texts(each)


def _is_ours(path: Path) -> bool:
    """Whether a file comes with fatecast."""
    package = Path(configs.__file__).parent
    shipped = [package / "shipped", package.parent / "configs", package]
    return any(path.is_relative_to(folder) for folder in shipped)


def _within(path: Path, game: str, folder: Path = Path()) -> tuple[Path, tuple[str, ...]]:
    """The folder that a file belongs to: that of the studio, or of the game that the starting command named."""
    for root in (folder, folder_beside(game)):
        parts = Path(os.path.relpath(path, root)).parts
        if ".." not in parts:
            return root, parts
    raise BadInput(message("is no file of this folder"), source=path)
