"""Numbers as text; no other module formats them.

On a page numbers are typeset: `61.2 %` with a space that does not break, `−0.4` with a real minus. On a terminal, in a
figure and in files they are plain (`61.2%`, `-0.4`), so that they can be copied and searched for. All of them are
written as the language of the call writes numbers: the examples are English.
"""

import re
from collections.abc import Sequence
from math import floor, inf, log10

from engine.language.current import counted, rules, said
from engine.language.rules import in_full

Interval = tuple[float, float]

MINUS = "−"
NO_BREAK = "\N{NO-BREAK SPACE}"
NOTHING = "–"
"""Shown where there is no number."""


def local(text: str) -> str:
    """A number that was written as in English, in the language of the call."""
    return rules().number(text)


def _percent_sign(apart: str = "") -> str:
    """What stands behind a number of per cent; `apart` keeps the two apart, where the language does not say how."""
    return rules().percent or f"{apart}%"


# How many decimals.


def digits_for(low: float, high: float) -> int:
    """Decimals of a per cent worth showing for an interval: the first that tells its ends apart, one to three; one more
    near 0 and 100, where a tenth matters."""
    width = (high - low) * 100
    digits = -floor(log10(width)) if width > 0 else 1
    near_an_end = low > 0.98 or high < 0.02
    return min(3, max(2 if near_an_end else 1, digits))


def points_digits(interval: Interval) -> int:
    """Decimals of a difference worth showing."""
    return digits_for(0.5, 0.5 + interval[1] - interval[0])


def number_digits(interval: Interval) -> int:
    """Decimals of a number worth showing: two digits that the interval is sure about."""
    width = interval[1] - interval[0]
    return min(6, max(0, 1 - floor(log10(width)))) if 0 < width < inf else 2


def decimals_of(value: float, count: int) -> int:
    """Decimals of a number that is shown in so many digits that count: one of 29.0 in three."""
    return max(0, count - 1 - floor(log10(abs(value)))) if value else count - 1


# Typeset, for a page.


def percent(share: float, digits: int = 1) -> str:
    """`61.2 %`, never broken over two lines."""
    return f"{number(share * 100, digits)}{_percent_sign(NO_BREAK)}"


def bare(share: float, digits: int = 1) -> str:
    """`61.2`: per cent or points without a unit."""
    return number(share * 100, digits)


def estimate(share: float, interval: Interval) -> str:
    """`61.2 % (60.9 to 61.5)`"""
    digits = digits_for(*interval)
    return f"{percent(share, digits)} ({span(interval, digits)})"


def span(interval: Interval, digits: int) -> str:
    """`60.9 to 61.5`: the ends of an interval of shares, in per cent."""
    low, high = interval
    return ends(bare(low, digits), bare(high, digits))


def signed(difference: float, digits: int) -> str:
    """`+2.1`, `−0.4`, `0.0`: points."""
    return with_sign(difference * 100, digits)


def signed_span(interval: Interval, digits: int) -> str:
    """`+1.4 to +2.8`: the ends of an interval of differences, in points."""
    return ends(*(signed(end, digits) for end in interval))


def ends(low: str, high: str) -> str:
    """`60.9 to 61.5`: two numbers that are written already."""
    return said("{low} to {high}", low=low, high=high)


def points(difference: float, interval: Interval) -> str:
    """`+2.1 points (+1.4 to +2.8)`"""
    digits = points_digits(interval)
    return said("{points} points ({span})", points=signed(difference, digits), span=signed_span(interval, digits))


def cost(difference: float, interval: Interval) -> str:
    """`2.1 points (1.4 to 2.8)`: how large a difference is whose direction the sentence says."""
    digits, (low, high) = points_digits(interval), interval
    reach = (low, high) if difference >= 0 else (-high, -low)
    return said("{points} points ({span})", points=bare(abs(difference), digits), span=span(reach, digits))


def number(value: float, digits: int = 2) -> str:
    """`9.69`, `12,345.6`"""
    return local(f"{value:z{',' if abs(value) >= 10_000 else ''}.{digits}f}".replace("-", MINUS))


def with_sign(value: float, digits: int) -> str:
    """`+1.20`, `−0.40`, `0.00`"""
    text = number(value, digits)
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"


def plain_signed(value: float, digits: int) -> str:
    """`+1.20`"""
    return local(f"{value:+.{digits}f}")


def sorting_number(value: float) -> str:
    """`7.5`: what a table sorts by, the same in all languages."""
    return f"{value:.6g}"


def brief_number(value: float, digits: int = 6) -> str:
    """`7`, `7.5`: in at most this many digits, without zeros at the end."""
    return local(in_full(f"{value:.{digits}g}"))


def in_digits(value: float, interval: Interval) -> str:
    """`9.69`, in as many digits as the interval allows."""
    return number(value, number_digits(interval))


def plain_number(value: float) -> str:
    """`84`, `83.5`: a number that no interval belongs to, in no more digits than it has."""
    return number(value, 0 if value == int(value) else number_digits((0, abs(value) / 100)))


# Plain, for a terminal, a figure, a file.


def plain_percent(share: float, digits: int = 1) -> str:
    """`61.2%`"""
    return f"{local(f'{100 * share:.{digits}f}')}{_percent_sign()}"


def plain_rate(share: float, interval: Interval) -> str:
    """`61.2% (60.9-61.5)`, in as many digits as on a page."""
    low, high = interval
    digits = digits_for(low, high)
    return f"{plain_percent(share, digits)} ({close_ends(f'{low * 100:.{digits}f}', f'{high * 100:.{digits}f}')})"


def brief_percent(share: float) -> str:
    """Per cent without a unit, in as few digits as possible: `83`, `6.7`, `99.4`, `<0.1`."""
    per_cent = share * 100
    digits = 0 if 10 <= per_cent < 98.95 or per_cent in (0, 100) else 1
    shown = f"{per_cent:.{digits}f}"
    return local(shown if digits == 0 or (float(shown) not in (0, 100)) else ("<0.1" if share < 0.5 else ">99.9"))


def rough_percent(share: float) -> str:
    """`61 %`, on a page: in as few digits as possible."""
    return f"{brief_percent(share)}{_percent_sign(NO_BREAK)}"


def short_percent(share: float) -> str:
    """`80 %`, `0.5 %`: no more digits than it has, four at most."""
    return f"{local(in_full(f'{100 * share:.4g}'))}{_percent_sign(' ')}"


def short_points(difference: float) -> str:
    """`0.5 points`, `1 point`"""
    written = in_full(f"{100 * difference:.4g}")
    points = local(written)
    return counted(1 if written == "1" else 2, "{points} point", "{points} points", points=points)


def margin(share: float) -> str:
    """`±0.5`: points."""
    return local(f"±{in_full(f'{share * 100:g}')}")


def plain_points(difference: float, digits: int = 2) -> str:
    """`+0.61`; never `-0.00`."""
    return local(f"{difference * 100:+z.{digits}f}")


def plain_span(interval: Interval) -> str:
    """`+0.35 to +0.88`: the ends of an interval of differences, in points."""
    low, high = interval
    return ends(plain_points(low), plain_points(high))


def plain_change(difference: float, interval: Interval) -> str:
    """`+0.61 (+0.35 to +0.88)`: points."""
    return f"{plain_points(difference)} ({plain_span(interval)})"


def give_or_take(difference: float, interval: Interval) -> str:
    """`-1.6 ±0.3`: points, with an interval that reaches as far to both sides; one more digit where a tenth of a point
    matters."""
    reach = (interval[1] - interval[0]) / 2
    digits = 1 if reach > 0.002 else 2
    return f"{plain_points(difference, digits)} {local(f'±{reach * 100:.{digits}f}')}"


def rough_span(low: float, high: float) -> str:
    """`0.4 to 2.4`, `81 to 106`, `0.06 to 2.50`: two numbers above 0 with as many decimals as the larger has in two
    digits, or more if the smaller would be 0; as one where they read the same."""
    digits = max(decimals_of(high, 2), decimals_of(low, 1) if low > 0 else 0)
    one, other = (local(f"{number:.{digits}f}") for number in (low, high))
    return one if one == other else ends(one, other)


def p_value(p: float) -> str:
    """`0.032`, `<0.001`"""
    return local(f"{p:.3f}" if p >= 0.001 else "<0.001")


def close_ends(low: str, high: str) -> str:
    """`60.9-61.5`: two numbers as in English, in as little room as there is in a table of a terminal."""
    return said("{low}-{high}", low=local(low), high=local(high))


# Counts and times.


def whole(number: int) -> str:
    """`12,000`"""
    return local(f"{number:,}")


def rough_count(number: float) -> str:
    """`12,000`: two digits of a large number."""
    step: int = 10 ** max(0, floor(log10(max(number, 1))) - 1)
    return local(f"{round(number / step) * step:,}")


def per_second(rate: float) -> str:
    """`12,345`"""
    return local(f"{rate:,.0f}")


def duration(seconds: float) -> str:
    """`40 s`, `3 min`, `2.5 h`, `4 days`: as rough as the estimate is."""
    for size, unit in ((86_400.0, said("days")), (3_600.0, "h"), (60.0, "min")):
        if seconds >= 1.5 * size:
            return f"{local(f'{seconds / size:.2g}')} {unit}"
    return f"{seconds:.0f} s" if seconds >= 1 else said("less than a second")


# Words around them.


def listed(words: Sequence[str]) -> str:
    """`a, b and c`; `a; 1, 4 or 7? and c` where a name, or a decimal, has a comma."""
    has_commas = ", " if rules().decimal == "." else ","
    apart = "; " if any(has_commas in word for word in words) else ", "
    return words[0] if len(words) == 1 else said("{some} and {last}", some=apart.join(words[:-1]), last=words[-1])


def listed_some(words: Sequence[str], most: int = 3) -> str:
    """`a, b, c and 4 more`: never `and 1 more`."""
    rest = len(words) - most
    return listed(words if rest <= 1 else [*words[:most], said("{count} more", count=whole(rest))])


def agreeing(subject: str, verb: str) -> str:
    """`a calm table wins`, `calm players win`: who is called without an article is many."""
    return f"{subject} {verb}s" if subject.startswith(("a ", "an ", "the ")) else f"{subject} {verb}"


def typeset(sentence: str) -> str:
    """A sentence that a terminal could print, as a page writes it: `-1.73 (-3.46 to -0.01)` with real minus signs, and
    no line ends inside the interval."""
    signed_well = re.sub(r"(?<![^\s(])-(?=\d)", MINUS, sentence)
    interval = re.escape(f"({ends('LOW', 'HIGH')})").replace("LOW", "[^ ()]+").replace("HIGH", "[^ ()]+")
    return re.sub(interval, lambda found: found[0].replace(" ", NO_BREAK), signed_well)


def capital(sentence: str) -> str:
    """A sentence begins with a capital."""
    return sentence[:1].upper() + sentence[1:]


def span_of(least: int, most: int) -> str:
    """`20–35`, or `20` if both are the same."""
    return f"{least}" if least == most else said("{least}–{most}", least=least, most=most)
