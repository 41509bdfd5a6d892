"""Records as plain rows of numbers, and the lines of kernel code that write such a row into records again."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np

from engine.kernel.records import Ints, dtype_of

WORD = 8
"""Bytes."""


def size_of(records: Sequence[type]) -> int:
    """How many numbers the records have."""
    layouts = map(dtype_of, records)
    return sum(prod(layout[name].shape) for layout in layouts for name in layout.names or ())


def packed(records: Sequence[Any]) -> Ints:
    """All numbers of the records, in order. Words of 64 bits keep their bits."""
    return np.concatenate([np.frombuffer(_of_words(record), np.int64) for record in records])


Starts = dict[tuple[str, str], tuple[int, tuple[int, ...]]]
"""Of fields of records, where their numbers begin in a row, and the shape of their arrays."""


def starts_of(records: Iterable[tuple[str, Any]]) -> Starts:
    """Of a row that holds these records, with their names."""
    found: Starts = {}
    first = 0
    for name, record in records:
        for field in record.dtype.names:
            shape = record.dtype[field].shape
            found[name, field] = first, shape
            first += prod(shape)
    return found


def _of_words(record: Any) -> bytes:
    layout = _words_of(record.dtype)
    return bytes((record if layout is None else np.asarray(record).astype(layout)).tobytes())


@cache
def _words_of(layout: np.dtype[np.void]) -> np.dtype[np.void] | None:
    """The same record with numbers of 64 bits; None if all have as many."""
    kinds = {name: layout[name].base for name in layout.names or ()}
    assert all(kind.kind in "iu" for kind in kinds.values()), "what is hidden are whole numbers"
    if all(kind.itemsize == WORD for kind in kinds.values()):
        return None
    return np.dtype([(name, f"{kind.kind}{WORD}", layout[name].shape) for name, kind in kinds.items()])


def unpacking(targets: Mapping[str, type], row: str) -> list[str]:
    """Lines that write the numbers of `row[0]`, `row[1]`, … into the records that these expressions name. `row` ends
    with an open bracket: `mind.worlds[game, `."""
    lines, first = [], 0
    for target, record in targets.items():
        layout = dtype_of(record)
        for name in layout.names or ():
            shape = layout[name].shape
            depth, at, step = len(shape), [f"at{axis}" for axis in range(len(shape))], prod(shape)
            terms = []
            for axis, size in enumerate(shape):
                step //= size
                terms.append(f"{step} * at{axis}" if step > 1 else f"at{axis}")
                lines.append(f"{'    ' * axis}for at{axis} in range({size}):")
            place = f"[{', '.join(at)}]" if at else ""
            lines.append(f"{'    ' * depth}{target}.{name}{place} = {row}{' + '.join([str(first), *terms])}]")
            first += prod(shape)
    return lines
