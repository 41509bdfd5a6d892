"""The examples at the end of a verb's help. A game gives those that need its own words."""

from typing import Any

from engine.game.registry import about, call_names, load_game
from sim.verbs.request.verb import Verb


def examples_for(verb: Verb[Any], game: str) -> list[str]:
    """Whole commands; none if the verb needs a part that the game lacks."""
    path = f"fatecast {verb.name}"
    if not verb.names_game:
        return [f"{path} {words}".strip() for words in verb.examples]
    if verb.needs and getattr(load_game(game), verb.needs) is None:
        return []
    named = call_names().flags_of(game)
    examples = about(game).examples.get(verb.name) or verb.examples
    return [f"{path} {words}".strip() + named for words in examples]
