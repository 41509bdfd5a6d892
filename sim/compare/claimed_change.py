"""A difference of an outcome in words: "1 to 3 points harder", "within ±0.5", "at least 2 turns longer".

The words for more and less are those of the outcome. A range that begins at nothing ("at most 1 point harder") begins
at the margin on the other side, because no number of games tells "no change" from a very small change the other way.
"""

import re
from math import inf
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.game.outcomes import Outcome, Share
from sim.compare.pairs import reach_of
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.values import NUMBER
from sim.statistics.sequential import FULL


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
    low, high = (f"{abs(bound) * factor:g}" for bound in claim)
    if claim.low == -claim.high:
        return f"within ±{high}"
    if claim.high <= 0:
        return f"at least {high} {outcome.less}" if claim.low <= -end else f"{high} to {low} {outcome.less}"
    if claim.low >= 0:
        return f"at least {low} {outcome.more}" if claim.high >= end else f"{low} to {high} {outcome.more}"
    return f"{low} {outcome.less} to {high} {outcome.more}"


def read_claim(what: str, margin: float, outcome: Outcome, source: str) -> Claim:
    """A range of differences; less is a negative one."""
    form = OutcomeFormat(outcome)
    unit = re.escape(form.unit.removesuffix("s")) + ("s?" if form.unit.endswith("s") else "")
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
        raise BadInput(source=source, expected=message("{claim_shapes}", claim_shapes=claim_shapes(outcome)))
    return _checked(low, high, outcome, source)


def _checked(low: float, high: float, outcome: Outcome, source: str) -> Claim:
    """The range with its open ends; one that says nothing, or nothing that can be, is refused."""
    most, end = reach_of(outcome), open_end(outcome)
    beyond = any(most < abs(bound) < inf for bound in (low, high))
    claim = Claim(max(low, -end), min(high, end))
    if beyond or not claim.low < claim.high or (low <= -most and high >= most):
        form = OutcomeFormat(outcome)
        within = f" within 0 to {most * form.factor:g} {form.unit}" if most < inf else ""
        raise BadInput(source=source, expected=message("a range{within} that is more than one number", within=within))
    return claim


def claim_shapes(outcome: Outcome) -> str:
    """Examples, for a message that says what was expected."""
    unit = OutcomeFormat(outcome).unit
    one = unit.removesuffix("s") if isinstance(outcome, Share) else unit
    return (
        f"'1 to 3 {unit} {outcome.less}', 'at least 1 {one} {outcome.more}', 'at most 2 {unit} {outcome.less}' "
        "or 'within ±0.5'"
    )
