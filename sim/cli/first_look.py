"""The first look at what was typed: which game is meant? The command of a verb is made for that game.

A game in a file (`--game ./pirates`) is code, so it is loaded here, where a person has just named it, and nowhere else.
One that only `fatecast.toml` names is loaded here, too, if this user has named it in this folder before.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from engine.errors import BadInput
from engine.game.registry import DEFAULT_GAME, admit, call_names, is_file, own_file

GAME = "--game"
HELP = ("-h", "--help")
NOTHING: Mapping[str, object] = MappingProxyType({})


class NamedGame(NamedTuple):
    """The game that is meant."""

    name: str
    is_named: bool
    """Whether it was named, or is meant because none was."""
    usual: Mapping[str, object] = NOTHING
    """What the folder says, by the names of the fields that it stands for."""


def game_in(arguments: Sequence[str]) -> NamedGame:
    """The game that is named among the arguments of a verb; of several, the last, as for every other flag."""
    word = _word_in(arguments)
    return NamedGame(DEFAULT_GAME, False) if word is None else NamedGame(admit(word), True)


def game_here(arguments: Sequence[str], takes_games: bool = False) -> NamedGame:
    """The game that is named among the arguments of a verb, else the one that `fatecast.toml` names in this folder.
    `takes_games`: games are arguments of the verb, so that this names one, too: `fatecast check ./pirates`."""
    from sim.folder.folder_file import folder_file
    from sim.folder.trusted import check_trusted, trust_if_named

    word, folder = _word_in(arguments), folder_file()
    if folder is None:
        return game_in(arguments)
    if word is None and folder.game is None:
        return NamedGame(DEFAULT_GAME, False, _usual(folder.experiment, folder.minutes))
    if word is not None:
        is_the_same = word == folder.game
        if is_file(word):
            trust_if_named(folder, file := own_file(word))
            is_the_same = folder.game is not None and is_file(folder.game) and folder.code == file.resolve()
        usual = _usual(folder.experiment, folder.minutes) if is_the_same else NOTHING
        return NamedGame(admit(word), True, usual)
    code = folder.code if takes_games else None
    if code is not None and code in map(_code_of, arguments):
        trust_if_named(folder, own_file(str(folder.game)))
    else:
        try:
            check_trusted(folder)
        except BadInput:
            if {*HELP} & {*arguments}:
                return NamedGame(DEFAULT_GAME, False)
            raise
    name = call_names().unsaid = admit(str(folder.game))
    return NamedGame(name, False, {"game": name, **_usual(folder.experiment, folder.minutes)})


def _code_of(word: str) -> Path | None:
    """The file of a game that a word names."""
    try:
        return own_file(word).resolve() if is_file(word) else None
    except BadInput:
        return None


def _usual(experiment: str | None, minutes: float | None) -> dict[str, object]:
    said = {"experiment": experiment, "minutes": minutes}
    return {name: value for name, value in said.items() if value is not None}


def _word_in(arguments: Sequence[str]) -> str | None:
    word = None
    for at, each in enumerate(arguments):
        flag, equals, value = each.partition("=")
        if flag == GAME and equals:
            word = value
        elif each == GAME and at + 1 < len(arguments):
            word = arguments[at + 1]
    return word
