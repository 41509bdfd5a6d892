"""A competitive game: who wins?"""

from collections.abc import Callable, Mapping

import polars as pl

from engine.game.presentation import Question
from engine.language.current import said, word
from sim.report.competitive import views
from sim.report.competitive.claims import competitive_claims
from sim.report.competitive.figures import FIGURES
from sim.report.competitive.gains import gains, skill_trace, strength
from sim.report.competitive.measures import measures
from sim.report.competitive.seats import roles, seats
from sim.report.competitive.sentences import competitive_sentences
from sim.report.competitive.verdict import competitive_verdict
from sim.report.shared.kind import Brief, Kind, each_of
from sim.report.shared.numbers.game_rates import feel
from sim.report.shared.numbers.outcomes import distributions, outcomes, spreads
from sim.report.shared.page.entries import PageTable
from sim.report.shared.page.outcome_views import lengths_table, outcomes_table
from sim.report.shared.page.rate_views import rates_table
from sim.report.shared.pieces import tables as piece_tables
from sim.report.shared.pieces import views as piece_views
from sim.report.shared.pieces.fates import fates
from sim.report.shared.run_data import RunData, Tables

TABLES: dict[str, Callable[[RunData], pl.DataFrame]] = {
    "outcomes": outcomes,
    "seats": seats,
    "roles": roles,
    "measures": measures,
    "gains": gains,
    "strength": lambda data: strength(data, gains(data)),
    "skill_trace": lambda data: skill_trace(data, gains(data)),
    "spreads": spreads,
    "distributions": distributions,
    "feel": feel,
    "pieces": piece_tables.pieces,
    "fates": fates,
    "coverage": piece_tables.coverage,
}
"""Every table of the report, by name."""


def content(data: RunData, computed: Tables) -> Mapping[str, object]:
    """What its template needs; a page about returns shows most of it, too. Where seats win together, the ends of the
    games say who wins, and the seats come after them."""
    layout, group = data.layout, data.layout.even_focus
    questions = [(each, view) for each in data.presentation.questions if (view := _answer(data, computed, each))]
    others = [(each, views.measures_table(data, computed, each)) for each in layout.even_groups if each != group]
    return {
        "group": group,
        "ends": questions[0][0] if data.presentation.teams and questions else None,
        "main": views.seat_table(data, computed, group),
        "seats": views.seats_table(data, computed),
        "roles": views.roles_table(data, computed, group),
        "all_roles": views.all_roles_table(data, computed),
        "measures": views.measures_table(data, computed, group),
        "other_measures": [(each, view) for each, view in others if view],
        "matrices": views.gain_matrices(data, computed),
        "climbed": computed["strength"]["policy"].to_list(),
        "trace": views.trace_table(data, computed),
        "questions": questions,
        "cells": outcomes_table(data, computed, data.outcomes),
        "lengths": lengths_table(data, computed, focus_only=False),
        "feel": rates_table(data, computed, focus_only=False),
        "pieces": [(each, piece_views.pieces_table(data, computed, each)) for each in layout.groups],
    }


def _answer(data: RunData, computed: Tables, question: Question) -> PageTable | None:
    """The outcomes that answer a question, in the order of the question, for every cell whose seats play alike; None if
    the run has none of them."""
    named = {outcome.name: outcome for outcome in data.outcomes}
    found = [named[name] for name in question.outcomes if name in named]
    alike = pl.col("table").is_in([group.name for group in data.layout.even_groups])
    table = computed["outcomes"].filter(alike)
    return outcomes_table(data, {**computed, "outcomes": table}, found) if found else None


def _brief(data: RunData, computed: Tables) -> Brief:
    layout, group = data.layout, data.layout.even_focus
    shown = [
        (said("how often each seat wins: {players}", players=group.called), views.seat_table(data, computed, group))
    ]
    if data.presentation.teams:
        titles = [(word(each.title).strip("¿?"), each) for each in data.presentation.questions]
        answers = [(title, _answer(data, computed, each)) for title, each in titles]
        shown = [*((title, view) for title, view in answers if view), *shown]
    if by_role := views.roles_table(data, computed, group):
        shown.append((said("how often each seat wins with each role: {players}", players=group.called), by_role))
    if trace := views.trace_table(data, computed):
        shown.append((said("what each policy gains over the one below it"), trace))
    if found := views.measures_table(data, computed, group):
        shown.append((said("measures: {players}", players=group.called), found))
    seats = said("seats by {size}", size=views.size_head(data)) if layout.size else said("seats")
    return Brief(shown, [(seats, "seats")])


COMPETITIVE = Kind(
    "Who wins?",
    ("sim.report.competitive",),
    "competitive.html",
    each_of(TABLES),
    FIGURES,
    competitive_claims,
    competitive_verdict,
    competitive_sentences,
    content,
    _brief,
)
