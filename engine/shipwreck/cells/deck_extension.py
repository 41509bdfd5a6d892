"""Writes changes as a deck file that extends the changed deck and contains nothing else."""

from collections.abc import Mapping, Sequence
from os.path import relpath
from pathlib import Path

from engine.content.changes import extension_text
from engine.errors import BadInput
from engine.shipwreck.cells.grid import Grid


def extension(grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path) -> str:
    """The text of the file. If the deck was named by its file, its path is made relative to the new file."""
    decks = grid.get("decks", Grid().decks)
    word = decks[0] if isinstance(decks, list) and len(decks) == 1 else None
    if not isinstance(word, str):
        raise BadInput(f"{to}: decks: expected the name of one deck to extend")
    if word.endswith(".toml") or "/" in word:
        word = Path(relpath(Path(word), to.parent)).as_posix()
    elif word == to.stem:
        raise BadInput(f"{to}: expected a name different from that of the deck it extends")
    return extension_text(word, changes, notes)
