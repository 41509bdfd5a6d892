"""The verdict on top of the page of a game in which points count."""

import polars as pl

from engine.language.current import said
from sim.report.competitive.asked import FAIR, FIRST, main_place
from sim.report.competitive.sentences import claim_at
from sim.report.competitive.verdict import game_lines
from sim.report.returns.sentences import first_seat
from sim.report.returns.views import form_of
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.claims.claimed import status_of
from sim.report.shared.claims.verdict import Line
from sim.report.shared.claims.who_plays import cells_of_policies, depends, status_among
from sim.report.shared.page.places import at_place
from sim.report.shared.run_data import RunData, Tables
from sim.text.number_format import capital


def returns_verdict(data: RunData, tables: Tables) -> list[Line]:
    """Its three lines; none where no game was played."""
    place = main_place(data)
    return [*_fair(data, tables, place), *game_lines(data, tables, place)] if place else []


def _fair(data: RunData, tables: Tables, place: PlacedCell) -> list[Line]:
    claim = claim_at(tables, FIRST, place)
    if claim is None:
        return []
    (says,) = first_seat(data, tables, place)
    if depends(tables, FAIR):
        who = cells_of_policies(data.layout, place)
        known = tables["returns"].filter(pl.col("advantage_low").is_not_null(), seat=1).sort("advantage")
        rows = known.filter(pl.col("cell").is_in([each.number for each in who])).to_dicts()
        low, high = (
            said(
                "{value} ({who})",
                value=form_of(data).rough(row["advantage"], signed=True),
                who=data.layout.places[row["cell"]].group.who,
            )
            for row in (rows[0], rows[-1])
        )
        says = said(
            "what the first seat gets more{at} than all do on average is between {low} and {high}.",
            at=at_place(data.layout, place),
            low=low,
            high=high,
        )
    return [Line("Is it fair?", capital(says), status_among(data, tables, place, [FAIR], status_of(claim)))]
