"""Records as plain rows of numbers, and the lines of kernel code that write such a row into records again."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
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
    return np.concatenate([*chain.from_iterable(map(_numbers, records))])


def _numbers(record: Any) -> list[Ints]:
    if _is_of_words(record.dtype):
        return [np.frombuffer(record.tobytes(), np.int64)]
    return [np.atleast_1d(record[name]).ravel().astype(np.int64) for name in record.dtype.names]


@cache
def _is_of_words(layout: np.dtype[np.void]) -> bool:
    """Whether all numbers of a record have 64 bits; then its bytes are the row."""
    kinds = [layout[name].base for name in layout.names or ()]
    assert all(kind.kind in "iu" for kind in kinds), "what is hidden are whole numbers"
    return all(kind.itemsize == WORD for kind in kinds)


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
