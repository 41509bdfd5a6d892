"""Numbers that a process shares with those that it forks. Unlike those of `multiprocessing`, they need no file: they
work on a machine whose /dev/shm cannot be written, too."""

from collections.abc import MutableSequence
from ctypes import c_double, c_int, c_longlong, sizeof
from mmap import mmap
from typing import Any

WHOLE, LARGE, REAL = c_int, c_longlong, c_double


def shared(kind: Any, count: int = 1) -> MutableSequence[Any]:
    """So many numbers of a kind, all 0."""
    numbers = kind * count
    found: MutableSequence[Any] = numbers.from_buffer(mmap(-1, max(sizeof(numbers), 1)))
    return found
