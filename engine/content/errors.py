"""A mistake in a content file, told in one line: the file, the field, what was expected and what was found."""

import re
from collections.abc import Callable, Collection, Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.configs import unknown
from engine.content.fields import shown
from engine.errors import BadInput, Text, first_of_lists, message

Field = tuple[str, ...]

MISSING = message("missing field")
PLAIN = re.compile(r"[A-Za-z0-9_-]{1,60}")


def dotted(field: Field) -> str:
    """`cards.the-deep.moons`, with quotes around a key that needs them in TOML."""
    return ".".join(key if PLAIN.fullmatch(key) else str(shown(key)) for key in field)


def bad_field(source: str, field: Field, said: Text) -> BadInput:
    return BadInput(said, source=source, place=dotted(field))


def told(error: ValidationError, tagged: Collection[str] = ()) -> list[tuple[Field, Text]]:
    """The library's findings as fields and messages. `tagged` are the tables whose entries are of several kinds."""
    return [(_field(details, tagged), _message(details)) for details in error.errors(include_url=False)]


def first_of(problems: Sequence[tuple[Field, Text]], source_of: Callable[[Field], str]) -> BadInput:
    errors = [bad_field(source_of(field), field, said) for field, said in problems]
    return BadInput.of_all(first_of_lists(errors, [field for field, _ in problems]))


def _field(details: ErrorDetails, tagged: Collection[str]) -> Field:
    field = [str(key) for key in details["loc"] if key != "[key]"]
    if field and field[0] in tagged:
        # The library puts the kind of the entry between its id and the key.
        del field[2:3]
    if details["type"] == "unknown_key":
        field.append(details["ctx"]["key"])
    if details["type"].startswith("union_tag"):
        field.append("kind")
    return tuple(field)


def _message(details: ErrorDetails) -> Text:
    got = shown(details["input"])
    match details["type"]:
        case "missing" | "union_tag_not_found":
            return MISSING
        case "union_tag_invalid":
            kinds = re.findall(r"'([a-z-]+)'", details["ctx"]["expected_tags"])
            return unknown("kind", details["ctx"]["tag"], kinds)
        case "unknown_key" | "unexpected" | "expression":
            said: Text = details["ctx"]["text"]
            return said
        case _:
            return message("expected a table, got {got}", got=got)
