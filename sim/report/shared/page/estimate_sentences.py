"""Lines of a verdict that say an estimate: how hard a game is, how long it takes; and whether that depends on who
plays."""

from engine.game.outcomes import Outcome
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.claims.claimed import Row, claims_on, is_clear
from sim.report.shared.claims.verdict import DEPENDS, ONE_POLICY, SURE, Line, not_yet
from sim.report.shared.claims.who_plays import WHO, who_plays
from sim.report.shared.numbers.outcomes import lengths
from sim.report.shared.page.places import at_place, in_grid
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital, listed, plain_number, rough_count

HOW_LONG = "How long is a game?"


def corners(data: RunData, tables: Tables, outcome: Outcome) -> list[Row]:
    """What is known of an outcome in two corners of the grid of the focus: fixed in advance, so that no cell is chosen
    because it is extreme."""
    layout = data.layout
    ends = [(layout.levels[0], layout.sizes[0]), (layout.levels[-1], layout.sizes[-1])]
    places = [layout.at(layout.focus, *end) for end in dict.fromkeys(ends)]
    table = tables["outcomes"].filter(outcome=outcome.name).drop_nulls("value")
    return [row for place in places if place for row in table.filter(cell=place.number).to_dicts()]


def ranged(data: RunData, tables: Tables, outcome: Outcome) -> str:
    """`between 9.69 turns (9.60 to 9.78) at doom 0 and 12.1 turns (12.0 to 12.2) at doom 6`"""
    written, layout = OutcomeFormat(outcome, typeset=True), data.layout
    told = [
        f"{written.with_unit(row['value'], (row['low'], row['high']))}{at_place(layout, layout.places[row['cell']])}"
        for row in corners(data, tables, outcome)
    ]
    return f"between {told[0]} and {told[1]}" if len(told) > 1 else "".join(told)


def by_who(data: RunData, tables: Tables, outcome: Outcome) -> str:
    """`2.1 % (random) to 41 % (guardian), by who plays`: the range over policies, if it is beyond doubt and large."""
    claim = next(iter(claims_on(tables, WHO.format(outcome.name))), None)
    if claim is None or not is_clear(claim) or claim["value"] <= claim["margin"]:
        return ""
    layout, table = data.layout, tables["outcomes"].filter(outcome=outcome.name)
    places = {group.who: layout.at(group, layout.levels[-1], layout.middle) for group in who_plays(data)}
    written, told, there = OutcomeFormat(outcome, typeset=True), [], ""
    for who in (claim["other"], claim["subject"]):
        place = places[who]
        assert place is not None
        [row] = table.filter(cell=place.number).to_dicts()
        told.append(f"{written.with_unit(row['value'])} ({who})")
        there = in_grid(layout, place)
    return f"between {listed(told)}, by who plays{there}"


def estimate_line(question: str, data: RunData, tables: Tables, outcome: Outcome, says: str) -> Line:
    """A line with an estimate of an outcome. It is sure if it is known well enough in the corners that it tells."""
    rows, range_ = corners(data, tables, outcome), by_who(data, tables, outcome)
    if range_:
        return Line(question, f"{says}; {range_}.", DEPENDS)
    open_ = [row["needed"] for row in rows if row["needed"] is not None and row["needed"] > row["games"]]
    status = not_yet(rough_count(max(open_))) if open_ else SURE
    return Line(question, f"{says}.", f"{status}; {ONE_POLICY}" if len(who_plays(data)) == 1 else status)


def length_line(data: RunData, tables: Tables) -> Line:
    """How long games of the focus are on average, and the longest of them."""
    told, found = [], [outcome for outcome in lengths(data) if corners(data, tables, outcome)]
    if not found:
        return Line(HOW_LONG, "The game counts nothing that would say so.", "not measured")
    for outcome in found:
        most = max((row["p95"] for row in corners(data, tables, outcome) if row["low"] is not None), default=None)
        longest = f" (95 % of games: at most {plain_number(most)})" if most is not None else ""
        told.append(f"{ranged(data, tables, outcome)}{longest}")
    return estimate_line(HOW_LONG, data, tables, found[0], capital("; ".join(told)))
