"""The file of the pieces, with some of its values changed: comments, order and all other lines stay as they are."""

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from engine.configs import parse_toml
from engine.errors import BadInput, message
from engine.game.optional_parts import FieldValue, PieceTable
from sim.sheets.differences import Differences

NewTable = Callable[[Mapping[str, FieldValue]], Any]


def edited(path: Path, text: str, table: PieceTable, found: Differences) -> str:
    """The text of a TOML file with these differences."""
    before = parse_toml(text)
    wanted = deepcopy(before)
    _apply(wanted, table, found, dict)
    try:
        text = _without(text, table.table, found.removed)
        document = tomlkit.parse(text)
        _apply(document, table, found, _new_table)
        result = f"{tomlkit.dumps(document).strip()}\n"
        if parse_toml(result) == wanted:
            return result
    except (TOMLKitError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise BadInput(
        message("the tables of this file cannot be changed one by one"),
        source=path,
        hint=message("write each {piece} as a table of its own, [{table}.ID]", piece=table.piece, table=table.table),
    )


def with_values(path: Path, text: str, values: Mapping[tuple[str, ...], object]) -> str:
    """The text of a TOML file with these values at these keys; what was there already is replaced in its place."""
    wanted = parse_toml(text)
    _set(wanted, values, dict)
    try:
        document = tomlkit.parse(text)
        _set(document, values, _new_table)
        result = tomlkit.dumps(document)
        if parse_toml(result) == wanted:
            return result
    except (TOMLKitError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise BadInput(message("the values of this file cannot be changed one by one"), source=path)


def _set(data: Any, values: Mapping[tuple[str, ...], object], new_table: NewTable) -> None:
    for (*tables, key), value in values.items():
        _table_in(data, tables, new_table)[key] = value


def _apply(data: Any, table: PieceTable, found: Differences, new_table: NewTable) -> None:
    """The same steps for plain data and for a document."""
    for each in found.edits:
        *tables, key = table.table, each.piece, *each.field.split(".")
        _table_in(data, tables, new_table)[key] = each.after
    for piece, fields in found.added.items():
        _table_in(data, [table.table], new_table)[piece] = new_table(fields)
    for piece in found.removed:
        if piece in data.get(table.table, {}):
            del data[table.table][piece]
    left_out = [*data.get("remove", [])]
    now = [piece for piece in left_out if piece not in found.added]
    now += [piece for piece in found.removed if piece in table.inherited and piece not in now]
    if now != left_out:
        data["remove"] = now


def _table_in(data: Any, keys: list[str], new_table: NewTable) -> Any:
    for key in keys:
        if key not in data:
            data[key] = new_table({})
        data = data[key]
    return data


def _new_table(fields: Mapping[str, FieldValue]) -> Any:
    new = tomlkit.table(is_super_table=not fields)
    for key, value in fields.items():
        new[key] = value
    if fields:
        new.add(tomlkit.nl())
    return new


def _without(text: str, table: str, pieces: list[str]) -> str:
    """The text without the tables of these pieces: their lines, and comments right above them. The library would also
    take out the comment of the next table. What is not written as a table of its own stays."""
    names = "|".join(re.escape(piece) for piece in pieces)
    if not names:
        return text
    head = re.compile(rf'\[\s*{re.escape(table)}\s*\.\s*"?(?:{names})"?\s*[.\]]')
    kept: list[str] = []
    left_out: list[str] | None = None
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            lines = kept if left_out is None else left_out
            above = lines[len(lines) - _comments_at_end(lines) :]
            if left_out is None and head.match(line):
                del kept[len(kept) - len(above) :]
            elif left_out is not None and not head.match(line):
                kept += above
            left_out = [] if head.match(line) else None
        (kept if left_out is None else left_out).append(line)
    result = "".join(kept)
    before, after = parse_toml(text), parse_toml(result)
    for piece in pieces:
        before.get(table, {}).pop(piece, None)
    return result if after == before else text


def _comments_at_end(lines: list[str]) -> int:
    """How many lines of comments end a text, after an empty line. What a file begins with is no comment of a table."""
    count = 0
    while count < len(lines) and lines[-1 - count].startswith("#"):
        count += 1
    return count if count < len(lines) and not lines[-1 - count].strip() else 0
