"""A deck file made of changes: it extends the deck that was changed and says nothing else."""

from collections.abc import Mapping, Sequence
from json import dumps
from os.path import relpath
from pathlib import Path
from typing import Any

from engine.errors import BadInput
from engine.shipwreck.cells.grid import Grid


def extension(grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path) -> str:
    """The text of the file. A deck that was named by its file is found from where the new one lies."""
    decks = grid.get("decks", Grid().decks)
    word = decks[0] if isinstance(decks, list) and len(decks) == 1 else None
    if not isinstance(word, str):
        raise BadInput(f"{to}: decks: expected the name of one deck, to be extended")
    if word.endswith(".toml") or "/" in word:
        word = Path(relpath(Path(word), to.parent)).as_posix()
    elif word == to.stem:
        raise BadInput(f"{to}: expected another name than that of the deck it extends")
    lines = [*(f"# {note}".rstrip() for note in notes), "", f"extends = {_toml(word)}"]
    tables: dict[str, dict[str, object]] = {}
    for path, value in changes.items():
        table, _, key = path.rpartition(".")
        tables.setdefault(table, {})[key] = value
    lines += [f"{key} = {_toml(value)}" for key, value in tables.pop("", {}).items()]
    for table, fields in tables.items():
        lines += ["", f"[{table}]", *(f"{key} = {_toml(value)}" for key, value in fields.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A value of a deck. Text, numbers and lists of them are written alike in JSON and in TOML; tables are not."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    return dumps(value, ensure_ascii=False)
