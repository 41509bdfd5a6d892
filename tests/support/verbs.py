"""The verbs of the command line, for tests: their names, their commands and their flags."""

from functools import cache
from typing import Any

from engine.game.registry import GAMES
from sim.cli.command import VerbCommand
from sim.cli.verbs import Commands
from sim.verbs.request.verb import all_verbs

NAMES = [verb.name for verb in all_verbs()]
"""Also those of two words."""


def command(verb: str, *typed: str) -> VerbCommand:
    """The command of a verb for the game that is named among the words that follow it."""
    *before, last = verb.split()
    found: VerbCommand = Commands(" ".join(before)).made(last, typed)
    return found


def params(verb: str, game: str = "") -> list[Any]:
    """The parameters of a verb, for a game."""
    return list(command(verb, *(["--game", game] if game else [])).params)


@cache
def flags(verb: str) -> frozenset[str]:
    """The flags of a verb for any of our games."""
    found = [param for game in GAMES for param in params(verb, game)]
    return frozenset(flag for param in found for flag in (*param.opts, *param.secondary_opts))
