"""Policies that are code: those that the starting command named, those that a run was played with, and how a command
names them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from engine.errors import BadInput, Text, message
from engine.game.registry import GAMES
from sim.studio.folder import read_in
from sim.studio.studio import Studio
from sim.studio.workbench.inside import WHO_PLAYS

DIGITS = 8
"""Of a hash, for people and in the ids of games."""
GROUP = "fatecast.policies"
"""Of the entry points by which packages offer policies; those of one game have its name behind it."""


class OfCode(NamedTuple):
    """A policy that is code."""

    name: str
    digest: str
    """Of its text."""


def code_in(experiment: Mapping[str, Any]) -> set[OfCode]:
    """The policies of an experiment that are code, however deep they stand: a search may have one as its base."""
    return {each for key in WHO_PLAYS for each in _code_in(experiment.get(key))}


def _code_in(part: Any) -> Iterator[OfCode]:
    if isinstance(part, dict):
        if isinstance(part.get("name"), str) and isinstance(part.get("code"), str) and part["code"]:
            yield OfCode(part["name"], part["code"])
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from _code_in(each)


def named_again(files: Mapping[str, str], played: Iterable[OfCode]) -> tuple[str, ...]:
    """What a command says after --policy, so that these policies are loaded: `files` are the words by the hashes of
    their texts."""
    return tuple(dict.fromkeys(files[each.digest] for each in sorted(played) if each.digest in files))


def in_an_id(files: Mapping[str, str], game_id: str) -> tuple[str, ...]:
    """The same for the policies that the id of a game names: `mine@0123abcd`."""
    return tuple(word for digest, word in files.items() if f"{Path(word).stem}@{digest[:DIGITS]}" in game_id)


def flags(words: Iterable[str]) -> list[str]:
    """As a person types them."""
    return [part for word in words for part in ("--policy", word)]


def needs(studio: Studio, game: str, played: Collection[OfCode]) -> Text:
    """Why a run cannot be opened in this studio; with which command it could be."""
    is_ours = game == studio.game
    unknown = {each for each in played if not (is_ours and each.digest in studio.policy_files)}
    unknown = {each for each in unknown if each.name not in _offered(game)}
    if not unknown and (is_ours or game in GAMES):
        return ""
    word = studio.game_word if is_ours else game
    named = f" --game {quote(word)}" if word else ""
    files = "".join(f" --policy {quote(_place(studio, each))}" for each in sorted(unknown))
    return message("to open it, start: {command}", command=f"fatecast studio{named}{files}")


def _offered(game: str) -> set[str]:
    """The names of the policies that packages offer. None of their code is run."""
    return {entry.name for group in (GROUP, f"{GROUP}.{game}") for entry in entry_points(group=group)}


def _place(studio: Studio, policy: OfCode) -> str:
    """Where the file of a policy is, if it lies in the folder."""
    file = f"{policy.name}.py"
    try:
        found = sha256(read_in(studio.folder, (file,))).hexdigest()
    except BadInput:
        found = ""
    return f"./{file}" if found == policy.digest else f"PATH/{file}"
