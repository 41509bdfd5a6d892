"""Game state as records: a class lists the fields, NumPy lays them out, the kernel reads and writes them.

    class Track:
        score: int
        row: Annotated[Ints, 4]
        key: Annotated[Any, np.uint64]

`new(Track)` is one zeroed record; `record.score += 1` and `record.row[2]` mean the same to Numba, to plain Python
and to the type checker. A record is a single block of memory, so passing it around costs one pointer and a game
allocates nothing.
"""

from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = Annotated[Any, np.uint64]
"""One np.uint64; any other scalar type is given the same way, before the shape."""

R = TypeVar("R")


@cache
def dtype_of(record: type) -> np.dtype[np.void]:
    """The layout of a record class, in the order written; 64-bit integers unless a field names another type. Inherited
    fields come last: Numba treats a record that begins like another as one of that kind, and warns."""
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    hints = get_type_hints(record, include_extras=True)
    for name, hint in ((name, hints[name]) for each in record.__mro__ for name in get_annotations(each)):
        extras = getattr(hint, "__metadata__", ())
        if isinstance(hint, type) and hint is not int:
            fields.append((name, dtype_of(hint), ()))  # a record within a record
            continue
        scalar, shape = (extras[0], extras[1:]) if extras and isinstance(extras[0], type) else (np.int64, extras)
        fields.append((name, scalar, shape))
    return np.dtype(fields)


def new(record: type[R]) -> R:
    """One zeroed record."""
    made: R = np.zeros(1, dtype_of(record)).view(np.recarray)[0]  # type: ignore[arg-type]
    return made
