"""Flags of the command line as keys of an experiment."""

from collections.abc import Iterable
from math import inf

from engine.configs import DEEPEST
from engine.errors import BadInput
from engine.game.cell import Json
from sim.experiment.counts import whole_number
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


def bounds(flag: str, pairs: Iterable[str]) -> dict[str, int]:
    """`--min turns=20` as a number for each key."""
    found: dict[str, int] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        number = whole_number(value)
        if number is None:
            raise BadInput(f"{flag}: expected column=number, not {pair!r}")
        found[key.strip()] = number
    return found


SHARE = "a share such as 0.5%, 0.5pp or 0.005"


def share(flag: str, text: str) -> float:
    """`0.5%`, `0.5pp` and `0.005` are the same number; it must lie between 0 and 1."""
    number = text.strip()
    unit = next((unit for unit in ("pp", "%") if number.endswith(unit)), "")
    try:
        value = float(number.removesuffix(unit)) / (100 if unit else 1)
    except ValueError:
        raise BadInput(f"{flag}: expected {SHARE}, not {text!r}") from None
    if not 0 < value < 1:
        raise BadInput(f"{flag}: expected {SHARE}, above 0 and below 100%, not {text!r}")
    return value


def amount(flag: str, text: str, unit: str) -> float:
    """`0.5` or `0.5 turns`: a number above 0 in the unit of a mean."""
    number = text.strip().removesuffix(unit).strip()
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if not 0 < value < inf:
        raise BadInput(f"{flag}: expected a number above 0, in {unit}, not {text!r}")
    return value
