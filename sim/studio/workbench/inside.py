"""Configs that a page names are looked through before anything is played: what leads out of the folder is said at once,
and not when the worker comes to it. What may be read at all is decided by `engine.confined`."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from engine.configs import EXPERIMENTS, check_place, find, folders, names, parse_toml, read_bounded
from engine.game.registry import about

EXTENDS = "extends"
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
    """Refuse a config that is not of this folder, or an experiment that names one which is not."""
    try:
        data = parse_toml(read_bounded(find(kind, name, game)).decode())
    except ValueError:
        return  # whoever reads it says what is wrong with the text
    if kind == EXPERIMENTS:
        check_experiment(data, game)


def check_experiment(data: Mapping[str, object], game: str) -> None:
    """Refuse an experiment that names a file elsewhere: a content, or what a policy has learned."""
    for key in content_keys(game):
        listed = data.get(key)
        for name in listed if isinstance(listed, list) else [listed]:
            if isinstance(name, str) and (is_file_word(name) or name in names(key, game)):
                check_inside(key, name, game)
    for key in WHO_PLAYS:
        for words in _texts(data.get(key)):
            check_words(words)


def check_words(text: str, let_in: Container[str] = ()) -> None:
    """Refuse words about a policy in which one is a file elsewhere: `trained weights=../theirs.json`. The files that
    are let in were named by the starting command."""
    for word in WORDS.split(text):
        if is_file_word(word) and word not in let_in:
            read_bounded(Path(word), MOST_WEIGHTS)


def check_learned(game: str) -> None:
    """Refuse what policies read without being told to, if a link leads out of the folder."""
    for folder in folders(LEARNED, game):
        for path in folder.iterdir():
            check_place(path)


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
