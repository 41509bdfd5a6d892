"""The sentences of the page of a competitive game. One that says a direction is written only if its claim is clear."""

from collections.abc import Iterator

import polars as pl

from sim.display.outcome_format import POINTS, OutcomeFormat
from sim.report.competitive import asked
from sim.report.shared.cell_layout import Group, PlacedCell
from sim.report.shared.claims.claim import MORE
from sim.report.shared.claims.claimed import Row, claim_on, claims_on, is_clear
from sim.report.shared.page.places import at_place, on_content
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import (
    Interval,
    bare,
    capital,
    cost,
    estimate,
    in_digits,
    number,
    number_digits,
    percent,
)


def competitive_sentences(data: RunData, tables: Tables) -> list[str]:
    """What the verdict leaves open: what the focus gains, if there is one; then the seats and the games of a group."""
    layout, place = data.layout, asked.main_place(data)
    ends = asked.corners(data, layout.even_focus)
    parts = [skill(data, tables)]
    parts += [first_seat(data, tables, each) for each in ends if each != place or not asked.is_duel(tables, each)]
    parts += [balance(data, tables, each) for each in ends if each != place and not asked.is_duel(tables, each)]
    parts += [how_games_end(data, tables, each) for each in asked.same_players(data)]
    if place is not None:
        parts += [undecided(data, tables, place), drama(data, tables, place)]
    return [capital(sentence) for part in parts for sentence in part]


def how_games_end(data: RunData, tables: Tables, group: Group) -> Iterator[str]:
    """Where seats win together: how often games end as the first question asks, and how that changes from the smallest
    size to the largest."""
    layout, rows, claim = data.layout, asked.end_rows(data, tables, group), claim_on(tables, asked.ENDS, group.name)
    if claim is None:
        return
    outcome = next(each for each in data.outcomes if each.name == rows[0]["outcome"])
    who = f"{group.called}{on_content(layout, group)}"
    told = []
    for row in (rows[0], rows[-1]):
        size = f" with {layout.size_name(layout.places[row['cell']].size)}" if layout.size else ""
        told.append(f"{estimate(row['value'], (row['low'], row['high']))}{size}")
    if is_clear(claim):
        word = "grow" if claim["relation"] == MORE else "fall"
        yield f"{who}: the {outcome.phrase} {word} from {told[0]} to {told[1]}, by {much(POINTS, claim)}."
    else:
        yield f"{who}: the {outcome.phrase} are {told[0]} and {told[1]}; they differ by {at_most(POINTS, claim)}."


def claim_at(tables: Tables, topic: str, place: PlacedCell) -> Row | None:
    """The claim of a topic that speaks of a cell."""
    return next((row for row in claims_on(tables, topic) if row["cell"] == place.number), None)


def first_seat(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How often the first seat wins, and whether that is more than its share."""
    claim, mine = claim_at(tables, asked.FIRST, place), tables["seats"].filter(cell=place.number, seat=1).to_dicts()
    if claim is None:
        return
    who = f"{at_place(data.layout, place).strip()}, {place.group.all_alike}:".removeprefix(", ")
    equal, seats = mine[0]["share"] - mine[0]["advantage"], tables["seats"].filter(cell=place.number).height
    # Where several win together, or nobody does, the shares of all seats are not 100 % together.
    part = equal * seats
    why = "; several can win" if part > 1.001 else "; some games have no winner" if part < 0.999 else ""
    share = f"an equal share ({percent(equal)}{why})"
    if is_clear(claim):
        yield f"{who} the first seat wins {much(POINTS, claim)} {claim['relation']} than {share}."
    else:
        found = f"no difference between what the first seat wins and {share} is found"
        yield f"{who} {found}; if there is one, it is {at_most(POINTS, claim)}."


def balance(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How far apart the seats are."""
    claim, found, at = claim_at(tables, asked.SEATS, place), asked.fairness(tables, place), at_place(data.layout, place)
    if is_clear(claim) and found:
        seats = tables["seats"].filter(cell=place.number).sort("share")["seat"].to_list()
        yield f"seat {seats[-1]} wins most and seat {seats[0]} least{at}: they are {cost(*found)} apart."
    elif found:
        yield f"no seat{at} is known to be favoured; any two of them are at most {bare(found[1][1])} points apart."


def undecided(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How many games have no winner, if there are any to speak of."""
    how = "are won by nobody" if data.presentation.teams else "have no single winner"
    found = asked.measured(tables, place, "draws")
    if found and found[0] > asked.RARE:
        yield f"{estimate(*found)} of the games{at_place(data.layout, place)} {how}."


def drama(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How tense games are."""
    often, far = asked.measured(tables, place, "drama"), asked.measured(tables, place, "drama_depth")
    changes = asked.measured(tables, place, "lead_changes")
    contest, told = data.presentation.contest, []
    if often:
        told.append(f"the winner was behind at the start of {estimate(*often)} of the turns")
    if far and contest:
        told.append(f"the largest gap was {_number(*far)} {contest.points} on average")
    if told:
        yield f"{at_place(data.layout, place).strip()}, {'; '.join(told)}.".removeprefix(", ")
    if changes:
        yield f"the lead changes {_number(*changes)} times a game{at_place(data.layout, place)}."


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """What each policy gains over the one below it, at the size in the middle."""
    yield from gained(data, tables, tables["skill_trace"], POINTS, "wins")


def gained(data: RunData, tables: Tables, trace: pl.DataFrame, form: OutcomeFormat, gets: str) -> Iterator[str]:
    """The steps of a skill trace; `gets` is what a seat does that has more."""
    steps = {(claim["subject"], claim["other"]): claim for claim in claims_on(tables, asked.SKILL)}
    for row in asked.trace_at(data, trace):
        claim, at = steps[row["focus"], row["field"]], at_place(data.layout, data.layout.places[row["cell"]])
        names = f"skill{at}: one {row['focus']!r} among {row['field']!r}"
        if is_clear(claim):
            would = f"{much(form, claim)} {claim['relation']} than {row['field']!r} would in the same seat"
            yield f"{names} {gets} {would}."
        else:
            yield f"{names} gains nothing that can be seen; the gain is {at_most(form, claim)}."


def much(form: OutcomeFormat, claim: Row) -> str:
    """How large the difference of a claim is."""
    return form.size(claim["value"], (claim["low"], claim["high"]))


def at_most(form: OutcomeFormat, claim: Row) -> str:
    return form.at_most((claim["low"], claim["high"]))


def _number(value: float, interval: Interval) -> str:
    low, high = (number(end, number_digits(interval)) for end in interval)
    return f"{in_digits(value, interval)} ({low} to {high})"
