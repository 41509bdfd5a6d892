"""The reference page of the card language and the schema for editors are complete and up to date."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.content.language import MAX_CHARACTERS, MAX_CONSTANT, MAX_NESTING, MAX_NODES, USAGE
from engine.shipwreck.deck.files import deck_from_file
from engine.shipwreck.optional_parts import FILES
from tests.support import ROOT

REFERENCE = (ROOT / "docs/reference/files/card-language.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", REFERENCE, flags=re.DOTALL)


def keys(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for item in schema:
            yield from keys(item)
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for value in schema.values():
            yield from keys(value)


def kinds(schema: dict[str, Any]) -> set[str]:
    properties = (table.get("properties", {}) for table in schema["$defs"].values())
    return {table["kind"]["const"] for table in properties if "kind" in table}


def test_the_schema_file_is_up_to_date() -> None:
    """`fatecast check --schema > docs/reference/deck.schema.json` writes it."""
    written = (ROOT / "docs/reference/deck.schema.json").read_text(encoding="utf-8")
    assert json.loads(written) == FILES.schema()


def test_the_reference_names_every_key_and_every_word() -> None:
    names = {*keys(FILES.schema()), *kinds(FILES.schema()), "visible", "here", "X", "fate"}
    assert [name for name in sorted(names) if f"`{name}`" not in REFERENCE] == []
    words = [*USAGE, "hours", "sum", "difference", "low", "high", "true", "false"]
    assert [word for word in words if not re.search(rf"`{word}[`(]", REFERENCE)] == []


def test_the_reference_names_the_limits() -> None:
    for limit in (MAX_CHARACTERS, MAX_NODES, MAX_NESTING, MAX_CONSTANT):
        assert str(limit) in REFERENCE


@pytest.mark.parametrize("example", [text for text in EXAMPLES if "extends" in text])
def test_the_worked_examples_work(example: str, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    deck_from_file(path)


def test_the_published_decks_use_only_keys_of_the_schema() -> None:
    known = set(FILES.schema()["properties"])
    for path in (ROOT / "configs/shipwreck/decks").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("#:schema ../../../docs/reference/deck.schema.json\n")
        assert set(tomllib.loads(text)) <= known, path
