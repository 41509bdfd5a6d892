"""As much of JSON Schema as we publish, to compare data with it."""

from collections.abc import Iterator
from typing import Any

KINDS: dict[str, Any] = {
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
    "array": list,
    "object": dict,
}


def differences(data: object, schema: dict[str, Any], place: str = "$") -> Iterator[str]:
    """Where data is not as a schema says."""
    if "anyOf" in schema:
        tried = [[*differences(data, each, place)] for each in schema["anyOf"]]
        if all(tried):
            yield from min(tried, key=len)
        return
    kind = schema.get("type")
    if kind is None:
        return
    is_bool = isinstance(data, bool) and kind != "boolean"
    if is_bool or not isinstance(data, KINDS[kind]):
        yield f"{place}: expected {kind}, not {data!r}"
    elif isinstance(data, list):
        for at, each in enumerate(data):
            yield from differences(each, schema["items"], f"{place}[{at}]")
    elif isinstance(data, dict):
        yield from _of_object(data, schema, place)


def _of_object(data: dict[str, object], schema: dict[str, Any], place: str) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema["additionalProperties"]
    for name in schema.get("required", ()):
        if name not in data:
            yield f"{place}: {name} is missing"
    for name, each in data.items():
        inner = known.get(name, others)
        if inner is False:
            yield f"{place}: {name} is not declared"
        else:
            yield from differences(each, inner, f"{place}.{name}")
