"""Flags of the command line as keys of an experiment."""

from collections.abc import Iterable

from engine.configs import DEEPEST
from engine.errors import BadInput
from engine.game.cell import Json
from sim.experiment.typed_keys import check_options
from sim.experiment.values import value_of


def settings(flag: str, pairs: Iterable[str]) -> Json:
    """`key=value` pairs as nested tables: a dot in a key leads into a table; a value is TOML or plain text."""
    found: Json = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key.strip():
            raise BadInput(f"{flag}: expected key=value, or a key alone for true, not {pair!r}")
        *tables, last = key.strip().split(".")
        if len(tables) >= DEEPEST:
            raise BadInput(f"{flag}: expected at most {DEEPEST} tables inside each other")
        table = found
        for name in tables:
            table = table.setdefault(name, {})
            if not isinstance(table, dict):
                raise BadInput(f"{flag}: {key}: {name} is a value, not a table")
        table[last] = value_of(value.strip()) if equals else True
    return found


def options(pairs: Iterable[str], game: str) -> Json:
    """The options that `--option` sets; the game must have declared them."""
    found = settings("--option", pairs)
    check_options(found, game)
    return found
