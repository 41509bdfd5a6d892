"""What a change is meant to do, in words: "doom 6, players 4-5: 1 to 3 points harder; everywhere else within ±0.5".

Statements are separated by semicolons or lines, and each names cells, if need be an outcome, and a range for its
difference. The axes are those of the cells' labels. A statement without an outcome is about the headline; what no
statement names must stay within the default margin. A range that begins at nothing ("at most 1 point harder") begins at
the margin on the other side, because no number of games tells "no change" from a very small change the other way.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from engine.errors import BadInput
from engine.game.outcomes import Outcome, Share
from sim.compare.pairs import reach_of
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.cell_selectors import EVERYWHERE, cells_named, example_cells
from sim.experiment.labels import Labels
from sim.experiment.values import NUMBER
from sim.statistics.sequential import FULL


class Claim(NamedTuple):
    """Where a difference should lie, as a fraction for a share, in its unit for a mean."""

    low: float
    high: float


class Statement(NamedTuple):
    """One statement, taken apart."""

    text: str
    where: str
    """The cells; empty if all that have the outcome are meant."""
    outcomes: list[Outcome]
    what: str
    """The range."""


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


def outcomes_in(
    text: str, cells: Sequence[Labels], declared: Sequence[Outcome], unnamed: Sequence[Outcome], source: str
) -> list[Outcome]:
    """The outcomes that an intent speaks of."""
    said = [outcome for each in _statements(text, cells, declared, unnamed, source) for outcome in each.outcomes]
    return [outcome for outcome in declared if outcome in said]


def claims_of(
    text: str,
    cells: Sequence[Labels],
    declared: Sequence[Outcome],
    unnamed: Sequence[Outcome],
    margin: Callable[[Outcome], float],
    source: str,
) -> dict[str, list[Claim]]:
    """By the name of the outcome, the claim about every cell. `unnamed` are the outcomes that a statement is about
    which names none."""
    claims: dict[str, list[Claim | None]] = {outcome.name: [None] * len(cells) for outcome in declared}
    rest: dict[str, Claim] = {}
    for each in _statements(text, cells, declared, unnamed, source):
        for outcome in each.outcomes:
            claim = _claim(each.what, margin(outcome), outcome, f"{source}: {each.text!r}")
            if EVERYWHERE.fullmatch(each.where):
                if rest.setdefault(outcome.name, claim) != claim:
                    raise BadInput(f"{source}: {each.text!r} contradicts an earlier statement about everywhere else")
                continue
            _name_cells(claims[outcome.name], claim, each.where, cells, outcome, source)
    return {
        outcome.name: [
            claim or rest.get(outcome.name) or Claim(-margin(outcome), margin(outcome))
            for claim in claims[outcome.name]
        ]
        for outcome in declared
    }


def _statements(
    text: str, cells: Sequence[Labels], declared: Sequence[Outcome], unnamed: Sequence[Outcome], source: str
) -> Iterator[Statement]:
    lines = (line.partition("#")[0] for line in text.splitlines())
    for statement in (" ".join(part.split()) for line in lines for part in line.split(";")):
        if statement:
            where, what = _split(statement, cells, unnamed, source)
            places = [part.strip() for part in where.split(",")]
            named = [outcome for outcome in declared if any(_is_name(place, outcome, cells) for place in places)]
            places = [place for place in places if not any(_is_name(place, outcome, cells) for outcome in named)]
            inner, what = _leading(what, declared)
            found = [*named, *inner] or list(unnamed)
            yield Statement(statement, ", ".join(places) or "everywhere else", found, what)


def _is_name(words: str, outcome: Outcome, cells: Sequence[Labels]) -> bool:
    """Whether these words are an outcome's name, and not a value on an axis."""
    return _plain(words) == _plain(outcome.name) and words.split(" ")[0] not in cells[0]


def _leading(what: str, declared: Sequence[Outcome]) -> tuple[list[Outcome], str]:
    """The outcome that a range begins with, and the rest; the longest name first."""
    for outcome in sorted(declared, key=lambda each: -len(each.name)):
        if _plain(what).startswith(f"{_plain(outcome.name)} "):
            return [outcome], what[len(outcome.name) :].strip()
    return [], what


def _plain(words: str) -> str:
    return words.lower().replace("-", " ").replace("_", " ")


def _split(statement: str, cells: Sequence[Labels], unnamed: Sequence[Outcome], source: str) -> tuple[str, str]:
    """The cells and the range; after "everywhere else" the colon may be left out."""
    where, colon, what = (part.strip() for part in statement.partition(":"))
    if colon:
        return where, what
    if found := EVERYWHERE.match(statement):
        return found[0], statement[found.end() :].strip()
    example = f"{example_cells(cells)}: 1 to 3 {OutcomeFormat(unnamed[0]).unit} {unnamed[0].less}"
    raise BadInput(f"{source}: {statement!r}: expected 'cells: range', such as '{example}'")


def _claim(what: str, margin: float, outcome: Outcome, source: str) -> Claim:
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
            raise BadInput(f"{source} contradicts itself: from {least} to {most}")
    else:
        raise BadInput(f"{source}: expected {_shapes(outcome)}")
    return _checked(low, high, outcome, source)


def _checked(low: float, high: float, outcome: Outcome, source: str) -> Claim:
    """The range with its open ends; one that says nothing, or nothing that can be, is refused."""
    most, end = reach_of(outcome), open_end(outcome)
    beyond = any(most < abs(bound) < inf for bound in (low, high))
    claim = Claim(max(low, -end), min(high, end))
    if beyond or not claim.low < claim.high or (low <= -most and high >= most):
        form = OutcomeFormat(outcome)
        within = f" within 0 to {most * form.factor:g} {form.unit}" if most < inf else ""
        raise BadInput(f"{source}: expected a range{within} that is more than one number")
    return claim


def _shapes(outcome: Outcome) -> str:
    unit = OutcomeFormat(outcome).unit
    one = unit.removesuffix("s") if isinstance(outcome, Share) else unit
    return (
        f"'1 to 3 {unit} {outcome.less}', 'at least 1 {one} {outcome.more}', 'at most 2 {unit} {outcome.less}' "
        "or 'within ±0.5'"
    )


def _name_cells(
    claims: list[Claim | None], claim: Claim, where: str, cells: Sequence[Labels], outcome: Outcome, source: str
) -> None:
    having = [at for at in cells_named(where, cells, source) if outcome.applies(cells[at])]
    if not having:
        raise BadInput(f"{source}: {where!r} names no cell that has {outcome.name}")
    for at in having:
        earlier = claims[at]
        if earlier is not None and earlier != claim:
            name = ", ".join(f"{axis} {value}" for axis, value in cells[at].items())
            said = claim_text(earlier, outcome)
            raise BadInput(f"{source}: {where!r} contradicts an earlier statement about {name} ({said})")
        claims[at] = claim
