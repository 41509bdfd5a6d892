"""Values and differences of an outcome as text: per cent and points for a share, its own unit for a mean.

Plain text is for a terminal, a figure and files; typeset text is for a page.
"""

from dataclasses import dataclass
from math import isfinite

from engine.game.outcomes import Outcome, Share
from engine.language.current import said
from engine.language.rules import in_full
from sim.text import number_format as numbers
from sim.text.axis_words import unit_after, unit_word
from sim.text.number_format import Interval, local


@dataclass(frozen=True)
class OutcomeFormat:
    """How the numbers of one outcome are written."""

    outcome: Outcome
    typeset: bool = False
    most: int | None = None
    """The most digits that count, of a value with its interval: invented content bears no more than three."""

    @property
    def is_share(self) -> bool:
        return isinstance(self.outcome, Share)

    @property
    def unit(self) -> str:
        """Of a difference: `points`, `turns`."""
        return said("points") if isinstance(self.outcome, Share) else unit_word(self.outcome.unit)

    @property
    def unit_after(self) -> str:
        """The same behind a number."""
        return said("points") if isinstance(self.outcome, Share) else unit_after(self.outcome.unit)

    @property
    def own_unit(self) -> str:
        """The same in English, as people write it in claims and goals."""
        return "points" if isinstance(self.outcome, Share) else self.outcome.unit

    def _with_unit(self, text: str) -> str:
        """`9.7 turns`, `1 turn`"""
        if isinstance(self.outcome, Share):
            return self.counted(text)
        one = text == "1"
        return said("{number} {unit}", number=text, unit=unit_after(self.outcome.unit, one))

    def counted(self, text: str) -> str:
        """`+1.98 turns`: a number or a range, behind which the unit stands."""
        return said("{number} {unit}", number=text, unit=self.unit_after)

    @property
    def factor(self) -> int:
        """From a difference to what is shown of it: points are hundredths."""
        return 100 if self.is_share else 1

    def value(self, value: float, interval: Interval | None = None) -> str:
        """`61.2%`, `9.69`; with an interval, in as many digits as it allows."""
        if self.is_share:
            digits = 1 if interval is None else numbers.digits_for(*interval)
            return numbers.percent(value, digits) if self.typeset else numbers.plain_percent(value, digits)
        digits = mean_digits(value, interval)
        return numbers.number(value, digits) if self.typeset else local(f"{value:z.{digits}f}")

    def estimate(self, value: float, interval: Interval) -> str:
        """`61.2% (60.9-61.5)`, `9.69 (9.60-9.78)`; on a page, `61.2 % (60.9 to 61.5)`."""
        digits = self._decimals(value, interval)
        if self.is_share and not self.typeset:
            return numbers.plain_rate(value, interval)
        if self.is_share:
            return f"{numbers.percent(value, digits)} ({numbers.span(interval, digits)})"
        if self.typeset:
            low, high = (numbers.number(end, digits) for end in interval)
            return f"{numbers.number(value, digits)} ({numbers.ends(low, high)})"
        low, high = (f"{end:z.{digits}f}" for end in interval)
        ends = numbers.ends(local(low), local(high)) if "-" in low + high else numbers.close_ends(low, high)
        return f"{local(f'{value:z.{digits}f}')} ({ends})"

    def with_unit(self, value: float, interval: tuple[float | None, float | None] = (None, None)) -> str:
        """`61.2 % (60.9 to 61.5)`, `9.69 turns (9.60 to 9.78)`; `12 turns` without an interval, or
        where its ends read the same."""
        low, high = interval
        if low is None or high is None:
            text, span = self.value(value) if self.is_share else numbers.plain_number(value), ""
        else:
            text, _, span = self.estimate(value, (low, high)).partition(" (")
            span = "" if span == f"{numbers.ends(text, text)})" else span
        return f"{text if self.is_share else self._with_unit(text)}{f' ({span}' if span else ''}"

    def estimate_with_unit(self, value: float, interval: Interval) -> str:
        """`2.53 gold (2.36 to 2.70)`: always with its interval."""
        text, _, span = self.estimate(value, interval).partition(" (")
        return f"{self.counted(text)} ({span}"

    def rough(self, value: float, signed: bool = False) -> str:
        """`61 %`, `9.7 turns`, `12 turns`: two digits that count, for the ends of a range. A difference has a sign."""
        if self.is_share:
            return numbers.rough_percent(value)
        digits = 0 if value == int(value) else numbers.decimals_of(value, 2)
        text = numbers.number(value, digits)
        sign = "+" if signed and value > 0 else ""
        return f"{sign}{self._with_unit(text)}"

    def _decimals(self, value: float, interval: Interval) -> int:
        digits = numbers.digits_for(*interval) if self.is_share else mean_digits(value, interval)
        return digits if self.most is None else min(digits, numbers.decimals_of(value * self.factor, self.most))

    def difference(self, difference: float, interval: Interval | None = None) -> str:
        """`+0.61`: points, or the unit of the mean."""
        if self.is_share:
            digits = 2 if interval is None else numbers.points_digits(interval)
            return numbers.signed(difference, digits) if self.typeset else numbers.plain_points(difference)
        digits = mean_digits(difference, interval)
        return numbers.with_sign(difference, digits) if self.typeset else local(f"{difference:+z.{digits}f}")

    def span(self, interval: Interval) -> str:
        """`+0.35 to +0.88`: the ends of an interval of differences. There are none where too few games changed to say
        how far one that was not seen could jump."""
        if not isfinite(interval[1] - interval[0]):
            return said("too few games changed for an interval")
        return numbers.ends(*(self.difference(end, interval) for end in interval))

    def change(self, difference: float, interval: Interval) -> str:
        """`+0.61 (+0.35 to +0.88)`"""
        return f"{self.difference(difference, interval)} ({self.span(interval)})"

    def size(self, difference: float, interval: Interval) -> str:
        """`2.1 points (1.4 to 2.8)`, `0.52 gold (0.31 to 0.73)`: how large a difference is whose direction the sentence
        says."""
        ends = interval if difference >= 0 else (-interval[1], -interval[0])
        return numbers.cost(abs(difference), ends) if self.is_share else self.with_unit(abs(difference), ends)

    def at_most(self, interval: Interval) -> str:
        """`at most 1.2 points`: of a difference whose direction is not known."""
        most = max(map(abs, interval))
        text = numbers.bare(most) if self.is_share else self.difference(most, interval).removeprefix("+")
        return said("at most {amount}", amount=self.counted(text))

    def side(self, value: float, interval: Interval) -> str:
        """`61.23%`, `9.69`: one side of a comparison, in as many digits as the interval of its change allows."""
        return numbers.plain_percent(value, 2) if self.is_share else self.value(value, interval)

    def give_or_take(self, difference: float, interval: Interval) -> str:
        """`-1.6 ±0.3`: with an interval that reaches as far to both sides."""
        if self.is_share:
            return numbers.give_or_take(difference, interval)
        if not isfinite(interval[1] - interval[0]):
            return f"{self.difference(difference)} ±?"
        digits = mean_digits(difference, interval)
        return local(f"{difference:+z.{digits}f} ±{(interval[1] - interval[0]) / 2:.{digits}f}")

    def brief_difference(self, difference: float) -> str:
        """`+0.6`: for a small field of a map."""
        return numbers.plain_points(difference, 1) if self.is_share else local(in_full(f"{difference:+z.2g}"))

    def amount(self, difference: float) -> str:
        """`0.5 points`, `0.25 turns`: a margin, a precision."""
        if self.is_share:
            return numbers.short_points(difference)
        return self.counted(local(in_full(f"{difference:.4g}")))

    def margin(self, margin: float) -> str:
        """`±0.5`"""
        return numbers.margin(margin) if self.is_share else local(f"±{in_full(f'{margin:g}')}")


def mean_digits(value: float, interval: Interval | None) -> int:
    """Decimals of a mean worth showing: two that the interval is sure about, or three that count."""
    return numbers.number_digits((0, abs(value) / 100) if interval is None else interval)


POINTS = OutcomeFormat(Share(name="wins", meaning="games won", column=""), typeset=True)
"""How differences of shares are written on a page."""
