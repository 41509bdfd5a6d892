"""The kinds of field that content is made of, each of which can say what it expects.

Every leaf of the schema is wrapped so that a wrong value is answered by `expected …, got …` in the words of a
person who writes such a file, whatever the validation library would say.
"""

import ast
import inspect
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from textwrap import dedent
from typing import Annotated, Any

from annotated_types import GroupedMetadata, Interval
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    GetJsonSchemaHandler,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError

from engine.content.labels import LONGEST_NAME, is_label
from engine.content.language import ExpressionError, Vocabulary, parse
from engine.errors import BadInput, Message, Text, message, nearest


class Table(BaseModel):
    """A table of a content file: no key but the known ones, no value converted from another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        """Say of an unknown key which one was meant, as the library would not."""
        known = [field.alias or name for name, field in cls.model_fields.items()]
        strangers = [key for key in data if key not in known] if isinstance(data, dict) else []
        if strangers:
            key = str(strangers[0])
            context = {"text": unknown_key(key, known), "key": key}
            raise PydanticCustomError("unknown_key", "{text}", context)
        return data

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The text below a field describes it in the schema. The library can do that, too, but reads the sources of
        every class at every start."""
        schema = handler(core_schema)
        described = {name: text for each in reversed(cls.__mro__) for name, text in _texts_below(each).items()}
        for name, field in handler.resolve_ref_schema(schema).get("properties", {}).items():
            if name in described:
                field.setdefault("description", described[name])
        return schema


def _texts_below(table: type) -> dict[str, str]:
    """The text below each field of a class, in its source."""
    if not issubclass(table, Table):
        return {}
    body = ast.parse(dedent(inspect.getsource(table))).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(body.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }


def unknown_key(key: str, known: Iterable[str]) -> Message:
    keys = list(known)
    expected = message("one of {choices}", choices=", ".join(keys))
    return message("{unknown}", unknown=BadInput(message("unknown key"), expected=expected, meant=nearest(key, keys)))


def shown(value: object) -> Text:
    """A value as its author would recognise it, short enough for one line."""
    match value:
        case dict():
            return message("a table")
        case list():
            return message("a list")
        case int() if abs(value) >= 10**20:
            return message("a number of more than 20 digits")
        case bool() | int() | str():
            text = json.dumps(value)
        case _:
            text = str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def expects(what: Text) -> WrapValidator:
    """Answer any wrong value by saying what was expected instead."""

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except ValidationError:
            raise PydanticCustomError("unexpected", "{text}", {"text": wrong(what, value)}) from None

    return WrapValidator(check)


def wrong(what: Text, value: object) -> Message:
    return message("expected {what}, got {value}", what=what, value=shown(value))


@dataclass(frozen=True)
class Between(GroupedMetadata):
    """An integer with both ends included."""

    low: int
    high: int

    def __iter__(self) -> Iterator[object]:
        yield Interval(ge=self.low, le=self.high)
        yield expects(message("an integer from {low} to {high}", low=self.low, high=self.high))


@dataclass(frozen=True)
class Rule(GroupedMetadata):
    """An expression in which these words may stand; the field keeps its text."""

    words: Vocabulary

    def __iter__(self) -> Iterator[object]:
        yield expects(message("an expression in quotes"))
        yield AfterValidator(self.check)

    def check(self, text: str) -> str:
        try:
            return parse(text, self.words).text
        except ExpressionError as error:
            raise PydanticCustomError("expression", "{text}", {"text": error.said}) from None


Switch = Annotated[bool, expects(message("true or false"))]


def _printable(text: str) -> str:
    """The rule for labels; a title may be empty."""
    if text and not is_label(text, most=len(text)):
        raise ValueError("not a label")
    return text


Title = Annotated[
    str,
    StringConstraints(max_length=LONGEST_NAME, pattern=r"^[^\u0000-\u001f\u007f-\u009f]*$"),
    AfterValidator(_printable),
    expects(message("text of one line and at most {longest_name} printable characters", longest_name=LONGEST_NAME)),
]

Description = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200),
    AfterValidator(_printable),
    expects(message("one line of text, of at most 200 printable characters")),
]

Id = Annotated[
    str,
    StringConstraints(max_length=40, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$"),
    expects(message("an id of at most 40 lower-case letters, digits and hyphens")),
]
