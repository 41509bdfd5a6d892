"""Numbers as people read them."""

from math import floor, log10

from sim.stats import Interval

MINUS = "−"


def digits_for(low: float, high: float) -> int:
    """Decimals of a per cent worth showing for an interval: the first that tells its ends apart, one to three; one more
    near 0 and 100, where a tenth is much."""
    width = (high - low) * 100
    digits = -floor(log10(width)) if width > 0 else 1
    near_an_end = low > 0.98 or high < 0.02
    return min(3, max(2 if near_an_end else 1, digits))


def percent(share: float, digits: int = 1) -> str:
    """`61.2 %`"""
    return f"{share * 100:.{digits}f} %".replace("-", MINUS)


def bare(share: float, digits: int = 1) -> str:
    """The same without the sign: for points."""
    return _number(share * 100, digits)


def estimate(share: float, interval: Interval) -> str:
    """`61.2 % (60.9 to 61.5)`"""
    low, high = interval
    digits = digits_for(low, high)
    return f"{percent(share, digits)} ({_number(low * 100, digits)} to {_number(high * 100, digits)})"


def points(difference: float, interval: Interval, signed: bool = True) -> str:
    """`+2.1 points (1.4 to 2.8)`"""
    low, high = interval
    digits = digits_for(0.5, 0.5 + high - low)
    value = f"{difference * 100:+.{digits}f}" if signed else f"{difference * 100:.{digits}f}"
    return f"{value} points ({_number(low * 100, digits)} to {_number(high * 100, digits)})".replace("-", MINUS)


def number(value: float, interval: Interval | None = None) -> str:
    """`9.69 (9.65 to 9.74)`"""
    if interval is None:
        return _number(value, 2)
    low, high = interval
    width = high - low
    digits = min(4, max(1, -floor(log10(width)))) if width > 0 else 2
    return f"{_number(value, digits)} ({_number(low, digits)} to {_number(high, digits)})"


def listed(words: list[str]) -> str:
    """`a, b and c`"""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def capital(sentence: str) -> str:
    """A sentence begins with a capital."""
    return sentence[:1].upper() + sentence[1:]


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return (text.removeprefix("-") if float(text) == 0 else text).replace("-", MINUS)
