"""All games, as data for another program."""

from collections.abc import Mapping
from dataclasses import asdict
from json import dumps

from engine.game.about import About


def games_as_json(games: Mapping[str, About]) -> str:
    """Everything that the games say about themselves, by name."""
    return dumps({name: asdict(about) for name, about in games.items()}, indent=2, ensure_ascii=False)
