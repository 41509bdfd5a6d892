"""The tables of the page of a competitive game in which points count."""

from functools import partial

import polars as pl

from engine.game.outcomes import Mean
from engine.language.current import said, word
from sim.display.outcome_format import OutcomeFormat
from sim.report.competitive.views import (
    Matrix,
    gain_matrix,
    matrices,
    size_head,
    strength_style,
    tallies,
    trace_columns,
)
from sim.report.returns.tables import mean_named
from sim.report.shared.page.columns import Column, differences, places, view
from sim.report.shared.page.entries import PageTable, Row, TableEntry, difference_entry, named
from sim.report.shared.page.outcome_views import outcome_entry
from sim.report.shared.run_data import RunData, Tables
from sim.text.axis_words import axis_word, unit_word

LEAST_STRENGTH = 2
"""The strongest colour is for a gain of at least so many margins: a table of small gains stays pale."""


def unit_of(data: RunData) -> str:
    """What returns are counted in."""
    return unit_word(seat_of(data).unit)


def returns_table(data: RunData, tables: Tables) -> PageTable:
    """The table of the first screen: what each seat gets if all play alike; where there are several sizes, of the
    players that the report is mainly about."""
    layout = data.layout
    shown = [layout.even_focus] if len(layout.sizes) > 1 else layout.even_groups
    names = [group.name for group in shown]
    mine = tables["returns"].filter(pl.col("table").is_in(names), level=str(layout.levels[-1]))
    most = int(mine["seat"].max() or 0)  # type: ignore[arg-type]
    declared = data.presentation.returns
    total = mean_named(data, declared.total) if declared else None
    who = axis_word(layout.skill) if layout.skill else said("players")
    heads = [(size_head(data) if len(layout.sizes) > 1 else who, "")]
    heads += [(said("seat {seat}", seat=seat), "") for seat in range(1, most + 1)]
    heads += [(said("all together"), word(total.meaning))] if total else []
    together = tables["outcomes"].filter(outcome=total.name) if total else tables["outcomes"].clear()
    of_all = {row["cell"]: row for row in together.iter_rows(named=True)}
    rows = []
    for group in shown:
        for size in layout.sizes:
            place = layout.at(group, layout.levels[-1], size)
            if place is None:
                continue
            found = {row["seat"]: row for row in mine.filter(cell=place.number).iter_rows(named=True)}
            line = [TableEntry(str(size), str(size)) if len(layout.sizes) > 1 else named(group.brief)]
            line += [outcome_entry(seat_of(data), found.get(seat)) for seat in range(1, most + 1)]
            line += [outcome_entry(total, of_all.get(place.number))] if total else []
            rows.append(line)
    return PageTable(heads, rows)


def seats_table(data: RunData, tables: Tables) -> PageTable:
    """Every seat of every cell, and how far it is from an equal share."""
    unit = unit_of(data)
    more = said(
        "how much more this seat gets than all seats of the game do on average, in {unit}; faint: none is found",
        unit=unit,
    )
    gets = Column(said("gets"), said("{unit} a game, on average", unit=unit), partial(outcome_entry, seat_of(data)))
    columns = [*places(data), tallies(said("seat"), "seat"), tallies(said("games"), "games"), gets]
    return view(tables["returns"], [*columns, differences(said("advantage"), more, form_of(data), "advantage")])


def gain_matrices(data: RunData, tables: Tables) -> list[Matrix]:
    """The gain in return of every focus in every field."""
    gain = _gain(data)
    return [] if gain is None else matrices(data, tables["return_gains"], lambda mine: _gain_matrix(tables, mine, gain))


def _gain_matrix(tables: Tables, mine: pl.DataFrame, gain: Mean) -> Matrix:
    strongest = max(float(mine["gain"].abs().max() or 0.0), LEAST_STRENGTH * gain.margin)  # type: ignore[arg-type]

    def entry(row: Row | None) -> TableEntry:
        known = row is not None and row["gain"] is not None
        style = strength_style(row["gain"] / strongest) if row and known else ""
        return difference_entry(OutcomeFormat(gain, typeset=True), row, "gain", style)

    return Matrix("", gain_matrix(tables, mine, entry))


def trace_table(data: RunData, tables: Tables) -> PageTable | None:
    """What each policy gets more than the one below it."""
    table, gain, unit = tables["return_trace"], _gain(data), unit_of(data)
    if table.is_empty() or gain is None:
        return None
    got, more = partial(outcome_entry, seat_of(data), key="focus_return"), OutcomeFormat(gain, typeset=True)
    says = said(
        "how much more than the other policy would get in the same seat, on the same luck, in {unit}", unit=unit
    )
    gets = Column(said("gets"), said("what the seat of the focus gets, in {unit} a game", unit=unit), got)
    return view(table, [*trace_columns(data), gets, differences(said("gain"), says, more, "gain")])


def form_of(data: RunData) -> OutcomeFormat:
    """How returns are written."""
    return OutcomeFormat(seat_of(data), typeset=True)


def seat_of(data: RunData) -> Mean:
    """The outcome whose unit and digits all returns have."""
    declared = data.presentation.returns
    assert declared is not None
    found = mean_named(data, declared.seats[0])
    assert found is not None
    return found


def _gain(data: RunData) -> Mean | None:
    declared = data.presentation.returns
    return mean_named(data, declared.gain) if declared else None
