"""Game state as records: a class lists the fields, NumPy lays them out, the kernel reads and writes them.

    class Track:
        score: int
        row: Annotated[Ints, 4]
        key: Annotated[Any, np.uint64]

`new(Track)` is one zeroed record; `record.score += 1` and `record.row[2]` mean the same to Numba, to plain Python
and to the type checker. A record is a single block of memory, so passing it around costs one pointer and a game
allocates nothing.
"""

from collections.abc import Callable
from functools import cache
from inspect import get_annotations
from operator import itemgetter
from typing import Annotated, Any, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

from engine.kernel.compiled import INTERPRETED

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
    layout = dtype_of(record)  # type: ignore[arg-type]
    if INTERPRETED:
        return np.zeros(1, plainly_read(layout))[0]  # type: ignore[no-any-return]
    made: R = np.zeros(1, layout).view(np.recarray)[0]
    return made


@cache
def plainly_read(layout: np.dtype[np.void]) -> np.dtype[np.void]:
    """The same layout, whose records have a property for each field. NumPy's own records search for a field at each
    access, which takes eight times as long and most of the time of a game in plain Python."""
    assert layout.fields is not None
    fields = [
        (name, plainly_read(kind.base) if kind.base.names else kind.base, kind.shape)
        for name, (kind, *_) in layout.fields.items()
    ]
    accesses = {name: property(itemgetter(name), _setter(name)) for name in layout.fields}
    return np.dtype((type("Record", (np.void,), {"__slots__": (), **accesses}), np.dtype(fields)))


def _setter(name: str) -> Callable[[Any, Any], None]:
    def assign(record: Any, value: Any) -> None:
        record[name] = value

    return assign
