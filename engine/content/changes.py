"""Changes by dotted paths: `cards.the-deep.moons = 2`."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from json import dumps
from typing import Any

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def by_head(changes: Mapping[str, object], heads: Collection[str]) -> dict[str, dict[str, object]]:
    """Changes sorted by where their paths begin: for each of these heads, with the rest of the path; for the head "",
    all others with the whole path."""
    sorted_out: dict[str, dict[str, object]] = {head: {} for head in (*heads, "")}
    for path, value in changes.items():
        head, _, rest = path.partition(".")
        if head in heads and rest:
            sorted_out[head][rest] = value
        else:
            sorted_out[""][path] = value
    return sorted_out


def nested(path: Sequence[str], value: object) -> dict[str, Any]:
    """A value inside the tables that lead to it."""
    layer: dict[str, Any] = {path[-1]: value}
    for key in reversed(path[:-1]):
        layer = {key: layer}
    return layer


def leaves(table: Mapping[str, Any], skipped: Collection[str] = (), path: str = "") -> Iterator[tuple[str, int | str]]:
    """Every number and text of nested tables, by its path; keys that are `skipped` change no game."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, skipped, f"{path}{key}.")
        elif isinstance(value, int | str) and not isinstance(value, bool) and key not in skipped:
            yield f"{path}{key}", value


def extension_text(extends: str, changes: Mapping[str, object], notes: Sequence[str]) -> str:
    """A TOML file that extends another by these changes; the notes come first, as comments."""
    lines = [*(f"# {note}".rstrip() for note in notes), "", f"extends = {toml_value(extends)}"]
    tables: dict[str, dict[str, object]] = {}
    for path, value in changes.items():
        table, _, key = path.rpartition(".")
        tables.setdefault(table, {})[key] = value
    lines += [f"{toml_key(key)} = {toml_value(value)}" for key, value in tables.pop("", {}).items()]
    for table, fields in tables.items():
        lines += ["", f"[{table}]", *(f"{toml_key(key)} = {toml_value(value)}" for key, value in fields.items())]
    return "\n".join(lines) + "\n"


def toml_key(key: str) -> str:
    """A key as TOML writes it: in quotes, where it has other letters than those of English."""
    return key if BARE_KEY.fullmatch(key) else dumps(key, ensure_ascii=False)


def toml_value(value: Any) -> str:
    """Text, numbers and lists of them are written alike in JSON and in TOML; tables are not."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(inner)}" for key, inner in value.items()) + " }"
    return dumps(value, ensure_ascii=False)
