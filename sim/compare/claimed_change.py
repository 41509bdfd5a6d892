"""A difference of an outcome in words: "1 to 3 points harder", "within ±0.5", "at least 2 turns longer".

The words for more and less are those of the outcome. A range that begins at nothing ("at most 1 point harder") begins
at the margin on the other side, because no number of games tells "no change" from a very small change the other way.
"""

import re
from math import inf
from typing import NamedTuple

from engine.errors import BadInput, Message, message
from engine.game.outcomes import Outcome, Share
from engine.language.current import said
from sim.compare.pairs import reach_of
from sim.compare.telling.sentences import verdict_word
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.values import NUMBER
from sim.statistics.sequential import FULL
from sim.text.number_format import brief_number


class Claim(NamedTuple):
    """Where a difference should lie, as a fraction for a share, in its unit for a mean."""

    low: float
    high: float


def open_end(outcome: Outcome) -> float:
    """The end of a range that has none."""
    return FULL * reach_of(outcome)


def claim_text(claim: Claim, outcome: Outcome) -> str:
    """`within ±0.5`, `1 to 3 harder`: in points or in the unit of a mean."""
    end, factor = open_end(outcome), OutcomeFormat(outcome).factor
    low, high = (brief_number(abs(bound) * factor) for bound in claim)
    less, more = verdict_word(outcome.less), verdict_word(outcome.more)
    if claim.low == -claim.high:
        return said("within ±{most}", most=high)
    if claim.high <= 0:
        return _one_way(high, "" if claim.low <= -end else low, less)
    if claim.low >= 0:
        return _one_way(low, "" if claim.high >= end else high, more)
    return said("{low} {less} to {high} {more}", low=low, less=less, high=high, more=more)


def _one_way(least: str, most: str, way: str) -> str:
    """`1 to 3 harder`; `at least 1 harder` without a greatest change."""
    if not most:
        return said("at least {least} {way}", least=least, way=way)
    return said("{least} to {most} {way}", least=least, most=most, way=way)


def read_claim(what: str, margin: float, outcome: Outcome, source: str) -> Claim:
    """A range of differences; less is a negative one."""
    form = OutcomeFormat(outcome)
    unit = re.escape(form.own_unit.removesuffix("s")) + ("s?" if form.own_unit.endswith("s") else "")
    number = rf"{NUMBER}(?: {unit})" if form.is_share else rf"{NUMBER}(?: {unit})?"
    ways = "|".join(re.escape(way) for way in (outcome.less, outcome.more))
    if found := re.fullmatch(rf"within (?:±|\+-|\+/-)? ?{NUMBER}(?: {unit})?", what):
        low, high = -float(found[1]) / form.factor, float(found[1]) / form.factor
    elif found := re.fullmatch(rf"(?:(at least|at most) {number}|{NUMBER} to {number}) ({ways})", what):
        bound, one, least, most, way = found.groups()
        ends = {None: (least, most), "at least": (one, inf), "at most": (0, one)}[bound]
        low, high = sorted(float(end or 0) / form.factor * (-1 if way == outcome.less else 1) for end in ends)
        if low < high:
            low, high = (-margin if low == 0 else low), (margin if high == 0 else high)
        if least and float(least) > float(most):
            raise BadInput(
                message("{source} contradicts itself: from {least} to {most}", source=source, least=least, most=most)
            )
    else:
        raise BadInput(source=source, expected=claim_shapes(outcome))
    return _checked(low, high, outcome, source)


def _checked(low: float, high: float, outcome: Outcome, source: str) -> Claim:
    """The range with its open ends; one that says nothing, or nothing that can be, is refused."""
    most, end = reach_of(outcome), open_end(outcome)
    beyond = any(most < abs(bound) < inf for bound in (low, high))
    claim = Claim(max(low, -end), min(high, end))
    if beyond or not claim.low < claim.high or (low <= -most and high >= most):
        form = OutcomeFormat(outcome)
        told = message("a range that is more than one number")
        if most < inf:
            told = message(
                "a range within 0 to {most:g} {unit} that is more than one number",
                most=most * form.factor,
                unit=form.own_unit,
            )
        raise BadInput(source=source, expected=told)
    return claim


def claim_shapes(outcome: Outcome) -> Message:
    """Examples, for a message that says what was expected."""
    unit = OutcomeFormat(outcome).own_unit
    one = unit.removesuffix("s") if isinstance(outcome, Share) else unit
    return message(
        "'1 to 3 {unit} {less}', 'at least 1 {one} {more}', 'at most 2 {unit} {less}' or 'within ±0.5'",
        unit=unit,
        one=one,
        less=outcome.less,
        more=outcome.more,
    )
