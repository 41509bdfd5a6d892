"""Every kind of damage that a file can suffer, by accident or by ill will."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.support.dice_race import DEFAULTS

HUGE = 10**30
DEEP = 100_000

Damage = Callable[[Path, Random], None]


def truncated(path: Path, luck: Random) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: luck.randrange(len(raw))])


def emptied(path: Path, luck: Random) -> None:
    path.write_bytes(b"")


def noise(path: Path, luck: Random) -> None:
    path.write_bytes(luck.randbytes(len(path.read_bytes())))


def noise_inside(path: Path, luck: Random) -> None:
    raw = bytearray(path.read_bytes())
    at = luck.randrange(len(raw))
    raw[at : at + 40] = luck.randbytes(len(raw[at : at + 40]))
    path.write_bytes(raw)


def flipped_bit(path: Path, luck: Random) -> None:
    raw = bytearray(path.read_bytes())
    raw[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
    path.write_bytes(raw)


def doubled(path: Path, luck: Random) -> None:
    path.write_bytes(path.read_bytes() * 2)


def missing(path: Path, luck: Random) -> None:
    path.unlink()


def a_folder(path: Path, luck: Random) -> None:
    path.unlink()
    path.mkdir()


def a_link(path: Path, luck: Random) -> None:
    """To a copy of the very file, so that only the link is wrong."""
    kept = path.parent.parent / f"kept-{path.name}"
    shutil.move(path, kept)
    path.symlink_to(kept)


def too_deep(path: Path, luck: Random) -> None:
    path.write_text("[" * DEEP)


def too_deep_inside(path: Path, luck: Random) -> None:
    nested: object = 0
    for _ in range(400):
        nested = [nested]
    _put(path, luck, nested)


def not_text(path: Path, luck: Random) -> None:
    path.write_bytes(path.read_bytes().replace(b'"', b'"\xff', 1) + b"\xff\xfe")


def huge_number(path: Path, luck: Random) -> None:
    _put(path, luck, HUGE)


def endless_number(path: Path, luck: Random) -> None:
    path.write_text("1" * 5000)


def not_a_number(path: Path, luck: Random) -> None:
    _put(path, luck, float("nan"))


def negative_number(path: Path, luck: Random) -> None:
    _put(path, luck, -1)


def text_for_anything(path: Path, luck: Random) -> None:
    _put(path, luck, "x")


def list_for_anything(path: Path, luck: Random) -> None:
    _put(path, luck, [])


def object_for_anything(path: Path, luck: Random) -> None:
    _put(path, luck, {})


def null_for_anything(path: Path, luck: Random) -> None:
    _put(path, luck, None)


def lost_key(path: Path, luck: Random) -> None:
    def lose(inside: Any, key: Any) -> None:
        del inside[key]

    _change(path, luck, lose)


def another_schema(path: Path, luck: Random) -> None:
    data = json.loads(path.read_bytes())
    path.write_text(json.dumps({**data, "schema": 99} if isinstance(data, dict) else data))


def another_kind(path: Path, luck: Random) -> None:
    path.write_text("[1, 2, 3]")


TO_ANY_FILE: list[Damage] = [
    truncated, emptied, noise, noise_inside, flipped_bit, doubled, missing, a_folder, a_link, too_deep, endless_number,
    not_text, another_kind,
]  # fmt: skip
TO_JSON: list[Damage] = [
    huge_number, not_a_number, negative_number, text_for_anything, list_for_anything, object_for_anything,
    null_for_anything, lost_key, too_deep_inside, another_schema,
]  # fmt: skip


def damages(path: Path) -> list[Damage]:
    """The kinds of damage that a file can suffer."""
    return [*TO_ANY_FILE, *(TO_JSON if path.suffix == ".json" else [])]


def _places(data: object) -> Iterator[tuple[Any, Any]]:
    """Every value in JSON data: what holds it, and under which key. The game of the tests checks little of its own
    settings, and some make it wait forever: that is no damage."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        if key in DEFAULTS:
            continue
        yield data, key
        yield from _places(value)


def _change(path: Path, luck: Random, change: Callable[[Any, Any], None]) -> None:
    data = json.loads(path.read_bytes())
    change(*luck.choice(list(_places(data))))
    path.write_text(json.dumps(data))


def _put(path: Path, luck: Random, value: object) -> None:
    def put(inside: Any, key: Any) -> None:
        inside[key] = value

    _change(path, luck, put)
