"""A production game: what does it yield?"""

from collections.abc import Callable, Mapping

import polars as pl

from sim.report.figures.production import FIGURES
from sim.report.kinds.kind import Brief, Kind
from sim.report.numbers.answers import answers
from sim.report.numbers.contents import contents, leaders
from sim.report.numbers.game_rates import feel
from sim.report.numbers.outcomes import distributions, outcomes, spreads
from sim.report.numbers.pieces import piece_tables
from sim.report.numbers.pieces.fates import fates
from sim.report.numbers.strategies import strategies
from sim.report.page import views, yield_views
from sim.report.page.outcome_views import answered, lengths_table, outcomes_table
from sim.report.page.pieces import piece_views
from sim.report.page.yield_sentences import yield_sentences
from sim.report.run_data import RunData, Tables

TABLES: dict[str, Callable[[RunData], pl.DataFrame]] = {
    "outcomes": outcomes,
    "spreads": spreads,
    "strategies": strategies,
    "distributions": distributions,
    "feel": feel,
    "contents": contents,
    "leaders": leaders,
    "answers": answers,
    "pieces": piece_tables.pieces,
    "fates": fates,
    "coverage": piece_tables.coverage,
}
"""Every table of the report, by name."""


def _tables(data: RunData) -> Tables:
    return {name: make(data) for name, make in TABLES.items()}


def _content(data: RunData, computed: Tables) -> Mapping[str, object]:
    spread = [(outcome, yield_views.spread_table(data, computed, outcome)) for outcome in data.outcomes]
    return {
        "main": yield_views.yield_table(data),
        "cells": outcomes_table(data, computed, data.outcomes),
        "spreads": [(outcome, view) for outcome, view in spread if view],
        "strategies": yield_views.strategies_table(data, computed),
        "contents": yield_views.contents_table(data, computed),
        "leaders": yield_views.leaders_tables(data, computed),
        **answered(data, computed),
        "compared": set(computed["strategies"]["compared"]),
        "lengths": lengths_table(data, computed, focus_only=False),
        "feel": views.rates_table(data, computed, focus_only=False),
        "pieces": [(group, piece_views.pieces_table(data, computed, group)) for group in data.layout.plain_groups],
    }


def _brief(data: RunData, computed: Tables) -> Brief:
    shown = [(data.headline.meaning, yield_views.yield_table(data))]
    if found := yield_views.strategies_table(data, computed):
        shown.append(("each strategy against the one before it", found))
    return Brief(shown, [("how far single games lie apart", "spread")])


PRODUCTION = Kind("What does it yield?", "production.html", _tables, FIGURES, yield_sentences, _content, _brief)
