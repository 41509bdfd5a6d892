"""The plain data of results: their types, and the JSON Schemas of results and of requests."""

import types
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from sim.verbs.request.declaration import Field, Kind, declared

if TYPE_CHECKING:
    from sim.verbs.request.verb import Verb

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Value = str | int | float | bool | None
Row = dict[str, Value]
"""A row of a table: labels of the game's own axes, then numbers."""
Nested = dict[str, Any]
"""What a game says in its own words."""

WRITTEN: dict[Kind, str] = {
    "text": "string",
    "path": "string",
    "whole": "integer",
    "number": "number",
    "switch": "boolean",
    "pairs": "object",
}
"""The type of a value of each kind."""
KINDS = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


class SheetData(TypedDict):
    """A table, each row with the heads of its columns."""

    title: str
    rows: list[Row]


class TryData(TypedDict):
    """What a change did: what `try` prints, and `run` of several contents."""

    title: str
    changes: list[str]
    sentences: list[str]
    games: int
    groups: list[Row]


def schema_of(verb: "Verb[Any]") -> dict[str, Any]:
    """The JSON Schema of what a verb prints with `--json`. What is not in it is not printed."""
    return {"$schema": DRAFT, "title": f"fatecast {verb.name} --json", **_schema(verb.data)}


def request_schema(verb: "Verb[Any]") -> dict[str, Any]:
    """The JSON Schema of what can be asked of a verb for every game; a game adds axes and options of its own."""
    fields = declared(verb.request)
    return {
        "$schema": DRAFT,
        "title": f"what can be asked of fatecast {verb.name}",
        "description": verb.help,
        "type": "object",
        "properties": {field.name: _asked(field) for field in fields},
        "required": [field.name for field in fields if field.is_needed],
    }


def _asked(field: Field) -> dict[str, Any]:
    limits = {"minimum": field.says.least, "maximum": field.says.most}
    one = {"type": WRITTEN[field.kind], **{key: value for key, value in limits.items() if value is not None}}
    usual = {"default": field.default} if isinstance(field.default, str | int | float) else {}
    values = {"type": "array", "items": one} if field.is_many else one
    return {"description": field.says.help, **values, **usual}


def _schema(annotation: Any) -> dict[str, Any]:
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return {}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(each) for each in inner]}
    if origin is list:
        return {"type": "array", "items": _schema(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(inner[1])}
    return _of_keys(annotation) if is_typeddict(annotation) else {"type": KINDS[annotation]}


def _of_keys(annotation: Any) -> dict[str, Any]:
    """An object that has these keys and no others."""
    keys = get_type_hints(annotation, include_extras=True)
    optional = {name for name, each in keys.items() if get_origin(each) is NotRequired}
    plain = {name: get_args(each)[0] if name in optional else each for name, each in keys.items()}
    return {
        "type": "object",
        "properties": {name: _schema(each) for name, each in plain.items()},
        "required": [name for name in keys if name not in optional],
        "additionalProperties": False,
    }
