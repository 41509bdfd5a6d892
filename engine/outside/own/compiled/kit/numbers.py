"""Arithmetic as Python has it: whole numbers that would leave 64 bits, a division by zero and a text among numbers stop
the kernel."""

import numpy as np

from engine.outside.own.compiled.kit.record import CODES, EMPTY, EXACT, NONE, Stop, within

HALF = 1 << 31
LARGEST = 1 << 62
MOST_TIMES = 64
"""The largest power of a whole number; those of 0 and 1 would stay within 64 bits for ever."""
LEAST = -(1 << 63)


@within
def add(a: int, b: int) -> int:
    """A sum that leaves 64 bits has another sign than both numbers."""
    found = a + b
    if (a ^ found) & (b ^ found) < 0:
        raise Stop
    return found


@within
def sub(a: int, b: int) -> int:
    found = a - b
    if (a ^ b) & (a ^ found) < 0:
        raise Stop
    return found


@within
def mul(a: int, b: int) -> int:
    if a > HALF or a < -HALF or b > HALF or b < -HALF:
        raise Stop
    return a * b


@within
def negative(a: int) -> int:
    if a < -LARGEST:
        raise Stop
    return -a


@within
def floor_div(a: int, b: int) -> int:
    """The quotient, rounded down."""
    if b == 0 or a < -LARGEST:
        raise Stop
    return a // b


@within
def modulo(a: int, b: int) -> int:
    if b == 0 or a < -LARGEST:
        raise Stop
    return a % b


@within
def true_div(a: float, b: float) -> float:
    if b == 0:
        raise Stop
    return a / b


@within
def power(a: int, b: int) -> int:
    if b < 0 or b > MOST_TIMES:
        raise Stop
    found = 1
    for _ in range(b):
        found = mul(found, a)
    return found


@within
def shift_left(a: int, b: int) -> int:
    if b < 0 or b > 30 or a > HALF or a < -HALF:
        raise Stop
    return a << b


@within
def shift_right(a: int, b: int) -> int:
    if b < 0:
        raise Stop
    return a >> min(b, 62)


@within
def real_of(a: int) -> float:
    """A whole number as a float."""
    if a > EXACT or a < -EXACT:
        raise Stop
    return float(a)


@within
def whole_of(a: float) -> int:
    """int(a) of a float."""
    if not -EXACT < a < EXACT:
        raise Stop
    return int(a)


@within
def floor_of(a: float) -> int:
    found = whole_of(a)
    return found - 1 if found > a else found


@within
def ceil_of(a: float) -> int:
    found = whole_of(a)
    return found + 1 if found < a else found


@within
def round_of(a: float) -> int:
    """The nearest whole number; of two, the even one."""
    below = floor_of(a)
    rest = a - below
    if rest > 0.5 or (rest == 0.5 and below % 2 == 1):
        return below + 1
    return below


@within
def code_of(a: int) -> int:
    """A number for a place that also holds texts or None."""
    if a >= CODES or a <= NONE:
        raise Stop
    return a


@within
def number_of(a: int) -> int:
    """A number from such a place, where nothing but a number is of use."""
    if a >= CODES or a <= NONE:
        raise Stop
    return a


@within
def text_of(a: int) -> int:
    if a < CODES:
        raise Stop
    return a


@within
def same_number(code: int, number: int) -> bool:
    """Whether what may be a text is this number."""
    return code == number and NONE < number < CODES


@within
def same_never(code: int, number: int) -> bool:
    """A text is no number."""
    return False


@within
def is_true(a: int) -> bool:
    return a != 0 and a not in (NONE, EMPTY)


@within
def need(fine: bool) -> None:
    """Plain Python would raise an error if this does not hold."""
    if not fine:
        raise Stop


@within
def there(a: int) -> int:
    """The address of something that may be None, where None is of no use."""
    if a == 0:
        raise Stop
    return a


@within
def bits_of(a: float) -> int:
    """A float as a word of memory."""
    found: int = np.float64(a).view(np.int64)  # type: ignore[assignment]
    return found


@within
def real_from(word: int) -> float:
    found: float = np.int64(word).view(np.float64)
    return found


@within
def rank_of(a: float) -> int:
    """A word that is the larger, the larger the float is."""
    if not a == a:
        raise Stop
    word = bits_of(a + 0.0)  # there is one zero in an order
    return word if word >= 0 else LEAST - word - 1
