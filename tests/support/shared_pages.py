"""Pages of shared results: read, edited, and forged by somebody who knows how they are made."""

from collections.abc import Iterator
from json import loads
from pathlib import Path
from typing import Any

from engine.errors import FatecastError
from sim.share.block import CLOSES, OPENS, Block, as_text, sealed
from sim.share.found import found_in
from sim.share.page import rendered
from sim.share.verify import NamedCode, verify_page

SMALL: dict[str, Any] = {"players": 3, "doom": 0, "policy": "literal", "games": 40, "executor": "inline"}
"""Of Shipwreck: one cell, few games."""

Json = dict[str, Any]


def block_of(page: bytes) -> Json:
    """The data block of a page."""
    data: Json = loads(page.partition(OPENS.encode())[2].partition(CLOSES.encode())[0])
    return data


def outside(page: bytes) -> tuple[bytes, bytes]:
    """What comes before the block, and what follows it."""
    before, _, rest = page.partition(OPENS.encode())
    return before, rest.partition(CLOSES.encode())[2]


def with_text(page: bytes, text: str) -> bytes:
    """The page with another text in place of its block."""
    before, after = outside(page)
    return before + OPENS.encode() + text.encode() + CLOSES.encode() + after


def with_block(page: bytes, data: Json) -> bytes:
    """The page with other data in its block, and all else as it was."""
    return with_text(page, as_text(data))


def forged(data: Json) -> bytes:
    """The page of other data, with the right checksum, and showing what follows from it."""
    block = Block.model_validate(sealed(data))
    return rendered(block, found_in(block.asked, block.games, "forged"))


def recomputed(data: dict[str, Any]) -> bytes:
    """The page that follows from these games."""
    block = Block.model_validate(sealed({**data, "found": {}}))
    found = found_in(block.asked, block.games, "forged").data(block.asked.title)
    return forged({**data, "found": found})


def leaves(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all numbers and texts."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if inner is None:
        yield path
    else:
        for key, value in inner:
            yield from leaves(value, (*path, key))


def other(value: object) -> object:
    """Another value of the same type, as near as there is one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if value is None:
        return 0
    text = str(value)
    return f"{text[:-1]}{'b' if text.endswith('a') else 'a'}" if text else "a"


def edited(data: Json, path: tuple[str | int, ...], value: object = None) -> Json:
    """A copy with another value at one place."""
    copy: Any = loads(as_text(data))
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = other(inside[path[-1]]) if value is None else value
    found: Json = copy
    return found


def verdict(path: Path, page: bytes | None = None, game: str | None = None, sample: int = 0) -> tuple[int, str]:
    """The exit code of a check, and all that it says. Given bytes, they are written first."""
    if page is not None:
        path.write_bytes(page)
    lines: list[str] = []
    try:
        lines.extend(verify_page(path, sample, 60, NamedCode(game)))  # keeps what was said before an error
    except FatecastError as error:
        return error.exit_code, "\n".join([*lines, error.line])
    return 0, "\n".join(lines)
