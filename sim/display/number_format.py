"""Numbers as people read them."""

from math import floor, log10

from sim.statistics.intervals import Interval

MINUS = "−"
NO_BREAK = "\N{NO-BREAK SPACE}"


def digits_for(low: float, high: float) -> int:
    """Decimals of a per cent worth showing for an interval: the first that tells its ends apart, one to three; one more
    near 0 and 100, where a tenth is much."""
    width = (high - low) * 100
    digits = -floor(log10(width)) if width > 0 else 1
    near_an_end = low > 0.98 or high < 0.02
    return min(3, max(2 if near_an_end else 1, digits))


def percent(share: float, digits: int = 1) -> str:
    """`61.2 %`, never broken over two lines."""
    return f"{_number(share * 100, digits)}{NO_BREAK}%"


def bare(share: float, digits: int = 1) -> str:
    """The same without the sign: for points."""
    return _number(share * 100, digits)


def estimate(share: float, interval: Interval) -> str:
    """`61.2 % (60.9 to 61.5)`"""
    digits = digits_for(*interval)
    return f"{percent(share, digits)} ({span(interval, digits)})"


def span(interval: Interval, digits: int) -> str:
    """`60.9 to 61.5`: the ends of an interval of shares, in per cent."""
    low, high = interval
    return f"{_number(low * 100, digits)} to {_number(high * 100, digits)}"


def signed(difference: float, digits: int) -> str:
    """`+2.1`, `−0.4`, `0.0`: points."""
    text = _number(difference * 100, digits)
    return text if text.startswith(MINUS) or float(text) == 0 else f"+{text}"


def points_digits(interval: Interval) -> int:
    """Decimals of a difference worth showing."""
    return digits_for(0.5, 0.5 + interval[1] - interval[0])


def points(difference: float, interval: Interval) -> str:
    """`+2.1 points (1.4 to 2.8)`"""
    digits = points_digits(interval)
    return f"{signed(difference, digits)} points ({span(interval, digits)})"


def cost(difference: float, interval: Interval) -> str:
    """`2.1 points (1.4 to 2.8)`"""
    return points(difference, interval).removeprefix("+")


def number_digits(interval: Interval) -> int:
    """Decimals of a number worth showing."""
    width = interval[1] - interval[0]
    return min(4, max(1, -floor(log10(width)))) if width > 0 else 2


def number(value: float, digits: int = 2) -> str:
    """`9.69`"""
    return _number(value, digits)


def listed(words: list[str]) -> str:
    """`a, b and c`"""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def capital(sentence: str) -> str:
    """A sentence begins with a capital."""
    return sentence[:1].upper() + sentence[1:]


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return (text.removeprefix("-") if float(text) == 0 else text).replace("-", MINUS)
