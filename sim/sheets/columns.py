"""Which column is which: the name, the id, the number of copies and the other fields, by the heads of the columns or by
a mapping file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from engine.configs import read_toml, unknown_word
from engine.errors import BadInput, message
from engine.game.optional_parts import PieceTable
from sim.sheets.cells import Cell, CellSheet
from sim.sheets.text_file import FIRST_ROWS, SEPARATORS
from sim.text.escapes import shortened, visible

NAME, ID = "name", "id"
NAMES = ("name", "cardname", "title", "cardtitle", "card")
"""Heads of the column of names, the likeliest first; without spaces and signs."""
IDS = ("id", "key", "cardid")
COPIES = ("qty", "copies", "count", "quantity")

OWN_FIELD = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""A field that a column adds to the pieces."""
LONGEST_SHOWN = 60


@dataclass(frozen=True)
class Mapped:
    """What a mapping file says: the field of each column, empty for one that is left out; which sheet of a workbook."""

    fields: Mapping[str, str] = field(default_factory=dict)
    worksheet: str = ""


class Columns(NamedTuple):
    """The columns that are read, by their places."""

    head_row: int
    """From 0 on."""
    name: int | None
    id: int | None
    fields: Mapping[int, str]
    heads: Sequence[str]

    def head(self, at: int) -> str:
        """The head of a column, to be shown."""
        return shown(self.heads[at])


def read_mapping(path: Path | None) -> Mapped:
    """The mapping file: `[columns]` with a field for each head."""
    if path is None:
        return Mapped()
    data = read_toml(path)
    for key in data:
        if key not in ("columns", "worksheet"):
            raise unknown_word("key", key, ("columns", "worksheet"), source=path)
    return Mapped(mapping_of(data.get("columns", {}), path), _text(data.get("worksheet", ""), path, "worksheet"))


def mapping_of(data: object, path: Path) -> dict[str, str]:
    """The fields by the heads of their columns, checked."""
    if not isinstance(data, dict):
        raise BadInput(source=path, place="columns", expected=message("a table of heads of columns and their fields"))
    return {str(head): _text(each, path, f"columns.{shown(str(head))}") for head, each in data.items()}


def _text(value: object, path: Path, place: str) -> str:
    if not isinstance(value, str):
        raise BadInput(source=path, place=place, expected=message("text"))
    return value


def shown(text: str) -> str:
    """A text of a sheet, in a line that somebody reads."""
    return shortened(visible(text), LONGEST_SHOWN)


def plain(head: str) -> str:
    """A head without capitals, spaces and signs."""
    return "".join(each for each in head.casefold() if each.isalnum())


def is_head(row: Sequence[Cell], mapped: Mapped) -> bool:
    """Whether a row has the heads of the columns: one of them is that of the names or of the ids."""
    heads = [cell.text for cell in row]
    return any(mapped.fields.get(head) in (NAME, ID) or _is_name(head, mapped) for head in heads if head)


def _is_name(head: str, mapped: Mapped) -> bool:
    """A head with a separator in it is several heads, and the separator is another one."""
    return head not in mapped.fields and not {*head} & {*SEPARATORS} and plain(head) in (*NAMES, *IDS)


def columns_of(sheet: CellSheet, table: PieceTable, mapped: Mapped) -> Columns:
    """The columns of a sheet for the pieces of a game."""
    at = next((at for at, row in enumerate(sheet.rows[:FIRST_ROWS]) if is_head(row, mapped)), None)
    if at is None:
        raise BadInput(
            source=sheet.path,
            expected=message("a column of names, with the head Name, Title or Card"),
            hint=message("a file that says which column is which can be given by --columns"),
        )
    heads = [cell.text for cell in sheet.rows[at]]
    _check_mapped(sheet.path, heads, mapped)
    name = _special(heads, NAME, NAMES, mapped)
    own_id = _special(heads, ID, IDS, mapped)
    fields: dict[int, str] = {}
    for place, head in enumerate(heads):
        if place in (name, own_id) or not head:
            continue
        found = _field(sheet.path, head, table, mapped)
        if not found:
            continue
        taken = {known: at for at, known in fields.items()}
        taken |= {special: at for special, at in ((NAME, name), (ID, own_id)) if at is not None}
        if found in taken:
            raise BadInput(
                message(
                    "the columns {first!r} and {second!r} both stand for {field}",
                    first=shown(heads[taken[found]]),
                    second=shown(head),
                    field=found,
                ),
                source=sheet.path,
                hint=message("a file given by --columns can say which one does"),
            )
        fields[place] = found
    return Columns(at, name, own_id, fields, heads)


def _check_mapped(path: Path, heads: Sequence[str], mapped: Mapped) -> None:
    for head in mapped.fields:
        if head not in heads:
            raise unknown_word("column", shown(head), [shown(each) for each in heads if each], source=path)


def _special(heads: Sequence[str], field: str, words: Sequence[str], mapped: Mapped) -> int | None:
    """The column of names, or of ids."""
    said = [at for at, head in enumerate(heads) if mapped.fields.get(head) == field]
    if said:
        return said[0]
    free = {plain(head): at for at, head in reversed([*enumerate(heads)]) if head and head not in mapped.fields}
    return next((free[word] for word in words if word in free), None)


def _field(path: Path, head: str, table: PieceTable, mapped: Mapped) -> str:
    """The field that a column stands for; empty if none."""
    if head in mapped.fields:
        said = mapped.fields[head]
        if said and said not in table.fields and not (table.is_open and OWN_FIELD.fullmatch(said)):
            raise unknown_word("field", shown(said), table.fields, source=path, place=shown(head))
        return said
    word = plain(head)
    whole = [each for each in table.fields if plain(each) == word]
    ends = [each for each in table.fields if plain(each.rpartition(".")[2]) == word]
    if word in (NAME, ID):
        return ""  # another column is said to be it
    if len(whole or ends) == 1:
        return (whole or ends)[0]
    if word in COPIES:
        return table.copies
    own = re.sub(r"[^a-z0-9]+", "_", head.casefold()).strip("_")
    return own if table.is_open and OWN_FIELD.fullmatch(own) and table.is_read(own) else ""
