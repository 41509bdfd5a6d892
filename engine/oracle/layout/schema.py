"""The JSON Schema of layout files, for editors: which keys exist and which values they may have."""

from typing import Any

from engine.oracle.layout.files import Heading
from engine.oracle.layout.layout import Layout


class _WholeFile(Layout, Heading):
    """Everything that a layout file may contain."""


LEFT_OUT = frozenset({"title", "default", "required"})
"""Titles only repeat the key, and a missing key may be inherited."""


def json_schema() -> dict[str, Any]:
    """The schema of one file. A file may leave out everything that the files it extends define."""
    schema: dict[str, Any] = _loosened(_WholeFile.model_json_schema())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A fatecast layout of the Oracle's board",
        **schema,
    }


def _loosened(node: Any) -> Any:
    """Nothing is required; keys that are not listed stay forbidden."""
    if isinstance(node, list):
        return [_loosened(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {key: _loosened(value) for key, value in node.items() if key not in LEFT_OUT}
