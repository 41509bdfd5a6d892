"""What only Python calculates: powers, roots and the like of floats. Their last bit is not the same in every library of
mathematics, so a kernel has none of its own: it stops at a question that it has not met before, its host has Python
calculate, and the answer is kept."""

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.outside.own.compiled.kit.luck import SPREAD, SPREAD_SHIFT, SPREAD_TOO
from engine.outside.own.compiled.kit.numbers import bits_of, real_from
from engine.outside.own.compiled.kit.record import ANSWERS, NEEDS_ANSWER, Playing, Stop, counted

ONE_ARGUMENT = ("sqrt", "exp", "log", "log2", "log10", "sin", "cos", "tan", "atan", "degrees", "radians", "fabs")
TWO_ARGUMENTS = ("pow", "hypot", "atan2", "fmod", "log of base")


def _rounded(a: float, digits: float) -> float:
    return round(a, int(digits))


def _of_one(name: str) -> Callable[[float, float], Any]:
    return lambda a, _: getattr(math, name)(a)


FUNCTIONS: dict[str, Callable[[float, float], Any]] = {
    "**": operator.pow,
    "//": operator.floordiv,
    "%": operator.mod,
    "round": _rounded,
    "pow": math.pow,
    "hypot": math.hypot,
    "atan2": math.atan2,
    "fmod": math.fmod,
    "log of base": math.log,
    **{name: _of_one(name) for name in ONE_ARGUMENT},
}
NUMBERS = {name: number for number, name in enumerate(FUNCTIONS)}


def place_of(number: int, a: int, b: int) -> int:
    """Where the search for an answer begins, by the number of the function and the words of its arguments."""
    mask = (1 << 64) - 1
    mixed = ((a & mask) * int(SPREAD) + ((b & mask) ^ number) * int(SPREAD_TOO)) & mask
    return mixed >> int(SPREAD_SHIFT) & ANSWERS - 1


@counted
def answer(rec: Playing, number: int, a: float, b: float) -> float:
    one, other = bits_of(a), bits_of(b)
    mixed = np.uint64(one) * SPREAD + np.uint64(other ^ number) * SPREAD_TOO
    at = np.int64(mixed >> SPREAD_SHIFT & np.uint64(ANSWERS - 1))
    while rec.answers[at, 0] != 0:
        if rec.answers[at, 0] == number + 1 and rec.answers[at, 1] == one and rec.answers[at, 2] == other:
            return real_from(rec.answers[at, 3])
        at = (at + 1) % ANSWERS
    rec.question[0] = number
    rec.question[1] = one
    rec.question[2] = other
    rec.state = NEEDS_ANSWER
    raise Stop
