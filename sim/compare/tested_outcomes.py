"""Which outcomes a comparison tests, and which differences of each are too small to matter."""

import re
from collections.abc import Sequence

from engine.errors import BadInput, message
from engine.game.outcomes import Labels, Outcome, Share, headline_of, margin_expected, outcome_named, outcomes_of
from engine.game.protocol import Game
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.values import NUMBER

ALL = "all"
NAMED = re.compile(rf"(?:(.*\S)\s*:)?\s*(?:±\s*)?{NUMBER}\s*(.*)")
"""`0.5`, `length: 0.5`, `length: ±0.5 turns`"""


def tested_outcomes(declared: Sequence[Outcome], cells: Sequence[Labels], names: Sequence[str]) -> list[Outcome]:
    """The outcomes of these names that some of the cells have; `all` stands for all of them. Without a name: the first
    that all cells have, and if it is a share of a family, the others of that family."""
    there = outcomes_of(declared, cells)
    if ALL in names:
        return there
    if not names:
        return headlines(declared, cells)
    found = [outcome_named(declared, name, "--outcome") for name in dict.fromkeys(names)]
    for outcome in found:
        if outcome not in there:
            raise BadInput(message("--outcome {name}: no cell has it", name=outcome.name))
    return [outcome for outcome in there if outcome in found]


def usual_outcomes(game: Game, cells: Sequence[Labels]) -> list[Outcome]:
    """What is tested if nobody says what. Of a game of one's own, all that these cells have: who wins, the length, and
    what the author declared; of any other, the headline with its family."""
    if game.editions is not None:
        return outcomes_of(game.outcomes, cells)
    return headlines(game.outcomes, cells)


def headlines(declared: Sequence[Outcome], cells: Sequence[Labels]) -> list[Outcome]:
    """The headline of these cells, with the rest of its family, or with its kin."""
    first = headline_of(declared, cells)
    return [outcome for outcome in outcomes_of(declared, cells) if outcome is first or _together(first, outcome)]


def _together(first: Outcome, other: Outcome) -> bool:
    if not (isinstance(first, Share) and isinstance(other, Share)):
        return False
    return (first.family, first.kin) == (other.family, other.kin) and bool(first.family or first.kin)


def families_of(outcomes: Sequence[Outcome]) -> dict[str, list[Share]]:
    """The shares among these outcomes that are categories of one whole, by its name."""
    found: dict[str, list[Share]] = {}
    for outcome in outcomes:
        if isinstance(outcome, Share) and outcome.family:
            found.setdefault(outcome.family, []).append(outcome)
    return found


def margins_of(
    texts: Sequence[str], outcomes: Sequence[Outcome], flag: str = "--margin", only_named: bool = False
) -> dict[str, float]:
    """The margin of each outcome, as a fraction or in its unit, from words such as `0.5` or `length: 0.5`. What is not
    named keeps the margin that the game declares, or is left out. A number without a name is for all outcomes, if they
    have one unit."""
    margins = {} if only_named else {outcome.name: outcome.margin for outcome in outcomes}
    for text in texts:
        found = NAMED.fullmatch(text.strip())
        if not found:
            raise BadInput(source=flag, expected=message("a number such as 0.5, or an outcome and a number"), got=text)
        name, number, unit = found.groups()
        meant = [outcome_named(outcomes, name, flag)] if name else outcomes
        units = list(dict.fromkeys(OutcomeFormat(outcome).own_unit for outcome in meant))
        if len(units) > 1:
            example = f"'{outcomes[0].name}: {number}'"
            raise BadInput(
                message(
                    "{flag} {number}: expected the outcome that is meant, too, such as {example}",
                    flag=flag,
                    number=number,
                    example=example,
                )
            )
        if unit and unit.rstrip("s") != units[0].rstrip("s"):
            raise BadInput(
                message("{flag} {text}: expected {units}, not {unit}", flag=flag, text=text, units=units[0], unit=unit)
            )
        margins |= {outcome.name: margin_in(outcome, float(number), flag) for outcome in meant}
    return margins


def margin_in(outcome: Outcome, number: float, flag: str) -> float:
    """A number in points or in the unit of a mean, as a margin of this outcome."""
    if isinstance(outcome, Share):
        if not 0 < number < 50:
            raise BadInput(source=flag, expected=message("more than 0 and less than 50"), got=number)
        return number / 100
    if expected := margin_expected(False, number):
        raise BadInput(source=flag, expected=expected, got=number)
    return number


def shown(outcome: Outcome, margin: float) -> float:
    """A margin as a person writes it: in points, or in the unit of a mean."""
    return margin * 100 if isinstance(outcome, Share) else margin
