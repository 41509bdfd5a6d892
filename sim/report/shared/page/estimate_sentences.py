"""Lines of a verdict that say an estimate: how hard a game is, how long it takes; and whether that depends on who
plays."""

import polars as pl

from engine.game.outcomes import Mean, Outcome
from engine.language.current import counted, said, word
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claimed import Row
from sim.report.shared.claims.verdict import SURE, Line, not_yet
from sim.report.shared.claims.who_plays import cells_of_policies, depends, status_among
from sim.report.shared.numbers.outcomes import (
    FEWEST_COUNTED,
    cells_of_few,
    games_to_ask_for,
    games_to_be_sure,
    lengths,
    seen_range,
)
from sim.report.shared.page.outcome_views import digits_borne
from sim.report.shared.page.places import at_place
from sim.report.shared.run_data import RunData, Tables
from sim.text.clauses import clauses, sentence
from sim.text.number_format import capital, plain_number, rough_count

HOW_LONG = "How long?"


def extremes(data: RunData, tables: Tables, outcome: Outcome) -> list[Row]:
    """The least and the most of an outcome in any cell of those whom the page is about, on every content; one row if
    there is one cell, or all are alike."""
    who, field = data.layout.even_focus.who, data.layout.even_focus.field
    groups = [each.name for each in data.layout.plain_groups if (each.who, each.field) == (who, field)]
    known = tables["outcomes"].filter(pl.col("table").is_in(groups), outcome=outcome.name).drop_nulls("value")
    rows: list[Row] = [*known.sort("value", maintain_order=True).to_dicts()]
    return [rows[0], rows[-1]] if rows and rows[0]["value"] < rows[-1]["value"] else rows[:1]


def written_of(data: RunData, outcome: Outcome, row: Row) -> str:
    """`9.69 turns (9.60 to 9.78)`, in no more digits than the content bears."""
    return OutcomeFormat(outcome, True, digits_borne(data)).with_unit(row["value"], (row["low"], row["high"]))


def ranged(data: RunData, tables: Tables, outcome: Outcome) -> str:
    """`between 9.7 turns at doom 0 and 12 turns at doom 6`, `9.69 turns (9.60 to 9.78)`, `always 12 turns`. The
    headline and the ends of a range are rounded: a table has their digits and intervals."""
    layout, rows = data.layout, extremes(data, tables, outcome)
    told = [OutcomeFormat(outcome, True).rough(row["value"]) for row in rows]
    if len({*told}) > 1:
        at_least, at_most = (at_place(layout, layout.places[row["cell"]]) for row in rows)
        return said(
            "between {least}{at_least} and {most}{at_most}",
            least=told[0],
            at_least=at_least,
            most=told[1],
            at_most=at_most,
        )
    if len(told) > 1:
        return said("about {amount} everywhere", amount=told[0])
    always = rows[0]["low"] is None and rows[0]["games"] > 1 and isinstance(outcome, Mean)
    exact = told[0] if outcome == data.headline else written_of(data, outcome, rows[0])
    if len(layout.of(layout.even_focus)) == 1:
        return said("always {amount}", amount=exact) if always else exact
    return said("always {amount} everywhere", amount=exact) if always else said("{amount} everywhere", amount=exact)


def by_who(data: RunData, tables: Tables, outcome: Outcome, place: PlacedCell) -> str:
    """`at doom 6 between 2.1 % (random) and 41 % (guardian)`: all who play a cell."""
    layout, at, written = data.layout, at_place(data.layout, place).strip(), OutcomeFormat(outcome, True)
    cells = [each.number for each in cells_of_policies(layout, place)]
    known = tables["outcomes"].filter(pl.col("cell").is_in(cells), outcome=outcome.name).drop_nulls("value")
    least, *_, most = known.sort("value").to_dicts()
    told = {"least": written.rough(least["value"]), "most": written.rough(most["value"])}
    told |= {"who": layout.places[least["cell"]].group.who, "other": layout.places[most["cell"]].group.who}
    if at:
        return said("{place} between {least} ({who}) and {most} ({other})", place=at, **told)
    return said("between {least} ({who}) and {most} ({other})", **told)


def estimate_line(question: str, data: RunData, tables: Tables, outcome: Outcome, says: str) -> Line:
    """A line with an estimate of an outcome. It is sure if it is known well enough in the cells that it tells; without
    declared bounds, if no game counts for more than those that were played, which it says."""
    layout = data.layout
    place = layout.at(layout.even_focus, layout.levels[-1], layout.middle)
    rows = extremes(data, tables, outcome)
    seen = [seen_range(data, row["cell"], outcome) if row["low"] is not None else None for row in rows]
    enough = [games_to_be_sure(row, outcome, ends) for row, ends in zip(rows, seen, strict=True)]
    needed = [
        games_to_ask_for(games, row["games"]) for row, games in zip(rows, enough, strict=True) if games > row["games"]
    ]
    status = not_yet(rough_count(max(needed))) if needed else SURE
    if not needed and (ends := [each for each in seen if each is not None]):
        says = clauses(says, _condition(outcome, min(least for least, _ in ends), max(most for _, most in ends)))
    if place is None:
        return Line(question, sentence(says), status)
    range_ = by_who(data, tables, outcome, place) if depends(tables, outcome.name) else ""
    return Line(question, sentence(says, range_), status_among(data, tables, place, [outcome.name], status))


def too_few_counted(data: RunData) -> list[str]:
    """The means over another column whose numerator too few games have to say how large it is."""
    told = []
    for outcome in data.outcomes:
        few = cells_of_few(data, outcome) if isinstance(outcome, Mean) and outcome.over else []
        if few:
            told.append(
                counted(
                    len(few),
                    "{outcome}: in one cell fewer than {least} games count for anything, too few to know it.",
                    "{outcome}: in {count} cells fewer than {least} games count for anything, too few to know it.",
                    outcome=capital(word(outcome.name)),
                    least=FEWEST_COUNTED,
                )
            )
    return told


def _condition(outcome: Outcome, least: float, most: float) -> str:
    """Under which condition a line is sure whose outcome has no declared bounds."""
    written = OutcomeFormat(outcome, True)
    if isinstance(outcome, Mean) and outcome.over:
        return said("sure if no game counts for more than those that were played")
    if least < 0:
        return said(
            "sure if every game lies between {least} and {most}", least=written.rough(least), most=written.rough(most)
        )
    return said("sure if no game yields more than {most}", most=written.rough(most))


def length_line(data: RunData, tables: Tables) -> Line:
    """How long games of the focus are on average, and the longest of them."""
    told, found = [], [outcome for outcome in lengths(data) if extremes(data, tables, outcome)]
    if not found:
        return Line(HOW_LONG, said("The game counts nothing that would say so."), "not measured")
    for outcome in found:
        most = max((row["p95"] for row in extremes(data, tables, outcome) if row["low"] is not None), default=None)
        told.append(ranged(data, tables, outcome))
        if most is not None:
            told.append(said("95 % of these games take at most {turns}", turns=plain_number(most)))
    says = clauses(*told)
    if depends(tables, found[0].name):
        says = f"{data.layout.even_focus.called}: {says}"
    return estimate_line(HOW_LONG, data, tables, found[0], capital(says))
