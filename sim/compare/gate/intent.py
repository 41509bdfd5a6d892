"""What a change is meant to do, in words: "doom 6, players 4-5: 1 to 3 points harder; everywhere else within ±0.5".

Statements are separated by semicolons or lines, and each names cells and a range for the difference of their win rates.
The axes are those of the cells' labels; a cell that no statement names must stay within the default margin.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.configs import MAX_FILE_BYTES, unknown
from engine.errors import BadInput
from sim.statistics.sequential import FULL

SHAPES = "'1 to 3 points harder', 'at least 1 point easier', 'at most 2 points harder' or 'within ±0.5'"
ELSE = re.compile(r"everywhere( else)?\b")
NUMBER = r"(\d+(?:\.\d+)?)"
WITHIN = re.compile(rf"within (?:±|\+-|\+/-)? ?{NUMBER}(?: points?)?")
MOVED = re.compile(rf"(?:(at least|at most) {NUMBER}|{NUMBER} to {NUMBER}) points? (harder|easier)")
SPAN = re.compile(r"(\d+)(?:-(\d+))?")

Labels = Mapping[str, str | int | bool]


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
        return f"{self.low * 100:+g} to {self.high * 100:+g}"


def read_intent(path: Path) -> str:
    """The text of an intent file."""
    try:
        raw = path.read_bytes()
        text = raw.decode()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: expected UTF-8 text") from None
    if len(raw) > MAX_FILE_BYTES:
        raise BadInput(f"{path}: {len(raw)} bytes, expected at most {MAX_FILE_BYTES}")
    return text


def claims_of(text: str, cells: Sequence[Labels], margin: float, source: str) -> list[Claim]:
    """The claim about every cell."""
    claims: list[Claim | None] = [None] * len(cells)
    rest: Claim | None = None
    lines = (line.partition("#")[0] for line in text.splitlines())
    for statement in (" ".join(part.split()) for line in lines for part in line.split(";")):
        if not statement:
            continue
        where, what = _split(statement, source)
        claim = _claim(what, f"{source}: {statement!r}")
        if ELSE.fullmatch(where):
            if rest not in (None, claim):
                raise BadInput(f"{source}: {statement!r} contradicts what is said of everywhere else")
            rest = claim
            continue
        _name_cells(claims, claim, where, cells, source)
    default = rest or Claim(-margin, margin)
    return [claim or default for claim in claims]


def _split(statement: str, source: str) -> tuple[str, str]:
    """Where and what; after "everywhere else" the colon may be left out."""
    where, colon, what = (part.strip() for part in statement.partition(":"))
    if colon:
        return where, what
    if found := ELSE.match(statement):
        return found[0], statement[found.end() :].strip()
    raise BadInput(f"{source}: {statement!r}: expected 'cells: range', such as 'doom 6: 1 to 3 points harder'")


def _claim(what: str, source: str) -> Claim:
    """A range of differences; harder is less."""
    if found := WITHIN.fullmatch(what):
        low, high = -float(found[1]) / 100, float(found[1]) / 100
    elif found := MOVED.fullmatch(what):
        bound, one, least, most, way = found.groups()
        ends = {None: (least, most), "at least": (one, 100), "at most": (0, one)}[bound]
        low, high = sorted(float(end or 0) / 100 * (-1 if way == "harder" else 1) for end in ends)
        if least and float(least) > float(most):
            raise BadInput(f"{source} contradicts itself: from {least} to {most}")
    else:
        raise BadInput(f"{source}: expected {SHAPES}")
    if not -1 <= low < high <= 1 or high - low == 2:
        raise BadInput(f"{source}: expected a range within 0 to 100 points that is more than one number")
    return Claim(max(low, -FULL), min(high, FULL))


def cells_named(where: str, cells: Sequence[Labels], source: str) -> list[int]:
    """The cells that words such as `doom 6, players 4-5` name; there must be one."""
    conditions = _conditions(where, cells, source)
    found = [at for at, cell in enumerate(cells) if all(cell[axis] in values for axis, values in conditions.items())]
    if not found:
        axes = "; ".join(f"{axis} {', '.join(_values(cells, axis))}" for axis in conditions)
        raise BadInput(f"{source}: {where!r} names no cell; there are: {axes}")
    return found


def _name_cells(claims: list[Claim | None], claim: Claim, where: str, cells: Sequence[Labels], source: str) -> None:
    for at in cells_named(where, cells, source):
        if claims[at] not in (None, claim):
            name = ", ".join(f"{axis} {value}" for axis, value in cells[at].items())
            raise BadInput(f"{source}: {where!r} contradicts an earlier statement about {name} ({claims[at]})")
        claims[at] = claim


def _conditions(where: str, cells: Sequence[Labels], source: str) -> dict[str, set[object]]:
    """`doom 4, 6, players 4-5` as the values of each axis; a number without an axis belongs to the one before."""
    found: dict[str, set[object]] = {}
    axis = ""
    for part in where.split(","):
        word, _, value = part.strip().partition(" ")
        if SPAN.fullmatch(word) and axis and not value:
            value = word
        else:
            axis = word
            if axis not in cells[0]:
                raise BadInput(f"{source}: {where!r}: {unknown('axis', axis, cells[0])}")
        span = SPAN.fullmatch(value)
        values: set[object] = set(range(int(span[1]), int(span[2] or span[1]) + 1)) if span else {value or True}
        found.setdefault(axis, set()).update(values)
    return found


def _values(cells: Sequence[Labels], axis: str) -> list[str]:
    return list(dict.fromkeys(str(cell[axis]) for cell in cells))
