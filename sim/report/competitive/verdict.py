"""The verdict on top of the page of a competitive game."""

import polars as pl

from sim.report.competitive.asked import (
    FAIR,
    FIRST,
    HARDLY,
    LIMIT,
    RARE_END,
    ROLES,
    SEATS,
    fairness,
    is_duel,
    main_place,
    measured,
    shares_of_ends,
)
from sim.report.competitive.sentences import balance, claim_at, first_seat, lengths, much
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claim import LESS, MORE
from sim.report.shared.claims.claimed import Row, claims_on, is_clear, open_status, status_of
from sim.report.shared.claims.verdict import SURE, Line, not_yet
from sim.report.shared.claims.who_plays import cells_of_policies, depends, lengths_at, status_among
from sim.report.shared.page.places import at_place, in_grid
from sim.report.shared.pieces.fate_sentences import STANDS_OUT, pieces_line, source_of
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import (
    bare,
    capital,
    estimate,
    in_digits,
    listed,
    percent,
    plain_number,
    rough_count,
    signed,
)

PRECISE = 0.05
"""A length is known well enough if its interval reaches no further than this part of it."""
MOST_NAMED = 3


def competitive_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines; none where no game was played."""
    place = main_place(data)
    if place is None:
        return []
    return [*_fair(data, tables, place), *game_lines(data, tables, place, _roles(tables, place))]


def game_lines(data: RunData, tables: Tables, place: PlacedCell, found: list[str]) -> list[Line]:
    """How long games are and what stands out, whatever seats play for: beside what a page has found itself."""
    return [*_how_long(data, tables, place), _stands_out(data, tables, place, found)]


def _fair(data: RunData, tables: Tables, place: PlacedCell) -> list[Line]:
    duel = is_duel(tables, place)
    claim = claim_at(tables, FIRST if duel else SEATS, place)
    if claim is None:
        return []
    (says,) = (first_seat if duel else balance)(data, tables, place)
    if depends(tables, FAIR):
        others = cells_of_policies(data.layout, place)
        known = sorted((found[0], each.group.who) for each in others if (found := fairness(tables, each)))
        write = signed if duel else bare
        low, high = (f"{write(value, 1)} points ({who})" for value, who in (known[0], known[-1]))
        what = "the first seat's advantage is" if duel else "the most and the least favoured seat are"
        at = at_place(data.layout, place)
        says = f"{what} between {low} and {high}{'' if duel else ' apart'}{at}."
    return [Line("Is it fair?", capital(says), status_among(data, tables, place, [FAIR], status_of(claim)))]


def _how_long(data: RunData, tables: Tables, place: PlacedCell) -> list[Line]:
    rows = lengths_at(tables, place)
    if not rows:
        return []
    told, status = [], SURE
    for row, usual in zip(rows, lengths(data, tables, place), strict=True):
        if depends(tables, row["outcome"]):
            others = [each for cell in cells_of_policies(data.layout, place) for each in lengths_at(tables, cell)]
            least, *_, most = sorted((each for each in others if each["outcome"] == row["outcome"]), key=_value)
            low, high = _by(data, least), _by(data, most)
            usual = f"a game{at_place(data.layout, place)} takes between {low} and {high} on average"
        elif row["low"] is not None and row["value"]:
            wider = (row["high"] - row["low"]) / (2 * PRECISE * abs(row["value"]))
            status = status if wider <= 1 else not_yet(rough_count(row["games"] * wider**2))
        told.append(usual)
    names = [row["outcome"] for row in rows]
    return [Line("How long?", f"{capital('; '.join(told))}.", status_among(data, tables, place, names, status))]


def _value(row: Row) -> float:
    return float(row["value"])


def _by(data: RunData, row: Row) -> str:
    """`26.5 turns (random)`"""
    takes = plain_number(row["value"]) if row["low"] is None else in_digits(row["value"], (row["low"], row["high"]))
    return f"{takes} {row['unit']} ({data.layout.places[row['cell']].group.who})"


def _roles(tables: Tables, place: PlacedCell) -> list[str]:
    """Roles with which seats win more or less often than with others."""
    rows = [row for row in claims_on(tables, ROLES) if is_clear(row)]
    said = [f"{row['subject']} wins {much(row)} {row['relation']} than the other roles" for row in rows]
    return said[:MOST_NAMED]


def _stands_out(data: RunData, tables: Tables, place: PlacedCell, found: list[str]) -> Line:
    """Pieces, roles, ends of hardly any or of nearly all games, limits; what was never used."""
    source = source_of(data, tables, place.group)
    pieces = pieces_line(source) if source else Line(STANDS_OUT, "", SURE)
    found = [*found, *_rare_ends(data, tables, place), *_limits(data, tables)]
    found += [] if source else _unused(data, tables)
    claims = [row for topic in (ROLES, RARE_END, LIMIT) for row in claims_on(tables, topic)]
    unsure = [row for row in claims if status_of(row) != SURE]
    status = SURE if found or not unsure else open_status(max(unsure, key=lambda row: row["needed"] or 0))
    if not found:
        found = [] if source else ["nothing" if claims else "nothing is counted here that could"]
        found += _completed(data, tables)
    says = " ".join([pieces.says, *(f"{capital(each)}." for each in found)])
    return Line(STANDS_OUT, says.strip(), status_among(data, tables, place, [], pieces.status if source else status))


def _rare_ends(data: RunData, tables: Tables, place: PlacedCell) -> list[str]:
    means = {outcome.name: outcome.meaning for outcome in data.outcomes}
    clear = {row["subject"]: row["relation"] for row in claims_on(tables, RARE_END)}
    said: dict[str, list[str]] = {"hardly ever": [], "nearly always": []}
    for row in shares_of_ends(data, tables, place):
        if clear[row["outcome"]] == (LESS if row["value"] < 0.5 else MORE):
            told = f"{means[row['outcome']]}, {estimate(row['value'], (row['low'], row['high']))}"
            said["hardly ever" if row["value"] < 0.5 else "nearly always"].append(told)
    at = in_grid(data.layout, place)
    return [f"{word}{at}: {'; '.join(told)}" for word, told in said.items() if told]


def _limits(data: RunData, tables: Tables) -> list[str]:
    """Where games end by a limit most often, whoever plays."""
    for claim in claims_on(tables, LIMIT):
        worst = data.layout.places[claim["cell"]]
        ended = measured(tables, worst, "time_outs")
        if is_clear(claim) and ended:
            who = f" of {worst.group.brief}" if len(data.layout.groups) > 1 else ""
            return [f"{estimate(*ended)} of the games{in_grid(data.layout, worst)}{who} are ended by a limit"]
    return []


def _completed(data: RunData, tables: Tables) -> list[str]:
    ends = [found[1][0] for place in data.layout.places if (found := measured(tables, place, "completion"))]
    return [f"at least {percent(min(ends), 2)} of the games end by their rules"] if ends else []


def _unused(data: RunData, tables: Tables) -> list[str]:
    """Pieces that were never used, and those that were in hardly any of the games that have them."""
    mine = tables["coverage"].filter(kind=data.presentation.piece)
    never = mine.filter(times=0)["name"].to_list()
    hardly = mine.filter(pl.col("times") > 0, pl.col("times") < HARDLY * pl.col("games"))["name"].to_list()
    return [f"{word} used: {and_more(names)}" for word, names in (("never", never), ("hardly ever", hardly)) if names]


def and_more(names: list[str]) -> str:
    """`a, b, c and 4 more`"""
    rest = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED + 1 else []
    return listed([*names[:MOST_NAMED], *rest] if rest else names)
