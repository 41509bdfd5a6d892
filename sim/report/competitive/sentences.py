"""The sentences of the page of a competitive game. One that says a direction is written only if its claim is clear."""

from collections.abc import Iterator, Mapping

import polars as pl

from engine.language.current import said, word
from sim.display.outcome_format import POINTS, OutcomeFormat
from sim.report.competitive import asked
from sim.report.shared.cell_layout import CellLayout, Group, PlacedCell
from sim.report.shared.claims.claim import MORE
from sim.report.shared.claims.claimed import Row, claim_on, claims_on, is_clear
from sim.report.shared.page.places import at_place, on_content
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import unit_after
from sim.text.number_format import (
    Interval,
    bare,
    capital,
    cost,
    ends,
    estimate,
    in_digits,
    number,
    number_digits,
    percent,
)


def competitive_sentences(data: RunData, tables: Tables) -> list[str]:
    """What the verdict leaves open: what the focus gains, if there is one; then the seats and the games of a group."""
    layout, place = data.layout, asked.main_place(data)
    corners = asked.corners(data, layout.even_focus)
    parts = [skill(data, tables)]
    parts += [first_seat(data, tables, each) for each in corners if each != place or not asked.is_duel(tables, each)]
    parts += [balance(data, tables, each) for each in corners if each != place and not asked.is_duel(tables, each)]
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
    few, many = (_with_size(layout, row) for row in (rows[0], rows[-1]))
    named = {"who": group.called, "content": on_content(layout, group), "ends": word(outcome.phrase)}
    if not is_clear(claim):
        yield said(
            "{who}{content}: the {ends} are {few} and {many}; they differ by {most}.",
            **named,
            few=few,
            many=many,
            most=at_most(POINTS, claim),
        )
    elif claim["relation"] == MORE:
        yield said(
            "{who}{content}: the {ends} grow from {few} to {many}, by {much}.",
            **named,
            few=few,
            many=many,
            much=much(POINTS, claim),
        )
    else:
        yield said(
            "{who}{content}: the {ends} fall from {few} to {many}, by {much}.",
            **named,
            few=few,
            many=many,
            much=much(POINTS, claim),
        )


def _with_size(layout: CellLayout, row: Row) -> str:
    """How often the games of a cell end in a way, and of how many players."""
    share = estimate(row["value"], (row["low"], row["high"]))
    if not layout.size:
        return share
    return said("{share} with {size}", share=share, size=layout.size_name(layout.places[row["cell"]].size))


def claim_at(tables: Tables, topic: str, place: PlacedCell) -> Row | None:
    """The claim of a topic that speaks of a cell."""
    return next((row for row in claims_on(tables, topic) if row["cell"] == place.number), None)


def players_at(data: RunData, place: PlacedCell) -> str:
    """`at Doomed with 5 players, all calm players`: of whom a sentence speaks."""
    at = at_place(data.layout, place).strip()
    return said("{place}, {players}", place=at, players=place.group.all_alike) if at else place.group.all_alike


def first_seat(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How often the first seat wins, and whether that is more than its share."""
    claim, mine = claim_at(tables, asked.FIRST, place), tables["seats"].filter(cell=place.number, seat=1).to_dicts()
    if claim is None:
        return
    who, seats = players_at(data, place), tables["seats"].filter(cell=place.number).height
    share = _equal_share(mine[0]["share"] - mine[0]["advantage"], seats)
    if not is_clear(claim):
        yield said(
            "{who}: no difference between what the first seat wins and {share} is found; if there is one, it is "
            "{most}.",
            who=who,
            share=share,
            most=at_most(POINTS, claim),
        )
    elif claim["relation"] == MORE:
        yield said(
            "{who}: the first seat wins {much} more than {share}.", who=who, much=much(POINTS, claim), share=share
        )
    else:
        yield said(
            "{who}: the first seat wins {much} less than {share}.", who=who, much=much(POINTS, claim), share=share
        )


def _equal_share(share: float, seats: int) -> str:
    """Where several win together, or nobody does, the shares of all seats are not 100 % together."""
    if share * seats > 1.001:
        return said("an equal share ({share}; several can win)", share=percent(share))
    if share * seats < 0.999:
        return said("an equal share ({share}; some games have no winner)", share=percent(share))
    return said("an equal share ({share})", share=percent(share))


def balance(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How far apart the seats are."""
    claim, found, at = claim_at(tables, asked.SEATS, place), asked.fairness(tables, place), at_place(data.layout, place)
    if is_clear(claim) and found:
        seats = tables["seats"].filter(cell=place.number).sort("share")["seat"].to_list()
        yield said(
            "seat {most} wins most and seat {least} least{at}: they are {gap} apart.",
            most=seats[-1],
            least=seats[0],
            at=at,
            gap=cost(*found),
        )
    elif found:
        yield said(
            "no seat{at} is known to be favoured; any two of them are at most {points} points apart.",
            at=at,
            points=bare(found[1][1]),
        )


def undecided(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How many games have no winner, if there are any to speak of."""
    found, at = asked.measured(tables, place, "draws"), at_place(data.layout, place)
    if not found or found[0] <= asked.RARE:
        return
    if data.presentation.teams:
        yield said("{share} of the games{at} are won by nobody.", share=estimate(*found), at=at)
    else:
        yield said("{share} of the games{at} have no single winner.", share=estimate(*found), at=at)


def drama(data: RunData, tables: Tables, place: PlacedCell) -> Iterator[str]:
    """How tense games are."""
    often, far = asked.measured(tables, place, "drama"), asked.measured(tables, place, "drama_depth")
    changes, at = asked.measured(tables, place, "lead_changes"), at_place(data.layout, place)
    contest = data.presentation.contest
    lead = said("{place}, ", place=at.strip()) if at else ""
    yield from _behind(lead, often, _gap(far, contest.points) if far and contest else "")
    if changes:
        yield said("the lead changes {times} times a game{at}.", times=_number(*changes), at=at)


def _behind(lead: str, often: tuple[float, Interval] | None, gap: str) -> Iterator[str]:
    """How often, and how far, the winner was behind, as far as that is known."""
    if often and gap:
        yield said(
            "{lead}the winner was behind at the start of {often} of the turns; the largest gap was {gap} on average.",
            lead=lead,
            often=estimate(*often),
            gap=gap,
        )
    elif often:
        yield said(
            "{lead}the winner was behind at the start of {often} of the turns.", lead=lead, often=estimate(*often)
        )
    elif gap:
        yield said("{lead}the largest gap was {gap} on average.", lead=lead, gap=gap)


def _gap(far: tuple[float, Interval], points: str) -> str:
    return said("{number} {points}", number=_number(*far), points=unit_after(points))


def skill(data: RunData, tables: Tables) -> Iterator[str]:
    """What each policy gains over the one below it, at the size in the middle."""
    for claim, step in steps_of(data, tables, tables["skill_trace"]):
        if not is_clear(claim):
            yield no_gain(POINTS, claim, step)
        elif claim["relation"] == MORE:
            yield said(
                "skill{at}: one {focus!r} among {field!r} wins {much} more than {field!r} would in the same seat.",
                **step,
                much=much(POINTS, claim),
            )
        else:
            yield said(
                "skill{at}: one {focus!r} among {field!r} wins {much} less than {field!r} would in the same seat.",
                **step,
                much=much(POINTS, claim),
            )


def steps_of(data: RunData, tables: Tables, trace: pl.DataFrame) -> Iterator[tuple[Row, dict[str, str]]]:
    """The claim of each step of a skill trace, and what a sentence says of the step: where, and who."""
    steps = {(claim["subject"], claim["other"]): claim for claim in claims_on(tables, asked.SKILL)}
    for row in asked.trace_at(data, trace):
        at = at_place(data.layout, data.layout.places[row["cell"]])
        yield steps[row["focus"], row["field"]], {"at": at, "focus": row["focus"], "field": row["field"]}


def no_gain(form: OutcomeFormat, claim: Row, step: Mapping[str, str]) -> str:
    """Of a step whose gain is not known to be one."""
    return said(
        "skill{at}: one {focus!r} among {field!r} gains nothing that can be seen; the gain is {most}.",
        **step,
        most=at_most(form, claim),
    )


def much(form: OutcomeFormat, claim: Row) -> str:
    """How large the difference of a claim is."""
    return form.size(claim["value"], (claim["low"], claim["high"]))


def at_most(form: OutcomeFormat, claim: Row) -> str:
    return form.at_most((claim["low"], claim["high"]))


def _number(value: float, interval: Interval) -> str:
    low, high = (number(end, number_digits(interval)) for end in interval)
    return f"{in_digits(value, interval)} ({ends(low, high)})"
