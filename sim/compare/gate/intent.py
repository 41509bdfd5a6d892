"""What a change is meant to do, in words: "doom 6, players 4-5: 1 to 3 points harder; everywhere else within ±0.5".

Statements are separated by semicolons or lines, and each names cells, if need be an outcome, and a range for its
difference. The axes are those of the cells' labels. A statement without an outcome is about the headline; what no
statement names must stay within the default margin.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.game.outcomes import Outcome
from sim.compare.claimed_change import Claim, claim_text, read_claim
from sim.display.outcome_format import OutcomeFormat
from sim.experiment.cell_selectors import EVERYWHERE, cells_named, example_cells
from sim.experiment.labels import Labels


class Statement(NamedTuple):
    """One statement, taken apart."""

    text: str
    where: str
    """The cells; empty if all that have the outcome are meant."""
    outcomes: list[Outcome]
    what: str
    """The range."""


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
            claim = read_claim(each.what, margin(outcome), outcome, f"{source}: {each.text!r}")
            if EVERYWHERE.fullmatch(each.where):
                if rest.setdefault(outcome.name, claim) != claim:
                    raise BadInput(
                        message("{text!r} contradicts an earlier statement about everywhere else", text=each.text),
                        source=source,
                    )
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
    example = f"{example_cells(cells)}: 1 to 3 {OutcomeFormat(unnamed[0]).own_unit} {unnamed[0].less}"
    raise BadInput(
        source=source, place=f"{statement!r}", expected=message("'cells: range', such as '{example}'", example=example)
    )


def _name_cells(
    claims: list[Claim | None], claim: Claim, where: str, cells: Sequence[Labels], outcome: Outcome, source: str
) -> None:
    having = [at for at in cells_named(where, cells, source) if outcome.applies(cells[at])]
    if not having:
        raise BadInput(
            message("{where!r} names no cell that has {name}", where=where, name=outcome.name), source=source
        )
    for at in having:
        earlier = claims[at]
        if earlier is not None and earlier != claim:
            name = ", ".join(f"{axis} {value}" for axis, value in cells[at].items())
            said = claim_text(earlier, outcome)
            raise BadInput(
                message(
                    "{where!r} contradicts an earlier statement about {name} ({said})",
                    where=where,
                    name=name,
                    said=said,
                ),
                source=source,
            )
        claims[at] = claim
