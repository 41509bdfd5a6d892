"""Flags of the command line as keys of an experiment."""

from collections.abc import Iterable

from engine.configs import DEEPEST
from engine.errors import BadInput, message
from engine.game.cell import Json
from sim.experiment.typed_keys import check_options
from sim.experiment.values import value_of


def settings(flag: str, pairs: Iterable[str]) -> Json:
    """`key=value` pairs as nested tables: a dot in a key leads into a table; a value is TOML or plain text."""
    values: Json = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key.strip():
            raise BadInput(source=flag, expected=message("key=value, or a key alone for true"), got=pair)
        *tables, last = key.strip().split(".")
        if len(tables) >= DEEPEST:
            raise BadInput(source=flag, expected=message("at most {deepest} tables inside each other", deepest=DEEPEST))
        table = values
        for name in tables:
            table = table.setdefault(name, {})
            if not isinstance(table, dict):
                raise BadInput(message("{name} is a value, not a table", name=name), source=flag, place=key)
        table[last] = value_of(value.strip()) if equals else True
    return values


def options(pairs: Iterable[str], game: str) -> Json:
    """The options that `--option` sets; the game must have declared them."""
    values = settings("--option", pairs)
    check_options(values, game)
    return values
