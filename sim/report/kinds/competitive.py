"""A competitive game: who wins?"""

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from engine.game.presentation import Question
from sim.report.figures.competitive import FIGURES
from sim.report.kinds.kind import Brief, Kind
from sim.report.numbers.gains import climbed, gains, skill_trace
from sim.report.numbers.game_rates import feel
from sim.report.numbers.measures import measures
from sim.report.numbers.outcomes import distributions, outcomes, spreads
from sim.report.numbers.pieces import piece_tables
from sim.report.numbers.pieces.fates import fates
from sim.report.numbers.seats import roles, seats
from sim.report.page import contest_views, views
from sim.report.page.contest_sentences import contest_sentences
from sim.report.page.entries import PageTable
from sim.report.page.outcome_views import lengths_table, outcomes_table
from sim.report.page.pieces import piece_views
from sim.report.run_data import RunData, Tables

TABLES: dict[str, Callable[[RunData], pl.DataFrame]] = {
    "outcomes": outcomes,
    "seats": seats,
    "roles": roles,
    "measures": measures,
    "gains": gains,
    "skill_trace": lambda data: skill_trace(data, gains(data)),
    "spreads": spreads,
    "distributions": distributions,
    "feel": feel,
    "pieces": piece_tables.pieces,
    "fates": fates,
    "coverage": piece_tables.coverage,
}
"""Every table of the report, by name."""


def _tables(data: RunData) -> Tables:
    return {name: make(data) for name, make in TABLES.items()}


def _sentences(data: RunData, computed: Tables) -> Sequence[str]:
    return contest_sentences(data, computed, data.layout.even_focus)


def content(data: RunData, computed: Tables) -> Mapping[str, object]:
    """What its template needs; a page about returns shows most of it, too. Where seats win together, the ends of the
    games say who wins, and the seats come after them."""
    layout, group = data.layout, data.layout.even_focus
    questions = [(each, view) for each in data.presentation.questions if (view := _answer(data, computed, each))]
    others = [
        (each, contest_views.measures_table(data, computed, each)) for each in layout.even_groups if each != group
    ]
    return {
        "group": group,
        "ends": questions[0][0] if data.presentation.teams and questions else None,
        "main": contest_views.seat_table(data, computed, group),
        "seats": contest_views.seats_table(data, computed),
        "roles": contest_views.roles_table(data, computed, group),
        "all_roles": contest_views.all_roles_table(data, computed),
        "measures": contest_views.measures_table(data, computed, group),
        "other_measures": [(each, view) for each, view in others if view],
        "matrices": contest_views.gain_matrices(data, computed),
        "climbed": climbed(data),
        "trace": contest_views.trace_table(data, computed),
        "questions": questions,
        "cells": outcomes_table(data, computed, data.outcomes),
        "lengths": lengths_table(data, computed, focus_only=False),
        "feel": views.rates_table(data, computed, focus_only=False),
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
    shown = [(f"how often each seat wins: {group.called}", contest_views.seat_table(data, computed, group))]
    if data.presentation.teams:
        answers = [(each.title.rstrip("?"), _answer(data, computed, each)) for each in data.presentation.questions]
        shown = [*((title, view) for title, view in answers if view), *shown]
    if by_role := contest_views.roles_table(data, computed, group):
        shown.append((f"how often each seat wins with each role: {group.called}", by_role))
    if trace := contest_views.trace_table(data, computed):
        shown.append(("what each policy gains over the one below it", trace))
    if found := contest_views.measures_table(data, computed, group):
        shown.append((f"measures: {group.called}", found))
    return Brief(shown, [(f"seats{f' by {layout.size}' if layout.size else ''}", "seats")])


COMPETITIVE = Kind("Who wins?", "competitive.html", _tables, FIGURES, _sentences, content, _brief)
