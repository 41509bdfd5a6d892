"""Outcomes to reach, in words: "doom 2: 80 ± 1 %; doom 6: at most 40 %", "worth per hour 0.65 ± 0.02"; or changes of
what the game does now: "doom 4, players 4-5: 1 to 3 points harder; else within 0.5".

Statements are separated by semicolons or lines. Each names cells, as an intent does, an outcome, or both
("players 2: length 20 ± 1"), and a range. Without cells it means all, without an outcome the headline; "else" means the
cells that no other statement about the outcome names. A range of values is for the mean over the cells; a range of
changes is for each of them, as in an intent.
"""

import re
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from engine.errors import BadInput, Message, message
from engine.game.outcomes import Outcome, Share, headline_of
from engine.language.current import joined, word
from sim.compare.claimed_change import claim_shapes, open_end, read_claim
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.cell_selectors import EVERYWHERE, UnknownAxis, cells_named, example_cells
from sim.experiment.labels import Labels, varying
from sim.experiment.values import NUMBER, as_typed

UNIT = r"(?: ?%|(?: [^\d±]+)?)"
SIGNED = rf"([-−]?){NUMBER}"
AROUND = re.compile(rf"{SIGNED} ?(?:±|\+-|\+/-) ?{NUMBER}({UNIT})")
FROM_TO = re.compile(rf"{SIGNED} ?%? to {SIGNED}({UNIT})")
BOUND = re.compile(rf"at (least|most) {SIGNED}({UNIT})")


class Goal(NamedTuple):
    """Where the mean of an outcome over some cells should lie, or by how much it should change. An open end is 0 or 1
    for a share, infinite for a mean and for a change."""

    text: str
    """The statement."""
    low: float
    high: float
    cells: tuple[int, ...]
    outcome: Outcome
    relative: bool = False
    """Whether the range is one of changes: on the same luck, against the game as it is."""
    place: str = ""
    """The cell in words, if the statement speaks of several, each on its own."""

    @property
    def is_share(self) -> bool:
        return isinstance(self.outcome, Share)

    @property
    def open_low(self) -> bool:
        return self.low <= (0 if self.is_share and not self.relative else -inf)

    @property
    def open_high(self) -> bool:
        return self.high >= (1 if self.is_share and not self.relative else inf)

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
        """A value that the outcome can have: a share lies between 0 and 1, its change between -1 and 1."""
        return min(max(value, -1.0 if self.relative else 0.0), 1.0) if self.is_share else value


class Statement(NamedTuple):
    """A statement, taken apart."""

    text: str
    where: str
    """The cells; empty if all that have the outcome are meant."""
    outcome: Outcome
    low: float
    high: float
    relative: bool

    @property
    def is_rest(self) -> bool:
        """Whether it is about the cells that no other statement names."""
        found = EVERYWHERE.fullmatch(self.where)
        return found is not None and bool(found["rest"] or found["short"])


def read_goals(text: str, cells: Sequence[Labels], outcomes: Sequence[Outcome], rungs: str, source: str) -> list[Goal]:
    """All goals. The cells of one goal must be of one rung: a mean over different players says little."""
    texts = (" ".join(part.split()) for line in text.splitlines() for part in line.split(";"))
    statements = [_statement(each, cells, outcomes, source) for each in texts if each]
    if not statements:
        raise BadInput(source=source, expected=_expected(cells, headline_of(outcomes, cells)))
    named: dict[str, set[int]] = {}
    goals: list[list[Goal]] = [[] for _ in statements]
    for at in sorted(range(len(statements)), key=lambda at: statements[at].is_rest):
        each = statements[at]
        taken = named.setdefault(each.outcome.name, set())
        found = _cells_of(each, cells, outcomes, taken, source)
        taken.update(found)
        goals[at] = _goals_of(each, found, cells, rungs, source)
    together = [goal for some in goals for goal in some]
    _check_agreement(together, source)
    return together


def groups_of(goals: Sequence[Goal]) -> list[list[int]]:
    """The numbers of the goals that one statement makes. Its cells share their luck and move together, so that a group
    is about as likely to be reached as the least likely of them."""
    groups: dict[object, list[int]] = {}
    for at, goal in enumerate(goals):
        groups.setdefault(goal.text if goal.relative else at, []).append(at)
    return list(groups.values())


def _statement(text: str, cells: Sequence[Labels], outcomes: Sequence[Outcome], source: str) -> Statement:
    said, headline = f"{source}: {text!r}", headline_of(outcomes, cells)
    where, colon, what = (part.strip() for part in text.rpartition(":"))
    if not colon and (rest := EVERYWHERE.match(text)):
        where, what = rest[0], text[rest.end() :].strip()
    if not where and (colon or _outcome_at_start(what, outcomes)[1] is None):
        raise BadInput(source=said, expected=_expected(cells, headline))
    where, before = _outcome_in_cells(where, outcomes)
    what, after = _outcome_at_start(what, outcomes)
    outcome = before or after or headline
    if not _is_relative(what, outcome):
        return Statement(text, where, outcome, *_range(what, outcome, said), False)
    claim, end = read_claim(what, outcome.margin, outcome, said), open_end(outcome)
    low, high = -inf if claim.low <= -end else claim.low, inf if claim.high >= end else claim.high
    return Statement(text, where, outcome, low, high, True)


def _is_relative(what: str, outcome: Outcome) -> bool:
    """Whether a range is meant as one of changes, even if it is not well said."""
    in_points = isinstance(outcome, Share) and re.search(r"\bpoints?\b", what) is not None
    return in_points or what.startswith("within ") or what.endswith((f" {outcome.less}", f" {outcome.more}"))


def _cells_of(
    said: Statement, cells: Sequence[Labels], outcomes: Sequence[Outcome], taken: set[int], source: str
) -> list[int]:
    """The cells of a statement; `taken` are those that other statements about the outcome name."""
    outcome, everywhere = said.outcome, EVERYWHERE.fullmatch(said.where)
    having = [at for at in range(len(cells)) if outcome.applies(cells[at])]
    if said.is_rest:
        if not (left := [at for at in having if at not in taken]):
            raise BadInput(
                message("other goals name all cells, expected one that is left"), source=source, place=f"{said.text!r}"
            )
        return left
    found = range(len(cells)) if everywhere else _cells(said.where, cells, outcomes, source) if said.where else having
    if not found or any(at not in having for at in found):
        raise BadInput(
            message("not every cell there has the outcome {name}", name=outcome.name),
            source=source,
            place=f"{said.text!r}",
        )
    return list(found)


def _goals_of(said: Statement, found: list[int], cells: Sequence[Labels], rungs: str, source: str) -> list[Goal]:
    text, low, high, outcome = said.text, said.low, said.high, said.outcome
    if said.relative:
        axes = varying(cells)
        places = [", ".join(f"{axis} {as_typed(cells[at][axis])}" for axis in axes) for at in found]
        several = len(found) > 1
        return [
            Goal(text, low, high, (at,), outcome, True, place if several else "")
            for at, place in zip(found, places, strict=True)
        ]
    players = list(dict.fromkeys(str(cells[at].get(rungs, "")) for at in found))
    if len(players) > 1:
        named = message(
            "names cells of {rungs} {players}, expected those of one", rungs=rungs, players=joined([*players])
        )
        raise BadInput(named, source=source, place=f"{text!r}")
    return [Goal(text, low, high, tuple(found), outcome)]


def _cells(where: str, cells: Sequence[Labels], outcomes: Sequence[Outcome], source: str) -> Sequence[int]:
    """The cells that are named. Who names an outcome that there is not learns which there are."""
    try:
        return cells_named(where, cells, source)
    except UnknownAxis as error:
        error.hint = message("the outcomes are: {names}", names=", ".join(outcome.name for outcome in outcomes))
        raise


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
        middle, reach, unit = _signed(found, 1), float(found[3]), found[4]
        low, high = middle - reach, middle + reach
    elif found := FROM_TO.fullmatch(what):
        low, high, unit = _signed(found, 1), _signed(found, 3), found[5]
    elif found := BOUND.fullmatch(what):
        low, high = (_signed(found, 2), best) if found[1] == "least" else (worst, _signed(found, 2))
        unit = found[4]
    else:
        raise BadInput(source=source, expected=_shapes(outcome))
    _check_unit(unit.strip(), outcome, source)
    if not isinstance(outcome, Share):
        if low >= high:
            raise BadInput(source=source, expected=message("a range that is not empty"))
        return low, high
    if low >= high or low >= 100 or high <= 0 or high - low >= 100:
        told = message("a range of {outcome}s within 0 to 100 %", outcome=word(outcome.name))
        raise BadInput(source=source, expected=message("a range within 0 to 100 %") if outcome.called else told)
    return max(low, 0.0) / 100, min(high, 100.0) / 100


def _signed(found: re.Match[str], at: int) -> float:
    """The number of a match whose sign is the group at a place; its digits are the next one."""
    return -float(found[at + 1]) if found[at] else float(found[at + 1])


def _check_unit(unit: str, outcome: Outcome, source: str) -> None:
    expected = "%" if isinstance(outcome, Share) else outcome.unit
    if unit and unit.rstrip("s") != expected.rstrip("s"):
        raise BadInput(source=source, expected=message("{expected}, not {unit}", expected=expected, unit=unit))


def _shapes(outcome: Outcome) -> Message:
    if isinstance(outcome, Share):
        return message(
            "'80 ± 1 %', '79 to 81 %', 'at least 75 %' or 'at most 40 %'; or, against the game as it is, {changes}",
            changes=claim_shapes(outcome),
        )
    return message(
        "'20 ± 1 {unit}', '19 to 21', 'at least 19' or 'at most 21'; or, against the game as it is, {changes}",
        unit=outcome.unit,
        changes=claim_shapes(outcome),
    )


def _expected(cells: Sequence[Labels], outcome: Outcome) -> Message:
    example = "80 ± 1 %" if isinstance(outcome, Share) else f"20 ± 1 {outcome.unit}"
    article = "the" if outcome.called else "an" if outcome.name[0] in "aeiou" else "a"
    change = f"{example_cells(cells)}: 1 to 3 {OutcomeFormat(outcome).own_unit} {outcome.less}"
    return message(
        "cells, a colon and {article} {outcome} or its change, such as '{cells}: {example}' or '{change}'",
        article=article,
        outcome=word(outcome.phrase),
        cells=example_cells(cells),
        example=example,
        change=change,
    )


def _check_agreement(goals: Sequence[Goal], source: str) -> None:
    for at, goal in enumerate(goals):
        for other in goals[:at]:
            same = (other.cells, other.outcome, other.relative) == (goal.cells, goal.outcome, goal.relative)
            if same and (goal.low > other.high or goal.high < other.low):
                raise BadInput(
                    message("{text!r} contradicts {text2!r}", text=goal.text, text2=other.text), source=source
                )
