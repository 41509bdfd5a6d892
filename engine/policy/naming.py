"""How a person writes a policy, and a table of several."""

import re
from typing import Any

from engine.errors import BadInput, message
from engine.language.current import said

NEXT_SEAT = re.compile(r"\+(?=[A-Za-z_])")
"""Between the policies of a table in a game id; not the plus of a number such as 1e+09."""

WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


def parse_policy(text: str) -> tuple[str, dict[str, str]]:
    """`script file=opening.toml` as a name and its parameters. A value with spaces stands in double quotes."""
    name, *pairs = _words(text) or [""]
    parameters = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key or not value:
            raise BadInput(
                source=said("policy {text!r}", text=text),
                expected=message("a name and key=value pairs, got {pair!r}", pair=pair),
            )
        parameters[key] = value
    return name, parameters


def _words(text: str) -> list[str]:
    """The words of a text; between double quotes, a space belongs to its word."""
    if text.count('"') % 2:
        raise BadInput(source=said("policy {text!r}", text=text), expected=message("a second quotation mark"))
    return [word.replace('"', "") for word in WORD.findall(text)]


def quoted(text: str) -> str:
    """A text as one word of a policy."""
    return f'"{text}"' if " " in text else text


def parse_table(text: str) -> tuple[str, list[str]]:
    """`literal: pragmatic, novice` as the group's policy ("" if none is named) and those of the seats."""
    group, colon, seats = text.rpartition(":")
    words = [word.strip() for word in seats.split(",")]
    if (colon and not group.strip()) or not all(words):
        raise BadInput(
            source=said("table {text!r}", text=text),
            expected=message("policies with commas between, such as 'pragmatic,novice,novice'"),
        )
    return group.strip(), words


def table_label(group: str, seats: list[str]) -> str:
    """The same as text; the group's policy is left out where it is the first seat's."""
    table = ",".join(seats)
    return table if group == seats[0] else f"{group}: {table}"


def id_word(policy: dict[str, Any], shown: dict[str, Any]) -> str:
    """A policy in a game id: `pragmatic,depth=1`; code from outside with the beginning of its hash."""
    code = f"@{policy['code'][:8]}" if "code" in policy else ""
    return ",".join([f"{policy['name']}{code}", *(f"{key}={shown_number(value)}" for key, value in shown.items())])


def shown_number(value: float | str) -> str:
    """Short where that says it all: an id must lead back to the very same number."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "on" if value else "off"
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
