"""Text that a person types, as values, and back."""

import re
from collections.abc import Iterable
from pathlib import Path

from engine.configs import parse_toml
from engine.errors import BadInput, message
from engine.game.cell import MOST_CELLS
from engine.game.optional_parts import policies_of
from engine.game.protocol import Game

NUMBER = r"(\d+(?:\.\d+)?)"
"""A number in a sentence, as part of a regular expression."""

HEAD = re.compile(r'(^|[,:])(\s*)("[^"]+"|[^\s,:]+)')
"""The first word of a policy: at the beginning, and after each comma and colon. A file may stand in double quotes."""


def value_of(text: str) -> object:
    """The value that TOML reads; text that is not TOML stands for itself."""
    try:
        return parse_toml(f"value = {text}")["value"]
    except ValueError:
        return text


def as_typed(value: object) -> str:
    """A value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def words(values: Iterable[str]) -> list[str]:
    """Texts split at their commas: `certain,guess` and `mute` are three words."""
    return [word for value in values for word in (part.strip() for part in value.split(",")) if word]


def admitted(game: Game, text: str) -> str:
    """A policy, or the policies of several seats, as typed. Files of code among them are loaded and replaced by their
    names. Only the command line and the arguments of `sim.run` reach this, so nothing else can load code."""

    def named(found: re.Match[str]) -> str:
        word = found[3].strip('"')
        is_file = "=" not in word and ("/" in word or word.endswith((".py", ".json")))
        return found[1] + found[2] + (policies_of(game).admit(Path(word)) if is_file else found[3])

    return HEAD.sub(named, text)


def numbers(flag: str, value: str) -> list[int]:
    """`2,4` and `2-5` as lists."""
    found: list[int] = []
    for word in words([value]):
        low, dash, high = word.partition("-")
        try:
            first = int(low) if dash and low else int(word)
            last = int(high) if dash and low else first
        except ValueError:
            raise BadInput(source=flag, expected=message("numbers such as 2,4 or 2-5"), got=value) from None
        if last - first >= MOST_CELLS:
            raise BadInput(
                source=flag, place=word, expected=message("at most {most_cells:,} numbers", most_cells=MOST_CELLS)
            )
        found += range(first, last + 1)
    if not found:
        raise BadInput(source=flag, expected=message("numbers such as 2,4 or 2-5"), got=value)
    return found


def percentage(flag: str, percent: float) -> float:
    """Percent or points as a share, which must lie between 0 and 0.5."""
    if not 0 < percent < 50:
        raise BadInput(source=flag, expected=message("more than 0 and less than 50"), got=percent)
    return percent / 100
