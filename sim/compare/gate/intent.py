"""What a change is meant to do, in words: "doom 6, players 4-5: 1 to 3 points harder; everywhere else within ±0.5".

Statements are separated by semicolons or lines, and each names cells and a range for the difference of their win rates.
The axes are those of the cells' labels; a cell that no statement names must stay within the default margin. A range
that begins at nothing ("at most 1 point harder") begins at the margin on the other side, because no number of games
tells "no change" from a very small change the other way.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import BadInput
from sim.experiment.cell_selectors import EVERYWHERE, cells_named, example_cells
from sim.experiment.labels import Labels
from sim.experiment.values import NUMBER
from sim.statistics.sequential import FULL

SHAPES = "'1 to 3 points harder', 'at least 1 point easier', 'at most 2 points harder' or 'within ±0.5'"
WITHIN = re.compile(rf"within (?:±|\+-|\+/-)? ?{NUMBER}(?: points?)?")
MOVED = re.compile(rf"(?:(at least|at most) {NUMBER}|{NUMBER} to {NUMBER}) points? (harder|easier)")


class Claim(NamedTuple):
    """Where the difference of two win rates should lie."""

    low: float
    high: float

    def __str__(self) -> str:
        low, high = (f"{abs(end) * 100:g}" for end in self)
        if self.low == -self.high:
            return f"within ±{high}"
        if self.high <= 0:
            return f"at least {high} harder" if self.low <= -FULL else f"{high} to {low} harder"
        if self.low >= 0:
            return f"at least {low} easier" if self.high >= FULL else f"{low} to {high} easier"
        return f"{low} harder to {high} easier"


def claims_of(text: str, cells: Sequence[Labels], margin: float, source: str) -> list[Claim]:
    """The claim about every cell."""
    claims: list[Claim | None] = [None] * len(cells)
    rest: Claim | None = None
    lines = (line.partition("#")[0] for line in text.splitlines())
    for statement in (" ".join(part.split()) for line in lines for part in line.split(";")):
        if not statement:
            continue
        where, what = _split(statement, cells, source)
        claim = _claim(what, margin, f"{source}: {statement!r}")
        if EVERYWHERE.fullmatch(where):
            if rest not in (None, claim):
                raise BadInput(f"{source}: {statement!r} contradicts an earlier statement about everywhere else")
            rest = claim
            continue
        _name_cells(claims, claim, where, cells, source)
    default = rest or Claim(-margin, margin)
    return [claim or default for claim in claims]


def _split(statement: str, cells: Sequence[Labels], source: str) -> tuple[str, str]:
    """The cells and the range; after "everywhere else" the colon may be left out."""
    where, colon, what = (part.strip() for part in statement.partition(":"))
    if colon:
        return where, what
    if found := EVERYWHERE.match(statement):
        return found[0], statement[found.end() :].strip()
    example = f"{example_cells(cells)}: 1 to 3 points harder"
    raise BadInput(f"{source}: {statement!r}: expected 'cells: range', such as '{example}'")


def _claim(what: str, margin: float, source: str) -> Claim:
    """A range of differences; harder means a negative one."""
    if found := WITHIN.fullmatch(what):
        low, high = -float(found[1]) / 100, float(found[1]) / 100
    elif found := MOVED.fullmatch(what):
        bound, one, least, most, way = found.groups()
        ends = {None: (least, most), "at least": (one, 100), "at most": (0, one)}[bound]
        low, high = sorted(float(end or 0) / 100 * (-1 if way == "harder" else 1) for end in ends)
        if low < high:
            low, high = (-margin if low == 0 else low), (margin if high == 0 else high)
        if least and float(least) > float(most):
            raise BadInput(f"{source} contradicts itself: from {least} to {most}")
    else:
        raise BadInput(f"{source}: expected {SHAPES}")
    if not -1 <= low < high <= 1 or high - low == 2:
        raise BadInput(f"{source}: expected a range within 0 to 100 points that is more than one number")
    return Claim(max(low, -FULL), min(high, FULL))


def _name_cells(claims: list[Claim | None], claim: Claim, where: str, cells: Sequence[Labels], source: str) -> None:
    for at in cells_named(where, cells, source):
        if claims[at] not in (None, claim):
            name = ", ".join(f"{axis} {value}" for axis, value in cells[at].items())
            raise BadInput(f"{source}: {where!r} contradicts an earlier statement about {name} ({claims[at]})")
        claims[at] = claim
