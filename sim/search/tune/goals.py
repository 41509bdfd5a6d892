"""Outcomes to reach, in words: "doom 2: 80 ± 1 %; doom 6: at most 40 %", "worth per hour: 0.65 ± 0.02".

Statements are separated by semicolons or lines. Each names cells, as an intent does, an outcome, or both
("players 2: length 20 ± 1"), and a range for the mean over these cells. Without cells it means all, without an outcome
the headline. To set a goal for each cell, write a statement for each cell.
"""

import re
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from engine.errors import BadInput
from engine.game.outcomes import Outcome, Share, headline_of
from sim.experiment.cell_selectors import EVERYWHERE, cells_named, example_cells
from sim.experiment.labels import Labels
from sim.experiment.values import NUMBER

UNIT = r"(?: ?%|(?: [^\d±]+)?)"
AROUND = re.compile(rf"{NUMBER} ?(?:±|\+-|\+/-) ?{NUMBER}({UNIT})")
FROM_TO = re.compile(rf"{NUMBER} ?%? to {NUMBER}({UNIT})")
BOUND = re.compile(rf"at (least|most) {NUMBER}({UNIT})")


class Goal(NamedTuple):
    """Where the mean of an outcome over some cells should lie. An open end is 0 or 1 for a share, infinite for a
    mean."""

    text: str
    low: float
    high: float
    cells: tuple[int, ...]
    outcome: Outcome

    @property
    def is_share(self) -> bool:
        return isinstance(self.outcome, Share)

    @property
    def open_low(self) -> bool:
        return self.low <= (0 if self.is_share else -inf)

    @property
    def open_high(self) -> bool:
        return self.high >= (1 if self.is_share else inf)

    @property
    def precision(self) -> float:
        """How far the outcome may be from the middle. If an end is open: one point, or what is too small to matter."""
        if self.open_low or self.open_high:
            return 0.01 if isinstance(self.outcome, Share) else self.outcome.margin
        return (self.high - self.low) / 2

    @property
    def aim(self) -> float:
        """The middle of the range, or the bound."""
        return self.high if self.open_low else self.low if self.open_high else (self.low + self.high) / 2

    @property
    def step(self) -> float:
        """By how much two games differ if they do."""
        return 1.0 if isinstance(self.outcome, Share) else self.outcome.step

    def possible(self, value: float) -> float:
        """A value that the outcome can have: a share lies between 0 and 1."""
        return min(max(value, 0.0), 1.0) if self.is_share else value


def read_goals(text: str, cells: Sequence[Labels], outcomes: Sequence[Outcome], rungs: str, source: str) -> list[Goal]:
    """All goals. The cells of one goal must be of one rung: a mean over different players says little."""
    statements = (" ".join(part.split()) for line in text.splitlines() for part in line.split(";"))
    goals = [_read_goal(statement, cells, outcomes, rungs, source) for statement in statements if statement]
    if not goals:
        raise BadInput(f"{source}: expected {_expected(cells, headline_of(outcomes, cells))}")
    _check_agreement(goals, source)
    return goals


def _read_goal(statement: str, cells: Sequence[Labels], outcomes: Sequence[Outcome], rungs: str, source: str) -> Goal:
    said, headline = f"{source}: {statement!r}", headline_of(outcomes, cells)
    where, colon, what = (part.strip() for part in statement.rpartition(":"))
    if not colon or not where:
        raise BadInput(f"{said}: expected {_expected(cells, headline)}")
    where, before = _outcome_in_cells(where, outcomes)
    what, after = _outcome_at_start(what, outcomes)
    outcome = before or after or headline
    low, high = _range(what, outcome, said)
    found = range(len(cells)) if not where or EVERYWHERE.fullmatch(where) else _cells(where, cells, outcomes, source)
    found = [at for at in found if where or outcome.applies(cells[at])]
    missing = [cells[at] for at in found if not outcome.applies(cells[at])]
    if missing or not found:
        raise BadInput(f"{said}: not every cell there has the outcome {outcome.name}")
    players = list(dict.fromkeys(str(cells[at].get(rungs, "")) for at in found))
    if len(players) > 1:
        raise BadInput(f"{said}: names cells of {rungs} {' and '.join(players)}, expected those of one")
    return Goal(statement, low, high, tuple(found), outcome)


def _cells(where: str, cells: Sequence[Labels], outcomes: Sequence[Outcome], source: str) -> Sequence[int]:
    """The cells that are named. Who names an outcome that there is not learns which there are."""
    try:
        return cells_named(where, cells, source)
    except BadInput as error:
        names = ", ".join(outcome.name for outcome in outcomes)
        raise BadInput(f"{error}; the outcomes are: {names}" if "unknown axis" in str(error) else str(error)) from None


def _outcome_in_cells(where: str, outcomes: Sequence[Outcome]) -> tuple[str, Outcome | None]:
    """`players 2, length` and `length, players 2` → `players 2` and the length; the longest name that fits."""
    for outcome in sorted(outcomes, key=lambda one: -len(one.name)):
        name = _spelled(outcome.name)
        for shape in (rf"(?:(.*?)[\s,:]+)?{name}", rf"{name}\s*[,:]\s*(.*)"):
            if found := re.fullmatch(shape, where, re.IGNORECASE):
                return (found[1] or "").strip(" ,:"), outcome
    return where, None


def _outcome_at_start(what: str, outcomes: Sequence[Outcome]) -> tuple[str, Outcome | None]:
    """`length 20 ± 1` → `20 ± 1` and the length."""
    for outcome in sorted(outcomes, key=lambda one: -len(one.name)):
        if found := re.fullmatch(rf"{_spelled(outcome.name)}[\s,]+(.*)", what, re.IGNORECASE):
            return found[1], outcome
    return what, None


def _spelled(name: str) -> str:
    return r"[\s_-]".join(re.escape(word) for word in re.split(r"[\s_-]", name))


def _range(what: str, outcome: Outcome, source: str) -> tuple[float, float]:
    worst, best = (0.0, 100.0) if isinstance(outcome, Share) else (-inf, inf)
    if found := AROUND.fullmatch(what):
        middle, reach, unit = float(found[1]), float(found[2]), found[3]
        low, high = middle - reach, middle + reach
    elif found := FROM_TO.fullmatch(what):
        low, high, unit = float(found[1]), float(found[2]), found[3]
    elif found := BOUND.fullmatch(what):
        low, high = (float(found[2]), best) if found[1] == "least" else (worst, float(found[2]))
        unit = found[3]
    else:
        raise BadInput(f"{source}: expected {_shapes(outcome)}")
    _check_unit(unit.strip(), outcome, source)
    if not isinstance(outcome, Share):
        if low >= high:
            raise BadInput(f"{source}: expected a range that is not empty")
        return low, high
    if low >= high or low >= 100 or high <= 0 or high - low >= 100:
        of = "" if outcome.called else f" of {outcome.name}s"
        raise BadInput(f"{source}: expected a range{of} within 0 to 100 %")
    return max(low, 0.0) / 100, min(high, 100.0) / 100


def _check_unit(unit: str, outcome: Outcome, source: str) -> None:
    expected = "%" if isinstance(outcome, Share) else outcome.unit
    if unit and unit.rstrip("s") != expected.rstrip("s"):
        raise BadInput(f"{source}: expected {expected}, not {unit}")


def _shapes(outcome: Outcome) -> str:
    if isinstance(outcome, Share):
        return "'80 ± 1 %', '79 to 81 %', 'at least 75 %' or 'at most 40 %'"
    return f"'20 ± 1 {outcome.unit}', '19 to 21', 'at least 19' or 'at most 21'"


def _expected(cells: Sequence[Labels], outcome: Outcome) -> str:
    example = "80 ± 1 %" if isinstance(outcome, Share) else f"20 ± 1 {outcome.unit}"
    article = "the" if outcome.called else "an" if outcome.name[0] in "aeiou" else "a"
    return f"cells, a colon and {article} {outcome.phrase}, such as '{example_cells(cells)}: {example}'"


def _check_agreement(goals: Sequence[Goal], source: str) -> None:
    for at, goal in enumerate(goals):
        for other in goals[:at]:
            same = other.cells == goal.cells and other.outcome == goal.outcome
            if same and (goal.low > other.high or goal.high < other.low):
                raise BadInput(f"{source}: {goal.text!r} contradicts {other.text!r}")
